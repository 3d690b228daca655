// The sequence chart of a part of a log: a list whose entries are drawn between two lifelines.
(function () {
  'use strict';

  const { make } = Knav.dom;
  const { text } = Knav.texts;
  const { seconds, number, Pager } = Knav.logParts;

  /** The library's words for a row, in English, and the key of the same words in another language. */
  const PATTERNS = [
    [/^connected$/, 'connected'], [/^characteristic at handle (\d+)$/, 'characteristic'],
    [/^another characteristic at handle (\d+)$/, 'another'], [/^read$/, 'read'], [/^read at (\d+)$/, 'readAt'],
    [/^(\d+) bytes?$/, 'bytes'], [/^(\d+) bytes? at (\d+)$/, 'bytesAt'], [/^refused: (0x..)$/, 'refused'],
    [/^notified ([0-9a-f]*…?)$/, 'notified'], [/^disconnected, reason (0x..)$/, 'disconnected'],
    [/^torn: (.*)$/s, 'torn'], [/^unfinished read of (\d+) bytes?$/, 'unfinished'],
    [/^no instruction in (\d+) bytes?$/, 'noInstruction'],
  ];

  /** A row's words. What the device has read is shown as it is. */
  function words(row) {
    if (row.message === 'result') return row.words;
    if (Knav.texts.language !== 'en') {
      for (const [pattern, key] of PATTERNS) {
        const found = pattern.exec(row.words);
        if (found !== null) return text(`log.row.${key}`, found);
      }
    }
    return row.words;
  }

  function entry(row) {
    const direction = row.message === 'request' || row.message === 'response'
      ? make('span', { class: 'unseen', plain: `${text(`log.chart.${row.message}`)}: ` }) : null;
    return make(
      'li', { class: `log-row log-${row.message}` },
      make('span', { class: 'log-time', plain: seconds(row.time) }), make('span', { class: 'log-number', plain: `#${row.connection}` }),
      make('span', { class: 'log-message' }, direction, make('bdi', { plain: words(row) })));
  }

  /** The chart; `draw(place)` is called when another part is wanted. */
  class LogChart {
    constructor(draw) {
      this.rows = [];
      this.isCut = false;
      this.pager = new Pager(1, draw);
      this.list = make('ol', { class: 'log-rows' });
      this.note = make('p', { class: 'quiet' });
      this.element = make(
        'div', {}, this.pager.element,
        make('div', { class: 'log-ends quiet', attributes: { 'aria-hidden': 'true' } },
          make('span', { text: 'log.chart.device' }), make('span', { text: 'log.chart.phone' })),
        make('div', { class: 'log-chart', label: 'log.chart', attributes: { tabindex: 0, role: 'region' } }, this.list),
        this.note);
    }

    /** Shows the rows of a part. */
    show(place, count, { rows, isCut }) {
      Object.assign(this, { place, count, rows, isCut });
      this.refresh();
    }

    clear() {
      this.show(0, 0, { rows: [], isCut: false });
    }

    refresh() {
      this.pager.set(this.place, this.count, text('log.chart.part', { number: number(this.place + 1), all: number(this.count) }));
      this.list.replaceChildren(...this.rows.map(entry));
      this.note.textContent = this.isCut ? text('log.chart.cut', { count: number(this.rows.length) }) : '';
    }

    /** Brings the first row of a moment or after it into view. */
    reveal(time) {
      const place = this.rows.findIndex((row) => row.time >= time);
      this.list.children[Math.max(place, 0)]?.scrollIntoView({ block: 'center' });
    }
  }

  Knav.LogChart = LogChart;
})();
