// A central's session with its radio and its clock: events in, effects out, timers, and nothing that is seen.
(function () {
  'use strict';

  const LONGEST_TIMER_IN_MS = 2 ** 31 - 1;
  /** Why this device ends a link, in a log: Connection Terminated By Local Host. */
  const ENDED_HERE = 0x16;

  class DeviceSession {
    /**
     * Starts a session for a chosen phone. `listeners`: onEvent(event, time) and onEffect(effect, time), in their order;
     * onForgotten(), when what was shown is over; onException(error), what the browser said of a request that failed;
     * reconnects(), whether a lost phone is looked for; onEnd(), when the session ends by itself, because it is not.
     */
    constructor(core, device, listeners) {
      this.listeners = listeners;
      // The browser tells no MTU. Without it, only the sizes of other objects show that one is whole (Docs/Protocol.md, 8.9).
      const radio = Knav.webBluetooth.radio();
      // With one callback, a page can't promise what a subscription asks for (Docs/Protocol.md, 8.9).
      this.session = core.central({ radio, trustsChunkSize: true, subscribes: radio !== 'oneCallback' });
      this.radio = new Knav.webBluetooth.Radio(device, (event) => this.tell(event), listeners.onException);
      this.waiting = [];
      this.isBusy = false;
      this.isEnded = false;
      this.timer = null;
      this.link = null; // Told to the recorder of a log that begins later.
      this.isDiscovered = false;
      this.hasScanned = false;
      // A hidden page's timers are late. What is due is done as soon as the page is seen.
      this.shown = () => this.tell({ event: 'timePassed' });
      document.addEventListener('visibilitychange', this.shown);
      this.tell({ event: 'start' });
    }

    stop() {
      this.tell({ event: 'stop' });
      this.end();
    }

    /** Hands an event to the session, after those before it, and does what it says. */
    tell(event) {
      if (this.isEnded) return;
      this.waiting.push([event, performance.now()]);
      if (this.isBusy) return;
      this.isBusy = true;
      try {
        while (this.waiting.length > 0 && !this.isEnded) this.handle(...this.waiting.shift());
      } finally {
        this.isBusy = false;
        if (this.isEnded) this.session.free();
        else this.setTimer();
      }
    }

    handle(event, time) {
      this.listeners.onEvent(event, time);
      if (event.event === 'connected') this.link = event.link;
      if (event.event === 'discovered') this.isDiscovered = true;
      if (event.event === 'disconnected' || event.event === 'radioOff') this.forgetLink();
      const hadInstruction = this.session.hasInstruction();
      this.session.handle(event, time);
      for (let effect = this.session.nextEffect(); effect !== null; effect = this.session.nextEffect()) {
        if (!this.isEnded) this.perform(effect, time);
      }
      if (hadInstruction && !this.session.hasInstruction()) this.listeners.onForgotten();
    }

    perform(effect, time) {
      if (effect.effect === 'disconnect') {
        if (this.link !== null) this.listeners.onEvent({ event: 'disconnected', link: effect.link, reason: ENDED_HERE }, time);
        this.forgetLink();
      }
      this.listeners.onEffect(effect, time);
      if (effect.effect === 'startScan' && this.hasScanned && !this.listeners.reconnects()) {
        this.end();
        this.listeners.onEnd();
        return;
      }
      this.hasScanned ||= effect.effect === 'startScan';
      this.radio.perform(effect);
    }

    forgetLink() {
      this.link = null;
      this.isDiscovered = false;
    }

    setTimer() {
      clearTimeout(this.timer);
      const deadline = this.session.deadline();
      if (deadline === null) return;
      const wait = Math.min(Math.max(0, Math.ceil(deadline - performance.now())), LONGEST_TIMER_IN_MS);
      this.timer = setTimeout(() => this.tell({ event: 'timePassed' }), wait);
    }

    end() {
      if (this.isEnded) return;
      this.isEnded = true;
      clearTimeout(this.timer);
      document.removeEventListener('visibilitychange', this.shown);
      this.radio.close();
      if (!this.isBusy) this.session.free();
    }
  }

  Knav.DeviceSession = DeviceSession;
})();
