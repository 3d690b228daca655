// The form of the tab Ride: which ride, between whom, over what kind of link; and a rider's own file.
(function () {
  'use strict';

  const { make, field, select, say } = Knav.dom;
  const { printable } = Knav.parts;
  const { text } = Knav.texts;
  const RIDES = ['city-loop', 'roundabouts', 'scripts', 'long-streets', 'country-road'];
  const RADIOS = ['offsetReads', 'wholeValues', 'blueZOffsets', 'coreBluetooth'];
  const LENGTHS = { once: undefined, hour: 3600 };
  const LARGEST_SEED = 2n ** 64n - 1n;
  const MOST_BAD_LINES = 5;

  function choices(group, values) {
    const names = values.map((value) => value.replace('-', '_'));
    return { keys: names.map((name) => `ride.${group}.${name}`) };
  }

  /** The number of a text; null for what can't be an MTU. */
  function mtuOf(words) {
    const mtu = Number(words);
    const { defaultMTU, largestMTU } = Knav.link.ATT;
    return /^[0-9]{1,3}$/.test(words) && mtu >= defaultMTU && mtu <= largestMTU ? mtu : null;
  }

  /** The number of a text; null for what can't be a seed. */
  const seedOf = (words) => (/^[0-9]{1,20}$/.test(words) && BigInt(words) <= LARGEST_SEED ? BigInt(words) : null);

  class RideForm {
    /** `start` is called when the form is sent; `above` comes before the settings, `speed` is the last of these. */
    constructor(start, above, speed) {
      this.own = null;
      this.fragment = null;
      const lengths = Object.keys(LENGTHS);
      const rides = [...RIDES, 'own'];
      this.ride = select(rides, choices('name', rides));
      this.opened = null;
      this.file = make('input', {
        attributes: { type: 'file', accept: '.csv,text/csv' },
        on: {
          change: () => this.open(),
          click: () => { this.file.value = ''; }, // So that the same file can be chosen again.
        },
      });
      this.fileNote = make('div', { attributes: { role: 'status' } });
      this.profile = select(Knav.link.PROFILES, choices('profile', Knav.link.PROFILES));
      this.radio = select(RADIOS, choices('radio', RADIOS));
      this.mtu = make('input', { attributes: { value: '23', inputmode: 'numeric', size: 4, maxlength: 3 } });
      this.seed = make('input', { attributes: { value: '1', inputmode: 'numeric', size: 8, maxlength: 20 } });
      this.faults = select(Knav.link.LEVELS, choices('faults', Knav.link.LEVELS));
      this.length = select(lengths, choices('length', lengths));
      this.settings = make('details', { class: 'card' }, make('summary', { text: 'ride.settings' }),
        make('div', { class: 'row' },
          field('ride.ride', this.ride), field('ride.file', this.file), field('ride.profile', this.profile),
          field('ride.radio', this.radio), field('ride.mtu', this.mtu), field('ride.seed', this.seed),
          field('ride.faults', this.faults), field('ride.length', this.length), speed),
        this.fileNote);
      this.element = make(
        'form', { on: { submit: (event) => { event.preventDefault(); start(); } } }, ...above, this.settings);
      this.faulty = [];
      Knav.texts.onChange(() => this.tellFaulty());
    }

    /** Reads a rider's own file. */
    async open() {
      const [file] = this.file.files;
      if (file === undefined) return;
      this.own = null;
      this.opened = file;
      this.faulty = [];
      const name = printable(file.name);
      const note = make('p');
      this.fileNote.replaceChildren(note);
      note.className = 'bad';
      if (file.size > Knav.rideFile.LARGEST_FILE) return void say(note, 'ride.file.large', { name });
      if (file.size === 0) return void say(note, 'ride.file.empty', { name });
      note.className = 'quiet';
      say(note, 'ride.file.reading', { name });
      const isWanted = () => this.opened === file;
      let read;
      try {
        read = await Knav.rideFile.readInSlices(new Uint8Array(await file.arrayBuffer()), isWanted);
      } catch {
        note.className = 'bad';
        return void say(note, 'ride.file.unreadable', { name });
      }
      if (read === null) return;
      note.className = 'bad';
      const { instructions, skippedCount: skipped, badCount: bad } = read;
      const count = instructions.length;
      if (count === 0) say(note, 'ride.file.none', { name });
      else {
        this.own = instructions;
        this.ride.value = 'own';
        note.className = bad === 0 ? 'good' : 'bad';
        const key = bad + skipped === 0 ? 'ride.file.read' : 'ride.file.lines';
        say(note, key, { name, count, skipped, bad });
      }
      this.faulty = [...read.bad, ...read.skipped].slice(0, MOST_BAD_LINES).map((line) => [line, make('p', { class: 'quiet' })]);
      this.fileNote.append(...this.faulty.map(([, element]) => element));
      this.tellFaulty();
    }

    /** Says what is wrong with the first lines that are not read. */
    tellFaulty() {
      for (const [line, element] of this.faulty) {
        element.textContent = text('ride.file.line', { number: line.number, words: Knav.rideFile.errorText(line) });
      }
    }

    chosenMTU() {
      return mtuOf(this.mtu.value);
    }

    /** What was chosen, or `{problem}`. */
    async setting() {
      const mtu = this.chosenMTU();
      const seed = seedOf(this.seed.value);
      const name = this.ride.value;
      if (mtu === null) return { problem: 'mtu' };
      if (seed === null) return { problem: 'seed' };
      const instructions = name === 'own' ? this.own : (await Knav.ride.files()).get(name).instructions;
      if (instructions === null) return { problem: 'ride' };
      return {
        name, instructions, seed, mtu, profile: this.profile.value, radio: this.radio.value,
        faults: this.faults.value, length: this.length.value, seconds: LENGTHS[this.length.value],
      };
    }

    /** Keeps the setting for the address. An own file can't be in it. */
    remember({ name, profile, mtu, seed, faults, radio, length }) {
      this.fragment = name === 'own' ? null : [name, profile, mtu, seed, faults, radio, length].join(',');
    }

    /** Puts what is kept into the address, so that a link repeats the ride. */
    address() {
      history.replaceState(null, '', this.fragment === null ? '#ride' : `#ride=${this.fragment}`);
    }

    /** Takes the setting from the address; what is not known stays as it is. Returns what is not. */
    recall(fragment) {
      this.fragment = fragment;
      const [name, profile, mtu, seed, faults, radio, length] = fragment.slice(0, 200).split(',');
      const isChoice = (control) => (value) => [...control.options].some((option) => option.value === value);
      const unknown = [];
      for (const [control, value, isKnown = isChoice(control)] of [
        // Nobody else has a rider's own file.
        [this.ride, name, (value) => RIDES.includes(value)], [this.profile, profile], [this.mtu, mtu, mtuOf],
        [this.seed, seed, (value) => seedOf(value) !== null], [this.faults, faults], [this.radio, radio],
        [this.length, length],
      ]) {
        if (value === undefined) continue;
        if (isKnown(value)) control.value = value;
        else unknown.push(printable(value));
      }
      if (unknown.length > 0) {
        this.fragment = null;
        this.address();
      }
      return unknown;
    }
  }

  Object.assign(Knav, { RideForm, rideChoices: choices });
})();
