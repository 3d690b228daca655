// The sequence chart of a ride as it grows: the last rows, drawn as SVG, and the same as a list.
(function () {
  'use strict';

  const { make, save, svg } = Knav.dom;
  const { hexByte, stateText } = Knav.parts;
  const { faultWords, ATT } = Knav.link;
  const MOST_ROWS = 400;
  const ROW = 24;
  const TIME_WIDTH = 74;
  const MARGIN = 12;
  const LETTER = 7.2;
  const LINES_OF_LIST = 100;
  const NARROWEST = 280;
  const WIDEST = 1100;

  const { text } = Knav.texts;

  /** How each kind of event is drawn: an arrow to the `right` or the `left`, a note at an end, or one across both. */
  const SHAPES = {
    discover: 'right', subscribe: 'right', read: 'right', value: 'left', confirmation: 'left', refusal: 'left',
    notification: 'left', mtuChanged: 'left', serviceChanged: 'left', lost: 'lost',
    found: 'device', ended: 'device', centralDisconnected: 'device', centralRadio: 'device', delivered: 'device',
    reported: 'device', noticed: 'device', connected: 'both', fault: 'both', peripheralDisconnected: 'phone',
    peripheralRadio: 'phone', advertising: 'phone', published: 'phone', queueFull: 'phone', killed: 'phone',
    refusedByPhone: 'phone',
  };

  const secondsText = (microseconds) => (microseconds / 1_000_000).toFixed(3);

  class Chart {
    constructor(core) {
      this.core = core;
      this.drawing = svg('svg', { class: 'chart', role: 'img', 'aria-label': text('chart.label') });
      this.box = make('div', {
        class: 'chart-box', label: 'chart.label', attributes: { role: 'region', tabindex: 0 },
      }, this.drawing);
      this.list = make('ol', { class: 'chart-list' });
      this.details = make(
        'details', { on: { toggle: () => this.fillList() } }, make('summary', { text: 'chart.list' }), this.list);
      this.saveButton = make('button', {
        text: 'chart.save', attributes: { type: 'button' }, on: { click: () => this.save() },
      });
      this.element = make(
        'div', {},
        make('div', { class: 'chart-head', attributes: { 'aria-hidden': 'true' } },
          make('span', { text: 'chart.device' }), make('span', { text: 'chart.phone' })),
        this.box, this.details,
        make('div', { class: 'row' },
          this.saveButton,
          make('span', { class: 'quiet', text: 'chart.bound', values: { count: MOST_ROWS } })));
      this.width = 0;
      this.clear();
      Knav.texts.onChange(() => this.redraw());
      new ResizeObserver(() => this.redraw()).observe(this.box);
    }

    clear() {
      this.saveButton.disabled = true;
      this.rows = [];
      this.count = 0;
      this.drawnCount = 0;
      this.firstDrawn = 0;
      this.isUp = false;
      this.offsets = new Map();
      this.drawing.replaceChildren();
      this.list.replaceChildren();
    }

    /** Takes an event. Returns whether it is a row. */
    take(event, isTorn) {
      const { event: kind, link, token } = event;
      if (kind === 'sent') this.offsets.set(`${link} ${token}`, event.offset);
      const isDown = kind === 'centralDisconnected' || kind === 'ended' || (kind === 'centralRadio' && !event.isOn);
      if (!this.isOther(event) && (kind === 'connected' || isDown)) this.isUp = !isDown;
      if (!(kind in SHAPES)) return false;
      const row = { ...event, isTorn, isUp: this.isUp };
      if (kind === 'value') {
        row.offset = this.offsets.get(`${link} ${token}`) ?? 0;
        if (this.offsets.size > MOST_ROWS) this.offsets.clear();
      }
      this.count += 1;
      this.rows.push(row);
      if (this.rows.length > 2 * MOST_ROWS) this.rows.splice(0, this.rows.length - MOST_ROWS);
      return true;
    }

    /** Says a row in words. */
    words(row) {
      switch (row.event) {
        case 'value':
          return row.isTorn ? text('chart.torn')
            : text('chart.value', { size: row.bytes.length, offset: row.offset });
        case 'notification': return text('chart.notification', { size: row.bytes.length });
        case 'refusal': return text('chart.refusal', { attError: hexByte(row.attError) });
        case 'lost': return text('chart.lost', { what: text(`chart.what.${row.what}`) });
        case 'centralRadio': case 'peripheralRadio': return text(`chart.radio.${row.isOn ? 'on' : 'off'}`);
        case 'advertising': return text(`chart.advertising.${row.isOn ? 'on' : 'off'}`);
        case 'published': return text('chart.published', { words: this.instruction(row.bytes, 'whole') });
        case 'delivered': return text(`chart.${row.extent}`, { words: this.instruction(row.bytes, row.extent) });
        case 'reported': return stateText('device', row.status);
        case 'noticed': case 'refusedByPhone':
          return text(`chart.${row.event}`, { fault: text(`chart.reason.${row.fault}`) });
        case 'fault': return faultWords(row.fault);
        default: return text(`chart.${row.event}`, row);
      }
    }

    instruction(bytes, extent) {
      const { instruction } = this.core.decode(bytes, { extent });
      if (instruction === undefined) return text('chart.noInstruction');
      return Knav.display.sentence(this.core, instruction, Knav.display.streetOf(this.core, instruction));
    }

    sentence(row) {
      const shape = SHAPES[row.event];
      const ends = {
        right: ['device', 'phone'], left: ['phone', 'device'], device: ['device'], phone: ['phone'], both: [],
        lost: row.side === 'central' ? ['phone', 'device'] : ['device', 'phone'],
      }[shape].map((end) => text(`chart.${end}`));
      const who = ends.length === 0 ? '' : `${ends.join(' → ')}: `;
      return `${secondsText(row.at)} ${who}${this.said(row)}`;
    }

    /** The words of a row, with a word on whose they are if a second device is there. */
    said(row) {
      const words = this.words(row);
      return this.isOther(row) ? text('chart.other', { words }) : words;
    }

    isOther({ device, central }) {
      return device > 0 || central > 0;
    }

    /** Draws what has come since the last time; of all that is kept, the newest rows. */
    draw(most = MOST_ROWS) {
      const first = Math.max(this.count - most, 0);
      if (this.width === 0) this.width = this.fittingWidth();
      if (this.drawnCount === this.count && this.firstDrawn <= first) return;
      const isAtEnd = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < 2 * ROW;
      const isNew = this.drawnCount < first || this.firstDrawn > first;
      const from = isNew ? first : this.drawnCount;
      const known = this.count - this.rows.length;
      const groups = [];
      for (let number = from; number < this.count; number += 1) {
        groups.push(this.drawRow(this.rows[number - known], number));
      }
      if (isNew) this.drawing.replaceChildren(...groups);
      else {
        while (this.firstDrawn < first) {
          this.drawing.firstChild.remove();
          this.firstDrawn += 1;
        }
        this.drawing.append(...groups);
      }
      this.firstDrawn = first;
      this.drawnCount = this.count;
      const height = (this.count - first) * ROW;
      this.drawing.setAttribute('viewBox', `0 ${first * ROW} ${this.width} ${height}`);
      this.drawing.setAttribute('width', this.width);
      this.drawing.setAttribute('height', height);
      this.saveButton.disabled = height === 0;
      if (isAtEnd) this.box.scrollTop = height;
      this.fillList();
    }

    fittingWidth() {
      return Math.max(NARROWEST, Math.min(this.box.clientWidth - 4, WIDEST));
    }

    redraw() {
      if (this.box.clientWidth === 0) return;
      this.drawing.setAttribute('aria-label', text('chart.label'));
      this.width = this.fittingWidth();
      this.firstDrawn = Infinity;
      this.draw();
    }

    drawRow(row, number) {
      const device = TIME_WIDTH;
      const phone = this.width - MARGIN;
      const life = row.isUp ? 'chart-life' : 'chart-life chart-apart';
      const group = svg('g', { class: `chart-row chart-${row.event}`, transform: `translate(0 ${number * ROW})` });
      if (row.isTorn) group.classList.add('chart-torn');
      if (row.extent === 'possiblyCut') group.classList.add('chart-part');
      if (row.event === 'refusal' && !ATT.endsObject(row.attError)) group.classList.add('chart-bad');
      if (this.isOther(row)) group.classList.add('chart-other');
      const title = svg('title');
      title.textContent = this.sentence(row);
      const time = svg('text', { x: TIME_WIDTH - 8, y: 16, 'text-anchor': 'end', class: 'chart-time' });
      time.textContent = secondsText(row.at);
      group.append(
        title, time,
        svg('line', { class: life, x1: device, x2: device, y1: 0, y2: ROW }),
        svg('line', { class: life, x1: phone, x2: phone, y1: 0, y2: ROW }),
        ...this.shape(SHAPES[row.event], row, device, phone));
      return group;
    }

    shape(shape, row, device, phone) {
      const middle = (device + phone) / 2;
      const label = (x, anchor, width, y = 16) => {
        const element = svg('text', { x, y, 'text-anchor': anchor });
        element.textContent = fitting(this.said(row), width);
        return element;
      };
      const dot = (x) => svg('circle', { class: 'chart-dot', cx: x, cy: 12, r: 4 });
      const room = phone - device - 24;
      if (shape === 'device') return [dot(device), label(device + 10, 'start', room)];
      if (shape === 'phone') return [dot(phone), label(phone - 10, 'end', room)];
      if (shape === 'both') {
        return [
          svg('rect', { class: 'chart-note', x: device + 6, y: 2, width: phone - device - 12, height: ROW - 4, rx: 4 }),
          label(middle, 'middle', room),
        ];
      }
      const isRight = shape === 'right' || (shape === 'lost' && row.side === 'peripheral');
      const [from, to] = isRight ? [device, phone] : [phone, device];
      const end = shape === 'lost' ? middle : to;
      const back = isRight ? -7 : 7;
      const head = shape === 'lost'
        ? `M${end - 5} 15l10 8m-10 0l10-8` : `M${end} 19l${back} -4v8z`;
      return [
        svg('line', { class: 'chart-line', x1: from, x2: end + (shape === 'lost' ? 0 : back), y1: 19, y2: 19 }),
        svg('path', { class: 'chart-head-shape', d: head }), label(middle, 'middle', room, 13),
      ];
    }

    /** Fills the list for who reads or hears the chart as text. */
    fillList() {
      if (!this.details.open) return;
      const known = this.count - this.rows.length;
      const first = Math.max(this.count - LINES_OF_LIST, known);
      const newest = this.rows.slice(first - known).reverse();
      this.list.replaceChildren(...newest.map((row) => make('li', { plain: this.sentence(row) })));
    }

    /** Saves the rows that are drawn, with the colours of the page. */
    save() {
      const copy = this.drawing.cloneNode(true);
      const colours = getComputedStyle(this.box);
      const of = (name) => colours.getPropertyValue(`--${name}`).trim();
      const style = svg('style');
      style.textContent = [
        `svg{background:${of('ground')}}text{font:12px system-ui,sans-serif;fill:${of('ink')}}`,
        `line,path{stroke:${of('ink')}}.chart-time{fill:${of('quiet')}}.chart-life{stroke:${of('line')};stroke-width:3}`,
        `.chart-apart{stroke-width:1;stroke-dasharray:3 4}.chart-note{fill:${of('raised')};stroke:${of('line')}}`,
        `.chart-dot{fill:${of('accent')}}.chart-torn *,.chart-lost *,.chart-bad *{stroke:${of('bad')}}`,
        `.chart-torn text,.chart-lost text,.chart-bad text,.chart-fault text{fill:${of('bad')};stroke:none}`,
        '.chart-notification .chart-line{stroke-dasharray:5 3}.chart-name,.chart-delivered text:not(.chart-time){font-weight:700}',
        '.chart-part text:not(.chart-time){font-style:italic}',
      ].join('\n');
      const top = this.firstDrawn * ROW;
      const height = (this.count - this.firstDrawn) * ROW + ROW;
      const name = (key, x, anchor) => {
        const element = svg('text', { x, y: top - 8, 'text-anchor': anchor, class: 'chart-name' });
        element.textContent = text(key);
        return element;
      };
      copy.prepend(style, name('chart.device', TIME_WIDTH, 'middle'), name('chart.phone', this.width - 2, 'end'));
      copy.setAttribute('viewBox', `0 ${top - ROW} ${this.width} ${height}`);
      copy.setAttribute('height', height);
      copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
      save(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }), 'ride-chart.svg');
    }
  }

  /** What of a text has room. */
  function fitting(words, width) {
    const most = Math.max(Math.floor(width / LETTER), 8);
    const letters = [...words];
    return letters.length <= most ? words : `${letters.slice(0, most - 1).join('')}…`;
  }

  Knav.Chart = Chart;
})();
