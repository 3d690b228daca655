// The radio between all centrals and peripherals: advertising, scanning, connections, and how they end. The rules and
// the order of the draws are those of Simulation/Link. Times are in microseconds.
(function () {
  'use strict';

  const { SplitMix64, EventQueue } = Knav.link;
  /** The longest supervision time-out that a link can have. */
  const SUPERVISION_TIMEOUT = 32_000_000;

  class LinkLayer {
    /** `observe` is called with what happens: `{event, …}`, and the time in `now`. */
    constructor({ seed, mtu, observe, connectionInterval = 30_000, advertisingInterval = 500_000 }) {
      this.random = new SplitMix64(seed);
      this.queue = new EventQueue();
      this.now = 0;
      this.mtu = mtu;
      this.connectionInterval = connectionInterval;
      this.advertisingInterval = advertisingInterval;
      this.observe = observe;
      this.centrals = [];
      this.peripherals = [];
      this.links = [];
      this.armed = { answer: [], notification: [], missedAdvertisements: 0 };
    }

    /** Draws how long a PDU takes: at most one connection interval. */
    hop() {
      return 1 + this.random.below(this.connectionInterval);
    }

    after(delay, happening) {
      this.queue.add(this.now + delay, happening);
    }

    /** Makes the next thing happen; false if nothing happens until `end`. */
    step(end) {
      if (this.queue.firstTime > end) {
        this.now = Math.max(this.now, end);
        return false;
      }
      const { time, happening } = this.queue.takeFirst();
      this.now = time;
      happening();
      return true;
    }

    addCentral(host) {
      return this.centrals.push({ host, isScanning: false, scanEpoch: 0, isRadioOn: true }) - 1;
    }

    addPeripheral(host) {
      return this.peripherals.push({
        host, handle: 0, hasCCCD: false, lastHandle: 0, isAdvertising: false,
        isRadioOn: true, isPaired: true, isQueueFull: false,
      }) - 1;
    }

    startScan(number) {
      const central = this.centrals[number];
      if (!central.isRadioOn) return;
      central.isScanning = true;
      central.scanEpoch += 1;
      this.scheduleScan(number);
    }

    stopScan(number) {
      this.centrals[number].isScanning = false;
      this.centrals[number].scanEpoch += 1;
    }

    scheduleScan(number) {
      const epoch = this.centrals[number].scanEpoch;
      this.after(1 + this.random.below(this.advertisingInterval), () => this.hearAdvertising(number, epoch));
    }

    hearAdvertising(number, epoch) {
      const central = this.centrals[number];
      if (central.scanEpoch !== epoch || !central.isScanning) return;
      const found = this.peripherals.findIndex(({ isAdvertising, isRadioOn }) => {
        if (!isAdvertising || !isRadioOn) return false;
        if (this.armed.missedAdvertisements === 0) return true;
        this.armed.missedAdvertisements -= 1;
        return false;
      });
      if (found >= 0) {
        this.observe({ event: 'found', central: number, peripheral: found });
        central.host.found(found);
      }
      if (central.scanEpoch === epoch && central.isScanning) this.scheduleScan(number);
    }

    /** The number of the link, which comes up when the peripheral advertises. */
    connect(central, peripheral, linkToken) {
      const number = this.links.push({
        number: this.links.length, central, peripheral, linkToken, mtu: this.mtu,
        isComingUp: true, isUpForCentral: false, isUpForPeripheral: false, isLost: false,
        outstanding: null, lastToCentral: 0, lastToPeripheral: 0, subscribed: 0,
      }) - 1;
      const delay = this.hop() + this.hop();
      this.after(delay, () => this.comeUp(this.links[number]));
      return number;
    }

    comeUp(link) {
      if (!link.isComingUp) return;
      const peripheral = this.peripherals[link.peripheral];
      if (!peripheral.isRadioOn || !peripheral.isAdvertising) {
        this.after(this.advertisingInterval, () => this.comeUp(link));
        return;
      }
      link.isComingUp = false;
      link.isUpForCentral = true;
      link.isUpForPeripheral = true;
      this.observe({ event: 'connected', link: link.number, mtu: link.mtu });
      peripheral.host.connected(link.number, link.mtu);
      this.centrals[link.central].host.connected(link.number, link.linkToken, link.mtu);
    }

    carries(link) {
      return link.isUpForCentral && link.isUpForPeripheral && !link.isLost;
    }

    /** Ends a link, or an attempt to connect, for the central. */
    disconnect(number) {
      const link = this.links[number];
      link.isComingUp = false;
      if (!link.isUpForCentral) return;
      link.isUpForCentral = false;
      this.observe({ event: 'ended', link: number });
      if (!link.isLost && link.isUpForPeripheral) this.after(this.hop(), () => this.loseAtPeripheral(link));
    }

    loseAtCentral(link) {
      if (!link.isUpForCentral) return;
      link.isUpForCentral = false;
      this.observe({ event: 'centralDisconnected', link: link.number });
      this.centrals[link.central].host.disconnected(link.linkToken);
    }

    loseAtPeripheral(link) {
      if (!link.isUpForPeripheral) return;
      link.isUpForPeripheral = false;
      this.observe({ event: 'peripheralDisconnected', link: link.number });
      this.peripherals[link.peripheral].host.disconnected(link.number);
    }

    /** Cuts the link: it carries nothing any more. Each end is told at once, or not at all. If not, the peripheral's
     *  system notices after its supervision time-out; the central has to notice by itself. */
    drop(link, tellsCentral, tellsPeripheral) {
      if (link.isLost) return;
      link.isLost = true;
      if (tellsCentral) this.after(this.hop(), () => this.loseAtCentral(link));
      this.after(tellsPeripheral ? this.hop() : SUPERVISION_TIMEOUT, () => this.loseAtPeripheral(link));
    }

    switchCentral(number, isOn) {
      const central = this.centrals[number];
      if (central.isRadioOn === isOn) return false;
      central.isRadioOn = isOn;
      if (!isOn) this.stopScan(number);
      this.observe({ event: 'centralRadio', central: number, isOn });
      for (const link of isOn ? [] : this.links) {
        if (link.central !== number) continue;
        link.isComingUp = false;
        link.isUpForCentral = false;
        if (!link.isLost && link.isUpForPeripheral) this.drop(link, false, true);
      }
      central.host.switched(isOn);
      return true;
    }

    switchPeripheral(number, isOn) {
      const peripheral = this.peripherals[number];
      if (peripheral.isRadioOn === isOn) return false;
      peripheral.isRadioOn = isOn;
      if (!isOn) {
        peripheral.isAdvertising = false;
        peripheral.handle = 0;
      }
      this.observe({ event: 'peripheralRadio', peripheral: number, isOn });
      for (const link of isOn ? [] : this.links) {
        if (link.peripheral !== number) continue;
        link.isUpForPeripheral = false;
        this.drop(link, true, false);
      }
      peripheral.host.switched(isOn);
      return true;
    }

    forEachLink(body) {
      for (const link of this.links) if (this.carries(link)) body(link);
    }
  }

  Knav.link.LinkLayer = LinkLayer;
})();
