// What a seed decides, and what waits for its time: as in Simulation/Basics and Simulation/Link.
(function () {
  'use strict';

  const wrap = (bits) => BigInt.asUintN(64, bits);

  /** The generator SplitMix64 (Steele, Lea and Flood, 2014): for a seed the same sequence as the simulator's. */
  class SplitMix64 {
    constructor(seed) {
      this.state = wrap(BigInt(seed));
    }

    /** The next 64 bits. */
    next() {
      this.state = wrap(this.state + 0x9E3779B97F4A7C15n);
      let bits = this.state;
      bits = wrap((bits ^ bits >> 30n) * 0xBF58476D1CE4E5B9n);
      bits = wrap((bits ^ bits >> 27n) * 0x94D049BB133111EBn);
      return bits ^ bits >> 31n;
    }

    /** A number from 0 to below the bound. */
    below(bound) {
      return Number(this.next() % BigInt(bound));
    }

    number(first, last) {
      return first + this.below(last - first + 1);
    }

    element(elements) {
      return elements[this.below(elements.length)];
    }

    happens(numerator, denominator) {
      return this.number(1, denominator) <= numerator;
    }
  }

  /** Everything that is yet to happen, as a binary heap. Of two things at the same time, the first one that was added
   *  comes first. */
  class EventQueue {
    constructor() {
      this.heap = [];
      this.count = 0;
    }

    get firstTime() {
      return this.heap.length > 0 ? this.heap[0].time : Infinity;
    }

    add(time, happening) {
      const event = { time, order: this.count++, happening };
      let hole = this.heap.push(event) - 1;
      while (hole > 0) {
        const parent = (hole - 1) >> 1;
        if (!comesBefore(event, this.heap[parent])) break;
        this.heap[hole] = this.heap[parent];
        hole = parent;
      }
      this.heap[hole] = event;
    }

    takeFirst() {
      const [first] = this.heap;
      const last = this.heap.pop();
      if (this.heap.length === 0) return first;
      let hole = 0;
      for (;;) {
        let child = 2 * hole + 1;
        if (child >= this.heap.length) break;
        if (child + 1 < this.heap.length && comesBefore(this.heap[child + 1], this.heap[child])) child += 1;
        if (!comesBefore(this.heap[child], last)) break;
        this.heap[hole] = this.heap[child];
        hole = child;
      }
      this.heap[hole] = last;
      return first;
    }
  }

  const comesBefore = (one, other) => one.time < other.time || (one.time === other.time && one.order < other.order);

  Knav.link = { SplitMix64, EventQueue };
})();
