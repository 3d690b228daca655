// Makes elements. Texts are set as texts, so what comes from a phone or a file can never be markup.
(function () {
  'use strict';

  const SVG = 'http://www.w3.org/2000/svg';
  // What each element says in the user's language, by attribute; null is its text. An element that the page drops is
  // dropped here, too.
  const sayings = new WeakMap();
  const elements = new Set();
  const dropped = new FinalizationRegistry((reference) => elements.delete(reference));

  function write(element, attribute, { key, values }) {
    const words = Knav.texts.text(key, values);
    if (attribute === null) element.textContent = words;
    else element.setAttribute(attribute, words);
  }

  /** Gives an element a text by its key, and again whenever the language changes. */
  function say(element, key, values = {}, attribute = null) {
    if (!sayings.has(element)) {
      const reference = new WeakRef(element);
      sayings.set(element, new Map());
      elements.add(reference);
      dropped.register(element, reference);
    }
    sayings.get(element).set(attribute, { key, values });
    write(element, attribute, { key, values });
    return element;
  }

  /** Takes an element's text away, so that no change of the language brings it back. */
  function hush(element) {
    sayings.get(element)?.delete(null);
    element.textContent = '';
  }

  Knav.texts.onChange(() => {
    for (const reference of elements) {
      const element = reference.deref();
      for (const [attribute, saying] of sayings.get(element) ?? []) write(element, attribute, saying);
    }
  });

  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) element.setAttribute(name, '');
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  let count = 0;

  Knav.dom = {
    say,
    hush,

    /**
     * An element. `text` is a key; `values` fills its braces; `label` is the key of its aria-label; `plain` is a text as it is.
     */
    make(tag, options = {}, ...children) {
      const element = document.createElement(tag);
      if (options.class !== undefined) element.className = options.class;
      if (options.plain !== undefined) element.textContent = options.plain;
      if (options.text !== undefined) say(element, options.text, options.values);
      if (options.label !== undefined) say(element, options.label, options.values, 'aria-label');
      for (const [name, listener] of Object.entries(options.on ?? {})) element.addEventListener(name, listener);
      return fill(element, options.attributes ?? {}, children);
    },

    /** Saves a file, as if the user had followed a link to it. */
    save(blob, name) {
      const href = URL.createObjectURL(blob);
      Knav.dom.make('a', { attributes: { href, download: name } }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    },

    svg(tag, attributes = {}, ...children) {
      return fill(document.createElementNS(SVG, tag), attributes, children);
    },

    /** A control with its label above it. */
    field(key, control) {
      count += 1;
      control.id ||= `control-${count}`;
      const label = Knav.dom.make('label', { text: key, attributes: { for: control.id } });
      return Knav.dom.make('div', { class: 'field' }, label, control);
    },

    /** A choice of values. `keys` are their texts, or null where a value is shown as it is. */
    select(values, { keys = null, chosen = values[0], on = {} } = {}) {
      const options = values.map((value, place) => Knav.dom.make('option', {
        attributes: { value, selected: value === chosen },
        ...(keys === null ? { plain: String(value) } : { text: keys[place] }),
      }));
      return Knav.dom.make('select', { on }, ...options);
    },
  };
})();
