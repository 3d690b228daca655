// Bluetooth logs: the package's recording library as a second module, which is loaded when it is first needed.
(function () {
  'use strict';

  const SCRIPT = 'scripts/log-module.js';
  /** How many bytes of a file are read at once. Between two portions the page can do other things. */
  const PORTION_SIZE = 1 << 18;
  /** What the module answers. */
  const FAILED = 1;
  const AGAIN = 2;
  /** How many pieces of a copy become a Blob, which the browser need not keep in memory. */
  const PIECES_IN_BLOB = 32;
  /** What a radio does, by the numbers of the module's DeviceRecorder.Event, with the member that has its number. */
  const RADIO_EVENTS = {
    connected: [0, 'mtu'], mtuChanged: [1, 'mtu'], discovered: [2], subscribed: [3], read: [4, 'offset'],
    answered: [5], failed: [6, 'attError'], notified: [7], arrived: [8], disconnected: [9, 'reason'],
  };

  let loaded = null;

  /** A log can't be used: `reason` tells why, in one word; `details` has its numbers. */
  class LogFailure extends Error {
    constructor(reason, details = {}) {
      super(`the log can't be used: ${reason}`);
      this.reason = reason;
      this.details = details;
    }
  }

  /** Runs a script of the page once. */
  function runScript(address) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = address;
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error(`${address} can't be loaded`)));
      document.head.append(script);
    });
  }

  async function loadModule() {
    await runScript(SCRIPT);
    const module = await WebAssembly.compile(await Knav.core.unpack(Knav.logModule));
    delete Knav.logModule;
    return new LogModule(module);
  }

  /** One job of the module, with a memory of its own. */
  class Job {
    constructor(module) {
      this.exports = new WebAssembly.Instance(module).exports;
      this.exports.knav_log_seed(crypto.getRandomValues(new Uint32Array(1))[0]);
    }

    /** Puts bytes where the module looks for them. */
    lend(bytes) {
      const address = this.exports.knav_log_input(bytes.length);
      new Uint8Array(this.exports.memory.buffer).set(bytes, address);
    }

    /** Takes the output's bytes. */
    take() {
      const size = this.exports.knav_log_output_size();
      const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.knav_log_output(), size).slice();
      this.exports.knav_log_clear_output();
      return bytes;
    }

    /** Takes the output's objects, one on each line. */
    takeObjects() {
      const lines = new TextDecoder().decode(this.take()).split('\n');
      return lines.slice(0, -1).map((line) => JSON.parse(line));
    }

    /** Calls the module. What it can't do, such as to use more memory than it may, is the log's fault. */
    call(name, ...values) {
      try {
        return this.exports[name](...values);
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
          throw new LogFailure('tooMuch');
        }
        throw error;
      }
    }

    /**
     * Gives the module a file, portion by portion.
     *
     * @param take is called after each portion.
     * @returns what the module answered at the end.
     */
    async read(file, { signal = null, onProgress = () => {} }, take) {
      for (let offset = 0; offset < file.size; offset += PORTION_SIZE) {
        const bytes = await portion(file, offset);
        signal?.throwIfAborted();
        this.lend(bytes);
        this.check(this.call('knav_log_read', bytes.length), take);
        onProgress(Math.min(offset + PORTION_SIZE, file.size) / file.size);
      }
      const answer = this.call('knav_log_finish');
      this.check(answer, take);
      return answer;
    }

    check(answer, take) {
      if (answer !== FAILED) return take();
      const { reason, ...details } = this.takeObjects().at(-1);
      throw new LogFailure(reason, details);
    }
  }

  async function portion(file, offset) {
    try {
      return new Uint8Array(await file.slice(offset, offset + PORTION_SIZE).arrayBuffer());
    } catch {
      throw new LogFailure('unreadable'); // A file that was changed or taken away since it was chosen.
    }
  }

  /** Inserts a read after what happened at the same time. That it is over is known only later. */
  function insertRead(rows, read) {
    let place = rows.length;
    while (place > 0 && rows[place - 1].time > read.time) place -= 1;
    rows.splice(place, 0, read);
  }

  class LogModule {
    constructor(module) {
      this.module = module;
    }

    /**
     * Shows a log.
     *
     * @param options `handle`: the characteristic's, 0 if it is not known; `signal`: an AbortSignal; `onProgress`: called with
     * a number from 0 to 1.
     * @returns {summary, reads, silences, damages, leftOut, connections, parts}; times are microseconds since the first event, and
     * `parts` are where the chart's parts begin, null for the first. The lists are bounded, the summary counts all.
     */
    async show(file, options = {}) {
      const job = new Job(this.module);
      const lists = { read: [], silence: [], damage: [], connection: [], part: [], leftOut: [], summary: [] };
      job.exports.knav_log_show(options.handle ?? 0);
      await job.read(file, options, () => {
        for (const { kind, ...members } of job.takeObjects()) lists[kind].push(members);
      });
      return {
        summary: lists.summary[0], reads: lists.read, silences: lists.silence, damages: lists.damage, leftOut: lists.leftOut,
        connections: lists.connection.sort((one, other) => one.connection - other.connection), parts: [null, ...lists.part.map((part) => part.start)],
      };
    }

    /**
     * Gives what happened in a part of a log, for a chart of it.
     *
     * @param options as for `show`; `from` and `to` in microseconds since the first event, both in the part.
     * @returns {rows, isCut}; a row is an event {time, connection, event, number, size, bytes} or a read, in order of time;
     * `isCut` if there are more rows than are given.
     */
    async chart(file, { from = -Infinity, to = Infinity, ...options } = {}) {
      const job = new Job(this.module);
      const rows = [];
      let isCut = false;
      job.exports.knav_log_chart(options.handle ?? 0, from, to);
      await job.read(file, options, () => {
        for (const { kind, ...members } of job.takeObjects()) {
          if (kind === 'event') rows.push(members);
          else if (kind === 'read') insertRead(rows, members);
          else isCut = members.isCut;
        }
      });
      return { rows, isCut };
    }

    /**
     * Copies a log's navigation traffic and nothing else.
     *
     * @param options as for `show`; `connection`: the only one that is copied, 0 for all; `replacesStreets`.
     * @returns the copy, as a Blob.
     */
    async redact(file, { connection = 0, replacesStreets = false, ...options } = {}) {
      const job = new Job(this.module);
      const progress = options.onProgress ?? (() => {});
      const half = (start) => ({ ...options, onProgress: (part) => progress(start + part / 2) });
      job.exports.knav_log_redact(options.handle ?? 0, connection, replacesStreets);
      const answer = await job.read(file, half(0), () => {});
      if (answer !== AGAIN) job.check(FAILED);
      let pieces = [];
      await job.read(file, half(0.5), () => {
        const piece = job.take();
        if (piece.length > 0) pieces.push(piece);
        if (pieces.length > PIECES_IN_BLOB) pieces = [new Blob(pieces)];
      });
      return new Blob(pieces, { type: 'application/octet-stream' });
    }

    /**
     * Records what a device's radio does.
     *
     * @param startInMs the wall clock's time, in milliseconds since 1970, at which the events' times are 0; by default the
     * first event happens now.
     */
    recorder(startInMs = null) {
      const job = new Job(this.module);
      const pieces = [];
      let start = startInMs;
      job.exports.knav_log_record();
      return {
        /**
         * Takes an event or an effect of a session, by the names of Docs/Pipe.md: connected {mtu}, mtuChanged {mtu},
         * discovered, subscribed, read {offset}, answered {bytes}, failed {attError}, notified {bytes},
         * arrived {bytes}, disconnected {reason}. Others are not recorded.
         *
         * @returns whether the log has grown.
         */
        add(event, timeInMs) {
          const known = RADIO_EVENTS[event.event ?? event.effect];
          if (known === undefined) return false;
          start ??= Date.now() - timeInMs;
          const [kind, member] = known;
          const bytes = event.bytes ?? new Uint8Array();
          job.lend(bytes);
          job.call(
            'knav_log_event', kind, event[member] ?? 0, bytes.length, Math.round((start + timeInMs) * 1000));
          const piece = job.take();
          if (piece.length > 0) pieces.push(piece);
          return piece.length > 0;
        },

        /** The log so far, as a btsnoop file. */
        finish() {
          const file = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
          let offset = 0;
          for (const piece of pieces) {
            file.set(piece, offset);
            offset += piece.length;
          }
          return file;
        },
      };
    }
  }

  Knav.log = {
    LogFailure,

    /** The module; loaded once. */
    load() {
      loaded ??= loadModule().catch((error) => {
        loaded = null;
        throw error;
      });
      return loaded;
    },
  };
})();
