// The memory of the WebAssembly core: room for states and structures, read and written by the tables of core-layout.js.
(function () {
  'use strict';

  const { structures, enumerations } = Knav.coreLayout;
  const PAGE_SIZE = 65536;
  const ALIGNMENT = 8;

  /** The number of a name in an enumeration of the C interface. Throws for a name that it does not have. */
  function numberOf(enumeration, name) {
    const number = enumerations[enumeration].indexOf(name);
    if (number < 0) throw new TypeError(`${enumeration}: there is no “${name}”`);
    return number;
  }

  const nameOf = (enumeration, number) => enumerations[enumeration][number] ?? null;

  /** The next power of two. */
  const roomFor = (size) => 2 ** Math.ceil(Math.log2(Math.max(size, ALIGNMENT)));

  class CoreMemory {
    constructor(exports) {
      this.exports = exports;
      this.end = Math.ceil(exports.__heap_base.value / ALIGNMENT) * ALIGNMENT;
      this.free = new Map();
      this.scratch = { address: 0, size: 0 };
    }

    /** Room of at least this size, aligned. There are few sizes, so that what is released is used again. */
    allocate(size) {
      const rounded = roomFor(size);
      const reused = this.free.get(rounded)?.pop();
      if (reused !== undefined) return reused;
      const address = this.end;
      this.end += rounded;
      const missing = this.end - this.exports.memory.buffer.byteLength;
      if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE_SIZE));
      return address;
    }

    release(address, size) {
      const rounded = roomFor(size);
      if (!this.free.has(rounded)) this.free.set(rounded, []);
      this.free.get(rounded).push(address);
    }

    allocateStructure(name) {
      return this.allocate(structures[name].size);
    }

    // Growing the memory detaches views of it, so each use takes a new one.
    get view() {
      return new DataView(this.exports.memory.buffer);
    }

    /** A copy of bytes in the memory. */
    bytes(address, size) {
      return new Uint8Array(this.exports.memory.buffer, address, size).slice();
    }

    /** Puts bytes where they stay until the next call, and gives the address. */
    lend(bytes) {
      if (bytes.length > this.scratch.size) {
        if (this.scratch.size > 0) this.release(this.scratch.address, this.scratch.size);
        this.scratch = { size: Math.max(1024, bytes.length), address: 0 };
        this.scratch.address = this.allocate(this.scratch.size);
      }
      new Uint8Array(this.exports.memory.buffer).set(bytes, this.scratch.address);
      return this.scratch.address;
    }

    /** A text that ends with a zero byte; null for the null pointer. */
    text(address) {
      if (address === 0) return null;
      const memory = new Uint8Array(this.exports.memory.buffer);
      return new TextDecoder().decode(memory.slice(address, memory.indexOf(0, address)));
    }

    read(structure, address) {
      const view = this.view;
      const values = {};
      for (const [name, [offset, type]] of Object.entries(structures[structure].members)) {
        const at = address + offset;
        if (typeof type === 'number') values[name] = this.bytes(at, type);
        else if (type === '1') values[name] = view.getUint8(at);
        else if (type === 'b') values[name] = view.getUint8(at) !== 0;
        else if (type === '2') values[name] = view.getUint16(at, true);
        else if (type === '4') values[name] = view.getUint32(at, true);
        else if (type === '8') values[name] = Number(view.getBigUint64(at, true));
        else values[name] = this.read(type, at);
      }
      return values;
    }

    /** Writes members; those that are not given become zero. Throws for a number that the member can't hold. */
    write(structure, address, values) {
      const { size, members } = structures[structure];
      const view = this.view;
      new Uint8Array(this.exports.memory.buffer).fill(0, address, address + size);
      for (const [name, value] of Object.entries(values)) {
        const [offset, type] = members[name];
        const at = address + offset;
        if (typeof type === 'number') {
          new Uint8Array(this.exports.memory.buffer).set(value.subarray(0, type), at);
          continue;
        }
        const number = Number(value);
        const largest = type === 'b' ? 1 : Math.min(2 ** (8 * Number(type)) - 1, Number.MAX_SAFE_INTEGER);
        if (!Number.isInteger(number) || number < 0 || number > largest) {
          throw new RangeError(`${structure}.${name}: ${value} is not a number from 0 to ${largest}`);
        }
        if (type === '1' || type === 'b') view.setUint8(at, number);
        else if (type === '2') view.setUint16(at, number, true);
        else if (type === '4') view.setUint32(at, number, true);
        else view.setBigUint64(at, BigInt(number), true);
      }
    }
  }

  Object.assign(Knav, { CoreMemory, numberOf, nameOf });
})();
