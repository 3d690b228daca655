// What became of everything that was published, judged by the bytes.
(function () {
  'use strict';

  const { ATT } = Knav.link;
  const MISSED = 0;
  const IN_PART = 1;
  const WHOLE = 2;

  const identifierOf = (bytes) => bytes[0] + bytes[1] * 2 ** 8 + bytes[2] * 2 ** 16 + bytes[3] * 2 ** 24;
  const beginsWith = (object, bytes) =>
    bytes.length <= object.length && bytes.every((byte, position) => object[position] === byte);

  /** Counts what a phone publishes, and what the first device shows of it. */
  class Tally {
    /** Only a device that reads at offsets shows on the link that it has noticed a torn read. */
    constructor(radio) {
      this.showsTornReads = radio === 'offsetReads';
      this.objects = [];
      this.numbers = new Map();
      this.whole = 0;
      this.inPart = 0;
      this.tornReads = 0;
      this.faults = 0;
      this.lostLinks = 0;
      /** How often the device was given something that nobody had published. */
      this.notPublished = 0;
      this.reading = { offsets: new Map(), first: null, hasReadOn: false };
    }

    get published() {
      return this.objects.length;
    }

    /** Whether the newest object was not shown: it may still be under way. */
    get pending() {
      return this.objects.at(-1)?.shown === MISSED ? 1 : 0;
    }

    /** How many objects were never shown, not counting the newest. */
    get missed() {
      return this.published - this.whole - this.inPart - this.pending;
    }

    /** What was shown of the newest object: `missed`, `inPart` or `whole`. */
    get newest() {
      return ['missed', 'inPart', 'whole'][this.objects.at(-1)?.shown ?? MISSED];
    }

    /** Takes an event of the world. Returns whether it shows that a read was torn, and that the device has noticed it. */
    take(event) {
      switch (event.event) {
        case 'published': return this.publish(event.bytes);
        case 'refusedByPhone': return this.takeBack(event.fault);
        case 'delivered': return event.device === 0 ? this.judge(event) : false;
        case 'fault':
          this.faults += 1;
          return false;
        case 'centralDisconnected':
          if (event.central === 0) this.lostLinks += 1;
          return false;
        default: return event.central === 0 && this.showsTornReads ? this.watchReads(event) : false;
      }
    }

    publish(bytes) {
      const identifier = identifierOf(bytes);
      if (!this.numbers.has(identifier)) this.numbers.set(identifier, []);
      this.numbers.get(identifier).push(this.objects.length);
      this.objects.push({ bytes, shown: MISSED });
      return false;
    }

    /** The phone's session did not take the object that was published just now. */
    takeBack(fault) {
      if (fault === 'unknownCentral') return false;
      this.numbers.get(identifierOf(this.objects.pop().bytes)).pop();
      return false;
    }

    judge({ extent, bytes }) {
      const isWhole = extent === 'whole';
      if (isWhole) this.reading.hasReadOn = false;
      const numbers = this.numbers.get(identifierOf(bytes)) ?? [];
      const number = numbers.find((one) => {
        const object = this.objects[one].bytes;
        return beginsWith(object, bytes) && (!isWhole || object.length === bytes.length);
      });
      if (number === undefined) {
        this.notPublished += 1;
        return false;
      }
      const object = this.objects[number];
      const shown = isWhole ? WHOLE : IN_PART;
      if (shown <= object.shown) return false;
      if (object.shown === IN_PART) this.inPart -= 1;
      if (isWhole) this.whole += 1;
      else this.inPart += 1;
      object.shown = shown;
      return false;
    }

    /** A read was torn if its first chunk has changed when it is read again, after other chunks or the end. */
    watchReads({ event, request, link, token, offset, bytes, attError }) {
      const { reading } = this;
      if (event === 'sent' && request === 'read') reading.offsets.set(`${link} ${token}`, offset);
      if (event === 'connected') Object.assign(reading, { offsets: new Map(), hasReadOn: false });
      if (event !== 'value' && event !== 'refusal') return false;
      const at = reading.offsets.get(`${link} ${token}`);
      reading.offsets.delete(`${link} ${token}`);
      if (at > 0) reading.hasReadOn = event === 'value' || ATT.endsObject(attError);
      else if (event === 'refusal') reading.hasReadOn = false;
      if (at !== 0 || event === 'refusal' || bytes.length < 4) return false;
      const first = identifierOf(bytes);
      const isTorn = reading.hasReadOn && first !== reading.first;
      Object.assign(reading, { first, hasReadOn: false });
      if (isTorn) this.tornReads += 1;
      return isTorn;
    }
  }

  Knav.Tally = Tally;
})();
