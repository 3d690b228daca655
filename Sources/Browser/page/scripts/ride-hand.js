// The faults that one turns on by hand.
(function () {
  'use strict';

  const { make } = Knav.dom;
  const SECOND = 1_000_000;

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

  /** What waits for something that it can happen to, besides faults of answers and notifications. */
  const WAITING = new Set(['nextInRead', 'advertisingMissed']);
  /** What a fault needs that is not there. */
  const WHY = {
    lost: 'notification', queueFull: 'notification', mtuChanged: 'mtu', dropped: 'link', droppedSilently: 'link',
    subscriptionsLost: 'subscription', peripheralRadioOff: 'radio', centralRadioOff: 'radio',
    navigationStopped: 'navigation',
  };

  /** Buttons for faults of the ride that `ride()` gives, null if there is none; `mtu()` is the chosen MTU. `happened` is
   *  called after each. */
  Knav.makeFaultButtons = function ({ ride, mtu, happened }) {
    const told = make('p', { class: 'quiet', attributes: { role: 'status' } });
    let last = null;

    function tell(key, fault = null) {
      last = () => {
        told.textContent = Knav.texts.text(key, fault === null ? {} : { fault: Knav.link.faultWords(fault) });
      };
      last();
    }
    Knav.texts.onChange(() => last?.());

    function press(fault) {
      const riding = ride();
      if (riding === null || riding.isOver) return tell('hand.none');
      if (fault === null) {
        riding.world.phone.startAdvertising();
        happened();
        return tell('hand.advertised');
      }
      const made = fault.kind === 'mtuChanged' ? { ...fault, mtu: mtu() } : fault;
      const canHappen = riding.inject(made);
      happened();
      const why = WHY[fault.kind] ?? 'phone';
      if (!canHappen) return tell(`hand.impossible.${why}`, made);
      return tell(WAITING.has(fault.kind) || !['link', 'phone'].includes(fault.family) ? 'hand.armed' : 'hand.done', made);
    }

    const buttons = BUTTONS.map(([text, fault]) => make('button', {
      text, attributes: { type: 'button' }, on: { click: () => press(fault) },
    }));
    return make(
      'details', { class: 'card', attributes: { open: true } }, make('summary', { text: 'hand.title' }),
      make('div', { class: 'row ride-faults', label: 'hand.title', attributes: { role: 'group' } }, ...buttons), told);
  };
})();
