// The drawn arrows, and what the library calls them.
(function () {
  'use strict';

  const { svg } = Knav.dom;

  Knav.arrows = {
    /** A picture of an arrow in the colour of the text. A name without a drawing, and no name, are drawn as unknown. */
    draw(name) {
      const shapes = Knav.drawings[name] ?? Knav.drawings.unknown;
      return svg(
        'svg', { viewBox: '0 0 96 96', class: 'arrow', 'aria-hidden': 'true', focusable: 'false' },
        ...shapes.map(([tag, attributes]) => svg(tag, attributes)));
    },

    /** "Turn left", "Links abbiegen". */
    label(name) {
      const labels = Knav.words[Knav.texts.language].arrows;
      return labels[name] ?? labels.unknown;
    },
  };
})();
