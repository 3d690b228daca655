// The rides of the page, and rides without anybody who watches: for tests, and for comparing with `knav ride`.
(function () {
  'use strict';

  let files = null;

  Knav.ride = {
    /** The rides of Fixtures/rides, read: by name, `{instructions, skipped, bad}`. */
    async files() {
      files ??= Knav.core.unpack(Knav.packedRides).then((bytes) => {
        const texts = Object.entries(JSON.parse(new TextDecoder().decode(bytes)));
        return new Map(texts.map(([name, text]) => [name, Knav.rideFile.read(new TextEncoder().encode(text))]));
      });
      return files;
    },

    /**
     * Rides as fast as possible. `ride` is a name or a list of instructions. With `seconds`, the ride is repeated for that
     * long with faults, and for a minute without. `observe` is called with each event.
     *
     * Returns the counts, and what was shown of the newest object at the end: `whole`, `inPart` or `missed`.
     */
    async run({ ride, profile = 'published', mtu = 23, seed = 1, faults = 'none', radio, seconds, observe }) {
      const core = await Knav.core.load();
      const instructions = typeof ride === 'string' ? (await this.files()).get(ride).instructions : ride;
      const riding = new Knav.Ride(core, instructions, { profile, mtu, seed, faults, radio, seconds, observe });
      while (riding.next());
      const { published, whole, inPart, missed, tornReads, notPublished, lostLinks, newest, ...tally } = riding.tally;
      riding.free();
      return {
        published, shownWhole: whole, shownInPart: inPart, missed, tornReads, notPublished, lostLinks,
        faults: tally.faults, newest, seconds: Math.round(riding.elapsed / 1_000_000),
        reads: riding.world.device.readCount, memory: core.exports.memory.buffer.byteLength,
      };
    },
  };
})();
