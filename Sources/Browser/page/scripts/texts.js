// What the page says, in English and German. Each script adds its own texts.
(function () {
  'use strict';

  const LANGUAGES = ['en', 'de'];
  const table = {};
  const listeners = [];
  const stored = (() => {
    try {
      return localStorage.getItem('language');
    } catch {
      return null; // A page from a disk may not be allowed to keep anything.
    }
  })();
  let language = LANGUAGES.includes(stored)
    ? stored
    : (navigator.languages ?? []).map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag)) ?? 'en';

  function text(key, values = {}) {
    const found = table[key]?.[language];
    if (found === undefined) throw new Error(`no text “${key}” in ${language}`);
    return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }

  /** "2.0 km", "2,0 km", "Now", "Jetzt", from a rounded distance of the core. */
  function formatDistance({ value, unit, isInTenths }) {
    if (unit === 'now') return text('distance.now');
    const number = new Intl.NumberFormat(language, {
      minimumFractionDigits: isInTenths ? 1 : 0, maximumFractionDigits: 1, useGrouping: false,
    }).format(isInTenths ? value / 10 : value);
    const sign = { meters: 'm', kilometers: 'km', feet: 'ft', yards: 'yd', miles: 'mi' }[unit];
    return `${number}\u00A0${sign}`;
  }

  Knav.texts = {
    /** Texts by key: {en, de}. */
    add(more) {
      for (const [key, languages] of Object.entries(more)) {
        for (const one of LANGUAGES) {
          if (typeof languages[one] !== 'string') throw new Error(`“${key}” has no ${one}`);
        }
        table[key] = languages;
      }
    },
    text,
    formatDistance,
    get language() { return language; },
    set language(chosen) {
      language = chosen;
      try {
        localStorage.setItem('language', chosen);
      } catch {
        // It is asked for again next time.
      }
      for (const listener of listeners) listener();
    },
    onChange(listener) { listeners.push(listener); },
    languages: LANGUAGES,
  };

  Knav.texts.add({ 'distance.now': { en: 'Now', de: 'Jetzt' } });
})();
