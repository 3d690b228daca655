import KomootNav
import Testing

/// A radio whose reads begin at an offset and go on by themselves (clause 8.9).
@Suite("A chunk reassembler of long reads")
struct LongReadTests {
    private func bytes(_ count: Int, of number: UInt8 = 1) -> Answer {
        .chunk(ScriptedPhone.object(number, length: count))
    }

    private func reading(trustsChunkSize: Bool = false) -> ChunkReassembler {
        var reassembler = ChunkReassembler(radio: .longReads, trustsChunkSize: trustsChunkSize)
        _ = reassembler.begin()
        return reassembler
    }

    @Test(
        "A chunk reassembler of long reads takes only an answer of less than 20 bytes for whole without reading again"
    )
    func shortAnswers() throws {
        for count in [0, 9, 19] {
            var reassembler = reading()
            #expect(try reassembler.receive(bytes(count), at: 0) == .complete)
            #expect(reassembler.lent?.extent == .whole)
        }
        for count in [20, 22, 60, 511] {
            var reassembler = reading()
            #expect(try reassembler.receive(bytes(count), at: 0) == .partial(nextOffset: count))
        }
    }

    @Test("A chunk reassembler of long reads reads 512 bytes again, because the answer can be torn")
    func fullAnswer() throws {
        var reassembler = reading()
        #expect(try reassembler.receive(bytes(512), at: 0) == .partial(nextOffset: 0))
        #expect(try reassembler.receive(bytes(512, of: 2), at: 0) == .partial(nextOffset: 0))
        #expect(try reassembler.receive(bytes(512, of: 2), at: 0) == .complete)
        #expect(reassembler.lent?.extent == .whole)
    }

    @Test(
        "A chunk reassembler of long reads shows only the first 20 bytes of an answer before it is proven"
    )
    func partial() throws {
        var reassembler = reading()
        _ = try reassembler.receive(bytes(60), at: 0)
        #expect(reassembler.lent?.bytes == ScriptedPhone.object(1, length: 20))
        #expect(reassembler.lent?.extent == .possiblyCut)
        #expect(try reassembler.receive(bytes(0), at: 60) == .read(offset: 0))
        #expect(try reassembler.receive(bytes(60), at: 0) == .complete)
        #expect(reassembler.lent?.bytes == ScriptedPhone.object(1, length: 60))
        #expect(reassembler.lent?.extent == .whole)
    }

    @Test(
        "A chunk reassembler of long reads takes an error after the first answer for the end, but not one at the beginning"
    )
    func errors() throws {
        for error in [ATTError.invalidOffset, .attributeNotLong] {
            var reassembler = reading()
            _ = try reassembler.receive(bytes(22), at: 0)
            #expect(try reassembler.receive(error, at: 22) == .read(offset: 0))
            var failed = reassembler
            #expect(throws: KomootNavError(.attError(error), at: 0)) {
                try failed.receive(error, at: 0)
            }
            #expect(try reassembler.receive(bytes(22), at: 0) == .complete)
        }
    }

    @Test("A chunk reassembler of long reads can't use the shortcut for known chunk sizes")
    func trusted() throws {
        var reassembler = reading(trustsChunkSize: true)
        _ = try reassembler.receive(bytes(184), at: 0)
        _ = reassembler.begin()
        #expect(try reassembler.receive(bytes(60), at: 0) == .partial(nextOffset: 60))
    }
}
