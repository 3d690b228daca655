// The tab Log: what a Bluetooth log holds of a navigation, and a copy of that alone.
(function () {
  'use strict';

  const { make, field, say } = Knav.dom;
  const { text } = Knav.texts;
  const { printable, number, seconds, hexByte, instruction, table, Pager } = Knav.logParts;
  const ROWS_ON_PAGE = 50;
  const SCROLLED = { tabindex: 0, role: 'region' };

  /** What a user wrote as a handle: 0 for nothing, null for anything else. */
  function handleNumber(written) {
    const digits = written.trim();
    if (digits === '') return 0;
    if (!/^(0x[0-9a-f]{1,4}|\d{1,5})$/i.test(digits)) return null;
    const handle = Number(digits);
    return handle >= 1 && handle <= 0xFFFF ? handle : null;
  }

  /** Everything that was wrong: what was left out, then the rest in order of time; damaged places come last. */
  function problems(found) {
    const timed = found.silences.map((silence) => ({
      ...silence, key: 'silence', values: () => ({ seconds: number((silence.time - silence.start) / 1e6, 1) }),
    }));
    for (const read of found.reads) {
      const { key, ...values } = problem(read) ?? {};
      if (key !== undefined) timed.push({ ...read, key, values: () => values });
    }
    timed.sort((one, other) => one.time - other.time);
    const leftOut = found.leftOut.map((one) => ({
      connection: one.connection, key: one.reason, values: () => ({ handle: one.handle, like: `#${one.like}` }),
    }));
    return [...leftOut, ...timed, ...found.damages.map((damage) => ({
      fileOffset: damage.fileOffset, key: damage.reason, values: () => ({ size: number(damage.byteCount ?? 0) }),
    }))];
  }

  function problem(read) {
    const size = read.bytes.length / 2;
    if (read.outcome === 'refused') return { key: 'refused', code: hexByte(read.attError) };
    if (read.outcome === 'unfinished') return { key: 'unfinished', size };
    if (!read.isInstruction) return { key: 'noInstruction', size };
    if (read.integrity === 'torn') return { key: 'torn' };
    return read.invalidUTF8At === undefined ? null : { key: 'street', offset: read.invalidUTF8At };
  }

  function makeTab(panel, core) {
    let module = null;
    /** The file that is shown, its handle, and what was found in it. */
    let shown = null;
    /** What is done, or waits for its turn. */
    const jobs = new Set();

    // The file

    const input = make('input', {
      attributes: { type: 'file' },
      on: {
        click: () => { input.value = ''; }, // So that the same file can be chosen again.
        change: () => input.files.length > 0 && open(input.files[0]),
      },
    });
    const handle = make('input', { attributes: { size: 8, spellcheck: 'false', autocomplete: 'off' }, on: { change: () => shown !== null && open(shown.file) } });
    const state = make('p', { attributes: { role: 'status' } });
    const bar = make('progress', { label: 'log.progress', attributes: { max: 1, value: 0 } });
    const cancel = make('button', { text: 'log.cancel', attributes: { type: 'button' }, on: { click: () => jobs.forEach((job) => job.abort()) } });
    const busy = make('div', { class: 'row', attributes: { hidden: true } }, bar, cancel);
    const results = make('div', { attributes: { hidden: true } });

    function tell(key, values = {}, isBad = false) {
      state.className = isBad ? 'bad' : '';
      say(state, key, values);
    }

    /**
     * Does some work with the file, which `key` names. It takes the place of such work that is not over, and a new file of
     * all. Other work is done first, so that a copy and the chart don't end each other.
     */
    async function attempt(key, body) {
      for (const job of jobs) {
        if (key !== 'log.reading' && key !== job.key) continue;
        job.isReplaced = true;
        job.abort();
      }
      const before = [...jobs].filter((job) => !job.signal.aborted).map((job) => job.isOver);
      const mine = Object.assign(new AbortController(), { key, isReplaced: false });
      mine.isOver = new Promise((resolve) => {
        mine.end = resolve;
        mine.signal.addEventListener('abort', resolve);
      });
      jobs.add(mine);
      busy.hidden = false;
      let told = -1;
      const onProgress = (part) => {
        if (mine.signal.aborted) return;
        bar.value = part;
        // A screen reader need not hear each step.
        const tens = Math.floor(part * 10) * 10;
        if (tens !== told) tell(key, { part: tens });
        told = tens;
      };
      try {
        await Promise.all(before);
        onProgress(0);
        module ??= await Knav.log.load();
        await body({ signal: mine.signal, onProgress });
      } catch (error) {
        if (mine.isReplaced) return;
        if (error.name === 'AbortError') tell('log.cancelled');
        else fail(error);
      } finally {
        jobs.delete(mine);
        mine.end();
        busy.hidden = jobs.size === 0;
      }
    }

    function fail(error) {
      if (!(error instanceof Knav.log.LogFailure)) {
        tell('log.failed.other', { reason: error.message }, true);
        return;
      }
      const { connections = [], number: found } = error.details;
      tell(`log.failed.${error.reason}`, { number: found, connections: connections.map((one) => `#${one}`).join(', ') }, true);
    }

    async function open(file) {
      const given = handleNumber(handle.value);
      if (given === null) {
        tell('log.handle.wrong', {}, true);
        return;
      }
      shown = null;
      results.hidden = true;
      await attempt('log.reading', async (options) => {
        const found = await module.show(file, { handle: given, ...options });
        if (!found.summary.hasTraffic) {
          // Damage may be why nothing was found.
          shown = { file, given, found, problems: problems(found) };
          refresh();
          throw new Knav.log.LogFailure('withoutTraffic');
        }
        shown = { file, given, found, problems: problems(found) };
        fillChoices();
        chart.clear();
        refresh();
        tell('log.read');
      });
      if (shown?.file === file && shown.found.summary.hasTraffic) await draw(0);
    }

    // What was found

    const summary = make('div');
    const connections = make('div');
    const connectionPager = new Pager(ROWS_ON_PAGE, (first) => showConnections(first));
    const wrong = make('div');
    const wrongPager = new Pager(ROWS_ON_PAGE, (first) => showWrong(first));
    const reads = make('div');
    const readPager = new Pager(ROWS_ON_PAGE, (first) => showReads(first));
    const choice = make('select', { on: { change: () => showReads(0) } });
    const changes = make('input', { attributes: { type: 'checkbox' }, on: { change: () => showReads(0) } });

    function refresh() {
      if (shown === null) return;
      const { hasTraffic } = shown.found.summary;
      results.hidden = false;
      for (const part of traffic) part.hidden = !hasTraffic;
      showSummary();
      showWrong(0);
      if (!hasTraffic) return;
      showConnections(0);
      showReads(0);
      chart.refresh();
    }

    const bounded = (list, all, key = 'log.bounded') => (list.length < all
      ? make('p', { class: 'quiet', plain: text(key, { count: number(list.length), total: number(all) }) }) : null);

    function replace(element, ...children) {
      element.replaceChildren(...children.filter((child) => child !== null));
    }

    function showSummary() {
      const { format, start, hasTraffic, ...counts } = shown.found.summary;
      const values = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, number(count)]));
      const date = start === undefined ? null : new Intl.DateTimeFormat(Knav.texts.language, {
        dateStyle: 'long', timeStyle: 'medium',
      }).format(new Date(start / 1000));
      replace(
        summary,
        make('p', {}, make('bdi', { plain: printable(shown.file.name) }), ' · ', make('span', { plain: format, attributes: { translate: 'no' } })),
        date === null ? null : make('p', { plain: text('log.begins', { date }) }), make('p', { plain: text('log.counts', values) }));
    }

    function showConnections(first) {
      const list = shown.found.connections;
      connectionPager.set(first, list.length);
      const rows = list.slice(first, first + ROWS_ON_PAGE).map((one) => [
        `#${one.connection}`, one.isBegun ? seconds(one.start) : text('log.before'),
        one.endReason === undefined ? text('log.after') : seconds(one.time), one.mtu, one.handle,
        text(one.isHostServing ? 'log.writer.phone' : 'log.writer.device'), number(one.instructionCount),
        one.endReason === undefined ? null : text('log.reason', { code: hexByte(one.endReason) })]);
      replace(
        connections, bounded(list, shown.found.summary.connections),
        table(['connection', 'from', 'to', 'mtu', 'handle', 'writer', 'instructions', 'end'], rows, { label: 'log.connections', attributes: SCROLLED }));
    }

    function showWrong(first) {
      const list = shown.problems;
      const rows = list.slice(first, first + ROWS_ON_PAGE).map((one) => [
        place(one),
        one.connection === undefined ? null : `#${one.connection}`, text(`log.wrong.${one.key}`, one.values())]);
      const { reads: readCount, silences, damages, hasMoreLeftOut } = shown.found.summary;
      wrongPager.set(first, list.length);
      replace(
        wrong, bounded(shown.found.reads, readCount, 'log.bounded.wrong'), bounded(shown.found.silences, silences, 'log.bounded.silences'),
        bounded(shown.found.damages, damages, 'log.bounded.damages'), hasMoreLeftOut ? make('p', { class: 'quiet', text: 'log.bounded.leftOut' }) : null, list.length === 0 ? make('p', { class: 'good', text: 'log.wrong.nothing' })
          : table(['place', 'connection', 'what'], rows, { label: 'log.wrong', attributes: SCROLLED }));
    }

    function chosenReads() {
      const wanted = Number(choice.value);
      let last = null;
      return shown.found.reads.filter((read) => {
        if (wanted !== 0 && read.connection !== wanted) return false;
        const isNew = last === null || last.connection !== read.connection || last.bytes !== read.bytes || last.outcome !== read.outcome;
        last = read;
        return isNew || !changes.checked;
      });
    }

    function showReads(first) {
      const list = chosenReads();
      const rows = list.slice(first, first + ROWS_ON_PAGE).map(readRow);
      readPager.set(first, list.length);
      replace(
        reads, bounded(shown.found.reads, shown.found.summary.reads), list.length === 0 ? make('p', { text: 'log.none' })
          : table(['time', 'connection', 'arrow', 'distance', 'street', 'size', 'answers', 'read'], rows, { label: 'log.reads', attributes: SCROLLED }));
    }

    function readRow(read) {
      const size = read.bytes.length / 2;
      const fault = problem(read);
      const how = fault === null ? make('span', { plain: text(`log.integrity.${read.integrity}`) })
        : make('span', { class: 'bad', plain: text(`log.wrong.${fault.key}`, fault) });
      const found = instruction(core, read);
      const shownParts = found === null ? [null, null, null] : [
        make('span', { class: 'log-arrow' }, Knav.arrows.draw(found.arrowName), make('span', { class: 'unseen', plain: Knav.arrows.label(found.arrowName) })),
        Knav.texts.formatDistance(core.distance(found.distanceInMeters, 'metric')), make('bdi', { plain: found.shownStreet })];
      return [moment(read.time), `#${read.connection}`, ...shownParts, number(size), number(read.answers), how];
    }

    /** Where something was wrong; null if it is a connection as a whole. */
    function place({ fileOffset, time }) {
      if (fileOffset !== undefined) return text('log.wrong.byte', { offset: number(fileOffset) });
      return time === undefined ? null : moment(time);
    }

    /** A time that leads to the chart. */
    function moment(time) {
      if (!shown.found.summary.hasTraffic) return seconds(time);
      const words = seconds(time);
      return make('button', {
        class: 'log-moment', plain: words, on: { click: () => reveal(time) },
        attributes: { type: 'button', 'aria-label': text('log.toChart', { time: words }) },
      });
    }

    // The chart

    const chart = new Knav.LogChart(core, (place) => draw(place));

    async function draw(place) {
      const { file, given, found } = shown;
      const next = found.parts[place + 1];
      chart.offer(true);
      await attempt('log.drawing', async (options) => {
        const drawn = await module.chart(file, {
          ...options, handle: given, from: found.parts[place] ?? -Infinity, to: next === undefined ? Infinity : next - 1,
        });
        if (shown?.file !== file) return;
        chart.show(place, found.parts.length, drawn);
        tell('log.read');
      });
      chart.offer([...jobs].some((job) => job.key !== 'log.copying'));
    }

    async function reveal(time) {
      const { file, found } = shown;
      const later = found.parts.findIndex((start) => start !== null && start > time);
      const place = (later < 0 ? found.parts.length : later) - 1;
      if (place !== chart.place) await draw(place);
      if (shown?.file === file && chart.place === place) chart.reveal(time);
    }

    // The copy

    const streets = make('input', { attributes: { type: 'checkbox', checked: true } });
    const only = make('select');
    const save = make('button', { text: 'log.copy.save', class: 'primary', attributes: { type: 'button' }, on: { click: () => copy() } });

    function fillChoices() {
      for (const select of [choice, only]) {
        select.replaceChildren(
          make('option', { text: 'log.filter.all', attributes: { value: 0 } }),
          ...shown.found.connections.map(({ connection }) => make('option', { plain: `#${connection}`, attributes: { value: connection } })));
      }
    }

    async function copy() {
      const { file, given } = shown;
      await attempt('log.copying', async (options) => {
        const made = await module.redact(file, {
          ...options, handle: given, connection: Number(only.value), replacesStreets: streets.checked,
        });
        Knav.dom.save(made, 'redacted.btsnoop');
        tell('log.copy.saved', { size: number(made.size) });
      });
    }

    // The panel

    const area = make(
      'div', { class: 'card log-drop' },
      make('div', { class: 'row' }, field('log.file', input), field('log.handle', handle)),
      make('p', { class: 'quiet', text: 'log.drop' }), state, busy);
    area.addEventListener('dragover', (event) => {
      event.preventDefault();
      area.classList.add('log-over');
    });
    area.addEventListener('dragleave', () => area.classList.remove('log-over'));
    area.addEventListener('drop', (event) => {
      event.preventDefault();
      area.classList.remove('log-over');
      const [file] = event.dataTransfer.files;
      if (file !== undefined) open(file);
    });
    const heading = (key) => make('h2', { text: key });
    const checkbox = (box, key) => make('label', { class: 'log-check' }, box, make('span', { text: key }));
    const traffic = [
      make('div', {}, heading('log.connections'), connections, connectionPager.element),
      make(
        'div', {}, heading('log.reads'),
        make('div', { class: 'row' }, field('log.filter', choice), checkbox(changes, 'log.changes')),
        reads, readPager.element, make('p', { class: 'quiet', text: 'log.integrity.explained' })),
      make('div', {}, heading('log.chart'), chart.element),
      make(
        'div', {}, heading('log.copy'), make('p', { text: 'log.copy.intro' }),
        make('div', { class: 'row' }, field('log.filter', only), checkbox(streets, 'log.copy.streets'), save)),
    ];
    results.append(heading('log.summary'), summary, heading('log.wrong'), wrong, wrongPager.element, ...traffic);
    panel.append(make('p', { text: 'log.intro' }), area, results);
    Knav.texts.onChange(refresh);
    return {};
  }

  Knav.tabs.add({ name: 'log', title: 'log.title', make: makeTab });
})();
