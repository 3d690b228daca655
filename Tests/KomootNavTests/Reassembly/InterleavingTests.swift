import KomootNav
import Testing

/// Two changes of the object, before any of the first requests of a read.
@Suite("Reassembly under every interleaving")
struct InterleavingTests {
    /// Around multiples of the sizes of pieces, and the bounds.
    private static let lengths = [9, 19, 20, 21, 22, 23, 40, 43, 44, 45, 66, 88, 512]
    private static let chunkSizes = [20, 22, 47, 184, 511, 512]

    private func play(
        _ reader: NaiveReader, _ reassembler: ChunkReassembler?, chunkSizes: [Int],
        lengths: [Int] = InterleavingTests.lengths, endings: [Ending] = Ending.allCases
    ) throws -> (reads: Int, completed: Int, torn: Int) {
        var sum = (reads: 0, completed: 0, torn: 0)
        for chunkSize in chunkSizes {
            for ending in endings {
                for first in lengths {
                    for second in lengths {
                        for third in Set([9, second, 88]) {
                            var reads = Interleavings(
                                lengths: [first, second, third], chunkSize: chunkSize,
                                ending: ending, reader: reader)
                            try reads.play(reassembler)
                            sum.reads += reads.reads
                            sum.completed += reads.completed
                            sum.torn += reads.torn
                        }
                    }
                }
            }
        }
        return sum
    }

    @Test(
        "of offset reads does what a naive reader of the rules does, and completes no torn object",
        arguments: chunkSizes)
    func offsetReads(_ chunkSize: Int) throws {
        let sum = try play(
            NaiveReader(radio: .offsetReads), ChunkReassembler(), chunkSizes: [chunkSize])
        #expect(sum.reads > 1000 && sum.completed == sum.reads && sum.torn == 0)
    }

    @Test(
        "of whole values does what a naive reader of the rules does, and completes no torn object",
        arguments: chunkSizes)
    func wholeValues(_ chunkSize: Int) throws {
        let sum = try play(
            NaiveReader(radio: .wholeValues), ChunkReassembler(radio: .wholeValues),
            chunkSizes: [chunkSize], endings: [.emptyPiece])
        #expect(sum.reads > 1000 && sum.completed == sum.reads && sum.torn == 0)
    }

    @Test("finds torn objects where the first piece is not read again, so these tests have teeth")
    func withoutReread() throws {
        for radio in [ChunkReassembler.Radio.offsetReads, .wholeValues] {
            for chunkSize in [22, 511] {
                let reader = NaiveReader(radio: radio, rereadsFirstPiece: false)
                let sum = try play(reader, nil, chunkSizes: [chunkSize], endings: [.emptyPiece])
                #expect(sum.torn > 100, "\(radio), pieces of \(chunkSize)")
            }
        }
    }

    @Test("starts again as often as it may and no more", arguments: [0, 1])
    func restarts(_ limit: Int) throws {
        for radio in [ChunkReassembler.Radio.offsetReads, .wholeValues] {
            let sum = try play(
                NaiveReader(radio: radio, maximumRestarts: limit),
                ChunkReassembler(radio: radio, maximumRestarts: limit), chunkSizes: [22],
                lengths: [19, 22, 45])
            #expect(sum.completed > 100 && sum.completed < sum.reads && sum.torn == 0)
        }
    }

    @Test("that trusts the size of pieces completes no torn object either")
    func trustedPieceSize() throws {
        for chunkSize in [22, 184] {
            var reassembler = ChunkReassembler(trustsPieceSize: true)
            _ = reassembler.begin()
            _ = try reassembler.receive([UInt8](repeating: 0, count: chunkSize), at: 0)
            let sum = try play(
                NaiveReader(
                    radio: .offsetReads, trustsPieceSize: true, longestPiece: chunkSize),
                reassembler, chunkSizes: [chunkSize], endings: [.invalidOffset])
            #expect(sum.completed > 1000 && sum.completed == sum.reads && sum.torn == 0)
        }
    }
}
