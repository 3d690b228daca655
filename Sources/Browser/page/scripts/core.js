// The Swift core, as the page uses it: Knav.core.load() once, then its functions.
(function () {
  'use strict';

  const { CoreMemory, numberOf, nameOf } = Knav;
  const LARGEST_OBJECT = 512;
  const DISTANCE_TEXT_SIZE = 32;

  /** Unpacks a module that the build has put into a script: gzip, written as base64. */
  async function unpack(text) {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
  }

  class Core {
    constructor(exports) {
      this.memory = new CoreMemory(exports);
      this.exports = exports;
      const memory = this.memory;
      this.result = memory.allocateStructure('error');
      this.instruction = memory.allocateStructure('instruction');
      this.rounded = memory.allocateStructure('distance');
      this.text = memory.allocate(Math.max(DISTANCE_TEXT_SIZE, LARGEST_OBJECT));
      this.size = memory.allocate(4);
      this.arrowNames = Array.from({ length: 256 }, (_, arrow) => memory.text(exports.knav_arrow_name(arrow)));
    }

    /** What a function of the core has reported; null if nothing was wrong. */
    takeError() {
      return Knav.core.error(this.memory.read('error', this.result));
    }

    takeInstruction(bytes) {
      const read = this.memory.read('instruction', this.instruction);
      return {
        identifier: read.identifier.subarray(0, read.identifierSize),
        identifierNumber: this.exports.knav_identifier_number(this.instruction) >>> 0,
        arrow: read.arrow,
        arrowName: this.arrowNames[read.arrow],
        distanceInMeters: read.distanceInMeters,
        streetOffset: read.streetOffset,
        streetSize: read.streetSize,
        street: bytes.slice(read.streetOffset, read.streetOffset + read.streetSize),
        layout: nameOf('layout', read.layout),
        extent: nameOf('extent', read.extent),
      };
    }

    /** Decodes an object. */
    decode(bytes, { layout = 'auto', extent = 'whole' } = {}) {
      this.exports.knav_decode(
        this.result, this.memory.lend(bytes), bytes.length,
        numberOf('layout', layout), numberOf('extent', extent), this.instruction);
      const error = this.takeError();
      return error === null ? { instruction: this.takeInstruction(bytes) } : { error };
    }

    /** Decodes a notification: a bare identifier, or an object, cut or not. */
    notification(bytes, layout = 'auto') {
      this.exports.knav_notification(
        this.result, this.memory.lend(bytes), bytes.length, numberOf('layout', layout), this.size, this.instruction);
      const error = this.takeError();
      if (error !== null) return { error };
      const kind = nameOf('notification_kind', this.memory.view.getUint8(this.size));
      return { kind, instruction: this.takeInstruction(bytes) };
    }

    /** The number of an arrow by its name; the number itself is taken, too. */
    arrowNumber(arrow) {
      const number = typeof arrow === 'number' ? arrow : this.arrowNames.indexOf(arrow);
      if (!Number.isInteger(number) || number < 0 || number > 255) throw new TypeError(`there is no arrow “${arrow}”`);
      return number;
    }

    /** Encodes an instruction as a whole object of a layout, which must be named. */
    encode({ identifier, arrow, distanceInMeters, street }, layout) {
      const text = typeof street === 'string' ? new TextEncoder().encode(street) : street;
      const values = { arrow: this.arrowNumber(arrow), distanceInMeters };
      if (typeof identifier === 'number') {
        if (identifier !== identifier >>> 0) throw new RangeError(`${identifier} has more than 32 bits`);
        values.identifierSize = 4;
        values.identifier = new Uint8Array(Uint32Array.of(identifier).buffer);
      } else {
        values.identifierSize = identifier.length;
        values.identifier = identifier;
      }
      this.memory.write('instruction', this.instruction, values);
      this.exports.knav_encode(
        this.result, this.instruction, numberOf('layout', layout), this.memory.lend(text), text.length,
        this.text, LARGEST_OBJECT, this.size);
      const error = this.takeError();
      if (error !== null) return { error };
      return { bytes: this.memory.bytes(this.text, this.memory.view.getUint32(this.size, true)) };
    }

    /** Rounds a distance as a display shows it. */
    distance(meters, style) {
      this.exports.knav_distance_round(this.result, meters, numberOf('distance_style', style), this.rounded);
      this.exports.knav_distance_text(this.rounded, this.text, DISTANCE_TEXT_SIZE);
      const { value, unit, isInTenths } = this.memory.read('distance', this.rounded);
      return { value, unit: nameOf('unit', unit), isInTenths, text: this.memory.text(this.text) };
    }

    /** A street's bytes as text, by one of the three policies. */
    streetText(bytes, policy = 'dropIncompleteTail') {
      const capacity = 3 * bytes.length + 1; // U+FFFD has three bytes
      const address = this.memory.allocate(capacity);
      this.exports.knav_street_text(
        this.result, this.memory.lend(bytes), bytes.length, numberOf('street_policy', policy), address, capacity,
        this.size);
      const error = this.takeError();
      // A street may contain a zero byte, so its text does not end at the first one.
      const answer = error !== null ? { error } : {
        text: new TextDecoder('utf-8', { ignoreBOM: true })
          .decode(this.memory.bytes(address, this.memory.view.getUint32(this.size, true))),
      };
      this.memory.release(address, capacity);
      return answer;
    }

    central(configuration) {
      return Knav.makeCentral(this.memory, configuration);
    }

    peripheral(configuration) {
      return Knav.makePeripheral(this.memory, configuration);
    }
  }

  let loading = null;

  Knav.core = {
    unpack,

    /** The core. It is unpacked once. */
    load() {
      loading ??= unpack(Knav.coreModule)
        .then((bytes) => WebAssembly.instantiate(bytes, {}))
        .then(({ instance }) => new Core(instance.exports));
      return loading;
    },

    /** An error in the fixtures' form; null for none. */
    error({ code, offset, attError }) {
      const name = nameOf('error_code', code);
      if (name === 'ok') return null;
      return name === 'attError' ? { code: name, offset, attError } : { code: name, offset };
    },
  };
})();
