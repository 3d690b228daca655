// A simulated device on the handlebar: the core's session with a radio, as in Simulation/Device.
(function () {
  'use strict';

  const { ATT } = Knav.link;
  /** What a session must know about each radio. */
  const RADIOS = {
    offsetReads: 'offsetReads', wholeValues: 'wholeValues', blueZ: 'wholeValues', blueZOffsets: 'longReads',
    coreBluetooth: 'oneCallback',
  };
  /** The tokens of a radio's own requests have this bit set; a session's tickets do not. */
  const TOKEN_BIT = 2 ** 31;

  class SimulatedDevice {
    constructor(world, radio) {
      this.layer = world.layer;
      this.observe = world.layer.observe;
      this.radio = radio;
      // With one callback it polls, as the page's own device does.
      this.session = world.core.central({ radio: RADIOS[radio], subscribes: radio !== 'coreBluetooth' });
      this.number = this.layer.addCentral(this);
      this.link = null;
      this.handle = 0;
      this.discovery = 0;
      this.isSubscribed = false;
      this.longReads = [];
      this.lastRead = null;
      this.lastToken = 0;
      this.nextWake = Infinity;
      this.readCount = 0;
      this.status = 'stopped';
    }

    start() {
      this.feed({ event: 'start' });
    }

    stop() {
      this.feed({ event: 'stop' });
    }

    /** What it knows of itself, for who watches. */
    get phase() {
      return this.session.phase();
    }

    // What its link tells it.

    wake() {
      // An earlier wake-up has taken this one's place: nothing is left to do.
      if (this.layer.now < this.nextWake) return;
      this.nextWake = Infinity;
      const deadline = this.session.deadline();
      if (deadline !== null && deadline <= this.now) this.feed({ event: 'timePassed' });
      else this.scheduleWake();
    }

    switched(isOn) {
      if (!isOn) this.forgetLink();
      this.feed({ event: isOn ? 'radioOn' : 'radioOff' });
    }

    found(peer) {
      this.feed({ event: 'found', peer });
    }

    connected(number, token, mtu) {
      this.link = { number, token };
      this.feed({ event: 'connected', link: token, mtu });
    }

    disconnected(token) {
      if (this.link?.token === token) this.forgetLink();
      this.feed({ event: 'disconnected', link: token });
    }

    notified(link, bytes) {
      this.feed({ event: this.radio === 'coreBluetooth' ? 'arrived' : 'notified', link, bytes });
    }

    mtuChanged(link, mtu) {
      this.feed({ event: 'mtuChanged', link, mtu });
    }

    serviceChanged(link) {
      this.feed({ event: 'serviceChanged', link });
    }

    responded({ response, bytes, attError, handle, hasCCCD }, ticket, linkToken) {
      if (ticket >= TOKEN_BIT) {
        const isAwaited = this.longReads[0]?.token === ticket && this.link?.token === linkToken;
        return isAwaited ? this.takeChunk(bytes, attError) : this.repeatAnswer();
      }
      if (response === 'value') return this.feed({ event: 'answered', ticket, bytes });
      if (response === 'done') {
        this.isSubscribed = true;
        return this.feed({ event: 'subscribed', ticket });
      }
      if (response === 'characteristic') {
        this.handle = handle;
        this.isSubscribed = false;
        return this.feed({ event: 'discovered', ticket, hasCCCD });
      }
      if (attError === ATT.attributeNotFound && ticket === this.discovery) {
        return this.feed({ event: 'notDiscovered', ticket });
      }
      return this.feed({ event: 'failed', ticket, attError });
    }

    // Reads that the radio goes on with by itself: after a full response it requests the rest.

    takeChunk(bytes, attError) {
      const [read] = this.longReads;
      if (bytes !== undefined) {
        const room = ATT.largestValue - read.offset - read.bytes.length;
        read.bytes = [...read.bytes, ...bytes.subarray(0, Math.max(room, 0))];
        read.hasChunk = true;
        const end = read.offset + read.bytes.length;
        const { mtu } = this.layer.links[this.link.number];
        if (bytes.length >= ATT.readPayload(mtu) && end < ATT.largestValue) return this.requestChunk(end);
      }
      const takesErrorsForEndings = this.radio === 'wholeValues';
      const isFinished = bytes !== undefined
        || (ATT.endsObject(attError) && read.hasChunk && takesErrorsForEndings);
      this.longReads.shift();
      if (isFinished) this.lastRead = read;
      if (this.longReads.length > 0) this.requestChunk(this.longReads[0].offset);
      if (!isFinished) return this.feed({ event: 'failed', ticket: read.ticket, attError });
      return this.reportRead(read);
    }

    reportRead({ ticket, bytes }) {
      if (this.link === null) return;
      const value = Uint8Array.from(bytes);
      const link = this.link.token;
      if (this.radio === 'coreBluetooth') return this.feed({ event: 'arrived', link, bytes: value });
      if (this.radio === 'blueZ' && this.isSubscribed) this.feed({ event: 'notified', link, bytes: value });
      this.feed({ event: 'answered', ticket, bytes: value });
    }

    /** Reports the last value twice, because a chunk came twice. A radio with one callback does not: nobody could tell
     *  the second value from a notification. */
    repeatAnswer() {
      if (this.lastRead === null || this.radio === 'coreBluetooth') return;
      const { ticket, bytes } = this.lastRead;
      this.feed({ event: 'answered', ticket, bytes: Uint8Array.from(bytes) });
    }

    requestChunk(offset) {
      this.lastToken += 1;
      this.longReads[0].token = TOKEN_BIT + this.lastToken;
      this.request(offset, TOKEN_BIT + this.lastToken);
    }

    request(offset, token) {
      if (this.link === null) return;
      this.layer.send(this.link.number, token, { request: 'read', handle: this.handle, offset });
    }

    forgetLink() {
      this.link = null;
      this.isSubscribed = false;
      this.longReads = [];
    }

    // What its session wants.

    get now() {
      return Math.floor(this.layer.now / 1000);
    }

    feed(event) {
      this.session.handle(event, this.now);
      for (let effect; (effect = this.session.nextEffect()) !== null;) this.perform(effect);
      this.scheduleWake();
    }

    scheduleWake() {
      const deadline = this.session.deadline();
      if (deadline === null || deadline * 1000 >= this.nextWake) return;
      this.nextWake = Math.max(deadline * 1000, this.layer.now);
      this.layer.queue.add(this.nextWake, () => this.wake());
    }

    perform(effect) {
      const { link, ticket } = effect;
      const isOwnLink = this.link !== null && this.link.token === link;
      switch (effect.effect) {
        case 'startScan': return this.layer.startScan(this.number);
        case 'stopScan': return this.layer.stopScan(this.number);
        case 'connect':
          this.link = { number: this.layer.connect(this.number, effect.peer, link), token: link };
          return undefined;
        case 'disconnect':
          if (isOwnLink) {
            this.layer.disconnect(this.link.number);
            this.forgetLink();
          }
          return undefined;
        case 'discover':
          this.discovery = ticket;
          return this.ask(ticket, { request: 'discover' });
        case 'subscribe': return this.ask(ticket, { request: 'subscribe', handle: this.handle });
        case 'read': return this.read(ticket, effect.offset);
        case 'deliver':
          return this.observe({
            event: 'delivered', device: this.number, extent: effect.extent, bytes: effect.bytes,
          });
        case 'report':
          this.status = effect.status;
          return this.observe({ event: 'reported', device: this.number, status: effect.status });
        default: return this.observe({ event: 'noticed', device: this.number, fault: effect.fault });
      }
    }

    ask(ticket, request) {
      if (this.link !== null) this.layer.send(this.link.number, ticket, request);
    }

    read(ticket, offset) {
      this.readCount += 1;
      if (this.radio === 'offsetReads') return this.request(offset, ticket);
      this.longReads.push({
        ticket, offset: this.radio === 'blueZOffsets' ? offset : 0, token: 0, bytes: [], hasChunk: false,
      });
      if (this.longReads.length === 1) this.requestChunk(this.longReads[0].offset);
      return undefined;
    }
  }

  Object.assign(Knav.link, { SimulatedDevice, RADIOS: Object.keys(RADIOS) });
})();
