// The faults that one turns on by hand.
(function () {
  'use strict';

  const { make } = Knav.dom;
  const SECOND = 1_000_000;

  Knav.texts.add({
    'hand.title': { en: 'Make something go wrong', de: 'Etwas schiefgehen lassen' },
    'hand.dropped': { en: 'Lose the link', de: 'Verbindung verlieren' },
    'hand.droppedSilently': { en: 'Lose it, and tell nobody', de: 'Verlieren, ohne dass es jemand erfährt' },
    'hand.nextInRead': { en: 'Replace the object between two chunks', de: 'Objekt zwischen zwei Stücken ersetzen' },
    'hand.notification.lost': { en: 'Drop the next notification', de: 'Nächste Benachrichtigung verlieren' },
    'hand.queueFull': { en: 'Notification queue full, 1 s', de: 'Warteschlange voll, 1 s' },
    'hand.failed': { en: 'Error to the next read', de: 'Fehler auf die nächste Leseanfrage' },
    'hand.answer.lost': { en: 'Lose the next answer', de: 'Nächste Antwort verlieren' },
    'hand.answer.delayed': { en: 'Delay the next answer, 2 s', de: 'Nächste Antwort 2 s verzögern' },
    'hand.answer.repeated': { en: 'Repeat the next answer', de: 'Nächste Antwort wiederholen' },
    'hand.subscriptionsLost': { en: 'Phone forgets the subscription', de: 'Telefon vergisst das Abonnement' },
    'hand.peripheralRadioOff': { en: 'Phone’s Bluetooth off, 5 s', de: 'Bluetooth des Telefons 5 s aus' },
    'hand.centralRadioOff': { en: 'Device’s Bluetooth off, 5 s', de: 'Bluetooth des Geräts 5 s aus' },
    'hand.navigationStopped': { en: 'End navigation, 5 s', de: 'Navigation 5 s beenden' },
    'hand.restarted': { en: 'Kill the app, 3 s', de: 'App für 3 s beenden' },
    'hand.pairingRequired': { en: 'Demand pairing, 5 s', de: 'Kopplung verlangen, 5 s' },
    'hand.secondCentral': { en: 'A second device, 10 s', de: 'Ein zweites Gerät, 10 s' },
    'hand.advertisingMissed': { en: 'Miss 5 advertisements', de: 'Telefon 5-mal überhören' },
    'hand.mtuChanged': { en: 'Set the chosen MTU', de: 'Gewählte MTU setzen' },
    'hand.advertise': { en: 'Have the phone advertise', de: 'Telefon sichtbar machen' },
    'hand.done': { en: 'Armed: {fault}', de: 'Vorgemerkt: {fault}' },
    'hand.impossible': { en: 'That can’t happen now: {fault}', de: 'Das kann jetzt nicht geschehen: {fault}' },
    'hand.advertised': { en: 'The user has the phone advertise.', de: 'Der Benutzer macht das Telefon sichtbar.' },
    'hand.none': { en: 'Start a ride first.', de: 'Zuerst eine Fahrt starten.' },
  });

  /** Each button's text, and its fault. */
  const BUTTONS = [
    ['hand.dropped', { family: 'link', kind: 'dropped' }],
    ['hand.droppedSilently', { family: 'link', kind: 'droppedSilently' }],
    ['hand.nextInRead', { family: 'phone', kind: 'nextInRead' }],
    ['hand.notification.lost', { family: 'notification', kind: 'lost' }],
    ['hand.queueFull', { family: 'notification', kind: 'queueFull', time: SECOND }],
    ['hand.failed', { family: 'answer', kind: 'failed', attError: 0x0E }],
    ['hand.answer.lost', { family: 'answer', kind: 'lost' }],
    ['hand.answer.delayed', { family: 'answer', kind: 'delayed', time: 2 * SECOND }],
    ['hand.answer.repeated', { family: 'answer', kind: 'repeated', time: SECOND / 10 }],
    ['hand.subscriptionsLost', { family: 'link', kind: 'subscriptionsLost' }],
    ['hand.mtuChanged', { family: 'link', kind: 'mtuChanged' }],
    ['hand.advertisingMissed', { family: 'link', kind: 'advertisingMissed', count: 5 }],
    ['hand.peripheralRadioOff', { family: 'link', kind: 'peripheralRadioOff', time: 5 * SECOND }],
    ['hand.centralRadioOff', { family: 'link', kind: 'centralRadioOff', time: 5 * SECOND }],
    ['hand.navigationStopped', { family: 'phone', kind: 'navigationStopped', time: 5 * SECOND }],
    ['hand.restarted', { family: 'phone', kind: 'restarted', time: 3 * SECOND }],
    ['hand.pairingRequired', { family: 'link', kind: 'pairingRequired', time: 5 * SECOND }],
    ['hand.secondCentral', { family: 'phone', kind: 'secondCentral', time: 10 * SECOND }],
    ['hand.advertise', null],
  ];

  /** Buttons for faults of the ride that `ride()` gives, null if there is none; `mtu()` is the chosen MTU. `happened` is
   *  called after each. */
  Knav.makeFaultButtons = function ({ ride, mtu, happened }) {
    const told = make('p', { class: 'quiet', attributes: { role: 'status' } });

    function press(fault) {
      const riding = ride();
      if (riding === null || riding.isOver) return Knav.dom.say(told, 'hand.none');
      if (fault === null) {
        riding.world.phone.startAdvertising();
        happened();
        return Knav.dom.say(told, 'hand.advertised');
      }
      const made = fault.kind === 'mtuChanged' ? { ...fault, mtu: mtu() } : fault;
      const canHappen = riding.inject(made);
      happened();
      const words = Knav.link.faultText(made);
      return Knav.dom.say(told, canHappen ? 'hand.done' : 'hand.impossible', { fault: words });
    }

    const buttons = BUTTONS.map(([text, fault]) => make('button', {
      text, attributes: { type: 'button' }, on: { click: () => press(fault) },
    }));
    return make(
      'details', { class: 'card', attributes: { open: true } }, make('summary', { text: 'hand.title' }),
      make('div', { class: 'row ride-faults', label: 'hand.title', attributes: { role: 'group' } }, ...buttons), told);
  };
})();
