// The sequence chart of a part of a log: a list whose entries are drawn between two lifelines.
(function () {
  'use strict';

  const { make } = Knav.dom;
  const { text } = Knav.texts;
  const { seconds, number, hexByte, instruction, Pager } = Knav.logParts;
  const SHOWN_BYTES = 8;

  /** How an event is drawn, and its words. */
  const EVENTS = {
    connected: ['link', () => text('log.row.connected')],
    disconnected: ['link', (row) => text('log.row.disconnected', { code: hexByte(row.number) })],
    mtuAgreed: ['agreement', (row) => text('log.row.mtu', row)],
    discovered: ['agreement', (row) => text('log.row.characteristic', row)],
    foundAnother: ['agreement', (row) => text('log.row.another', row)],
    requested: ['request', (row) => text(row.number === 0 ? 'log.row.read' : 'log.row.readAt', row)],
    chunk: ['response', (row) => (row.number === 0 ? bytes(row.size) : text('log.row.at', { bytes: bytes(row.size), number: row.number }))],
    failed: ['response', (row) => text('log.row.refused', { code: hexByte(row.number) })],
    notified: ['response', (row) => text('log.row.notified', { bytes: row.size > SHOWN_BYTES ? `${row.bytes}…` : row.bytes })],
  };

  const bytes = (size) => text(size === 1 ? 'log.row.byte' : 'log.row.bytes', { size });

  /** What a row shows: {message, words, arrow?}; `arrow` is to be drawn in front of the words. */
  function described(core, row) {
    if (row.event !== undefined) {
      const [message, words] = EVENTS[row.event];
      return { message, words: words(row) };
    }
    const size = row.bytes.length / 2;
    if (row.outcome === 'unfinished') return { message: 'warning', words: text('log.row.unfinished', { bytes: bytes(size) }) };
    const found = instruction(core, row);
    if (found === null) return { message: 'warning', words: text('log.row.noInstruction', { bytes: bytes(size) }) };
    const distance = Knav.texts.formatDistance(core.distance(found.distanceInMeters, 'metric'));
    const words = [distance, found.shownStreet].filter((part) => part !== '').join(' ');
    return row.integrity === 'torn' ? { message: 'warning', words: text('log.row.torn', { words }), arrow: found.arrowName }
      : { message: 'result', words, arrow: found.arrowName };
  }

  function entry(core, row) {
    const { message, words, arrow } = described(core, row);
    const said = { request: () => text('log.chart.request'), response: () => text('log.chart.response') }[message]?.()
      ?? (arrow === undefined ? null : Knav.arrows.label(arrow));
    return make(
      'li', { class: `log-row log-${message}` },
      make('span', { class: 'log-time', plain: seconds(row.time) }), make('span', { class: 'log-number', plain: `#${row.connection}` }),
      make('span', { class: 'log-message' },
        said === null ? null : make('span', { class: 'unseen', plain: `${said}: ` }),
        ...(arrow === undefined ? [] : [Knav.arrows.draw(arrow), ' ']), make('bdi', { plain: words })));
  }

  /** The chart; `draw(place)` is called when a part is wanted. */
  class LogChart {
    constructor(core, draw) {
      this.core = core;
      this.rows = [];
      this.isCut = false;
      this.pager = new Pager(1, draw);
      this.again = make('button', {
        text: 'log.chart.draw', attributes: { type: 'button', hidden: true }, on: { click: () => draw(0) },
      });
      this.list = make('ol', { class: 'log-rows' });
      this.note = make('p', { class: 'quiet' });
      this.element = make(
        'div', {}, this.pager.element, this.again,
        make('div', { class: 'log-ends quiet', attributes: { 'aria-hidden': 'true' } },
          make('span', { text: 'log.chart.device' }), make('span', { text: 'log.chart.phone' })),
        make('div', { class: 'log-chart', label: 'log.chart', attributes: { tabindex: 0, role: 'region' } }, this.list),
        this.note);
    }

    /** Shows the rows of a part; `place` is null if none is drawn. */
    show(place, count, { rows, isCut }) {
      Object.assign(this, { place, count, rows, isCut });
      this.refresh();
    }

    clear() {
      this.show(null, 0, { rows: [], isCut: false });
    }

    /** Offers to draw the chart, if no part is drawn and none is going to be. */
    offer(isDrawing) {
      this.again.hidden = isDrawing || this.place !== null;
    }

    refresh() {
      const place = this.place ?? 0;
      this.pager.set(place, this.count, text('log.chart.part', { number: number(place + 1), total: number(this.count) }));
      this.list.replaceChildren(...this.rows.map((row) => entry(this.core, row)));
      this.note.textContent = this.isCut ? text('log.chart.cut', { count: number(this.rows.length) }) : '';
    }

    /** Brings the first row of a moment or after it into view. */
    reveal(time) {
      const place = this.rows.findIndex((row) => row.time >= time);
      this.list.children[Math.max(place, 0)]?.scrollIntoView({ block: 'center' });
    }
  }

  Knav.LogChart = LogChart;
  Knav.LogChart.described = described;
})();
