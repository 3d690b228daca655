// PDUs: from one end to the other, with faults on the way. A PDU takes up to one connection interval, and none overtakes
// an earlier one in its direction.
(function () {
  'use strict';

  const ATT = {
    invalidHandle: 0x01, insufficientAuthentication: 0x05, attributeNotFound: 0x0A,
    defaultMTU: 23, largestMTU: 517, largestValue: 512, smallestPayload: 20,
    readPayload: (mtu) => mtu - 1,
    notificationPayload: (mtu) => mtu - 3,
    endsObject: (error) => error === 0x07 || error === 0x0B,
  };

  Object.assign(Knav.link.LinkLayer.prototype, {
    /** Sends a central's request. Only one should be outstanding; a second one is sent too, and reported. */
    send(number, token, request) {
      const link = this.links[number];
      this.observe({ event: 'sent', link: number, token, ...request, isOneTooMany: link.outstanding !== null });
      link.outstanding = token;
      if (!this.carries(link)) return this.lost(link, 'peripheral', request.request);
      const time = Math.max(this.now + this.hop(), link.lastToPeripheral);
      link.lastToPeripheral = time;
      this.queue.add(time, () => this.arriveAtPeripheral(link, token, request));
    },

    /** Sends a host's answer to a request: `{response: 'value', bytes}`, `'error'`, `'done'` or `'characteristic'`. */
    respond(number, token, response) {
      const link = this.links[number];
      const isData = response.response === 'value' || response.response === 'error';
      const fault = isData ? this.armed.answer.shift() : undefined;
      if (fault?.kind === 'lost') return this.lost(link, 'central', response.response);
      const sent = fault?.kind === 'failed' ? { response: 'error', attError: fault.attError } : response;
      const arrive = () => this.arriveAtCentral(link, token, sent);
      this.sendToCentral(link, arrive, fault?.kind === 'delayed' ? fault.time : 0, sent.response);
      if (fault?.kind !== 'repeated') return;
      // The radio repeats a value that has arrived: after it, and after everything else under way.
      this.queue.add(Math.max(this.now, link.lastToCentral) + 1 + fault.time, arrive);
    },

    sendToCentral(link, arrive, delay, what) {
      if (!this.carries(link)) return this.lost(link, 'central', what);
      const time = Math.max(this.now + delay + this.hop(), link.lastToCentral);
      link.lastToCentral = time;
      this.queue.add(time, arrive);
    },

    /** Tells only who draws the link: the simulator's trace has no such line. */
    lost(link, side, what) {
      this.observe({ event: 'lost', link: link.number, side, what });
    },

    /** Returns whether the queue had room. */
    notify(number, bytes) {
      const link = this.links[number];
      const peripheral = this.peripherals[link.peripheral];
      if (peripheral.isQueueFull) {
        this.observe({ event: 'queueFull', link: number });
        return false;
      }
      if (!link.isUpForPeripheral || link.subscribed === 0 || link.subscribed !== peripheral.handle) return true;
      let count = Math.min(bytes.length, ATT.notificationPayload(link.mtu));
      const fault = this.armed.notification.shift();
      if (fault?.kind === 'lost') {
        this.lost(link, 'central', 'notification');
        return true;
      }
      if (fault?.kind === 'queueFull') {
        peripheral.isQueueFull = true;
        this.observe({ event: 'queueFull', link: number });
        this.after(fault.time, () => {
          peripheral.isQueueFull = false;
          peripheral.host.queueReady();
        });
        return false;
      }
      if (fault?.kind === 'cut') count = Math.min(count, fault.count);
      const value = bytes.slice(0, count);
      const arrive = () => this.notificationArrives(link, value);
      if (fault?.kind === 'repeated') this.sendToCentral(link, arrive, 0, 'notification');
      this.sendToCentral(link, arrive, fault?.kind === 'delayed' ? fault.time : 0, 'notification');
      return true;
    },

    notificationArrives(link, bytes) {
      if (!link.isUpForCentral) return;
      this.observe({ event: 'notification', link: link.number, bytes });
      this.centrals[link.central].host.notified(link.linkToken, bytes);
    },

    arriveAtCentral(link, token, response) {
      // A radio may report an answer of a link that is gone. The token tells the host.
      if (link.outstanding === token) link.outstanding = null;
      const { bytes, attError } = response;
      if (response.response === 'value') this.observe({ event: 'value', link: link.number, token, bytes });
      else if (response.response === 'error') this.observe({ event: 'refusal', link: link.number, token, attError });
      else this.observe({ event: 'confirmation', link: link.number, token });
      this.centrals[link.central].host.responded(response, token, link.linkToken);
    },

    arriveAtPeripheral(link, token, request) {
      if (!link.isUpForPeripheral || link.isLost) return;
      const { request: kind, handle, offset } = request;
      this.observe({ event: kind, link: link.number, token, offset });
      const peripheral = this.peripherals[link.peripheral];
      const refusal = this.refusal(peripheral, kind, handle);
      if (refusal !== null) return this.respond(link.number, token, { response: 'error', attError: refusal });
      if (kind === 'read') return peripheral.host.read(link.number, offset, token);
      if (kind === 'subscribe') {
        link.subscribed = handle;
        peripheral.host.subscribed(link.number);
        return this.respond(link.number, token, { response: 'done' });
      }
      this.respond(link.number, token, peripheral.handle === 0
        ? { response: 'error', attError: ATT.attributeNotFound }
        : { response: 'characteristic', handle: peripheral.handle, hasCCCD: peripheral.hasCCCD });
    },

    /** Why a server refuses a request by itself; null if it does not. */
    refusal({ handle: served, hasCCCD, isPaired }, kind, handle) {
      if (kind === 'discover') return null;
      if (served === 0 || handle !== served || (kind === 'subscribe' && !hasCCCD)) return ATT.invalidHandle;
      return isPaired ? null : ATT.insufficientAuthentication;
    },

    /** Makes the peripheral forget the subscription of a link, without telling the central. */
    forgetSubscription(link) {
      const peripheral = this.peripherals[link.peripheral];
      const wasServed = link.subscribed !== 0 && link.subscribed === peripheral.handle;
      link.subscribed = 0;
      if (wasServed) peripheral.host.unsubscribed(link.number);
    },

    /** Sets a greater MTU, and tells both ends. */
    changeMTU(link, mtu) {
      link.mtu = mtu;
      this.peripherals[link.peripheral].host.mtuChanged(link.number, mtu);
      this.sendToCentral(link, () => {
        if (!link.isUpForCentral) return;
        this.observe({ event: 'mtuChanged', link: link.number, mtu });
        this.centrals[link.central].host.mtuChanged(link.linkToken, mtu);
      }, 0, 'mtuChanged');
    },

    /** Adds or removes a peripheral's service, and tells the connected centrals. Handles are never used again. */
    changeService(number, isServed, hasCCCD) {
      const peripheral = this.peripherals[number];
      peripheral.handle = isServed ? peripheral.lastHandle + 3 : 0;
      if (isServed) {
        peripheral.hasCCCD = hasCCCD;
        peripheral.lastHandle = peripheral.handle + (hasCCCD ? 1 : 0);
      }
      this.forEachLink((link) => {
        if (link.peripheral !== number) return;
        link.subscribed = 0;
        this.sendToCentral(link, () => {
          if (!link.isUpForCentral) return;
          this.observe({ event: 'serviceChanged', link: link.number });
          this.centrals[link.central].host.serviceChanged(link.linkToken);
        }, 0, 'serviceChanged');
      });
    },
  });

  Knav.link.ATT = ATT;
})();
