// The handlebar as a rider sees it: an arrow, a distance, a street, and what the connection is like.
(function () {
  'use strict';

  const { make } = Knav.dom;

  Knav.texts.add({
    'display.label': { en: 'Display on the handlebar', de: 'Anzeige am Lenker' },
    'display.empty': { en: 'No instruction', de: 'Keine Anweisung' },
  });

  /** An instruction's street as text. What may be cut can end within a character, which is left out. */
  function streetOf(core, { street, extent }) {
    return Knav.parts.printable(core.streetText(street, extent === 'whole' ? 'repair' : 'dropIncompleteTail').text);
  }

  /** An instruction in words: arrow, distance, and the street's text if there is one. */
  function sentence(core, { arrowName, distanceInMeters }, street, style = 'metric') {
    const distance = Knav.texts.formatDistance(core.distance(distanceInMeters, style));
    return [Knav.arrows.label(arrowName), distance, street].filter((part) => part !== '').join(', ');
  }

  Knav.display = {
    streetOf,
    sentence,

    /** A display. `style` says in which units distances are shown, `label` is the key of its name. */
    make(core, { style = 'metric', label = 'display.label' } = {}) {
      const arrow = make('div', { class: 'display-arrow' });
      const distance = make('div', { class: 'display-distance' });
      const street = make('div', { class: 'display-street', attributes: { dir: 'auto' } });
      const state = make('div', { class: 'display-status' });
      const spoken = make('div', { class: 'unseen', attributes: { role: 'status', 'aria-live': 'polite' } });
      const element = make(
        'section', { class: 'display', label },
        arrow, make('div', { class: 'display-words' }, distance, street), state, spoken);
      let shown = null;
      let status = null;

      function refresh() {
        const name = shown === null ? null : shown.arrowName;
        element.toggleAttribute('data-empty', shown === null);
        arrow.replaceChildren(...(shown === null ? [] : [Knav.arrows.draw(name)]));
        if (shown === null) {
          distance.textContent = '';
          street.textContent = Knav.texts.text('display.empty');
        } else {
          distance.textContent = Knav.texts.formatDistance(core.distance(shown.distanceInMeters, display.style));
          street.textContent = shown.isCut && shown.street !== '' ? `${shown.street}…` : shown.street;
        }
        state.textContent = status === null ? '' : Knav.parts.stateText('device', status);
        element.dataset.status = status ?? '';
      }

      const display = {
        element,
        style,

        /** Shows an instruction, and has a screen reader say it unless it is the one that it said last. */
        show(instruction) {
          shown = instruction;
          refresh();
          const words = sentence(core, instruction, instruction.isCut ? '' : instruction.street, display.style);
          if (spoken.textContent !== words) spoken.textContent = words;
        },

        /** Shows what the connection is like, by the session's name for it. */
        status(name) {
          status = name;
          refresh();
        },

        /**
         * Shows a delivery of a session: it decodes the bytes. What the session could not prove to be whole may go on:
         * it is shown with an ellipsis, and its street is not spoken. Gives false, and shows nothing new, for bytes that
         * are not an instruction.
         */
        deliver({ bytes, extent }, layout = 'auto') {
          const { instruction, error } = core.decode(bytes, { layout, extent });
          if (error !== undefined) return false;
          display.show({ ...instruction, street: streetOf(core, instruction), isCut: extent !== 'whole' });
          return true;
        },

        clear() {
          if (shown === null) return;
          shown = null;
          spoken.textContent = '';
          refresh();
        },
      };
      Knav.texts.onChange(refresh);
      refresh();
      return display;
    },
  };
})();
