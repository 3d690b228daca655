// Both sessions of the core. Events and effects have the names and members of the pipe, with bytes as Uint8Array.
(function () {
  'use strict';

  const { numberOf, nameOf } = Knav;
  const LARGEST_MTU = 65535;
  const NO_DEADLINE = 0xFFFFFFFFFFFFFFFFn;

  // What each kind carries. A central's link and a request's ticket are one member in C.
  const CENTRAL_EVENTS = {
    found: ['peer'],
    connected: ['link', 'mtu?'],
    disconnected: ['link'],
    discovered: ['ticket', 'hasCCCD'],
    notDiscovered: ['ticket'],
    subscribed: ['ticket'],
    answered: ['ticket', 'bytes'],
    failed: ['ticket', 'attError'],
    notified: ['link', 'bytes'],
    arrived: ['link', 'bytes'],
    mtuChanged: ['link', 'mtu?'],
    serviceChanged: ['link'],
  };
  const CENTRAL_EFFECTS = {
    connect: ['peer', 'link'],
    disconnect: ['link'],
    discover: ['ticket'],
    subscribe: ['ticket'],
    read: ['ticket', 'offset'],
    deliver: ['extent', 'bytes'],
    report: ['status'],
    fault: ['fault'],
  };
  const PERIPHERAL_EVENTS = {
    publish: ['bytes'],
    connected: ['central', 'mtu'],
    disconnected: ['central'],
    mtuChanged: ['central', 'mtu'],
    subscribed: ['central'],
    unsubscribed: ['central'],
    read: ['central', 'offset', 'identifier?'],
    notificationRefused: ['central'],
  };
  const PERIPHERAL_EFFECTS = {
    notify: ['central', 'bytes'],
    answer: ['central', 'bytes'],
    reject: ['central', 'attError'],
    fault: ['fault'],
  };
  const FAULTS_WITH_ERRORS = ['malformedNotification', 'unreadable', 'unpublishable'];

  class Session {
    /** `end` is `central` or `peripheral`, as in the names of the C functions. */
    constructor(memory, end, events, effects) {
      this.memory = memory;
      this.end = end;
      this.events = events;
      this.effects = effects;
      this.state = memory.allocateStructure(end);
      this.event = memory.allocateStructure(`${end}_event`);
      this.effect = memory.allocateStructure(`${end}_effect`);
    }

    call(name, ...values) {
      return this.memory.exports[`knav_${this.end}_${name}`](...values);
    }

    /** Takes an event, and when it happened. Take all effects of the event before it first. */
    handle(event, nowInMs) {
      const values = { kind: numberOf(`${this.end}_event_kind`, event.event) };
      for (const listed of this.events[event.event] ?? []) {
        const name = listed.replace('?', '');
        const value = event[name];
        if (value === undefined && name === listed) throw new TypeError(`${event.event}: ${name} is missing`);
        if (name === 'bytes') {
          values.bytes = this.memory.lend(value);
          values.size = value.length;
        } else if (name === 'identifier') {
          if (value !== undefined) Object.assign(values, { identifier: value, identifierSize: value.length });
        } else if (name === 'mtu') values.mtu = Math.min(value ?? 0, LARGEST_MTU);
        else values[name === 'link' ? 'ticket' : name] = value ?? 0;
      }
      this.memory.write(`${this.end}_event`, this.event, values);
      this.call('handle', this.state, this.event, BigInt(Math.max(0, Math.floor(nowInMs))));
    }

    /** The next effect of the last event; null when all are taken. */
    nextEffect() {
      if (!this.call('next_effect', this.state, this.effect)) return null;
      const values = this.memory.read(`${this.end}_effect`, this.effect);
      const effect = { effect: nameOf(`${this.end}_effect_kind`, values.kind) };
      for (const name of this.effects[effect.effect] ?? []) {
        if (name === 'link') effect.link = values.ticket;
        else if (name === 'bytes') effect.bytes = this.memory.bytes(values.bytes, values.size);
        else if (name === 'extent') effect.extent = nameOf('extent', values.extent);
        else if (name === 'status' || name === 'fault') effect[name] = nameOf(`${this.end}_${name}`, values[name]);
        else effect[name] = values[name];
      }
      if (effect.fault === 'refused') effect.attError = values.error.attError;
      if (FAULTS_WITH_ERRORS.includes(effect.fault)) effect.error = Knav.core.error(values.error);
      return effect;
    }

    /** When to hand in `timePassed`; null if the session only waits for events. */
    deadline() {
      const time = BigInt.asUintN(64, this.call('deadline', this.state));
      return time === NO_DEADLINE ? null : Number(time);
    }

    /** Whether the last delivery of a central is still to be shown, if only as old. */
    hasInstruction() {
      return this.call('has_instruction', this.state) !== 0;
    }

    phase() {
      return nameOf(`${this.end}_phase`, this.call('phase', this.state));
    }

    /** Gives its memory back. Do not use the session any more. */
    free() {
      const { structures } = Knav.coreLayout;
      for (const [name, address] of [
        [this.end, this.state], [`${this.end}_event`, this.event], [`${this.end}_effect`, this.effect],
      ]) this.memory.release(address, structures[name].size);
    }
  }

  /** A configuration in the form of the C interface, from names. */
  function numbers(given, enumerations) {
    const values = {};
    for (const [name, value] of Object.entries(given)) {
      values[name] = name in enumerations ? numberOf(enumerations[name], value) : value;
    }
    return values;
  }

  Knav.makeCentral = function (memory, { radio, readTimeout, ...others }) {
    const session = new Session(memory, 'central', CENTRAL_EVENTS, CENTRAL_EFFECTS);
    const address = memory.allocateStructure('central_configuration');
    memory.exports.knav_central_usual_configuration(address, numberOf('radio', radio));
    const given = readTimeout === undefined ? others : { ...others, readTimeoutInMs: readTimeout };
    memory.write('central_configuration', address, {
      ...memory.read('central_configuration', address), ...numbers(given, { layout: 'layout' }),
    });
    session.call('init', session.state, address);
    memory.release(address, Knav.coreLayout.structures.central_configuration.size);
    return session;
  };

  Knav.makePeripheral = function (memory, { layout, ...others }) {
    const session = new Session(memory, 'peripheral', PERIPHERAL_EVENTS, PERIPHERAL_EFFECTS);
    const address = memory.allocateStructure('peripheral_configuration');
    const error = memory.allocateStructure('error');
    memory.exports.knav_peripheral_usual_configuration(address, numberOf('layout', layout));
    memory.write('peripheral_configuration', address, {
      ...memory.read('peripheral_configuration', address),
      ...numbers(others, {
        notification: 'notification_form', retriedNotification: 'notification_form', serving: 'serving',
        ending: 'ending', chunkSize: 'chunk_size', lossDetection: 'loss_detection',
      }),
    });
    session.call('init', error, session.state, address);
    const refusal = Knav.core.error(memory.read('error', error));
    memory.release(error, Knav.coreLayout.structures.error.size);
    memory.release(address, Knav.coreLayout.structures.peripheral_configuration.size);
    if (refusal !== null) throw new TypeError(`a phone can't have the layout “${layout}”`);
    return session;
  };
})();
