// What each byte of an object or a notification is for. No elements here, so that it can be tried without a page.
(function () {
  'use strict';

  /** Bytes from hexadecimal digits as people paste them: blanks, commas, colons, brackets, quotes, `0x` and `\x` may be among them. */
  function parse(text) {
    const plain = text.replace(/\b[bx](?=['"])/gi, '').replace(/[\s,:;<>[\]{}()"'\-]/g, '');
    // Beside `\x04`, Python writes a byte as a letter if there is one: it must not pass for a digit.
    const others = plain.includes('\\') ? plain.replace(/\\x[0-9a-f]{2}/gi, '') : plain.replace(/0x/gi, '').replace(/[0-9a-f]/gi, '');
    if (others !== '') return { problem: 'digit', found: String.fromCodePoint(others.codePointAt(0)) };
    const digits = plain.replace(/\\x|0x/gi, '');
    if (digits.length % 2 !== 0) return { problem: 'odd', found: digits.slice(-1) };
    return { bytes: Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16)) };
  }

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

  /** The characters of a street: {start, size, text}; the text is null for a byte that is ill-formed, and `isCut` if only its end is missing. */
  function characters(street) {
    const strict = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const decode = (bytes, more) => {
      try {
        return strict().decode(bytes, { stream: more });
      } catch {
        return null;
      }
    };
    const found = [];
    let start = 0;
    while (start < street.length) {
      let size = 1;
      let text = null;
      for (; size <= 4 && start + size <= street.length && text === null; size += 1) {
        text = decode(street.subarray(start, start + size), false);
      }
      if (text !== null) {
        found.push({ start, size: size - 1, text, isCut: false });
        start += size - 1;
        continue;
      }
      // What could still become a character, if more came, is the end of a street that was cut.
      const isCut = decode(street.subarray(start), true) === '';
      const rest = isCut ? street.length - start : 1;
      found.push({ start, size: rest, text: null, isCut });
      start += rest;
    }
    return found;
  }

  /** The ranges of the fields: {field, start, end}. */
  function fields(instruction, size, isIdentifierOnly) {
    const identifier = instruction.identifier.length;
    const ranges = [{ field: 'identifier', start: 0, end: identifier }];
    if (isIdentifierOnly) return ranges;
    ranges.push(
      { field: 'arrow', start: identifier, end: identifier + 1 },
      { field: 'distance', start: identifier + 1, end: identifier + 5 });
    const { streetOffset } = instruction;
    if (streetOffset > identifier + 5) {
      ranges.push({ field: 'reserved', start: identifier + 5, end: Math.min(streetOffset, size) });
    }
    if (instruction.streetSize > 0) ranges.push({ field: 'street', start: streetOffset, end: size });
    return ranges.filter(({ start, end }) => end > start);
  }

  /** The identifier as it is written: a number, or a UUID. */
  function identifierText({ identifier, identifierNumber }) {
    if (identifier.length !== 16) return String(identifierNumber);
    return hex(identifier).toUpperCase().replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  }

  Knav.bytes = { parse, hex, characters, fields, identifierText };
})();
