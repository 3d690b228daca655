'use strict';

const SERVICE = '71c1e128-d92f-4fa8-a2b2-0f171db3436c';
const CHARACTERISTIC = '503dd605-9bcb-4f6e-b235-270a57483026';

/** What happened, in order: [what, bytes in hexadecimal digits or a message]. */
const seen = [];
let device, characteristic;

const hexadecimal = view =>
  Array.from(new Uint8Array(view.buffer), byte => byte.toString(16).padStart(2, '0')).join('');

document.getElementById('ask').addEventListener('click', () => {
  navigator.bluetooth.requestDevice({filters: [{services: [SERVICE]}]}).then(
    chosen => {
      device = chosen;
      device.addEventListener('gattserverdisconnected', () => seen.push(['lost', '']));
      seen.push(['chosen', '']);
    },
    error => seen.push(['refused', error.name]));
});

async function connect() {
  const server = await device.gatt.connect();
  const service = await server.getPrimaryService(SERVICE);
  characteristic = await service.getCharacteristic(CHARACTERISTIC);
  characteristic.addEventListener('characteristicvaluechanged',
    () => seen.push(['value', hexadecimal(characteristic.value)]));
  await characteristic.startNotifications();
  seen.push(['subscribed', '']);
}

const read = () => characteristic.readValue().then(hexadecimal);
