// What a test looks for in any page, in any state. checks.py evaluates this and calls the functions.
(() => {
  'use strict';

  const isShown = element => element.checkVisibility({visibilityProperty: true}) && !element.closest('.unseen');

  /** How an element can be told from others in a message. */
  function named(element) {
    const tag = element.localName + (element.id ? '#' + element.id : '') +
      (element.classList.length ? '.' + [...element.classList].join('.') : '');
    return `${tag} “${(element.textContent || element.value || '').trim().slice(0, 40)}”`;
  }

  const CONTROLS = 'button, a[href], input, select, textarea, summary, [tabindex="0"], [role="button"], [role="slider"]';

  const controls = () => [...document.querySelectorAll(CONTROLS)].filter(isShown);

  /** Whether an element may be wider than the page: it can be scrolled by itself. */
  function scrolls(element) {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) return true;
    }
    return false;
  }

  /** Controls and texts that lie outside of the page's width, and whether the page scrolls sideways. */
  function sideways() {
    const found = [];
    const width = document.documentElement.clientWidth;
    window.scrollTo(10000, 0);
    if (window.scrollX !== 0) found.push(`the page scrolls sideways by ${window.scrollX}`);
    window.scrollTo(0, 0);
    for (const element of document.body.querySelectorAll('*')) {
      if (!isShown(element) || element.closest('svg') || scrolls(element)) continue;
      const box = element.getBoundingClientRect();
      if (box.width && (box.left < -0.5 || box.right > width + 0.5)) {
        found.push(`${named(element)} reaches from ${box.left} to ${box.right} of ${width}`);
      }
    }
    return found;
  }

  /** Controls that lie over each other or over a text, or are too small for a finger. */
  function crowded() {
    const found = [];
    const shown = controls().filter(one => !scrolls(one)).map(one => [one, one.getBoundingClientRect()]);
    const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    shown.forEach(([one, box], place) => {
      const target = ['checkbox', 'radio'].includes(one.type) ? one.closest('label, .field') ?? one : one;
      const { width, height } = target.getBoundingClientRect();
      if (one.localName !== 'a' && (width < 24 || height < 40)) {
        found.push(`${named(one)} is ${width} × ${height} pixels`);
      }
      for (const [other, its] of shown.slice(place + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        if (overlap(box, its)) found.push(`${named(one)} and ${named(other)} overlap`);
      }
    });
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      if (!node.data.trim() || !isShown(node.parentElement) || scrolls(node.parentElement)) continue;
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const below = shown.find(([one, box]) => !one.contains(node) && overlap(line, box));
        if (below) found.push(`${named(below[0])} and the text of ${named(node.parentElement)} overlap`);
      }
    }
    return found;
  }

  /** Words that are broken over two lines, although they would fit into one of a narrow window. */
  function broken(longest) {
    const found = new Set();
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      if (!isShown(node.parentElement) || node.parentElement.closest('option, svg, .hex, code, bdi')) continue;
      for (const {0: word, index} of node.data.matchAll(/\p{L}+/gu)) {
        if (word.length > longest) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()];
        if (boxes.some(box => box.top >= boxes[0].bottom)) found.add(`${word} in ${named(node.parentElement)}`);
      }
    }
    return [...found];
  }

  // Contrast as WCAG 2 defines it

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const known = new Map();

  /** Any colour of CSS as [red, green, blue, alpha], the last one from 0 to 1. */
  function colour(text) {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(text, [red, green, blue, alpha / 255]);
    }
    return known.get(text);
  }

  const over = ([r, g, b, alpha], below) =>
    [r, g, b].map((part, i) => part * alpha + below[i] * (1 - alpha));

  /** What is seen below an element's text: [the colour, its own opacity against what is below it]. */
  function ground(element) {
    const style = getComputedStyle(element);
    const below = element.parentElement
      ? ground(element.parentElement)
      : over([...colour('Canvas').slice(0, 3), 1], [255, 255, 255]);
    const own = colour(style.backgroundColor);
    return over([own[0], own[1], own[2], own[3] * opacity(element)], below);
  }

  const opacity = element =>
    element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;

  function luminance(parts) {
    const [r, g, b] = parts.map(part => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function ratio(one, other) {
    const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  }

  /** Texts that are hard to read. Disabled controls may be. */
  function faint(least) {
    const found = new Set();
    const look = (element, text) => {
      const below = ground(element);
      const [r, g, b, alpha] = colour(text);
      const seen = over([r, g, b, alpha * opacity(element)], below);
      const contrast = ratio(seen, below);
      if (contrast < least) found.add(`${contrast.toFixed(2)}: ${named(element)} is ${text}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const element = node.parentElement;
      if (!node.data.trim() || !isShown(element) || element.closest(':disabled, option')) continue;
      const style = getComputedStyle(element);
      look(element, element.closest('svg') ? style.fill : style.color);
    }
    for (const element of document.querySelectorAll('input, select, textarea')) {
      if (!isShown(element) || element.disabled) continue;
      look(element, getComputedStyle(element).color);
      if (element.placeholder) look(element, getComputedStyle(element, '::placeholder').color);
    }
    return [...found];
  }

  /** The texts of the page in order, with those that only a screen reader says: [where, text]. Names that are not words of a language are marked as such, or as streets. */
  function texts() {
    const found = [];
    const isName = element => element.closest('[translate="no"], code, bdi, .hex, script, noscript, style');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) {
        if (!isName(node.parentElement)) found.push([named(node.parentElement), node.data.trim()]);
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
          if (node.hasAttribute(name)) found.push([`${node.localName}[${name}]`, node.getAttribute(name)]);
        }
      }
    }
    return found;
  }

  /** What is wrong with the page's parts: its landmarks, the order of its headings, its identifiers. */
  function structure() {
    const found = [];
    for (const one of ['h1', 'header', 'main', 'footer', '[role="tablist"]', '[role="tabpanel"]', '[role="tab"][aria-selected="true"]']) {
      const count = [...document.querySelectorAll(one)].filter(element => element.checkVisibility()).length;
      if (count !== 1) found.push(`${count} of ${one}`);
    }
    let level = 0;
    for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
      if (!heading.checkVisibility()) continue;
      const next = Number(heading.localName[1]);
      if (next > level + 1) found.push(`${named(heading)} comes after a heading of level ${level}`);
      level = next;
    }
    const seen = new Set();
    for (const { id } of document.querySelectorAll('[id]')) {
      if (seen.has(id)) found.push(`twice: #${id}`);
      seen.add(id);
    }
    for (const name of ['for', 'aria-controls', 'aria-labelledby', 'aria-describedby']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        for (const id of element.getAttribute(name).split(/\s+/)) {
          if (!seen.has(id)) found.push(`${named(element)} names #${id}, which is not there`);
        }
      }
    }
    return found;
  }

  /** How many elements of each kind there are, those with a handler in an attribute apart. */
  function kinds() {
    const counts = {};
    for (const element of document.querySelectorAll('*')) {
      const handlers = element.getAttributeNames().filter(name => name.startsWith('on')).join();
      const kind = element.localName + handlers;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }

  /** The control that has the focus, whether it is seen, and whether one sees that it has the focus. */
  function focused() {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return {
      number: controls().indexOf(element),
      name: named(element),
      isSeen: isShown(element) && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
      isMarked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1,
    };
  }

  /** The controls that the Tab key should reach: of radio buttons with one name, and of a list of tabs, one. */
  function reachable() {
    const groups = new Set();
    return controls().filter(one => {
      if (one.disabled || one.tabIndex < 0 && one.closest('[role=tablist], [role=radiogroup], [role=toolbar]')) return false;
      if (one.type !== 'radio') return true;
      const isFirst = !groups.has(one.name);
      groups.add(one.name);
      return isFirst;
    }).map(named);
  }

  globalThis.checks = {sideways, crowded, broken, faint, texts, kinds, structure, focused, reachable};
})();
