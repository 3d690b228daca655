import KomootNav
import Testing

@Suite("The requests that a read takes")
struct RequestBoundTests {
    /// Reads an object, and counts the requests.
    private func requests(
        _ reassembler: inout ChunkReassembler, length: Int, chunkSize: Int
    ) throws -> Int {
        let phone = ScriptedPhone(
            object: ScriptedPhone.object(1, length: length), chunkSize: chunkSize,
            ending: .invalidOffset, radio: reassembler.radio)
        var step = reassembler.begin()
        var requests = 0
        while let offset = step.nextOffset {
            requests += 1
            step = try reassembler.receive(phone.answer(at: offset), at: offset)
        }
        #expect(reassembler.lent?.bytes == phone.object)
        return requests
    }

    @Test("are those of its pieces, one more if the last piece is full, and the re-read")
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
            #expect(count == expected, "\(length) bytes in pieces of \(chunkSize)")
            var wholeValues = ChunkReassembler(radio: .wholeValues)
            #expect(try requests(&wholeValues, length: length, chunkSize: chunkSize) == 2)
        }
    }

    @Test("are two fewer where the size of pieces is trusted and the object is shorter")
    func trusted() throws {
        for length in [20, 21, 183] {
            var reassembler = ChunkReassembler(trustsPieceSize: true)
            #expect(try requests(&reassembler, length: length, chunkSize: 184) == 3)
            #expect(try requests(&reassembler, length: 200, chunkSize: 184) == 3)
            #expect(try requests(&reassembler, length: length, chunkSize: 184) == 1)
            #expect(try requests(&reassembler, length: 184, chunkSize: 184) == 3)
            reassembler.forgetPieceSize()
            #expect(try requests(&reassembler, length: length, chunkSize: 184) == 3)
        }
    }

    @Test("depend on a known piece size only if it is to be trusted, and until it is forgotten")
    func pieceSize() throws {
        func firstStep(_ reassembler: inout ChunkReassembler, _ count: Int) throws -> Bool {
            _ = reassembler.begin()
            let piece = ScriptedPhone.object(1, length: count)
            return try reassembler.receive(piece.span, at: 0) == .complete
        }
        var trusting = ChunkReassembler(trustsPieceSize: true)
        #expect(try !firstStep(&trusting, 21))
        #expect(try !firstStep(&trusting, 22))
        #expect(try firstStep(&trusting, 21))
        #expect(try !firstStep(&trusting, 22))
        trusting.forgetPieceSize()
        #expect(try !firstStep(&trusting, 21))
        var careful = ChunkReassembler()
        #expect(try !firstStep(&careful, 22))
        #expect(try !firstStep(&careful, 21))
    }

    @Test("include pieces after the first one in what is known of the size of pieces")
    func trustedLaterPieces() throws {
        var reassembler = ChunkReassembler(trustsPieceSize: true)
        let object = ScriptedPhone.object(1, length: 60)
        _ = reassembler.begin()
        _ = try reassembler.receive(object.span.extracting(..<20), at: 0)
        _ = try reassembler.receive(object.span.extracting(20..<60), at: 20)
        _ = reassembler.begin()
        #expect(try reassembler.receive(object.span.extracting(..<40), at: 0) != .complete)
        _ = reassembler.begin()
        #expect(try reassembler.receive(object.span.extracting(..<39), at: 0) == .complete)
    }

    @Test("are at most the documented number when the object changes before every re-read")
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
                    ending: .emptyPiece, radio: .offsetReads)
                do throws(KomootNavError) {
                    step = try reassembler.receive(phone.answer(at: offset), at: offset)
                } catch let thrown {
                    error = thrown
                }
            }
            #expect(error == KomootNavError(.restartsExhausted, at: 0))
            // Of each attempt 26, the first of which tells that the one before it was torn.
            #expect(requests == (maximumRestarts + 1) * 26 + 1)
            #expect(requests <= (maximumRestarts + 1) * 27)
            #expect(reassembler.restarts == maximumRestarts)
        }
    }
}
