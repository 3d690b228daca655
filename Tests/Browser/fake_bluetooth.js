// Stands in for navigator.bluetooth, and lets a test decide what happens, and in which order.
//
// `bluetooth.calls` has the calls that wait for an answer, oldest first: {name, resolve(value), reject(error)}. A name in
// `bluetooth.automatic` is answered at once. As in Chromium, a read's own event comes before its promise is fulfilled.
'use strict';

(() => {
  const SERVICE = '71c1e128-d92f-4fa8-a2b2-0f171db3436c';
  const CHARACTERISTIC = '503dd605-9bcb-4f6e-b235-270a57483026';

  class FakeCharacteristic extends EventTarget {
    uuid = CHARACTERISTIC;
    properties = { read: true, notify: bluetooth.notify, indicate: false };
    value = null;
    readValue() { return bluetooth.call('read', this); }
    startNotifications() { return bluetooth.call('subscribe', this); }

    /** A value that is part of a larger buffer, because a view need not begin at its buffer's beginning. */
    change(bytes) {
      const buffer = new Uint8Array([0xEE, 0xEE, ...bytes, 0xEE]).buffer;
      this.value = new DataView(buffer, 2, bytes.length);
      this.dispatchEvent(new Event('characteristicvaluechanged'));
      return this.value;
    }
  }

  const gatt = {
    connected: false,
    connect() {
      return bluetooth.call('connect', null).then((server) => {
        gatt.connected = true;
        return server;
      });
    },
    disconnect() {
      bluetooth.disconnections += 1;
      if (gatt.connected) bluetooth.lose();
    },
    getPrimaryService(uuid) { return bluetooth.call('service', null, uuid); },
  };
  const device = Object.assign(new EventTarget(), { name: 'Fake', gatt });

  globalThis.bluetooth = Object.assign(new EventTarget(), {
    available: true,
    notify: true,
    automatic: new Set(),
    calls: [],
    history: [],
    choosers: 0,
    disconnections: 0,
    device,
    characteristic: null,
    /** What reads are answered with, if that is automatic. */
    object: [],

    getAvailability: () => Promise.resolve(bluetooth.available),
    requestDevice(options) {
      bluetooth.choosers += 1;
      bluetooth.options = options;
      return bluetooth.call('choose', null);
    },

    call(name, characteristic, uuid) {
      bluetooth.history.push(name);
      const names = { service: SERVICE, characteristic: CHARACTERISTIC };
      if (uuid !== undefined && uuid !== names[name]) return Promise.reject(new DOMException('a wrong UUID', 'NotFoundError'));
      const call = { name, characteristic };
      const answer = new Promise((resolve, reject) => Object.assign(call, { resolve, reject }));
      bluetooth.calls.push(call);
      if (bluetooth.automatic.has(name)) bluetooth.answer(name);
      return answer;
    },

    take(name) {
      const place = bluetooth.calls.findIndex((call) => call.name === name);
      if (place < 0) throw new Error(`no ${name} waits: ${bluetooth.calls.map((call) => call.name)}`);
      return bluetooth.calls.splice(place, 1)[0];
    },

    /** Fulfils the oldest call of this name. */
    answer(name, bytes = bluetooth.object) {
      const call = bluetooth.take(name);
      switch (name) {
        case 'choose': return call.resolve(device);
        case 'connect': return call.resolve(gatt);
        case 'service': return call.resolve({ getCharacteristic: (uuid) => bluetooth.call('characteristic', null, uuid) });
        case 'characteristic':
          bluetooth.characteristic = new FakeCharacteristic();
          return call.resolve(bluetooth.characteristic);
        case 'subscribe': return call.resolve(call.characteristic);
        default: return call.resolve(call.characteristic.change(bytes));
      }
    },

    refuse(name, kind, message = 'no') {
      bluetooth.take(name).reject(new DOMException(message, kind));
    },

    notified(bytes) { bluetooth.characteristic.change(bytes); },

    /** The link ends. Chromium rejects what is under way only when its answer comes; here it stays. */
    lose() {
      gatt.connected = false;
      device.dispatchEvent(new Event('gattserverdisconnected'));
    },

    switchTo(isOn) {
      bluetooth.available = isOn;
      bluetooth.dispatchEvent(Object.assign(new Event('availabilitychanged'), { value: isOn }));
    },
  });
  Object.defineProperty(navigator, 'bluetooth', { value: globalThis.bluetooth, configurable: true });

  /** The events that the radio tells a session, in short. */
  globalThis.told = [];
  globalThis.hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  globalThis.bytes = (...numbers) => Uint8Array.from(numbers);
  /** Lets everything that waits for nothing but its turn come to its end. */
  globalThis.settled = () => new Promise((done) => { setTimeout(done); });

  /** A radio without a session: what it tells is kept in `told`. */
  globalThis.makeRadio = () => {
    told.length = 0;
    globalThis.radio = new Knav.webBluetooth.Radio(device, ({ event, bytes: value, attError, hasCCCD, ticket }) => {
      told.push([
        event, ...(ticket === undefined ? [] : [ticket]), ...(value === undefined ? [] : [hex(value)]),
        ...(attError === undefined ? [] : [attError]), ...(hasCCCD === undefined ? [] : [hasCCCD]),
      ].join(' '));
    });
    return radio;
  };

  /** A radio with a link, number 1, and a subscription. */
  globalThis.makeLink = async () => {
    makeRadio();
    for (const name of ['connect', 'service', 'characteristic', 'subscribe']) bluetooth.automatic.add(name);
    radio.perform({ effect: 'connect', peer: 1, link: 1 });
    await settled();
    radio.perform({ effect: 'discover', ticket: 2 });
    await settled();
    radio.perform({ effect: 'subscribe', ticket: 3 });
    await settled();
    bluetooth.automatic.clear();
    told.length = 0;
  };
})();
