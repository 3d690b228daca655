// A phone and a device under one virtual clock, and what goes wrong between them; as in Simulation/World and
// Simulation/History.
(function () {
  'use strict';

  const { LinkLayer, SimulatedDevice, SimulatedPhone, configurationOf } = Knav.link;

  class World {
    /** `observe` is called with each event, its time as `at`, and whose link it is as `central`. */
    constructor(core, { seed, profile, mtu, radio = 'offsetReads', observe }) {
      this.core = core;
      this.layer = new LinkLayer({
        seed, mtu,
        observe: (event) => observe({
          at: this.layer.now, central: this.layer.links[event.link]?.central, ...event,
        }),
      });
      this.configuration = configurationOf(profile, mtu, this.layer.random);
      this.phone = new SimulatedPhone(this, this.configuration);
      this.device = new SimulatedDevice(this, radio);
      this.others = [];
    }

    get now() {
      return this.layer.now;
    }

    /** Makes something go wrong, at once or with the next PDU of its kind; false if it can't happen as things are. */
    inject(fault) {
      if (!this.canHappen(fault)) return false;
      this.layer.observe({ event: 'fault', fault });
      const { family, kind } = fault;
      if (family === 'answer' || family === 'notification') this.layer.armed[family].push(fault);
      else this[kind](fault);
      return true;
    }

    canHappen({ family, kind, mtu }) {
      const { phone, device, layer } = this;
      const links = layer.links.filter((link) => layer.carries(link));
      if (family === 'notification') return this.configuration.hasCCCD;
      switch (kind) {
        case 'mtuChanged': return links.some((link) => link.mtu < mtu);
        case 'dropped': case 'droppedSilently': return links.length > 0;
        case 'subscriptionsLost': return links.some((link) => link.subscribed !== 0);
        case 'peripheralRadioOff': return layer.peripherals[phone.number].isRadioOn;
        case 'centralRadioOff': return layer.centrals[device.number].isRadioOn;
        case 'navigationStopped': return phone.isServing;
        case 'restarted': return phone.isAlive;
        default: return true;
      }
    }

    mtuChanged({ mtu }) {
      this.layer.forEachLink((link) => { if (link.mtu < mtu) this.layer.changeMTU(link, mtu); });
    }

    dropped() {
      this.layer.forEachLink((link) => this.layer.drop(link, true, true));
    }

    droppedSilently() {
      this.layer.forEachLink((link) => this.layer.drop(link, false, false));
    }

    advertisingMissed({ count }) {
      this.layer.armed.missedAdvertisements += count;
    }

    subscriptionsLost() {
      this.layer.forEachLink((link) => this.layer.forgetSubscription(link));
    }

    peripheralRadioOff({ time }) {
      const { number } = this.phone;
      if (this.layer.switchPeripheral(number, false)) {
        this.layer.after(time, () => this.layer.switchPeripheral(number, true));
      }
    }

    centralRadioOff({ time }) {
      const { number } = this.device;
      if (this.layer.switchCentral(number, false)) {
        this.layer.after(time, () => this.layer.switchCentral(number, true));
      }
    }

    pairingRequired({ time }) {
      const peripheral = this.layer.peripherals[this.phone.number];
      peripheral.isPaired = false;
      this.layer.after(time, () => { peripheral.isPaired = true; });
    }

    objectReplaced({ count }) {
      this.phone.replacements.push({ streetByteCount: count, forgetsOld: true });
    }

    publishedInRead({ count }) {
      this.phone.replacements.push({ streetByteCount: count, forgetsOld: false });
    }

    /** Only in the page: `make` gives the object that takes the place of the one that is being read, at an offset. */
    nextInRead({ make }) {
      this.phone.replacements.push({ make });
    }

    navigationStopped({ time }) {
      this.phone.stopNavigation();
      this.layer.after(time, () => this.phone.startNavigation());
    }

    restarted({ time }) {
      this.phone.die();
      this.layer.after(time, () => this.phone.restart());
    }

    secondCentral({ time }) {
      const device = new SimulatedDevice(this, 'offsetReads');
      this.others.push(device);
      device.start();
      this.layer.after(time, () => device.stop());
    }

    /** From now on nothing goes wrong, except what has already begun; and the user has the phone advertise. */
    calmDown() {
      this.layer.armed = { answer: [], notification: [], missedAdvertisements: 0 };
      this.phone.replacements = [];
      this.phone.startAdvertising();
    }

    /** Gives the memory of all sessions back. */
    free() {
      for (const { session } of [this.phone, this.device, ...this.others]) session.free();
    }
  }

  Knav.link.World = World;
})();
