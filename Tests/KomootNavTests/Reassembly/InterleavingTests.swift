import KomootNav
import PropertyTesting
import Testing

/// Two changes of the object, in every place among the first requests of a read.
@Suite("Reassembly under every interleaving")
struct InterleavingTests {
    private static let chunkSizes = [20, 22, 47, 184, 511, 512]

    /// Lengths around one chunk, around two, and at the bounds: what a read does depends on how an
    /// object's length compares with whole chunks. With large chunks more of them are below one.
    private static func lengths(around chunkSize: Int) -> [Int] {
        let ends = [chunkSize, 2 * chunkSize].flatMap { [$0 - 1, $0, $0 + 1] }
        let below = chunkSize > 256 ? [44, 66, 150, 200, 300, 400] : []
        return Set([9, 19, 88, 512] + below + ends).filter { $0 <= 512 }.sorted()
    }

    /// - Parameter headroom: by how many bytes the MTU exceeds a chunk.
    private func play(
        _ reader: NaiveReader, _ reassembler: ChunkReassembler?, chunkSizes: [Int],
        headroom: Int = 1, lengths: [Int]? = nil, endings: [Ending] = Ending.allCases
    ) throws -> (reads: Int, completed: Int, torn: Int) {
        var sum = (reads: 0, completed: 0, torn: 0)
        for chunkSize in chunkSizes {
            let lengths = lengths ?? Self.lengths(around: chunkSize)
            for ending in endings {
                for first in lengths {
                    for second in lengths {
                        for third in Set([9, second, 88]) {
                            var reads = Interleavings(
                                lengths: [first, second, third], chunkSize: chunkSize,
                                mtu: chunkSize + headroom, ending: ending, reader: reader)
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
        "Reassembly under every interleaving by offset reads agrees with a naive reader of the rules, and completes no torn object",
        arguments: asksForMore ? chunkSizes : [20, 22, 184, 511])
    func offsetReads(_ chunkSize: Int) throws {
        let sum = try play(
            NaiveReader(radio: .offsetReads), ChunkReassembler(), chunkSizes: [chunkSize])
        #expect(sum.reads > 1000 && sum.completed == sum.reads && sum.torn == 0)
    }

    @Test(
        "Reassembly under every interleaving by a radio that goes on by itself completes no torn object, and fails at errors",
        arguments: ChunkReassembler.Radio.allCases.filter(\.goesOn),
        asksForMore ? [22, 47, 184, 511] : [22, 511])
    func radiosThatGoOn(_ radio: ChunkReassembler.Radio, _ chunkSize: Int) throws {
        let others = asksForMore ? [(1, false), (3, true)] : []
        for (headroom, isTold) in [(1, true), (3, false)] + others {
            var reader = NaiveReader(radio: radio)
            reader.mtu = isTold ? chunkSize + headroom : nil
            var reassembler = ChunkReassembler(radio: radio)
            reassembler.mtu = reader.mtu
            let sum = try play(
                reader, reassembler, chunkSizes: [chunkSize], headroom: headroom,
                lengths: Self.lengths(around: chunkSize).filter { ![9, 88].contains($0) })
            #expect(sum.completed > 1000 && sum.torn == 0)
        }
    }

    @Test(
        "Reassembly under every interleaving finds torn objects if nobody reads the first chunk again, so these tests can fail"
    )
    func withoutReread() throws {
        for radio in ChunkReassembler.Radio.allCases {
            for chunkSize in [22, 511] {
                let reader = NaiveReader(radio: radio, rereadsFirstChunk: false)
                let sum = try play(reader, nil, chunkSizes: [chunkSize], endings: [.emptyChunk])
                #expect(sum.torn > 20, "\(radio), chunks of \(chunkSize)")
            }
        }
    }

    @Test(
        "Reassembly under every interleaving starts again, but not more often than it may",
        arguments: [0, 1])
    func restarts(_ limit: Int) throws {
        for radio in ChunkReassembler.Radio.allCases {
            let sum = try play(
                NaiveReader(radio: radio, maximumRestarts: limit),
                ChunkReassembler(radio: radio, maximumRestarts: limit), chunkSizes: [22],
                lengths: [19, 22, 45])
            #expect(sum.completed > 100 && sum.completed < sum.reads && sum.torn == 0)
        }
    }

    @Test(
        "Reassembly under every interleaving completes no torn object when it trusts the chunk size either"
    )
    func trustedChunkSize() throws {
        for chunkSize in [22, 184] {
            var reassembler = ChunkReassembler(trustsChunkSize: true)
            _ = reassembler.begin()
            _ = try reassembler.receive([UInt8](repeating: 0, count: chunkSize), at: 0)
            let sum = try play(
                NaiveReader(
                    radio: .offsetReads, trustsChunkSize: true, longestChunk: chunkSize),
                reassembler, chunkSizes: [chunkSize], endings: [.invalidOffset])
            #expect(sum.completed > 1000 && sum.completed == sum.reads && sum.torn == 0)
        }
    }
}
