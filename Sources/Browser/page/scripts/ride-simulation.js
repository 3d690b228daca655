// A ride between the two sessions, as `knav ride` rides it: the same seed gives the same draws, faults and times.
(function () {
  'use strict';

  const { ATT, World, schedule, layoutOf } = Knav.link;
  /** All times are in microseconds. How long phone and device may take to connect before the ride begins. */
  const SETTLING_TIME = 3_000_000;
  const LONGEST_WAIT = 12_000_000;
  const LAST_WAIT = 5_000_000;
  const SLICE = 20_000;
  /** Between two laps of a ride that is repeated. */
  const LAP_PAUSE = 5_000_000;
  /** How long a repeated ride goes on after its faults have stopped. */
  const CALM_PHASE = 60_000_000;

  /** Two objects of two reads each at the smallest MTU: the halves of both make a street that there is not. */
  const TORN = [
    { arrow: 5, distanceInMeters: 200, street: 'Große Weinmeisterstraße' },
    { arrow: 8, distanceInMeters: 40, street: 'Alte Schönhauser Straße' },
  ];

  /** Identifiers that look random and are the same on every run. */
  function identifier(count) {
    let number = Math.imul(count, 0x9E3779B1);
    number = Math.imul(number ^ number >>> 15, 0x85EBCA77);
    return (number ^ number >>> 13) >>> 0;
  }

  /**
   * A ride under way. Call `next()` when the time `due` has come, until it is false.
   *
   * Without faults, the phone waits until an instruction is shown before it publishes the next one. `seconds` repeats the
   * ride for that long, with the faults of that time; then nothing goes wrong any more, and the ride goes on for a minute.
   */
  class Ride {
    constructor(core, instructions, { profile, mtu, seed, faults, radio = 'offsetReads', seconds, observe = () => {} }) {
      this.core = core;
      this.instructions = instructions;
      this.offsets = Knav.rideFile.offsets(instructions);
      this.layout = layoutOf(profile);
      this.level = faults;
      this.tally = new Knav.Tally(radio);
      this.objectCount = 0;
      this.unencodable = 0;
      this.position = 0;
      this.lastIdentifier = null;
      this.isLastShown = true;
      this.shown = null;
      this.bound = 0;
      this.isOver = false;
      this.world = new World(core, {
        seed, profile, mtu, radio,
        observe: (event) => {
          if (event.event === 'delivered' && event.device === 0) this.see(event);
          observe(event, this.tally.take(event));
        },
      });
      this.duration = seconds === undefined ? null : seconds * 1_000_000;
      const length = this.duration ?? this.offsets.at(-1);
      this.schedule = schedule(faults, length, seed);
      this.script = this.run();
      this.next();
    }

    get elapsed() {
      return this.world.now - SETTLING_TIME;
    }

    /** When the next thing happens. */
    get due() {
      return Math.min(this.world.layer.queue.firstTime, this.bound);
    }

    /** Makes the next thing happen; false when the ride is over. */
    next() {
      if (!this.isOver && this.script.next().done) this.isOver = true;
      return !this.isOver;
    }

    /** Lets time pass, without anything that happens. */
    letPass(until) {
      const { layer } = this.world;
      layer.now = Math.max(layer.now, Math.min(until, this.due));
    }

    /** Injects a fault; false if it can't happen as things are. */
    inject(fault) {
      const made = fault.kind === 'nextInRead' ? { ...fault, make: () => this.object(this.following) } : fault;
      return this.world.inject(made);
    }

    /**
     * Has the link come up again with the smallest MTU, and one object replace another between its two reads. Rides until
     * the device shows the second one. Returns the halves of both joined, or null if nothing is read in two.
     */
    tear() {
      const { layer, phone } = this.world;
      const { mtu } = layer;
      const limit = this.elapsed + LONGEST_WAIT;
      const rideUntil = (isDone) => { while (!isDone() && this.elapsed < limit && this.next()); };
      let joined = null;
      rideUntil(() => this.inject({ family: 'link', kind: 'dropped' }));
      layer.mtu = ATT.defaultMTU;
      this.isLastShown = false;
      phone.publish(this.object(TORN[0]));
      this.world.inject({
        family: 'phone', kind: 'nextInRead', make: (offset) => {
          const old = this.tally.objects.at(-1).bytes;
          const bytes = this.object(TORN[1]);
          joined ??= Uint8Array.of(...old.subarray(0, offset), ...bytes.subarray(offset));
          return bytes;
        },
      });
      rideUntil(() => joined !== null && this.shown === this.lastIdentifier);
      layer.mtu = mtu;
      this.inject({ family: 'link', kind: 'mtuChanged', mtu });
      return joined;
    }

    /** The instruction that comes after the last one that was published. */
    get following() {
      return this.instructions[this.position % this.instructions.length];
    }

    *run() {
      this.world.phone.startNavigation();
      this.world.device.start();
      yield* this.runUntil(SETTLING_TIME);
      if (this.duration === null) yield* this.rideLap(0, Infinity);
      else yield* this.rideLaps();
      yield* this.pass(this.elapsed + LAST_WAIT);
    }

    *rideLaps() {
      const lap = this.offsets.at(-1) + LAP_PAUSE;
      for (let start = 0; start < this.duration; start += lap) yield* this.rideLap(start, this.duration);
      yield* this.pass(this.duration);
      this.world.calmDown();
      const end = this.duration + CALM_PHASE;
      for (let start = this.duration; start < end; start += lap) yield* this.rideLap(start, end);
      for (const limit = this.elapsed + LONGEST_WAIT; !this.isLastShown && this.elapsed < limit;) {
        yield* this.step(this.elapsed + SLICE);
      }
    }

    *rideLap(start, end) {
      for (const [index, offset] of this.offsets.entries()) {
        if (start + offset > end) return;
        yield* this.pass(start + offset);
        const bytes = this.object(this.instructions[index]);
        this.position = index + 1;
        if (bytes === null) continue;
        this.isLastShown = false;
        this.world.phone.publish(bytes);
      }
    }

    /** An object of an instruction, with a new identifier; null if it does not fit into this phone's layout. */
    object({ arrow, distanceInMeters, street }) {
      this.objectCount += 1;
      const number = identifier(this.objectCount);
      const { bytes, error } = this.core.encode({ identifier: number, arrow, distanceInMeters, street }, this.layout);
      if (error !== undefined) {
        this.unencodable += 1;
        return null;
      }
      this.lastIdentifier = number;
      return bytes;
    }

    /** Lets time pass until a moment of the ride, and without faults until the last instruction is shown. */
    *pass(end) {
      while (this.elapsed < end) yield* this.step(end);
      const limit = this.elapsed + LONGEST_WAIT;
      while (this.level === 'none' && !this.isLastShown && this.elapsed < limit) yield* this.step(limit);
    }

    *step(end) {
      const isWaiting = this.level === 'none' && !this.isLastShown;
      let next = isWaiting ? Math.min(end, this.elapsed + SLICE) : end;
      if (this.schedule.length > 0) {
        const due = Math.max(this.schedule[0].at, this.elapsed);
        if (due <= next) {
          next = due;
          const { fault } = this.schedule.shift();
          yield* this.runUntil(SETTLING_TIME + next);
          // What was drawn may find nothing that it could happen to.
          this.world.inject(fault);
        }
      }
      yield* this.runUntil(SETTLING_TIME + next);
      if (this.shown === this.lastIdentifier) this.isLastShown = true;
    }

    *runUntil(end) {
      do {
        this.bound = end;
        yield;
      } while (this.world.layer.step(end));
    }

    see({ extent, bytes }) {
      if (extent !== 'whole') return;
      this.shown = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    }

    free() {
      this.isOver = true;
      this.world.free();
    }
  }

  Knav.Ride = Ride;
})();
