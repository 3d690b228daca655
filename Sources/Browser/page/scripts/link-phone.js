// A simulated phone that navigates: the core's session with a radio, as in Simulation/Phone.
(function () {
  'use strict';

  const { ATT, SplitMix64 } = Knav.link;
  /** So many objects a phone keeps for the reads that began with them. */
  const KEPT_OBJECTS = 10;
  const STREET_OFFSETS = { published: 21, deployed: 9 };
  const PROFILES = ['published', 'kit', 'ios', 'android', 'androidNoCCCD'];

  const layoutOf = (profile) => (profile === 'published' ? 'published' : 'deployed');

  /** Draws what a profile leaves open, in the simulator's order. */
  function configurationOf(profile, mtu, random) {
    const configuration = {
      layout: layoutOf(profile),
      ending: random.element(['empty', 'invalidOffset', 'attributeNotLong']),
      serving: random.element(['newestAlways', 'snapshotPerRead']),
      notification: 'identifier', retriedNotification: 'identifier', chunkSize: 'readPayload', hasCCCD: true,
      lossDetection: 'sharedWatchdog', repeats: true,
    };
    if (profile !== 'published') configuration.retriedNotification = 'object';
    if (profile === 'kit') Object.assign(configuration, { ending: 'empty', serving: 'newestAlways', repeats: false });
    if (!profile.startsWith('android')) return configuration;
    configuration.notification = 'object';
    configuration.chunkSize = mtu <= ATT.defaultMTU
      ? 'smallestPayload' : random.element(['smallestPayload', 'notificationPayload', 'readPayload']);
    configuration.hasCCCD = profile === 'android';
    configuration.lossDetection = random.element(['sharedWatchdog', 'eachCentral']);
    return configuration;
  }

  /** A bijection of 32-bit numbers (the finaliser of MurmurHash3; Appleby, 2011). */
  function scatter(number) {
    let bits = number >>> 0;
    bits = Math.imul(bits ^ bits >>> 16, 0x85EBCA6B);
    bits = Math.imul(bits ^ bits >>> 13, 0xC2B2AE35);
    return (bits ^ bits >>> 16) >>> 0;
  }

  /** Makes up an object with a street of this many bytes; the key decides the rest. No two identifiers are equal. */
  function inventedObject(layout, count, streetByteCount, key) {
    const random = new SplitMix64(key);
    const start = STREET_OFFSETS[layout];
    const object = new Uint8Array(Math.min(start + streetByteCount, ATT.largestValue));
    const view = new DataView(object.buffer);
    const drawn = random.next();
    view.setUint32(0, scatter(count), true);
    object[4] = Number(drawn >> 32n & 0xFFn) % 31;
    view.setUint32(5, Number(drawn & 0xFFFFFn), true);
    for (let at = start; at < object.length;) {
      let letters = random.next();
      for (let left = 8; left > 0 && at < object.length; left -= 1) {
        object[at++] = 0x61 + Number(letters & 15n);
        letters >>= 8n;
      }
    }
    return object;
  }

  class SimulatedPhone {
    constructor(world, configuration) {
      this.core = world.core;
      this.layer = world.layer;
      this.observe = world.layer.observe;
      this.configuration = configuration;
      this.number = this.layer.addPeripheral(this);
      this.session = this.core.peripheral(configuration);
      this.isAlive = true;
      this.reads = [];
      this.replacements = [];
      this.nextWake = Infinity;
      this.inventedCount = this.number * 2 ** 16;
    }

    // What its user and its app do.

    startNavigation() {
      this.feed({ event: 'startNavigation' });
    }

    stopNavigation() {
      this.feed({ event: 'stopNavigation' });
    }

    startAdvertising() {
      this.feed({ event: 'startAdvertising' });
    }

    publish(bytes) {
      this.feed({ event: 'publish', bytes });
    }

    publishInvented(streetByteCount, key) {
      this.inventedCount += 1;
      this.publish(inventedObject(this.configuration.layout, this.inventedCount, streetByteCount, key));
    }

    die() {
      this.observe({ event: 'killed', phone: this.number });
      this.isAlive = false;
      this.layer.changeService(this.number, false);
      this.advertise(false);
      this.reads = [];
    }

    /** Starts the app again; the user goes on navigating. */
    restart() {
      this.session.free();
      this.session = this.core.peripheral(this.configuration);
      this.isAlive = true;
      this.nextWake = Infinity;
      if (!this.layer.peripherals[this.number].isRadioOn) this.feed({ event: 'radioOff' });
      this.startNavigation();
    }

    get isServing() {
      return this.layer.peripherals[this.number].handle !== 0;
    }

    get phase() {
      return this.session.phase();
    }

    // What its link tells it.

    wake() {
      // An earlier wake-up has taken this one's place: nothing is left to do.
      if (!this.isAlive || this.layer.now < this.nextWake) return;
      this.nextWake = Infinity;
      const deadline = this.session.deadline();
      if (deadline !== null && deadline <= this.now) this.feed({ event: 'timePassed' });
      else this.scheduleWake();
    }

    switched(isOn) {
      if (!isOn && this.isAlive) this.reads = [];
      this.feed({ event: isOn ? 'radioOn' : 'radioOff' });
    }

    connected(central, mtu) {
      this.feed({ event: 'connected', central, mtu });
    }

    disconnected(central) {
      if (this.isAlive) this.reads = this.reads.filter((read) => read.central !== central);
      this.feed({ event: 'disconnected', central });
    }

    mtuChanged(central, mtu) {
      this.feed({ event: 'mtuChanged', central, mtu });
    }

    subscribed(central) {
      this.feed({ event: 'subscribed', central });
    }

    unsubscribed(central) {
      this.feed({ event: 'unsubscribed', central });
    }

    queueReady() {
      this.feed({ event: 'notificationsReady' });
    }

    read(central, offset, token) {
      if (!this.isAlive) return;
      if (offset > 0 && this.replacements.length > 0) this.replaceObject(offset);
      this.reads.push({ central, token, offset });
      this.feed({ event: 'read', central, offset });
    }

    /** Publishes before a read is answered that has begun with an earlier object. */
    replaceObject(offset) {
      const { streetByteCount, forgetsOld, make } = this.replacements.shift();
      if (make !== undefined) {
        const count = this.configuration.serving === 'snapshotPerRead' ? KEPT_OBJECTS : 1;
        for (let number = 0; number < count; number += 1) {
          const bytes = make(offset);
          if (bytes !== null) this.publish(bytes);
        }
        return;
      }
      if (!forgetsOld) return this.publishInvented(streetByteCount, streetByteCount);
      // An object that ends before the offset would not go on, but end the read.
      const needed = offset + ATT.smallestPayload - STREET_OFFSETS[this.configuration.layout];
      for (let key = 0; key < KEPT_OBJECTS; key += 1) {
        this.publishInvented(Math.max(streetByteCount, needed), key);
      }
    }

    // What its session wants.

    get now() {
      return Math.floor(this.layer.now / 1000);
    }

    feed(event) {
      if (!this.isAlive) return;
      if (event.event === 'publish') this.observe({ event: 'published', phone: this.number, bytes: event.bytes });
      this.session.handle(event, this.now);
      for (let effect; (effect = this.session.nextEffect()) !== null;) this.perform(effect);
      this.scheduleWake();
    }

    scheduleWake() {
      const deadline = this.session.deadline();
      if (deadline === null) return;
      const time = Math.max(deadline * 1000, this.layer.now);
      if (time >= this.nextWake) return;
      this.nextWake = time;
      this.layer.queue.add(time, () => this.wake());
    }

    perform({ effect, central, bytes, attError, fault }) {
      switch (effect) {
        case 'addService': return this.layer.changeService(this.number, true, this.configuration.hasCCCD);
        case 'removeService': return this.layer.changeService(this.number, false);
        case 'startAdvertising': return this.advertise(true);
        case 'stopAdvertising': return this.advertise(false);
        case 'notify':
          if (!this.isServing || this.layer.notify(central, bytes)) return undefined;
          return this.session.handle({ event: 'notificationRefused', central }, this.now);
        case 'answer': return this.respond(central, { response: 'value', bytes });
        case 'reject': return this.respond(central, { response: 'error', attError });
        default: return this.observe({ event: 'refusedByPhone', phone: this.number, fault });
      }
    }

    advertise(isOn) {
      this.layer.peripherals[this.number].isAdvertising = isOn;
      this.observe({ event: 'advertising', phone: this.number, isOn });
    }

    respond(central, response) {
      const index = this.reads.findIndex((read) => read.central === central);
      if (index < 0) return;
      const [{ token }] = this.reads.splice(index, 1);
      this.layer.respond(central, token, response);
    }
  }

  Object.assign(Knav.link, { SimulatedPhone, PROFILES, layoutOf, configurationOf });
})();
