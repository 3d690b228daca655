// The tab Bytes: each byte of an object or a notification, and what it means.
(function () {
  'use strict';

  const { make, field, select, say, hush } = Knav.dom;
  const { parse, hex, characters, fields, identifierText } = Knav.bytes;
  const KINDS = ['object', 'cut', 'notification'];
  const LAYOUTS = ['auto', 'deployed', 'published', 'legacy'];
  const STYLES = ['metric', 'vendor', 'imperial', 'uk'];
  const LARGEST_TEXT = 20000;
  const MOST_CELLS = 600;
  const EXAMPLES = {
    deployed: ['object', '0403020105d200000047726fc39f65205765696e6d65697374657273747261c39f65'],
    published: ['object', '0403020105d200000000000000000000000000000047726fc39f65205765696e6d65697374657273747261c39f65'],
    legacy: ['object', '0123456789ab4def8123456789abcdef05d200000047726fc39f65205765696e6d65697374657273747261c39f65'],
    identifier: ['notification', '04030201'],
    cut: ['notification', '0403020105d20000004c656e6ec3a973747261c3'],
    illFormed: ['object', '0403020105d20000004772fcdf65'],
    truncated: ['object', '0403020105d2'],
  };

  Knav.texts.add({
    'bytes.title': { en: 'Bytes', de: 'Bytes' },
    'bytes.intro': {
      en: 'Paste the value of the navigation characteristic, as a read or a notification brings it.',
      de: 'Den Wert der Navigations-Charakteristik einfügen, wie ihn ein Lesevorgang oder eine Benachrichtigung bringt.',
    },
    'bytes.hex': { en: 'Hexadecimal digits', de: 'Hexadezimale Ziffern' },
    'bytes.kind': { en: 'These bytes are', de: 'Diese Bytes sind' },
    'bytes.kind.object': { en: 'a whole object', de: 'ein ganzes Objekt' },
    'bytes.kind.cut': { en: 'an object that may be cut', de: 'ein Objekt, vielleicht abgeschnitten' },
    'bytes.kind.notification': { en: 'a notification', de: 'eine Benachrichtigung' },
    'bytes.layout': { en: 'Layout', de: 'Layout' },
    'bytes.layout.auto': { en: 'detect it', de: 'erkennen' },
    'bytes.layout.deployed': { en: 'deployed', de: 'deployed' },
    'bytes.layout.published': { en: 'published', de: 'published' },
    'bytes.layout.legacy': { en: 'legacy', de: 'legacy' },
    'bytes.examples': { en: 'Examples', de: 'Beispiele' },
    'bytes.example.deployed': { en: 'What phones send', de: 'Was Smartphones senden' },
    'bytes.example.published': { en: 'By the document', de: 'Nach dem Dokument' },
    'bytes.example.legacy': { en: 'Before 2016', de: 'Vor 2016' },
    'bytes.example.identifier': { en: 'An identifier', de: 'Eine Kennung' },
    'bytes.example.cut': { en: 'A street cut inside a letter', de: 'Straße mitten im Buchstaben abgeschnitten' },
    'bytes.example.illFormed': { en: 'A street in Latin-1', de: 'Straße in Latin-1' },
    'bytes.example.truncated': { en: 'Too short', de: 'Zu kurz' },
    'bytes.copy': { en: 'Copy a link to these bytes', de: 'Link zu diesen Bytes kopieren' },
    'bytes.copied': { en: 'Copied', de: 'Kopiert' },
    'bytes.noLink': { en: 'There are no bytes to link to', de: 'Es gibt keine Bytes für einen Link' },
    'bytes.notCopied': { en: 'The address of this page is the link', de: 'Die Adresse dieser Seite ist der Link' },
    'bytes.result': { en: 'Result', de: 'Ergebnis' },
    'bytes.each': { en: 'Each byte', de: 'Jedes Byte' },
    'bytes.fields': { en: 'Fields', de: 'Felder' },
    'bytes.column.field': { en: 'Field', de: 'Feld' },
    'bytes.column.bytes': { en: 'Bytes', de: 'Bytes' },
    'bytes.column.value': { en: 'Value', de: 'Wert' },
    'bytes.field.identifier': { en: 'Identifier', de: 'Kennung' },
    'bytes.field.arrow': { en: 'Arrow', de: 'Pfeil' },
    'bytes.field.distance': { en: 'Distance', de: 'Entfernung' },
    'bytes.field.reserved': { en: 'Reserved', de: 'Reserviert' },
    'bytes.field.street': { en: 'Street', de: 'Straße' },
    'bytes.zero': { en: 'zero', de: 'null' },
    'bytes.style.metric': { en: 'metric', de: 'metrisch' },
    'bytes.style.vendor': { en: 'komoot’s own rule', de: 'komoots eigene Regel' },
    'bytes.style.imperial': { en: 'feet and miles', de: 'Fuß und Meilen' },
    'bytes.style.uk': { en: 'yards and miles', de: 'Yards und Meilen' },
    'bytes.noStreet': { en: 'no street', de: 'keine Straße' },
    'bytes.reserved': { en: '{value}, a reserved value', de: '{value}, ein reservierter Wert' },
    'bytes.why': { en: 'Why this layout', de: 'Warum dieses Layout' },
    'bytes.why.pinned': { en: '{layout}: you chose it, so nothing was detected.', de: '{layout}: so gewählt, also wurde nichts erkannt.' },
    'bytes.why.legacy': {
      en: 'legacy: bytes 6 and 8 have the version and the variant of a random UUID. Elsewhere byte 8 is the top byte of the distance, which would then be 2³¹ m or more. (Clause 3.2)',
      de: 'legacy: Bytes 6 und 8 haben die Version und die Variante einer zufälligen UUID. Sonst ist Byte 8 das oberste Byte der Entfernung, die dann 2³¹ m oder mehr wäre. (Abschnitt 3.2)',
    },
    'bytes.why.published': {
      en: 'published: the bytes from 9 to 20 that are there are all zero, and no street begins with a zero byte. (Clause 3.3)',
      de: 'published: Die vorhandenen Bytes von 9 bis 20 sind alle null, und keine Straße beginnt mit einem Nullbyte. (Abschnitt 3.3)',
    },
    'bytes.why.deployed': {
      en: 'deployed: at least 9 bytes, and neither of the other two. This is what phones send. (Clause 3.4)',
      de: 'deployed: mindestens 9 Bytes, und keines der anderen beiden. Das senden Smartphones. (Abschnitt 3.4)',
    },
    'bytes.why.auto': {
      en: 'Four bytes are the identifier of an object that can now be read. They don’t show its layout. (Clause 7.1)',
      de: 'Vier Bytes sind die Kennung eines Objekts, das jetzt gelesen werden kann. Sein Layout zeigen sie nicht. (Abschnitt 7.1)',
    },
    'bytes.extent.whole': { en: 'These bytes are a whole object.', de: 'Diese Bytes sind ein ganzes Objekt.' },
    'bytes.extent.possiblyCut': {
      en: 'Possibly cut: more of the street may follow.', de: 'Vielleicht abgeschnitten: Von der Straße kann noch mehr folgen.',
    },
    'bytes.identifierOnly': { en: 'Identifier {identifier}: a new object can be read', de: 'Kennung {identifier}: Ein neues Objekt kann gelesen werden' },
    'bytes.hint.identifier': {
      en: 'Four bytes may be a notification that only names an object: choose “a notification” above.',
      de: 'Vier Bytes können eine Benachrichtigung sein, die ein Objekt nur nennt: oben „eine Benachrichtigung“ wählen.',
    },
    'bytes.nothing': { en: 'No bytes yet.', de: 'Noch keine Bytes.' },
    'bytes.count': { en: 'Size in bytes: {size}', de: 'Größe in Bytes: {size}' },
    'bytes.shortened': { en: 'Only the first {size} bytes are drawn.', de: 'Nur die ersten {size} Bytes sind gezeichnet.' },
    'bytes.problem.digit': { en: '“{found}” is not a hexadecimal digit.', de: '„{found}“ ist keine hexadezimale Ziffer.' },
    'bytes.problem.odd': { en: 'The last byte has only one digit: “{found}”.', de: 'Das letzte Byte hat nur eine Ziffer: „{found}“.' },
    'bytes.problem.long': { en: 'That is too long: an object has at most 512 bytes.', de: 'Das ist zu lang: Ein Objekt hat höchstens 512 Bytes.' },
    'bytes.error.truncated': {
      en: 'Too short: the fields before the street take {least} bytes, and this ends at byte {offset}. (truncated)',
      de: 'Zu kurz: Die Felder vor der Straße brauchen {least} Bytes, und hier ist bei Byte {offset} Schluss. (truncated)',
    },
    'bytes.error.oversized': { en: 'Too long: an object has at most 512 bytes. (oversized)', de: 'Zu lang: Ein Objekt hat höchstens 512 Bytes. (oversized)' },
    'bytes.error.malformedNotification': {
      en: 'No phone sends a notification of length {offset}. (malformedNotification)',
      de: 'Kein Smartphone sendet eine Benachrichtigung der Länge {offset}. (malformedNotification)',
    },
    'bytes.error.reservedNotZero': {
      en: 'Byte {offset} belongs to no field and should be zero. (reservedNotZero)',
      de: 'Byte {offset} gehört zu keinem Feld und müsste null sein. (reservedNotZero)',
    },
    'bytes.error.identifierMismatch': {
      en: 'This layout has another kind of identifier. (identifierMismatch)', de: 'Dieses Layout hat eine andere Art von Kennung. (identifierMismatch)',
    },
    'bytes.utf8.wrong': {
      en: 'From byte {offset} on, this is not well-formed UTF-8. A display shows U+FFFD in place of what is marked. (invalidUTF8)',
      de: 'Ab Byte {offset} ist das kein gültiges UTF-8. Eine Anzeige zeigt U+FFFD statt des Markierten. (invalidUTF8)',
    },
    'bytes.utf8.cut': {
      en: 'The street ends inside a character, at byte {offset}: a display leaves the incomplete one out.',
      de: 'Die Straße endet in einem Zeichen, bei Byte {offset}: Eine Anzeige lässt das unvollständige weg.',
    },
    'bytes.cell': { en: 'byte {place}: {hex}, {field}', de: 'Byte {place}: {hex}, {field}' },
    'bytes.field.wrong': { en: 'the error is here', de: 'hier ist der Fehler' },
    'bytes.field.none': { en: 'not decoded', de: 'nicht dekodiert' },
    'bytes.write': { en: 'Write an object', de: 'Ein Objekt schreiben' },
    'bytes.write.into': { en: 'Write it', de: 'Schreiben' },
    'bytes.meters': { en: 'Distance in metres', de: 'Entfernung in Metern' },
    'bytes.problem.identifierNumber': { en: 'The identifier is a whole number from 0 to 4294967295.', de: 'Die Kennung ist eine ganze Zahl von 0 bis 4294967295.' },
    'bytes.problem.meters': { en: 'The distance is a whole number from 0 to 4294967295.', de: 'Die Entfernung ist eine ganze Zahl von 0 bis 4294967295.' },
    'bytes.problem.identifier': { en: 'The identifier of legacy is a UUID of 32 digits.', de: 'Die Kennung von legacy ist eine UUID aus 32 Ziffern.' },
  });

  function makeTab(panel, core) {
    const input = make('textarea', {
      attributes: { rows: 3, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', maxlength: LARGEST_TEXT },
      on: { input: () => refresh() },
    });
    const kind = select(KINDS, { keys: KINDS.map((one) => `bytes.kind.${one}`), on: { change: () => refresh() } });
    const layout = select(LAYOUTS, { keys: LAYOUTS.map((one) => `bytes.layout.${one}`), on: { change: () => refresh() } });
    const summary = make('p', { class: 'bytes-summary', attributes: { role: 'status' } });
    const output = make('div');
    const copied = make('span', { class: 'quiet', attributes: { role: 'status' } });

    function show(kindOfBytes, digits) {
      kind.value = kindOfBytes;
      layout.value = 'auto';
      input.value = digits;
      refresh();
    }

    /** Decodes what was pasted: {bytes, instruction, isIdentifierOnly} or {bytes, error} or {problem, found}. */
    function decoded() {
      if (input.value.length > LARGEST_TEXT) return { problem: 'long' };
      const parsed = parse(input.value);
      if (parsed.problem !== undefined) return parsed;
      const { bytes } = parsed;
      if (kind.value === 'notification') {
        const { kind: notified, ...answer } = core.notification(bytes, layout.value);
        return { bytes, isIdentifierOnly: notified === 'identifier', ...answer };
      }
      const extent = kind.value === 'cut' ? 'possiblyCut' : 'whole';
      return { bytes, isIdentifierOnly: false, ...core.decode(bytes, { layout: layout.value, extent }) };
    }

    function link() {
      const digits = parse(input.value);
      const value = digits.bytes === undefined ? '' : hex(digits.bytes);
      const layoutPart = layout.value === 'auto' ? '' : `,${layout.value}`;
      return value === '' ? '#bytes' : `#bytes=${value},${kind.value}${layoutPart}`;
    }

    function refresh() {
      output.replaceChildren();
      hush(copied);
      summary.className = 'bytes-summary';
      if (!panel.hidden && location.hash !== link()) history.replaceState(null, '', link());
      if (input.value.trim() === '') {
        say(summary, 'bytes.nothing');
        return;
      }
      const result = decoded();
      if (result.problem !== undefined) {
        summary.classList.add('bad');
        say(summary, `bytes.problem.${result.problem}`, { found: result.found });
        return;
      }
      const { bytes, instruction, error, isIdentifierOnly } = result;
      const ranges = error === undefined ? fields(instruction, bytes.length, isIdentifierOnly) : [];
      if (error !== undefined) {
        summary.classList.add('bad');
        say(summary, `bytes.error.${error.code}`, { offset: error.offset, least: layout.value === 'published' || layout.value === 'legacy' ? 21 : 9 });
        if (bytes.length === 4 && kind.value !== 'notification') output.append(make('p', { text: 'bytes.hint.identifier' }));
      } else if (isIdentifierOnly) {
        say(summary, 'bytes.identifierOnly', { identifier: identifierText(instruction) });
      } else {
        const words = Knav.display.sentence(core, instruction, Knav.display.streetOf(core, instruction));
        // Not by a key, because it is a phone's text; `say` would translate it again.
        Knav.dom.say(summary, 'bytes.sentence', { sentence: words });
      }
      output.append(
        make('h2', { text: 'bytes.each' }), cells(bytes, ranges, error, instruction),
        make('p', { class: 'quiet', text: 'bytes.count', values: { size: bytes.length } }));
      if (bytes.length > MOST_CELLS) output.append(make('p', { text: 'bytes.shortened', values: { size: MOST_CELLS } }));
      if (error === undefined) output.append(...explain(instruction, ranges, bytes, isIdentifierOnly));
    }

    function cells(bytes, ranges, error, instruction) {
      const letters = new Map();
      const broken = new Set();
      const start = instruction?.streetOffset ?? 0;
      if (ranges.some(({ field: name }) => name === 'street')) {
        for (const character of characters(instruction.street)) {
          if (character.text !== null) letters.set(start + character.start, character.text);
          else for (let i = 0; i < character.size; i += 1) broken.add(start + character.start + i);
        }
      }
      const wrongAt = error === undefined ? null : error.offset;
      const list = make('ol', { class: 'bytes-cells', label: 'bytes.each' });
      const count = Math.min(bytes.length, MOST_CELLS);
      for (let place = 0; place < count; place += 1) {
        const range = ranges.find((one) => one.start <= place && place < one.end);
        const isWrong = place === wrongAt || broken.has(place);
        const name = isWrong ? 'wrong' : range?.field ?? 'none';
        const digits = bytes[place].toString(16).padStart(2, '0');
        list.append(make(
          'li', { class: `byte byte-${name}` },
          make('span', { class: 'unseen', text: 'bytes.cell', values: { place, hex: digits, field: Knav.texts.text(`bytes.field.${name}`) } }),
          make('span', { class: 'byte-place', plain: place, attributes: { 'aria-hidden': 'true' } }),
          make('span', { class: 'byte-hex', plain: digits, attributes: { 'aria-hidden': 'true' } }),
          make('span', { class: 'byte-letter', plain: letters.get(place) ?? '', attributes: { 'aria-hidden': 'true', translate: 'no' } })));
      }
      // An error at the end is where a byte is missing.
      if (wrongAt !== null && wrongAt >= count) {
        list.append(make(
          'li', { class: 'byte byte-wrong' },
          make('span', { class: 'unseen', text: 'bytes.field.wrong' }),
          make('span', { class: 'byte-place', plain: wrongAt, attributes: { 'aria-hidden': 'true' } }),
          make('span', { class: 'byte-hex', plain: '?', attributes: { 'aria-hidden': 'true' } }),
          make('span', { class: 'byte-letter' })));
      }
      return list;
    }

    function explain(instruction, ranges, bytes, isIdentifierOnly) {
      const rows = ranges.map(({ field: name, start, end }) => make(
        'tr', {},
        make('th', { attributes: { scope: 'row' } },
          make('span', { class: `byte-key byte-${name}`, attributes: { 'aria-hidden': 'true' } }), ' ',
          make('span', { text: `bytes.field.${name}` })),
        make('td', { plain: end - start === 1 ? start : `${start}–${end - 1}` }),
        make('td', {}, ...value(name, instruction, bytes.subarray(start, end)))));
      if (!isIdentifierOnly && instruction.streetSize === 0) {
        rows.push(make('tr', {},
          make('th', { attributes: { scope: 'row' }, text: 'bytes.field.street' }), make('td', { plain: '–' }),
          make('td', { class: 'quiet', text: 'bytes.noStreet' })));
      }
      const columns = ['field', 'bytes', 'value'].map((name) => make('th', {
        text: `bytes.column.${name}`, attributes: { scope: 'col' },
      }));
      const why = layout.value === 'auto' ? instruction.layout : 'pinned';
      return [
        make('h2', { text: 'bytes.fields' }),
        make('div', { class: 'scroll' },
          make('table', {}, make('thead', {}, make('tr', {}, ...columns)), make('tbody', {}, ...rows))),
        make('h2', { text: 'bytes.why' }),
        make('p', { text: `bytes.why.${why}`, values: { layout: instruction.layout } }),
        isIdentifierOnly ? null : make('p', { class: 'quiet', text: `bytes.extent.${instruction.extent}` }),
      ].filter((one) => one !== null);
    }

    function value(name, instruction, bytes) {
      switch (name) {
        case 'identifier': return [make('span', { plain: identifierText(instruction) })];
        case 'arrow': {
          const text = instruction.arrowName === null
            ? make('span', { text: 'bytes.reserved', values: { value: instruction.arrow } })
            : make('span', { plain: `${instruction.arrow}, ${instruction.arrowName}`, attributes: { translate: 'no' } });
          return [make('span', { class: 'bytes-arrow' }, Knav.arrows.draw(instruction.arrowName)), ' ', text, ' ',
            make('span', { class: 'quiet', plain: Knav.arrows.label(instruction.arrowName) })];
        }
        case 'distance': return [
          make('span', { plain: `${instruction.distanceInMeters} m` }),
          make('ul', { class: 'bytes-distances' }, ...STYLES.map((style) => make('li', {},
            make('strong', { plain: Knav.texts.formatDistance(core.distance(instruction.distanceInMeters, style)) }), ' ',
            make('span', { class: 'quiet', text: `bytes.style.${style}` })))),
        ];
        case 'street': return street(instruction);
        default: return [make('span', bytes.every((byte) => byte === 0)
          ? { text: 'bytes.zero' } : { class: 'hex', plain: hex(bytes) })];
      }
    }

    function street(instruction) {
      const parts = [];
      let problem = null;
      for (const { start, text, isCut, size } of characters(instruction.street)) {
        if (text !== null) {
          parts.push(text);
          continue;
        }
        problem ??= { key: isCut ? 'bytes.utf8.cut' : 'bytes.utf8.wrong', offset: instruction.streetOffset + start };
        parts.push(make('mark', { class: 'hex', plain: hex(instruction.street.subarray(start, start + size)) }));
      }
      const shown = [make('bdi', { class: 'bytes-street' }, ...parts)];
      if (problem !== null) shown.push(make('p', { class: 'bad', text: problem.key, values: { offset: problem.offset } }));
      return shown;
    }

    async function copy() {
      if (link() === '#bytes') {
        say(copied, 'bytes.noLink');
        return;
      }
      try {
        await navigator.clipboard.writeText(location.href.split('#')[0] + link());
        say(copied, 'bytes.copied');
      } catch {
        say(copied, 'bytes.notCopied');
      }
    }

    function writer() {
      const choices = core.arrowNames.map((name, arrow) => [name, arrow]).filter(([name]) => name !== null);
      const into = select(['deployed', 'published', 'legacy'], { keys: ['deployed', 'published', 'legacy'].map((one) => `bytes.layout.${one}`) });
      const identifier = make('input', { attributes: { value: '77', spellcheck: 'false' } });
      const arrow = make('select', {}, ...choices.map(([name, number]) => make('option', {
        plain: `${number}  ${name}`, attributes: { value: number, selected: name === 'left', translate: 'no' },
      })));
      const meters = make('input', { attributes: { value: '210', inputmode: 'numeric' } });
      const name = make('input', { attributes: { value: 'Lennéstraße', maxlength: 2000 } });
      const refusal = make('p', { class: 'bad', attributes: { role: 'status' } });
      const isNumber = (text) => /^\d{1,10}$/.test(text.trim()) && Number(text) < 2 ** 32;

      function write(event) {
        event.preventDefault();
        hush(refusal);
        const isUUID = into.value === 'legacy';
        const digits = identifier.value.replace(/-/g, '').trim();
        const wrong = !isUUID && !isNumber(identifier.value) ? 'identifierNumber' : isNumber(meters.value) ? null : 'meters';
        if (wrong !== null) {
          say(refusal, `bytes.problem.${wrong}`);
          return;
        }
        if (isUUID && !/^[0-9a-f]{32}$/i.test(digits)) {
          say(refusal, 'bytes.problem.identifier');
          return;
        }
        const { bytes, error } = core.encode({
          identifier: isUUID ? parse(digits).bytes : Number(identifier.value),
          arrow: Number(arrow.value), distanceInMeters: Number(meters.value), street: name.value,
        }, into.value);
        if (error !== undefined) say(refusal, `bytes.error.${error.code}`, { offset: error.offset });
        else show('object', hex(bytes));
      }

      return make('details', { class: 'card' }, make('summary', { text: 'bytes.write' }), make(
        'form', { class: 'row', on: { submit: write } },
        field('bytes.layout', into), field('bytes.field.identifier', identifier), field('bytes.field.arrow', arrow),
        field('bytes.meters', meters), field('bytes.field.street', name),
        make('button', { text: 'bytes.write.into', class: 'primary' })), refusal);
    }

    const examples = Object.entries(EXAMPLES).map(([name, [kindOfBytes, digits]]) => make('button', {
      text: `bytes.example.${name}`, attributes: { type: 'button' }, on: { click: () => show(kindOfBytes, digits) },
    }));
    panel.append(
      make('p', { text: 'bytes.intro' }), field('bytes.hex', input),
      make('div', { class: 'row bytes-options' }, field('bytes.kind', kind), field('bytes.layout', layout),
        make('button', { text: 'bytes.copy', attributes: { type: 'button' }, on: { click: copy } }), copied),
      make('div', { class: 'row', label: 'bytes.examples', attributes: { role: 'group' } }, ...examples),
      writer(), make('h2', { text: 'bytes.result' }), summary, output);
    Knav.texts.onChange(refresh);

    return {
      shown(fragment) {
        if (fragment === null) {
          if (input.value === '') show(...EXAMPLES.deployed);
          else refresh(); // The address holds the bytes again.
          return;
        }
        const [digits, kindOfBytes, layoutName] = fragment.slice(0, LARGEST_TEXT).split(',');
        kind.value = KINDS.includes(kindOfBytes) ? kindOfBytes : 'object';
        layout.value = LAYOUTS.includes(layoutName) ? layoutName : 'auto';
        let written = digits;
        try {
          written = decodeURIComponent(digits);
        } catch {
          // Not what this page writes: it is shown as it is, and refused as such.
        }
        if (parse(input.value).bytes === undefined || written !== hex(parse(input.value).bytes)) input.value = written;
        refresh();
      },
    };
  }

  Knav.texts.add({ 'bytes.sentence': { en: '{sentence}', de: '{sentence}' } });
  Knav.tabs.add({ name: 'bytes', title: 'bytes.title', make: makeTab });
})();
