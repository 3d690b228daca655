import KomootNav
import Testing

@Suite("The number of requests of a read")
struct RequestBoundTests {
    /// Reads an object, and counts the requests that this takes.
    private func requests(
        _ reassembler: inout ChunkReassembler, length: Int, chunkSize: Int,
        ending: Ending = .invalidOffset
    ) throws -> Int {
        let phone = ScriptedPhone(
            object: ScriptedPhone.object(1, length: length), chunkSize: chunkSize,
            ending: ending, radio: reassembler.radio)
        var step = reassembler.begin()
        var requests = 0
        while let offset = step.nextOffset {
            requests += 1
            step = try reassembler.receive(phone.answer(at: offset), at: offset)
        }
        #expect(reassembler.lent?.bytes == phone.object)
        return requests
    }

    @Test(
        "The number of requests of a read is one for each chunk, one more if the last is full, and one to read the first again"
    )
    func steady() throws {
        let table: [(length: Int, chunkSize: Int, requests: Int)] = [
            (0, 20, 1), (9, 22, 1), (19, 22, 1), (20, 22, 3), (21, 22, 3), (22, 22, 3), (23, 22, 3),
            (43, 22, 3), (44, 22, 4), (45, 22, 4), (66, 22, 5), (88, 22, 6), (512, 20, 27),
            (512, 22, 25), (512, 184, 4), (511, 511, 3), (512, 511, 3), (511, 512, 3),
            (512, 512, 1),
        ]
        for (length, chunkSize, expected) in table {
            var reassembler = ChunkReassembler()
            let count = try requests(&reassembler, length: length, chunkSize: chunkSize)
            #expect(count == expected, "\(length) bytes in chunks of \(chunkSize)")
            for (radio, least, most): (ChunkReassembler.Radio, Int, Int) in [
                (.wholeValues, 2, 2), (.oneCallback, 2, 2), (.longReads, 1, 3),
            ] {
                var other = ChunkReassembler(radio: radio)
                let count = try requests(
                    &other, length: length, chunkSize: chunkSize, ending: .emptyChunk)
                #expect(least...most ~= count, "\(radio): \(count)")
            }
        }
    }

    @Test(
        "The number of requests of a read is two less if the size of chunks is trusted and the object is shorter"
    )
    func trusted() throws {
        for length in [20, 21, 183] {
            var reassembler = ChunkReassembler(trustsChunkSize: true)
            #expect(try requests(&reassembler, length: length, chunkSize: 184) == 3)
            #expect(try requests(&reassembler, length: 200, chunkSize: 184) == 3)
            #expect(try requests(&reassembler, length: length, chunkSize: 184) == 1)
            #expect(try requests(&reassembler, length: 184, chunkSize: 184) == 3)
            reassembler.forgetChunkSize()
            #expect(try requests(&reassembler, length: length, chunkSize: 184) == 3)
        }
    }

    @Test(
        "The number of requests of a read depends on a known chunk size only if that is trusted, and until it is forgotten"
    )
    func chunkSize() throws {
        func firstStep(_ reassembler: inout ChunkReassembler, _ count: Int) throws -> Bool {
            _ = reassembler.begin()
            let chunk = ScriptedPhone.object(1, length: count)
            return try reassembler.receive(chunk.span, at: 0) == .complete
        }
        var trusting = ChunkReassembler(trustsChunkSize: true)
        #expect(try !firstStep(&trusting, 21))
        #expect(try !firstStep(&trusting, 22))
        #expect(try firstStep(&trusting, 21))
        #expect(try !firstStep(&trusting, 22))
        trusting.forgetChunkSize()
        #expect(try !firstStep(&trusting, 21))
        var careful = ChunkReassembler()
        #expect(try !firstStep(&careful, 22))
        #expect(try !firstStep(&careful, 21))
    }

    @Test("The number of requests of a read takes the size of chunks from later chunks too")
    func trustedLaterChunks() throws {
        var reassembler = ChunkReassembler(trustsChunkSize: true)
        let object = ScriptedPhone.object(1, length: 60)
        _ = reassembler.begin()
        _ = try reassembler.receive(object.span.extracting(..<20), at: 0)
        _ = try reassembler.receive(object.span.extracting(20..<60), at: 20)
        _ = reassembler.begin()
        #expect(try reassembler.receive(object.span.extracting(..<40), at: 0) != .complete)
        _ = reassembler.begin()
        #expect(try reassembler.receive(object.span.extracting(..<39), at: 0) == .complete)
    }

    @Test(
        "The number of requests of a read keeps its bound when the object changes before the first chunk is read again"
    )
    func exhausted() throws {
        for maximumRestarts in [0, 1, ChunkReassembler.defaultMaximumRestarts] {
            var reassembler = ChunkReassembler(maximumRestarts: maximumRestarts)
            var step = reassembler.begin()
            var number: UInt8 = 0
            var requests = 0
            var error: KomootNavError?
            while let offset = step.nextOffset, error == nil {
                if offset == 0 { number += 1 }
                requests += 1
                let phone = ScriptedPhone(
                    object: ScriptedPhone.object(number % 8, length: 512), chunkSize: 20,
                    ending: .emptyChunk, radio: .offsetReads)
                do throws(KomootNavError) {
                    step = try reassembler.receive(phone.answer(at: offset), at: offset)
                } catch let thrown {
                    error = thrown
                }
            }
            #expect(error == KomootNavError(.restartsExhausted, at: 0))
            // Each attempt takes 26 requests; the first of them shows that the previous attempt was
            // torn.
            #expect(requests == (maximumRestarts + 1) * 26 + 1)
            #expect(requests <= (maximumRestarts + 1) * 27)
            #expect(reassembler.restarts == maximumRestarts)
        }
    }
}
