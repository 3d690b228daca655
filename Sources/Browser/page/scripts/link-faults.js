// What goes wrong: the kinds, how a seed draws them, and their words; as in Simulation/Faults and Simulation/Campaign.
(function () {
  'use strict';

  const { SplitMix64 } = Knav.link;

  Knav.texts.add({
    'fault.answer.delayed': { en: 'answer delayed by {time} ms', de: 'Antwort um {time} ms verspätet' },
    'fault.answer.lost': { en: 'answer lost', de: 'Antwort verloren' },
    'fault.answer.repeated': { en: 'answer repeated after {time} ms', de: 'Antwort nach {time} ms wiederholt' },
    'fault.answer.failed': { en: 'error {attError} instead of an answer', de: 'Fehler {attError} statt einer Antwort' },
    'fault.notification.lost': { en: 'notification lost', de: 'Benachrichtigung verloren' },
    'fault.notification.repeated': { en: 'notification repeated', de: 'Benachrichtigung wiederholt' },
    'fault.notification.delayed': {
      en: 'notification delayed by {time} ms', de: 'Benachrichtigung um {time} ms verspätet',
    },
    'fault.notification.cut': {
      en: 'notification cut to {count} bytes', de: 'Benachrichtigung auf {count} Byte gekürzt',
    },
    'fault.notification.queueFull': {
      en: 'notification queue full for {time} ms', de: 'Warteschlange der Benachrichtigungen {time} ms lang voll',
    },
    'fault.link.mtuChanged': { en: 'MTU changed to {mtu}', de: 'MTU auf {mtu} geändert' },
    'fault.link.dropped': { en: 'link dropped', de: 'Verbindung getrennt' },
    'fault.link.droppedSilently': {
      en: 'link dropped, and nobody told', de: 'Verbindung getrennt, und niemand erfährt es',
    },
    'fault.link.advertisingMissed': {
      en: 'advertising missed {count} times', de: 'Smartphone {count}-mal überhört',
    },
    'fault.link.subscriptionsLost': { en: 'subscriptions lost', de: 'Abonnements verloren' },
    'fault.link.peripheralRadioOff': {
      en: 'peripheral\'s Bluetooth off for {time} ms', de: 'Bluetooth des Smartphones {time} ms lang aus',
    },
    'fault.link.centralRadioOff': {
      en: 'central\'s Bluetooth off for {time} ms', de: 'Bluetooth des Geräts {time} ms lang aus',
    },
    'fault.link.pairingRequired': {
      en: 'pairing required for {time} ms', de: 'Kopplung {time} ms lang verlangt',
    },
    'fault.phone.objectReplaced': {
      en: 'object replaced by one with a street of {count} bytes',
      de: 'Objekt durch eines mit {count} Byte Straße ersetzt',
    },
    'fault.phone.publishedInRead': {
      en: 'object with a street of {count} bytes published during a read',
      de: 'Objekt mit {count} Byte Straße während einer Lesung veröffentlicht',
    },
    'fault.phone.nextInRead': {
      en: 'the next instruction replaces the object that is being read',
      de: 'die nächste Anweisung ersetzt das Objekt, das gerade gelesen wird',
    },
    'fault.phone.navigationStopped': {
      en: 'navigation stopped for {time} ms', de: 'Navigation {time} ms lang beendet',
    },
    'fault.phone.restarted': { en: 'phone\'s app restarted after {time} ms', de: 'App nach {time} ms neu gestartet' },
    'fault.phone.secondCentral': { en: 'second central for {time} ms', de: 'zweites Gerät für {time} ms' },
    'fault.peripheralRadioOff.shown': {
      en: 'phone\'s Bluetooth off for {time} ms', de: 'Bluetooth des Smartphones {time} ms lang aus',
    },
    'fault.centralRadioOff.shown': {
      en: 'device\'s Bluetooth off for {time} ms', de: 'Bluetooth des Geräts {time} ms lang aus',
    },
    'fault.secondCentral.shown': { en: 'second device for {time} ms', de: 'zweites Gerät für {time} ms' },
  });

  /** The time of a fault, in microseconds, drawn from milliseconds. */
  const time = (random, first, last) => ({ time: random.number(first, last) * 1000 });
  /** Error codes that refuse a read and do not end an object. */
  const REFUSALS = [0x01, 0x02, 0x05, 0x0A, 0x0E, 0x0F, 0x11, 0x80];
  const MTUS = [23, 23, 50, 100, 185, 247, 517];

  /** All kinds that leave the phone honest, with what is drawn of each. The order decides what a seed draws. */
  const KINDS = [
    ['notification', 'lost'],
    ['notification', 'repeated'],
    ['notification', 'delayed', (random) => time(random, 5, 3000)],
    ['notification', 'cut', (random) => ({ count: random.number(0, 8) })],
    ['notification', 'queueFull', (random) => time(random, 1, 2500)],
    ['answer', 'delayed', (random) => time(random, 5, 8000)],
    ['answer', 'lost'],
    ['answer', 'repeated', (random) => time(random, 0, 300)],
    ['answer', 'failed', (random) => ({ attError: random.element(REFUSALS) })],
    ['phone', 'publishedInRead', (random) => ({ count: random.number(0, 120) })],
    ['link', 'mtuChanged', (random) => ({ mtu: random.element(MTUS) })],
    ['link', 'dropped'],
    ['link', 'droppedSilently'],
    ['link', 'advertisingMissed', (random) => ({ count: random.number(1, 8) })],
    ['link', 'subscriptionsLost'],
    ['phone', 'navigationStopped', (random) => time(random, 50, 20_000)],
    ['link', 'peripheralRadioOff', (random) => time(random, 50, 8000)],
    ['link', 'centralRadioOff', (random) => time(random, 50, 8000)],
    ['phone', 'restarted', (random) => time(random, 50, 8000)],
    ['link', 'pairingRequired', (random) => time(random, 500, 20_000)],
    ['phone', 'secondCentral', (random) => time(random, 3000, 30_000)],
  ];
  /** A fault of a PDU waits for it, and its time is not how long it lasts. */
  const durationOf = ({ family, time: lasts = 0 }) => (family === 'link' || family === 'phone' ? lasts : 0);

  /** What riders meet, and the mean time between two of a kind in seconds. The order decides what a seed draws. */
  const RIDERS_KINDS = [
    [30, 10, 'notification', 'delayed', (random) => time(random, 100, 2000)],
    [60, 15, 'notification', 'lost'],
    [30, 10, 'answer', 'delayed', (random) => time(random, 100, 2000)],
    [120, 30, 'notification', 'queueFull', (random) => time(random, 100, 1500)],
    [300, 60, 'link', 'dropped'],
    [900, 180, 'link', 'droppedSilently'],
    [300, 45, 'link', 'advertisingMissed', (random) => ({ count: random.number(1, 8) })],
    [null, 240, 'link', 'peripheralRadioOff', (random) => time(random, 1000, 5000)],
    [null, 240, 'phone', 'restarted', (random) => time(random, 1000, 5000)],
  ];

  /** Each campaign's level: its share of the kinds, one in so many, and the mean gaps between two faults of a kind, in
   *  milliseconds. A rider's level: its column above. */
  const LEVELS = {
    none: null,
    everyday: { column: 0 },
    rough: { column: 1 },
    light: { share: 4, meanGaps: [40_000, 120_000] },
    heavy: { share: 2, meanGaps: [2000, 8000, 20_000, 60_000] },
  };

  /** The faults of a level, ordered by time, in microseconds: `{at, fault}`. Those that last are over by the end. */
  function schedule(level, end, seed) {
    const entries = [];
    if (LEVELS[level] === null) return entries;
    const random = new SplitMix64(seed);
    const { column, share, meanGaps } = LEVELS[level];
    const add = (gap, family, kind, draw) => {
      let at = random.number(0, gap);
      while (at < end) {
        const fault = { family, kind, ...draw?.(random) };
        if (at + durationOf(fault) < end) entries.push({ at, fault });
        at += random.number(gap / 4, gap * 7 / 4) + durationOf(fault);
      }
    };
    if (column !== undefined) {
      for (const [...kind] of RIDERS_KINDS) {
        const seconds = kind.splice(0, 2)[column];
        if (seconds !== null) add(seconds * 1_000_000, ...kind);
      }
    } else {
      for (const kind of KINDS) {
        if (random.happens(1, share)) add(random.element(meanGaps) * 1000, ...kind);
      }
    }
    return entries.sort((one, other) => one.at - other.at);
  }

  /** What knav names after the roles, and the page after what has them. */
  const SHOWN = new Set(['peripheralRadioOff', 'centralRadioOff', 'secondCentral']);

  /** A fault in knav's words. */
  const faultText = (fault) => said(`fault.${fault.family}.${fault.kind}`, fault);

  /** A fault in the words of the page. */
  const faultWords = (fault) => (SHOWN.has(fault.kind) ? said(`fault.${fault.kind}.shown`, fault) : faultText(fault));

  function said(key, { family, kind, time: lasts, attError, ...numbers }) {
    const values = { ...numbers };
    if (lasts !== undefined) values.time = lasts / 1000;
    if (attError !== undefined) values.attError = Knav.parts.hexByte(attError);
    return Knav.texts.text(key, values);
  }

  Object.assign(Knav.link, { schedule, faultText, faultWords, LEVELS: Object.keys(LEVELS) });
})();
