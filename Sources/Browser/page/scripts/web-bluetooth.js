// A radio for a central's session over Web Bluetooth. It does what the session says, and tells it what happened.
//
// What Chromium does was read in its sources:
// - A read is of the whole value, and never from a cache. There are no offsets, no MTU and no codes of ATT errors.
// - On Android, Windows, ChromeOS and Linux reads and notifications are apart: radio `wholeValues`. On macOS (and on
//   anything else over Core Bluetooth) any value that arrives during a read is taken for its answer: `oneCallback`.
// - On Linux each read uses up one change of bluetoothd's value. So if a notification comes during a read, that one is
//   lost, and the read's own value comes once more, as a notification, after the answer.
// - On Android a notification right after an answer may stand in the answer's place. Two equal reads are needed to prove
//   a value, so nothing wrong is shown.
(function () {
  'use strict';

  const SERVICE = '71c1e128-d92f-4fa8-a2b2-0f171db3436c';
  const CHARACTERISTIC = '503dd605-9bcb-4f6e-b235-270a57483026';
  /** How long to wait after a link has ended: a disconnection may be told late, and would end the next link. */
  const SHORTEST_WAIT_IN_MS = 1000;
  const LONGEST_WAIT_IN_MS = 10000;
  const ATT = {
    invalidHandle: 0x01, insufficientAuthentication: 0x05, requestNotSupported: 0x06, invalidLength: 0x0D, unlikely: 0x0E,
  };
  // What Chromium makes of a phone's refusals, by an exception's name and, where that says too little, its message.
  const ERRORS = [
    ['InvalidStateError', /./, ATT.invalidHandle], // The characteristic no longer exists.
    ['SecurityError', /./, ATT.insufficientAuthentication], // "not authorized": 0x05 or 0x08, after a pairing that failed.
    ['NetworkError', /paired|authenticat/i, ATT.insufficientAuthentication],
    // bluetoothd refuses so when it is not paired. The other reason would be that the characteristic can't be read at all.
    ['NotSupportedError', /not permitted/i, ATT.insufficientAuthentication],
    ['NotSupportedError', /not supported/i, ATT.requestNotSupported],
    ['InvalidModificationError', /./, ATT.invalidLength],
  ];

  /** The code of the ATT error that led to an exception; 0x0E if the browser does not let it be known. */
  function attError(error) {
    const known = ERRORS.find(([name, message]) => name === error.name && message.test(error.message || ' '));
    return known === undefined ? ATT.unlikely : known[2];
  }

  const copy = (view) => new Uint8Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
  const areEqual = (some, others) => some.length === others.length && some.every((byte, place) => byte === others[place]);

  /** For each phone its radio, and the browser's promise of a connection, which outlives a session that gives it up. */
  const radios = new WeakMap();
  const connections = new WeakMap();

  class WebBluetoothRadio {
    /** `tell` takes the session's events; `note` is called with each exception, for people to read. */
    constructor(device, tell, note = () => {}) {
      Object.assign(this, { device, tell, note });
      this.link = null; // The number of the link that the session knows, even while it is being set up.
      this.isUp = false;
      this.characteristic = null;
      this.wait = 0;
      this.timer = null;
      this.isOff = false;
      this.forgetValues();
      this.lost = () => {
        if (this.isUp && !this.device.gatt.connected) this.lose();
      };
      this.availability = ({ value }) => this.switched(value);
      radios.set(device, this);
      device.addEventListener('gattserverdisconnected', this.lost);
      navigator.bluetooth.addEventListener?.('availabilitychanged', this.availability);
    }

    /** Ends the link, and tells nothing any more. */
    close() {
      this.device.removeEventListener('gattserverdisconnected', this.lost);
      navigator.bluetooth.removeEventListener?.('availabilitychanged', this.availability);
      this.stopScan();
      this.tell = () => {};
      this.disconnect();
    }

    perform(effect) {
      switch (effect.effect) {
        case 'startScan': this.scan(); break;
        case 'stopScan': this.stopScan(); break;
        case 'connect': this.connect(effect.link); break;
        case 'disconnect': this.disconnect(); break;
        case 'discover': this.request(effect.ticket, () => this.discover()); break;
        case 'subscribe': this.request(effect.ticket, () => this.subscribe()); break;
        case 'read': this.request(effect.ticket, () => this.read()); break;
      }
    }

    // The link

    /** A page can't scan. It tries the device that was chosen, again and again, each time a while later. */
    scan() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.find(), this.wait);
      this.wait = Math.min(Math.max(2 * this.wait, SHORTEST_WAIT_IN_MS), LONGEST_WAIT_IN_MS);
    }

    stopScan() {
      clearTimeout(this.timer);
      this.timer = null;
    }

    async find() {
      const timer = this.timer;
      const isThere = await isAvailable();
      if (timer !== this.timer) return;
      if (this.isOff || !isThere) {
        this.switched(isThere);
        if (!isThere) this.scan(); // Some browsers don't tell when Bluetooth is there again.
      } else this.tell({ event: 'found', peer: 1 });
    }

    /** Bluetooth was switched on or off, as far as is known. */
    switched(isOn) {
      if (this.isOff !== isOn) return;
      this.isOff = !isOn;
      if (this.isOff) this.forgetLink();
      else this.wait = SHORTEST_WAIT_IN_MS;
      this.tell({ event: isOn ? 'radioOn' : 'radioOff' });
    }

    async connect(link) {
      this.link = link;
      try {
        if (!connections.has(this.device)) {
          connections.set(this.device, this.device.gatt.connect().finally(() => connections.delete(this.device)));
        }
        await connections.get(this.device);
      } catch (error) {
        if (link !== this.link) return;
        this.note(error);
        this.lose();
        return;
      }
      if (link === this.link) {
        this.isUp = true;
        if (this.device.gatt.connected) this.tell({ event: 'connected', link });
        else this.lose();
      } else if (radios.get(this.device).link === null) this.disconnect(); // It was given up, and nobody asks for it.
    }

    disconnect() {
      this.forgetLink();
      try {
        this.device.gatt.disconnect();
      } catch (error) {
        this.note(error); // The browser has given up the connection already.
      }
    }

    lose() {
      const { link } = this;
      this.forgetLink();
      this.tell({ event: 'disconnected', link });
    }

    forgetLink() {
      this.link = null;
      this.isUp = false;
      this.listen(null);
    }

    // Requests

    /** Makes a request, and tells its answer, unless the link has ended meanwhile. */
    async request(ticket, work) {
      const { link } = this;
      if (link === null) return; // The session is yet to hear that it has ended.
      let answer;
      try {
        answer = await work();
      } catch (error) {
        if (link !== this.link) return;
        this.note(error);
        if (!this.device.gatt.connected) {
          this.lose();
          return;
        }
        answer = { event: 'failed', attError: attError(error) };
      }
      if (link !== this.link) return;
      this.tell({ ...answer, ticket });
      if (this.isRepeated) this.repeated();
    }

    async discover() {
      this.listen(null);
      const { link } = this;
      let characteristic;
      try {
        const service = await this.device.gatt.getPrimaryService(SERVICE);
        characteristic = await service.getCharacteristic(CHARACTERISTIC);
      } catch (error) {
        if (error.name === 'NotFoundError' && this.device.gatt.connected) return { event: 'notDiscovered' };
        throw error;
      }
      if (link === this.link) this.listen(characteristic);
      const { notify, indicate } = characteristic.properties;
      return { event: 'discovered', hasCCCD: notify || indicate };
    }

    async subscribe() {
      await this.characteristic.startNotifications();
      return { event: 'subscribed' };
    }

    async read() {
      const held = [];
      this.held = held;
      let bytes = null;
      try {
        bytes = copy(await this.characteristic.readValue());
        return { event: 'answered', bytes };
      } finally {
        if (held === this.held) this.settle(bytes);
      }
    }

    // Values
    //
    // The same event comes for a read's value, before the promise is fulfilled, and for a notification. The rule:
    // 1. An answer is only ever what the promise gives. What comes during a read is held until the read is over. One event that
    //    equals the answer was the read's own. What does not equal it was notified, and is told as such before the answer.
    // 2. What comes between reads was notified.
    // 3. A value that comes once more than it was read, just before or after the answer, is told after it, once, and not again
    //    until a read brings something else. On Linux it means that another notification was lost, so it is worth a read; but
    //    if a browser tells each value twice, the session must not read for ever.

    listen(characteristic) {
      this.characteristic?.removeEventListener('characteristicvaluechanged', this.listener);
      this.characteristic = characteristic;
      this.forgetValues();
      if (characteristic === null) return;
      this.listener = () => {
        if (characteristic === this.characteristic) this.changed(copy(characteristic.value));
      };
      characteristic.addEventListener('characteristicvaluechanged', this.listener);
    }

    forgetValues() {
      this.held = null; // What came during the read that is outstanding.
      this.answer = null; // What the last read gave, if it did.
      this.isRepeated = false;
      this.isRepeatTold = false;
    }

    changed(bytes) {
      if (this.held !== null) this.held.push(bytes);
      else if (this.answer === null || !areEqual(bytes, this.answer)) this.notified(bytes);
      else this.repeated();
    }

    /** The read is over; without bytes, it has failed. */
    settle(bytes) {
      const { held } = this;
      this.held = null;
      if (bytes === null || this.answer === null || !areEqual(bytes, this.answer)) this.isRepeatTold = false;
      this.answer = bytes;
      if (bytes !== null) this.wait = SHORTEST_WAIT_IN_MS; // The phone is there.
      const others = bytes === null ? held : held.filter((value) => !areEqual(value, bytes));
      this.isRepeated = held.length - others.length > 1;
      others.forEach((value) => this.notified(value));
    }

    /** The last answer came once more. If the session reads already, it need not be told. */
    repeated() {
      this.isRepeated = false;
      if (this.isRepeatTold || this.held !== null) return;
      this.isRepeatTold = true;
      this.notified(this.answer);
    }

    notified(bytes) {
      // With `oneCallback` there is no subscription, so the only events are those of reads.
      if (this.isUp) this.tell({ event: 'notified', link: this.link, bytes });
    }
  }

  /** Whether there is an adapter, as far as the browser tells. */
  async function isAvailable() {
    try {
      return await navigator.bluetooth.getAvailability();
    } catch {
      return true; // It does not tell.
    }
  }

  Knav.webBluetooth = {
    Radio: WebBluetoothRadio,
    isAvailable,

    /** What the page can do here: `ready`; `insecure`, only because of its address; or `missing`. */
    support() {
      if (navigator.bluetooth !== undefined) return 'ready';
      return window.isSecureContext ? 'missing' : 'insecure';
    },

    /** What the session calls this radio (Docs/Protocol.md, 8.9). */
    radio() {
      return /mac|iphone|ipad|ipod/i.test(navigator.userAgentData?.platform ?? navigator.platform) ? 'oneCallback' : 'wholeValues';
    },

    /** Has the user choose a phone. Only a click or a key may cause this. */
    choose() {
      return navigator.bluetooth.requestDevice({ filters: [{ services: [SERVICE] }] });
    },
  };
})();
