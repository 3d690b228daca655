// Writes the events of a ride in the page as `knav ride --trace` writes those of the simulator.
(() => {
  'use strict';

  const UUIDS = '71c1e128d92f4fa8a2b20f171db3436c503dd6059bcb4f6eb235270a57483026';
  const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');

  /** How each event is written. Events that are not here are only in the page. */
  const LINES = {
    found: e => `found(central: ${e.central}, peripheral: ${e.peripheral})`,
    connected: e => `connected(link: ${e.link})`,
    ended: e => `ended(link: ${e.link})`,
    centralDisconnected: e => `centralDisconnected(link: ${e.link})`,
    peripheralDisconnected: e => `peripheralDisconnected(link: ${e.link})`,
    discover: e => `discover(link: ${e.link}, token: ${e.token}) ${UUIDS}`,
    read: e => `read(link: ${e.link}, token: ${e.token}, offset: ${e.offset})`,
    subscribe: e => `subscribe(link: ${e.link}, token: ${e.token}, isOn: true)`,
    value: e => `value(link: ${e.link}, token: ${e.token}) ${hex(e.bytes)}`,
    confirmation: e => `confirmation(link: ${e.link}, token: ${e.token})`,
    refusal: e => `refusal(link: ${e.link}, token: ${e.token}, ${Knav.parts.hexByte(e.attError)})`,
    notification: e => `notification(link: ${e.link}) ${hex(e.bytes)}`,
    mtuChanged: e => `mtuChanged(link: ${e.link}, ${e.mtu})`,
    serviceChanged: e => `serviceChanged(link: ${e.link})`,
    centralRadio: e => `centralRadio(${e.central}, isOn: ${e.isOn})`,
    peripheralRadio: e => `peripheralRadio(${e.peripheral}, isOn: ${e.isOn})`,
    advertising: e => `advertising(${e.phone}, isOn: ${e.isOn})`,
    published: e => `published(${e.phone}) ${hex(e.bytes)}`,
    delivered: e => `delivered(${e.device}, ${e.extent}) ${hex(e.bytes)}`,
    reported: e => `reported(${e.device}, ${e.status})`,
    fault: e => `fault(${Knav.link.faultText(e.fault)})`,
  };

  const seconds = time => `${Math.floor(time / 1e6)}.${String(1e6 + time % 1e6).slice(1)}`;

  /** The lines of a ride. */
  return async setting => {
    const lines = [];
    await Knav.ride.run({
      ...setting,
      observe: event => {
        const line = LINES[event.event]?.(event).trim();
        if (line !== undefined) lines.push(`${seconds(event.at)} ${line}`);
      },
    });
    return lines;
  };
})()
