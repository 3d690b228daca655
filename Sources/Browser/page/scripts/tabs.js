// The page's frame: its tabs, its language, and its colours.
(function () {
  'use strict';

  const { make, say } = Knav.dom;
  const SCHEMES = ['system', 'light', 'dark'];
  const tabs = [];
  let core = null;
  let chosen = null;

  Knav.texts.add({
    'page.title': { en: 'komoot BLE Connect in a browser', de: 'komoot BLE Connect im Browser' },
    'page.tabs': { en: 'Tools', de: 'Werkzeuge' },
    'page.language': { en: 'Language', de: 'Sprache' },
    'page.scheme': { en: 'Colours', de: 'Farben' },
    'page.scheme.system': { en: 'As the system', de: 'Wie das System' },
    'page.scheme.light': { en: 'Light', de: 'Hell' },
    'page.scheme.dark': { en: 'Dark', de: 'Dunkel' },
    'page.loading': { en: 'Loading…', de: 'Wird geladen…' },
    'page.broken': {
      en: 'This browser can’t run the page: {reason}',
      de: 'Dieser Browser kann die Seite nicht ausführen: {reason}',
    },
    'page.footer': {
      en: 'Runs in this page alone: nothing that you enter, open or receive leaves it.',
      de: 'Läuft nur in dieser Seite: Nichts, was eingegeben, geöffnet oder empfangen wird, verlässt sie.',
    },
  });

  /** The part of the address after `#`: a tab's name, and what follows an equals sign. */
  function address() {
    const [, name = '', fragment = null] = /^#?([^=]*)(?:=(.*))?$/s.exec(location.hash);
    return { name, fragment };
  }

  function choose(tab, fragment = null) {
    if (tab !== chosen) chosen?.made?.hidden?.();
    for (const other of tabs) {
      const isChosen = other === tab;
      other.button.setAttribute('aria-selected', String(isChosen));
      other.button.tabIndex = isChosen ? 0 : -1;
      other.panel.hidden = !isChosen;
    }
    chosen = tab;
    tab.made ??= tab.make(tab.panel, core) ?? {};
    tab.made.shown?.(fragment);
  }

  function follow() {
    const { name, fragment } = address();
    choose(tabs.find((tab) => tab.name === name) ?? tabs[0], fragment);
  }

  function moveBy(step) {
    const next = tabs[(tabs.indexOf(chosen) + step + tabs.length) % tabs.length];
    next.button.focus();
    location.hash = next.name;
  }

  function listen(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.indexOf(chosen), End: -1 - tabs.indexOf(chosen) };
    // With Alt and its like, arrows belong to the browser.
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    moveBy(steps[event.key]);
  }

  function settings() {
    const language = make(
      'select', { on: { change: () => { Knav.texts.language = language.value; } } },
      ...Knav.texts.languages.map((tag) => make('option', {
        plain: { en: 'English', de: 'Deutsch' }[tag],
        attributes: { value: tag, lang: tag, selected: tag === Knav.texts.language },
      })));
    const scheme = Knav.dom.select(SCHEMES, {
      keys: SCHEMES.map((one) => `page.scheme.${one}`),
      on: { change: () => { document.documentElement.dataset.scheme = scheme.value; } },
    });
    return make(
      'div', { class: 'row settings' },
      Knav.dom.field('page.language', language), Knav.dom.field('page.scheme', scheme));
  }

  function name() {
    document.title = Knav.texts.text('page.title');
    document.documentElement.lang = Knav.texts.language;
  }

  Knav.tabs = {
    /** Adds a tab: {name, title, make(panel, core) → {shown(fragment)?, hidden()?}}. */
    add(tab) {
      tabs.push(tab);
    },

    /** Builds the page. */
    async start() {
      name();
      Knav.texts.onChange(name);
      const list = make('div', {
        class: 'tabs', label: 'page.tabs', attributes: { role: 'tablist' }, on: { keydown: listen },
      });
      const main = make('main');
      for (const tab of tabs) {
        tab.button = make('button', {
          text: tab.title,
          attributes: { role: 'tab', id: `tab-${tab.name}`, 'aria-controls': `panel-${tab.name}`, type: 'button' },
          on: { click: () => { location.hash = tab.name; } },
        });
        tab.panel = make('section', {
          attributes: { role: 'tabpanel', id: `panel-${tab.name}`, 'aria-labelledby': `tab-${tab.name}`, hidden: true },
        });
        list.append(tab.button);
        main.append(tab.panel);
      }
      const waiting = make('p', { text: 'page.loading', attributes: { role: 'status' } });
      document.body.replaceChildren(
        make('header', {}, make('h1', { text: 'page.title' }), settings(), list),
        waiting, main, make('footer', {}, make('p', { text: 'page.footer' })));
      try {
        core = await Knav.core.load();
      } catch (error) {
        say(waiting, 'page.broken', { reason: error.message });
        return;
      }
      waiting.remove();
      window.addEventListener('hashchange', follow);
      follow();
    },
  };
})();
