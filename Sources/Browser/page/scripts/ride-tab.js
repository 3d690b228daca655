// The tab Ride: a phone and a device over a link in the page.
(function () {
  'use strict';

  const { make, field, select, say, hush } = Knav.dom;
  const { text } = Knav.texts;
  const { stateText } = Knav.parts;
  /** What the page plays when it is opened. */
  const OWN_RIDE = 'city-loop,ios,185,2,none,offsetReads,once';
  /** How many times faster than a clock; Infinity is as fast as possible. */
  const SPEEDS = { real: 1, ten: 10, sixty: 60, fastest: Infinity };
  /** How long the page may be busy before it looks after its reader, in milliseconds. */
  const SLICE = 12;
  const TICK = 16;
  /** After a long pause of the browser, the ride does not hurry after the clock. */
  const LONGEST_TICK = 250;
  /** Drawing takes time, too: as fast as possible does not draw everything. In milliseconds. */
  const LONGEST_WITHOUT_PICTURE = 100;
  const ROWS_IN_A_HURRY = 40;

  /** Microseconds as seconds with one digit, in the user's language. */
  const tenths = (microseconds) => new Intl.NumberFormat(Knav.texts.language, {
    minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false,
  }).format(microseconds / 1_000_000);

  class RideTab {
    constructor(panel, core) {
      this.core = core;
      this.riding = null;
      this.isShown = false;
      this.isPaused = false;
      this.isByHand = false;
      this.delivery = null;
      this.timer = null;
      this.clock = 0;
      this.cells = {};
      this.display = Knav.display.make(core);
      this.chart = new Knav.Chart(core);
      this.simple = Knav.display.make(core, { label: 'ride.simple' });
      this.torn = make(
        'div', { class: 'ride-torn', attributes: { hidden: true } },
        make('p', { text: 'ride.torn.told' }), this.simple.element);
      const buttons = this.buttons();
      this.form = new Knav.RideForm(
        () => this.start(), [buttons, this.problem, this.still, this.torn], field('ride.speed', this.speed));
      panel.append(
        make('p', { text: 'ride.intro' }),
        make('div', { class: 'ride-columns' },
          make('div', {}, this.display.element, this.form.element),
          this.chart.element,
          make('div', { class: 'ride-cards' }, this.faultButtons(), this.countsCard(), this.stateCard())));
      Knav.texts.onChange(() => this.refresh());
    }

    buttons() {
      const speeds = Object.keys(SPEEDS);
      this.speed = select(speeds, { ...Knav.rideChoices('speed', speeds), on: { change: () => this.schedule() } });
      const button = (key, press) => make('button', {
        text: key, attributes: { type: 'button' }, on: { click: press },
      });
      this.pauseButton = button('ride.pause', () => this.pause(!this.isPaused));
      this.stepButton = button('ride.step', () => this.stepOnce());
      this.problem = make('p', { attributes: { role: 'status' } });
      this.still = make('p', { class: 'quiet', text: 'ride.still', attributes: { hidden: true } });
      return make('div', { class: 'row ride-buttons' },
        make('button', { text: 'ride.start', class: 'primary' }), this.pauseButton, this.stepButton,
        make('button', { text: 'ride.tear', class: 'bad', attributes: { type: 'button' }, on: { click: () => this.tear() } }));
    }

    faultButtons() {
      return Knav.makeFaultButtons({
        ride: () => this.riding,
        mtu: () => this.form.chosenMTU() ?? Knav.link.ATT.defaultMTU,
        happened: () => {
          this.isByHand = true;
          this.refresh();
        },
      });
    }

    stateCard() {
      const row = (name) => {
        this.cells[name] = make('td', { plain: '–' });
        return make('tr', {}, make('th', { text: `ride.${name}`, attributes: { scope: 'row' } }), this.cells[name]);
      };
      this.command = make('code');
      this.sameNote = make('span', { class: 'quiet' });
      return make('div', { class: 'card' }, make('h2', { text: 'ride.state' }),
        make('table', {}, make('tbody', {}, ...['clock', 'device', 'phone', 'left'].map(row))),
        make('p', {}, this.sameNote, ' ', this.command));
    }

    countsCard() {
      const names = ['published', 'whole', 'part', 'missed', 'pending', 'torn', 'faultCount', 'lost', 'reads'];
      const rows = names.map((name) => {
        this.cells[name] = make('td', { plain: '0' });
        return make('tr', {}, make('th', { text: `ride.${name}`, attributes: { scope: 'row' } }), this.cells[name]);
      });
      this.verdict = make('p', { class: 'ride-verdict', attributes: { role: 'status' } });
      this.remark = make('p', { class: 'bad' });
      return make('div', { class: 'card' }, make('h2', { text: 'ride.counts' }),
        make('table', {}, make('tbody', {}, ...rows)), this.verdict, this.remark);
    }

    refuse(name, values = {}) {
      this.problem.className = 'bad';
      say(this.problem, `ride.problem.${name}`, values);
      this.still.hidden = this.riding === null;
      this.form.settings.open = true;
    }

    async start() {
      const setting = await this.form.setting();
      if (setting.problem !== undefined) return this.refuse(setting.problem);
      this.setting = setting;
      hush(this.problem);
      this.still.hidden = true;
      this.leave();
      this.chart.clear();
      this.display.clear();
      this.isByHand = false;
      this.hasRow = false;
      this.said = null;
      this.riding = new Knav.Ride(this.core, setting.instructions, {
        ...setting, observe: (event, isTorn) => this.see(event, isTorn),
      });
      this.clock = 0;
      // Another tab may have been chosen while the rides were unpacked.
      this.waitsForReader = !this.isShown;
      this.pause(!this.isShown);
      this.form.remember(setting);
      if (this.isShown) this.form.address();
      return undefined;
    }

    see(event, isTorn) {
      if (this.chart.take(event, isTorn)) this.hasRow = true;
      if (event.device !== 0) return;
      if (event.event === 'delivered') this.delivery = event;
      // What it showed is from before the search.
      if (event.event === 'reported') this.status = event.status;
    }

    leave() {
      this.torn.hidden = true;
      clearTimeout(this.timer);
      this.riding?.free();
      this.riding = null;
      this.delivery = null;
      this.status = null;
    }

    pause(isPaused) {
      this.isPaused = isPaused;
      if (!isPaused) this.torn.hidden = true;
      say(this.pauseButton, isPaused ? 'ride.resume' : 'ride.pause');
      this.schedule();
      this.refresh();
    }

    /** Goes on to the next row of the chart. */
    stepOnce() {
      if (this.riding === null) return;
      if (!this.isPaused) this.pause(true);
      this.torn.hidden = true;
      this.hasRow = false;
      while (!this.hasRow && this.riding.next());
      this.clock = this.riding.world.now;
      this.refresh();
    }

    /** Has a read torn, in a new ride if none is under way, and stops there. */
    async tear() {
      if (this.riding?.isOver !== false) await this.start();
      const { riding } = this;
      if (riding?.isOver !== false) return;
      const joined = riding.tear();
      this.isByHand = true;
      this.clock = riding.world.now;
      this.pause(true);
      this.torn.hidden = joined === null;
      if (joined === null) {
        this.problem.className = 'bad';
        say(this.problem, 'ride.problem.tear');
        return;
      }
      hush(this.problem);
      this.simple.deliver({ bytes: joined, extent: 'whole' }, riding.layout);
      this.torn.scrollIntoView({ block: 'nearest' });
    }

    /** Plays the page's own ride, from its first instruction. */
    async play() {
      this.form.recall(OWN_RIDE);
      await this.start();
      const { riding } = this;
      if (riding === null) return;
      while (riding.shown === null && riding.next());
      this.clock = riding.world.now;
    }

    schedule(last = performance.now()) {
      clearTimeout(this.timer);
      if (this.riding === null || this.isPaused || this.riding.isOver) return;
      this.last = last;
      this.timer = setTimeout(() => this.tick(), SPEEDS[this.speed.value] === Infinity ? 0 : TICK);
    }

    /** Rides for one slice. */
    tick() {
      const { riding } = this;
      const speed = SPEEDS[this.speed.value];
      const began = performance.now();
      // No time may have passed, and nothing times Infinity is not a number.
      const target = speed === Infinity
        ? Infinity : this.clock + Math.min(began - this.last, LONGEST_TICK) * 1000 * speed;
      while (riding.due <= target && performance.now() - began < SLICE && riding.next());
      // A ride that can't keep up goes on from where it is.
      this.clock = riding.due <= target ? riding.world.now : target;
      riding.letPass(this.clock);
      this.schedule(began);
      if (speed < Infinity || riding.isOver || began - this.shownAt > LONGEST_WITHOUT_PICTURE) this.refresh();
    }

    /** Shows how things are. */
    refresh() {
      const { riding } = this;
      this.shownAt = performance.now();
      const isUnderWay = riding !== null && !riding.isOver;
      this.pauseButton.disabled = !isUnderWay;
      this.stepButton.disabled = !isUnderWay;
      if (riding === null) return;
      if (this.delivery !== null) this.display.deliver(this.delivery, riding.layout);
      this.delivery = null;
      if (!riding.world.device.session.hasInstruction()) this.display.clear();
      if (this.status !== null) this.display.status(this.status);
      const { world, tally } = riding;
      const { device, phone } = world;
      this.fill({
        clock: `${tenths(world.now)} s`, // as in the chart
        device: `${text(`ride.phase.${device.phase}`)}: ${stateText('device', device.status)}`,
        phone: phone.isAlive ? stateText('phone', phone.phase) : '–',
        left: this.leftOpen(world.configuration),
        published: tally.published, whole: tally.whole, part: tally.inPart, missed: tally.missed,
        pending: tally.pending,
        torn: tally.showsTornReads ? tally.tornReads : text('ride.torn.unknown'),
        faultCount: tally.faults, lost: tally.lostLinks, reads: device.readCount,
      });
      this.tell();
      const isHurrying = isUnderWay && !this.isPaused && SPEEDS[this.speed.value] === Infinity;
      this.chart.draw(isHurrying ? ROWS_IN_A_HURRY : undefined);
    }

    fill(values) {
      for (const [name, value] of Object.entries(values)) {
        const words = String(value);
        if (this.cells[name].textContent !== words) this.cells[name].textContent = words;
      }
    }

    /** What the seed has chosen for this phone. */
    leftOpen({ ending, serving, chunkSize, lossDetection }) {
      const parts = [
        `ending.${ending}`, `serving.${serving}`, `chunkSize.${chunkSize}`, `lossDetection.${lossDetection}`,
      ];
      return parts.map((part) => text(`ride.left.${part}`)).join('; ');
    }

    /** Says the verdict, and how to ride the same ride elsewhere. */
    tell() {
      const { riding, setting } = this;
      const { notPublished } = riding.tally;
      const said = `${notPublished} ${riding.isOver} ${riding.unencodable} ${this.isByHand} ${Knav.texts.language}`;
      if (said === this.said) return;
      this.said = said;
      this.verdict.classList.toggle('bad', notPublished > 0);
      this.verdict.classList.toggle('good', notPublished === 0);
      this.verdict.textContent = text('ride.verdict', { count: notPublished });
      if (riding.isOver) {
        this.problem.className = 'quiet';
        say(this.problem, 'ride.over');
      }
      this.remark.textContent = riding.unencodable === 0 ? '' : text('ride.unencodable', { count: riding.unencodable });
      const { name, profile, mtu, seed, faults, radio, seconds } = setting;
      const reasons = Object.entries({
        hand: this.isByHand, own: name === 'own', radio: radio !== 'offsetReads', hour: seconds !== undefined,
      }).filter(([, holds]) => holds).map(([reason]) => text(`ride.same.not.${reason}`));
      this.sameNote.textContent = reasons.length === 0
        ? text('ride.same') : text('ride.same.not', { reasons: reasons.join(', ') });
      const parts = reasons.length > 0 ? [] : [
        `knav ride Fixtures/rides/${name}.csv`, `--profile ${profile}`, `--mtu ${mtu}`, `--seed ${seed}`, `--faults ${faults}`,
      ];
      this.command.replaceChildren(...parts.flatMap((plain, place) => [
        place === 0 ? '' : ' ', make('span', { class: 'whole-word', plain }),
      ]));
    }
  }

  Knav.tabs.add({
    name: 'ride',
    title: 'ride.title',
    make(panel, core) {
      const tab = new RideTab(panel, core);
      Knav.ride.tab = tab;
      tab.refresh();
      if (['', `#ride=${OWN_RIDE}`].includes(location.hash)) tab.play();
      return {
        shown(fragment) {
          tab.isShown = true;
          if (tab.waitsForReader) tab.pause(false);
          tab.waitsForReader = false;
          if (fragment === null) tab.form.address();
          else {
            const unknown = tab.form.recall(fragment);
            if (unknown.length > 0) tab.refuse('address', { list: unknown.join(', ') });
          }
          tab.refresh();
        },
        hidden() {
          tab.isShown = false;
          // It goes on when its reader is back.
          tab.waitsForReader = tab.riding !== null && !tab.riding.isOver && !tab.isPaused;
          if (tab.waitsForReader) tab.pause(true);
        },
      };
    },
  });
})();
