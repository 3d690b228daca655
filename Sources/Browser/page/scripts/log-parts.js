// What the parts of the tab Log have in common.
(function () {
  'use strict';

  const { make } = Knav.dom;
  const { text } = Knav.texts;
  const { printable, hexByte } = Knav.parts;

  // Making a format takes a hundred times as long as using it.
  const formats = new Map();

  function number(value, digits = 0) {
    const key = `${Knav.texts.language} ${digits}`;
    if (!formats.has(key)) {
      formats.set(key, new Intl.NumberFormat(Knav.texts.language, {
        minimumFractionDigits: digits, maximumFractionDigits: digits,
      }));
    }
    return formats.get(key).format(value);
  }

  /** "12.345 s" of microseconds. Fractions of a millisecond are dropped. */
  const seconds = (microseconds) => `${number(Math.trunc(microseconds / 1000) / 1000, 3)}\u00A0s`;

  /** The instruction that a read has brought; null if it has brought none. */
  function instruction(core, read) {
    if (read.outcome !== 'complete') return null;
    const bytes = Uint8Array.from(read.bytes.match(/../g) ?? [], (digits) => parseInt(digits, 16));
    const decoded = core.decode(bytes).instruction ?? null;
    if (decoded === null) return null;
    const street = core.streetText(decoded.street, 'dropIncompleteTail').text;
    return { ...decoded, street, shownStreet: printable(street) };
  }

  /** A table with headings; a cell is an element or a text. */
  function table(columns, rows, attributes = {}) {
    const cell = (value) => (value instanceof Node ? make('td', {}, value) : make('td', { plain: value ?? '–' }));
    return make(
      'div', { class: 'scroll', attributes: { tabindex: 0, role: 'region' }, ...attributes },
      make('table', { class: 'log-table' },
        make('thead', {}, make('tr', {}, ...columns.map((name) => make('th', {
          text: `log.column.${name}`, attributes: { scope: 'col' },
        })))),
        make('tbody', {}, ...rows.map((cells) => make('tr', {}, ...cells.map(cell))))));
  }

  /** Turns the pages of a long list: calls `show` with the place of the first entry. */
  class Pager {
    constructor(size, show) {
      this.size = size;
      this.first = 0;
      const turn = (key, step) => make('button', {
        text: key, attributes: { type: 'button' }, on: { click: () => show(this.first + step) },
      });
      this.earlier = turn('log.pager.earlier', -size);
      this.later = turn('log.pager.later', size);
      this.place = make('span', { class: 'quiet', attributes: { role: 'status' } });
      this.element = make('div', { class: 'row' }, this.earlier, this.later, this.place);
    }

    set(first, count, words = null) {
      this.first = first;
      this.element.hidden = count <= this.size;
      this.earlier.disabled = first === 0;
      this.later.disabled = first + this.size >= count;
      const values = { first: number(first + 1), last: number(Math.min(first + this.size, count)), total: number(count) };
      this.place.textContent = words ?? text('log.pager', values);
    }
  }

  Knav.logParts = { printable, number, seconds, hexByte, instruction, table, Pager };
})();
