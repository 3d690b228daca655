// What several tabs do with texts and numbers.
(function () {
  'use strict';

  /** What would not be shown, but would change how the rest is shown, and what XML can't hold. */
  const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/g;

  Knav.parts = {
    /** A text of a phone or of a file, as it can be shown. */
    printable: (words) => words.replace(UNPRINTABLE, '\uFFFD'),

    /** What the library says of the state of the `device` or the `phone`. */
    stateText(end, state) {
      const words = Knav.words[Knav.texts.language];
      return words[end][state] ?? words.both[state] ?? state;
    },

    /** A byte, such as an error of ATT, as protocols write it: 0x0A. */
    hexByte: (value) => `0x${value.toString(16).toUpperCase().padStart(2, '0')}`,
  };
})();
