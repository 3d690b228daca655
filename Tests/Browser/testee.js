// Answers the conformance suite with the page's core: one line of JSON for each line. See Docs/Conformance.md, “The testee”.
(function () {
  'use strict';

  const LAYERS = ['codec', 'notification', 'distance', 'session/central', 'session/peripheral'];
  const FEATURES = [
    'encode', 'street', 'pinnedLayouts', 'published', 'legacy', 'offsetReads', 'wholeValues', 'longReads',
    'oneCallback', 'trustsChunkSize', 'vendor', 'metric', 'imperial', 'uk',
  ];
  const LARGEST_NUMBER = 2147483647;

  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
  const number = (value) => (value > LARGEST_NUMBER ? String(value) : value);
  const { hex, identifierText } = Knav.bytes;

  function identifier(instruction) {
    if (instruction.identifier.length === 16) return identifierText(instruction);
    return number(instruction.identifierNumber);
  }

  /** An identifier as the core takes it: a number, or the bytes of a UUID. */
  function given(value) {
    return typeof value === 'string' && value.includes('-') ? bytes(value.replace(/-/g, '')) : Number(value);
  }

  /** The fields of an instruction, in the form of the fixtures. */
  function fields(core, instruction) {
    const strict = core.streetText(instruction.street, 'strict');
    return {
      layout: instruction.layout,
      extent: instruction.extent,
      identifier: identifier(instruction),
      arrow: instruction.arrow,
      arrowName: instruction.arrowName ?? `reserved${instruction.arrow}`,
      distanceInMeters: number(instruction.distanceInMeters),
      streetBytes: hex(instruction.street),
      street: core.streetText(instruction.street, 'dropIncompleteTail').text,
      ...(strict.error === undefined ? {} : { strictErrorOffset: instruction.streetOffset + strict.error.offset }),
    };
  }

  function distance(core, { distanceInMeters, style }) {
    const rounded = core.distance(Number(distanceInMeters), style);
    if (rounded.unit === 'now') return { now: true, text: rounded.text };
    const [value, unit] = rounded.text.split(' ');
    return { now: false, value, unit, text: rounded.text };
  }

  function steps(session, events) {
    return events.map(({ at, ...event }) => {
      for (const name of ['link', 'ticket', 'peer', 'central']) if (name in event) event[name] = Number(event[name]);
      if ('bytes' in event) event.bytes = bytes(event.bytes);
      if ((event.identifier ?? null) === null) delete event.identifier;
      else {
        const named = given(event.identifier);
        event.identifier = typeof named === 'number' ? new Uint8Array(Uint32Array.of(named).buffer) : named;
      }
      session.handle(event, Number(at));
      const effects = [];
      for (let effect = session.nextEffect(); effect !== null; effect = session.nextEffect()) {
        if ('bytes' in effect) effect.bytes = hex(effect.bytes);
        effects.push(effect);
      }
      const deadline = session.deadline();
      return { effects, phase: session.phase(), deadline: deadline === null ? null : number(deadline) };
    });
  }

  function session(made, events) {
    try {
      return { steps: steps(made, events) };
    } finally {
      made.free();
    }
  }

  const OPERATIONS = {
    decode(core, { bytes: object, layout, extent }) {
      const { instruction, error } = core.decode(bytes(object), { layout, extent });
      return error === undefined ? fields(core, instruction) : { error };
    },
    notification(core, { bytes: value, layout }) {
      const { kind, instruction, error } = core.notification(bytes(value), layout);
      if (error !== undefined) return { error };
      if (kind === 'identifier') return { kind, identifier: identifier(instruction) };
      return { kind, ...fields(core, instruction) };
    },
    encode(core, { layout, streetBytes, distanceInMeters, arrow, ...others }) {
      const { bytes: object, error } = core.encode({
        identifier: given(others.identifier), arrow, distanceInMeters: Number(distanceInMeters), street: bytes(streetBytes),
      }, layout);
      return error === undefined ? { bytes: hex(object) } : { error };
    },
    street(core, { bytes: street, policy }) {
      const { text, error } = core.streetText(bytes(street), policy);
      return error === undefined ? { text } : { error };
    },
    distance,
    centralSession: (core, { configuration, events }) => session(core.central(configuration), events),
    peripheralSession: (core, { configuration, events }) => session(core.peripheral(configuration), events),
  };

  Knav.testee = function (core, line) {
    const { request, id, operation, input, protocol } = JSON.parse(line);
    if (request === 'describe') {
      if (protocol !== 1) throw new Error(`protocol ${protocol} is not known`);
      return JSON.stringify({ protocol: 1, name: 'page in a browser', version: '1.0', layers: LAYERS, features: FEATURES });
    }
    return JSON.stringify({ id, answer: OPERATIONS[operation](core, input) });
  };
})();
