// The tab Device: the page is the display of a phone.
(function () {
  'use strict';

  const { make, say, field, select } = Knav.dom;
  const UNITS = ['metric', 'vendor', 'imperial', 'uk'];
  const MOST_HAPPENINGS = 50;

  /** Makes a text the only content of an element; without a key, there is none. */
  function tell(element, key = null, values = {}) {
    element.replaceChildren(...(key === null ? [] : [make('span', { text: key, values })]));
  }

  function makeTab(panel, core) {
    const display = Knav.display.make(core, { style: UNITS[0] });
    const counts = { links: 0, losses: 0, reads: 0, notifications: 0, shown: 0, faults: 0 };
    let phone = null;
    let session = null;
    let isChoosing = false;
    let status = 'stopped';
    // The log: it is of one phone, `recorded`.
    let recorder = null;
    let recorded = null;
    let isSaved = true;
    let switches = 0;

    // The display, and what makes it large

    const small = make('button', { text: 'device.small', class: 'device-small', attributes: { type: 'button', hidden: true }, on: { click: () => large.leave() } });
    const stage = make('div', { class: 'device-stage' }, display.element, small);
    const largeButton = make('button', { text: 'device.large', attributes: { type: 'button' }, on: { click: () => large.enter() } });
    const large = Knav.makeLarge(stage, (isLarge) => {
      small.hidden = !isLarge;
      (isLarge ? small : largeButton).focus();
    });

    function show(name) {
      status = name;
      display.status(name);
      panel.dataset.status = name;
    }

    // What happened

    const countsText = make('p');
    const happenings = make('ol', { class: 'device-happenings' });

    /** Adds to the list; `reason` is an element that goes after the words. */
    function happened(key, reason = null) {
      const time = new Date();
      const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
      happenings.prepend(make(
        'li', {}, make('time', { plain: clock, attributes: { datetime: time.toISOString() } }), ' ',
        reason === null ? make('span', { text: key }) : make('span', {}, make('span', { text: key }), ' ', reason)));
      if (happenings.childElementCount > MOST_HAPPENINGS) happenings.lastElementChild.remove();
    }

    function reasonOf({ attError, error = null }) {
      const number = error?.attError ?? attError;
      if (number !== undefined) return make('span', { plain: Knav.parts.hexByte(number) });
      return error === null ? null : make('span', { text: `device.reason.${error.code}`, values: { offset: error.offset } });
    }

    let isUp = false;

    function onEvent(event, time) {
      record(event, time);
      switch (event.event) {
        case 'connected':
          isUp = true;
          counts.links += 1;
          happened('device.happened.connected');
          break;
        case 'disconnected':
          if (isUp && event.reason === undefined) counts.losses += 1;
          happened(event.reason !== undefined ? 'device.happened.ended' : isUp ? 'device.happened.disconnected' : 'device.happened.failed');
          isUp = false;
          break;
        case 'discovered': if (!event.hasCCCD) happened('device.happened.polls'); break;
        case 'answered': counts.reads += 1; break;
        case 'notified': counts.notifications += 1; break;
        case 'subscribed': case 'notDiscovered': case 'radioOn': happened(`device.happened.${event.event}`); break;
        case 'radioOff':
          isUp = false;
          happened('device.happened.radioOff');
          break;
        default: return;
      }
      say(countsText, 'device.counts', counts);
    }

    function onEffect(effect, time) {
      record(effect, time);
      switch (effect.effect) {
        case 'deliver':
          if (display.deliver(effect)) counts.shown += 1;
          break;
        case 'report':
          show(effect.status);
          say(hint, `device.hint.${effect.status}`);
          break;
        case 'fault':
          counts.faults += 1;
          happened(`device.fault.${effect.fault}`, reasonOf(effect));
          break;
        default: return;
      }
      say(countsText, 'device.counts', counts);
    }

    // The phone

    const hint = make('p', { attributes: { role: 'status' } });
    const phoneName = make('bdi');
    const phoneLine = make('p', { attributes: { hidden: true } }, make('span', { text: 'device.phone' }), ' ', phoneName);
    const main = make('button', { class: 'primary', attributes: { type: 'button' }, on: { click: () => act() } });
    const another = make('button', { text: 'device.another', attributes: { type: 'button', hidden: true }, on: { click: () => choose() } });
    const reconnects = make('input', { attributes: { type: 'checkbox', checked: true } });

    function refresh() {
      say(main, session !== null ? 'device.disconnect' : phone !== null ? 'device.again' : 'device.choose');
      main.disabled = isChoosing;
      another.disabled = isChoosing;
      another.hidden = session !== null || phone === null;
      phoneLine.hidden = phone === null;
      phoneName.replaceChildren(phone?.name ? phone.name : make('span', { text: 'device.nameless' }));
    }

    function act() {
      if (session !== null) stop('stopped');
      else if (phone !== null) start();
      else choose();
    }

    async function choose() {
      isChoosing = true;
      say(hint, 'device.hint.choosing');
      refresh();
      try {
        phone = await Knav.webBluetooth.choose();
      } catch (error) {
        const isThere = await Knav.webBluetooth.isAvailable();
        isChoosing = false;
        refresh();
        // The same name stands for a chooser that was closed, and for a machine that can't.
        if (error.name === 'NotFoundError' && /cancel/i.test(error.message)) say(hint, 'device.hint.cancelled');
        else if (!isThere) say(hint, 'device.unavailable');
        else say(hint, 'device.hint.refused', { reason: error.message || error.name });
        return;
      }
      isChoosing = false;
      start();
    }

    function start() {
      display.clear();
      isUp = false;
      if (recorded !== phone) {
        if (!isSaved) saveLog();
        recorded = phone;
        beginAnew();
      }
      session = new Knav.DeviceSession(core, phone, {
        onEvent,
        onEffect,
        onForgotten: () => display.clear(),
        onException: (error) => happened('device.happened.browser', make('bdi', { plain: `${error.name}: ${error.message}` })),
        reconnects: () => reconnects.checked,
        onEnd: () => ended('lost'),
      });
      wake();
      refresh();
    }

    function stop(why) {
      session.stop();
      ended(why);
    }

    function ended(why) {
      session = null;
      show('stopped');
      say(hint, `device.hint.${why}`);
      wake();
      refresh();
    }

    // The screen

    const awake = make('input', { attributes: { type: 'checkbox', checked: true }, on: { change: () => wake() } });
    const awakeState = make('p', { class: 'quiet', attributes: { role: 'status' } });
    const wakeLock = Knav.makeWakeLock((told) => {
      if (told === 'on') tell(awakeState, 'device.awake.on');
      else if (told === 'off' || session === null) tell(awakeState);
      else tell(awakeState, 'device.awake.refused', { reason: told?.message || told?.name || Knav.texts.text('device.awake.missing') });
    });

    function wake() {
      tell(awakeState);
      wakeLock.want(session !== null && awake.checked);
    }

    const units = select(UNITS, {
      keys: UNITS.map((one) => `device.units.${one}`),
      on: {
        change() {
          display.style = units.value;
          display.status(status);
        },
      },
    });

    // The log

    const recording = make('input', { attributes: { type: 'checkbox' }, on: { change: () => begin() } });
    const save = make('button', { text: 'device.save', attributes: { type: 'button', disabled: true }, on: { click: () => saveLog() } });
    const recordProblem = make('span', { class: 'bad', attributes: { role: 'status' } });

    const discard = make('button', { text: 'device.discard', attributes: { type: 'button', disabled: true }, on: { click: () => beginAnew() } });

    function record(event, time) {
      if (recorder === null || !recording.checked) return;
      try {
        if (!recorder.add(event, time)) return;
      } catch (error) {
        fail(error);
        return;
      }
      isSaved = false;
      save.disabled = false;
      discard.disabled = false;
    }

    function fail(error) {
      recording.checked = false;
      tell(recordProblem, 'device.record.failed', { reason: error.message });
    }

    async function begin() {
      tell(recordProblem);
      switches += 1;
      const mine = switches;
      if (!recording.checked) return;
      try {
        const module = await Knav.log.load();
        if (mine !== switches) return; // It was switched again meanwhile.
        recorder ??= module.recorder();
      } catch (error) {
        if (mine === switches) fail(error);
        return;
      }
      // A log that begins, or goes on, during a connection begins with that.
      if (session === null || session.link === null) return;
      record({ event: 'connected', link: session.link }, performance.now());
      if (session.isDiscovered) record({ event: 'discovered' }, performance.now());
    }

    function beginAnew() {
      recorder = null;
      isSaved = true;
      // A button that can't be used any more would take the focus with it.
      if (document.activeElement === discard) recording.focus();
      save.disabled = true;
      discard.disabled = true;
      begin();
    }

    function saveLog() {
      isSaved = true;
      const name = `komoot-${new Date().toISOString().slice(0, 19).replace(/:/g, '')}.btsnoop`;
      Knav.dom.save(new Blob([recorder.finish()], { type: 'application/octet-stream' }), name);
    }

    // The panel

    const checkbox = (input, key) => make('label', { class: 'device-switch' }, input, make('span', { text: key }));
    panel.append(
      make('p', { text: 'device.intro' }),
      make('div', { class: 'row' }, main, another, largeButton),
      hint, phoneLine, stage,
      make('div', { class: 'row device-options' },
        field('device.units', units), checkbox(reconnects, 'device.reconnects'), checkbox(awake, 'device.awake'),
        checkbox(recording, 'device.record'), save, discard, recordProblem),
      awakeState,
      make('details', { class: 'card' }, make('summary', { text: 'device.happened' }), countsText, happenings));
    say(countsText, 'device.counts', counts);
    show('stopped');
    refresh();

    const support = Knav.webBluetooth.support();
    if (support !== 'ready') {
      main.disabled = true;
      hint.className = 'bad';
      say(hint, `device.${support}`);
      if (support === 'missing') {
        hint.after(make(
          'p', {}, make('span', { text: 'device.missing.what' }), ' ',
          make('code', { class: 'device-flag', plain: '--enable-features=WebBluetooth', attributes: { translate: 'no' } }),
          make('span', { text: 'device.missing.others' })));
      }
    } else {
      Knav.webBluetooth.isAvailable().then((isThere) => {
        if (!isThere && session === null && !isChoosing) say(hint, 'device.unavailable');
      });
    }
  }

  Knav.tabs.add({ name: 'device', title: 'device.title', make: makeTab });
})();
