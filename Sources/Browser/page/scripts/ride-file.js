// Ride files: CSV without a header, 14 columns, one instruction a line. The format is that of Fixtures/rides/README.md, and
// the rules are those of RideFile in KomootNavRecording.
(function () {
  'use strict';

  const COLUMNS = 14;
  const COLUMN = { street: 8, distance: 9, icon: 10, arrow: 11, time: 12 };
  const LONGEST_LINE = 4096;
  const LONGEST_STREET = 503;
  const LARGEST_UINT32 = 2 ** 32 - 1;
  /** The largest file that is read. A ride of a day has some megabytes. */
  const LARGEST_FILE = 2 ** 23;
  /** How many lines that can't be read are kept of each kind. */
  const MOST_FAULTY = 100;
  /** How long the page is busy with a file before it looks after its reader, in milliseconds, and in lines. */
  const SLICE = 12;
  const LINES_OF_SLICE = 64;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();

  Knav.texts.add({
    'rideFile.columnCount': { en: '{count} columns instead of 14', de: '{count} statt 14 Spalten' },
    'rideFile.oneColumn': { en: '1 column instead of 14', de: '1 statt 14 Spalten' },
    'rideFile.oversizedLine': { en: 'oversized: more than 4096 bytes', de: 'zu lang: mehr als 4096 Byte' },
    'rideFile.malformedLine': {
      en: 'not a line of comma-separated UTF-8 text', de: 'keine Zeile aus UTF-8-Text mit Kommas zwischen den Feldern',
    },
    'rideFile.oversizedStreet': {
      en: 'column 8: a street of {count} bytes does not fit into an object',
      de: 'Spalte 8: Eine Straße von {count} Byte passt nicht in ein Objekt',
    },
    'rideFile.malformedDistance': { en: 'column 9: not a distance in m or km', de: 'Spalte 9: keine Entfernung in m oder km' },
    'rideFile.malformedArrow': {
      en: 'column 11: not an arrow from 0 to 255', de: 'Spalte 11: kein Pfeil von 0 bis 255',
    },
    'rideFile.malformedTime': { en: 'column 12: not a time in milliseconds', de: 'Spalte 12: keine Zeit in Millisekunden' },
  });

  /** The text of bytes; null if they are not UTF-8. */
  function textOf(bytes) {
    const text = decoder.decode(bytes);
    if (!text.includes('\uFFFD')) return text;
    const again = encoder.encode(text);
    return again.length === bytes.length && again.every((byte, place) => byte === bytes[place]) ? text : null;
  }

  /** The number that one to eighteen decimal digits make; null for anything else. */
  const digits = (text) => (/^[0-9]{1,18}$/.test(text) ? Number(text) : null);

  /** The fields of a line; null if a quoted field does not end, or something follows its end. */
  function fieldsOf(line) {
    const fields = [];
    for (let at = 0; ;) {
      let field = '';
      if (line[at] === '"') {
        for (;;) {
          const end = line.indexOf('"', at + 1);
          if (end < 0) return null;
          field += line.slice(at + 1, end);
          at = end + 1;
          if (line[at] !== '"') break;
          field += '"';
        }
        if (at < line.length && line[at] !== ',') return null;
      } else {
        const end = line.indexOf(',', at);
        field = line.slice(at, end < 0 ? line.length : end);
        at += field.length;
      }
      fields.push(field);
      if (at >= line.length) return fields;
      at += 1;
    }
  }

  /** The metres of a text in any language: zero without a number; null for a number that is not of metres or kilometres. */
  function metersOf(text) {
    if (!/\p{Nd}/u.test(text)) return 0;
    // Digits other than 0 to 9 are not read, but they are a number.
    const parts = /^(?:\P{Nd}*\p{White_Space})?(\p{Nd}+)(?:[.,](\p{Nd}*))?\p{White_Space}*(m|km)(?!\p{Alphabetic})\P{Nd}*$/u.exec(text);
    if (parts === null) return null;
    const [, wholeText, fraction, unit] = parts;
    const whole = digits(wholeText);
    if (whole === null || (fraction !== undefined && digits(fraction) === null)) return null;
    // Metres are displayed whole; a comma in them would be another country's thousands.
    if (unit === 'm' && fraction !== undefined) return null;
    // Three digits of a kilometre are metres; the rest is dropped.
    const meters = unit === 'm' ? whole : whole * 1000 + Number(`${fraction ?? ''}000`.slice(0, 3));
    return meters <= LARGEST_UINT32 ? meters : null;
  }

  /** The whole milliseconds of a decimal number; null for anything else. */
  function millisecondsOf(text) {
    const parts = /^([0-9]{1,14})(?:\.([0-9]{1,18}))?$/.exec(text);
    return parts === null ? null : Number(parts[1]);
  }

  const EXITS = { exit_cw: 15, exit_ccw: 16 };
  const ROUNDABOUTS = ['ccw1_1', 'ccw1_2', 'ccw1_3', 'ccw2_2', 'ccw2_3', 'ccw3_3',
    'cw1_1', 'cw1_2', 'cw1_3', 'cw2_2', 'cw2_3', 'cw3_3'];
  const ANY_ROUNDABOUT = 14;
  const FIRST_ROUNDABOUT = 17;
  const UNKNOWN_ROUNDABOUT = 29;

  /** The arrow that a recording means: its roundabouts are all arrow 14, and the icon tells which. */
  function recordedArrow(arrow, icon) {
    if (arrow !== ANY_ROUNDABOUT) return arrow;
    const prefix = 'ic_nav_roundabout_';
    const name = icon.startsWith(prefix) ? icon.slice(prefix.length) : '';
    if (Object.hasOwn(EXITS, name)) return EXITS[name];
    const index = ROUNDABOUTS.indexOf(name);
    return index < 0 ? UNKNOWN_ROUNDABOUT : FIRST_ROUNDABOUT + index;
  }

  /** Reads one line without its end: `{time, arrow, distanceInMeters, street}`, or `{code, count}` of what is wrong. */
  function instructionOf(bytes) {
    if (bytes.length > LONGEST_LINE) return { code: 'oversizedLine' };
    const text = textOf(bytes);
    const fields = text === null ? null : fieldsOf(text);
    if (fields === null) return { code: 'malformedLine' };
    if (fields.length !== COLUMNS) return { code: 'columnCount', count: fields.length };
    const street = fields[COLUMN.street];
    const count = encoder.encode(street).length;
    if (count > LONGEST_STREET) return { code: 'oversizedStreet', count };
    const distanceInMeters = metersOf(fields[COLUMN.distance]);
    if (distanceInMeters === null) return { code: 'malformedDistance' };
    const arrow = digits(fields[COLUMN.arrow]);
    if (arrow === null || arrow > 255) return { code: 'malformedArrow' };
    const time = millisecondsOf(fields[COLUMN.time]);
    if (time === null) return { code: 'malformedTime' };
    return { time, arrow: recordedArrow(arrow, fields[COLUMN.icon]), distanceInMeters, street };
  }

  /** Reads a file's bytes into `file`, and pauses after some lines. */
  function* reading(bytes, file) {
    for (let start = 0, number = 1; start < bytes.length; number += 1) {
      const found = bytes.indexOf(0x0A, start);
      const end = found < 0 ? bytes.length : found;
      const line = bytes.subarray(start, end > start && bytes[end - 1] === 0x0D ? end - 1 : end);
      start = end + 1;
      if (number % LINES_OF_SLICE === 0) yield;
      if (line.length === 0) continue;
      const made = instructionOf(line);
      if (made.code === undefined) {
        file.instructions.push(made);
        continue;
      }
      const kind = made.code === 'columnCount' ? 'skipped' : 'bad';
      file[`${kind}Count`] += 1;
      if (file[kind].length < MOST_FAULTY) file[kind].push({ number, ...made });
    }
  }

  const emptyFile = () => ({ instructions: [], skipped: [], skippedCount: 0, bad: [], badCount: 0 });

  /** Reads a file's bytes: the instructions in order, and what is wrong with other lines. Lines without 14 columns are
   *  `skipped`, as the format allows; `bad` ones can't be read. Of both, the first are kept. */
  function read(bytes) {
    const file = emptyFile();
    for (const lines = reading(bytes, file); !lines.next().done;);
    return file;
  }

  /** Reads a file's bytes without holding up the page. Returns null as soon as `isWanted` does not hold. */
  async function readInSlices(bytes, isWanted) {
    const file = emptyFile();
    const lines = reading(bytes, file);
    for (let isOver = false; !isOver;) {
      if (!isWanted()) return null;
      const end = performance.now() + SLICE;
      do isOver = lines.next().done; while (!isOver && performance.now() < end);
      await new Promise((resolve) => { setTimeout(resolve, 0); });
    }
    return isWanted() ? file : null;
  }

  const LONGEST_PAUSE = 3_600_000;

  /** When to play each instruction, in microseconds since the first: a clock may have been set during the ride. */
  function offsets(instructions) {
    let offset = 0;
    return instructions.map(({ time }, index) => {
      const last = index > 0 ? instructions[index - 1].time : time;
      if (time > last) offset += Math.min(time - last, LONGEST_PAUSE);
      return offset * 1000;
    });
  }

  Knav.rideFile = {
    read, readInSlices, offsets, LARGEST_FILE,

    /** What is wrong with a line, in words. */
    errorText({ code, ...values }) {
      const key = code === 'columnCount' && values.count === 1 ? 'oneColumn' : code;
      return Knav.texts.text(`rideFile.${key}`, values);
    },
  };
})();
