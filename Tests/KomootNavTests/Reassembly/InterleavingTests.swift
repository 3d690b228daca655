import KomootNav
import Testing

/// Every interleaving of up to five requests and two changes of the object.
@Suite("Reassembly under every interleaving")
struct InterleavingTests {
    private static let maximumRequests = 5

    /// One case: three objects, and before which requests the second and the third replace the first.
    private struct Case {
        let objects: [ContiguousArray<UInt8>]
        let changes: (first: Int, second: Int)
        let chunkSize: Int
        let ending: Ending
        let radio: ChunkReassembler.Radio
        var trustsPieceSize = false

        func object(atRequest number: Int) -> ContiguousArray<UInt8> {
            objects[number >= changes.second ? 2 : number >= changes.first ? 1 : 0]
        }
    }

    private func forEachCase(
        lengths: [Int], chunkSizes: [Int], radio: ChunkReassembler.Radio, _ body: (Case) -> Void
    ) {
        let endings = radio == .offsetReads ? Ending.allCases : [.emptyPiece]
        let objects = (0..<3).map { number in
            lengths.map { ScriptedPhone.object(UInt8(number), length: $0) }
        }
        for chunkSize in chunkSizes {
            for ending in endings {
                for a in objects[0] {
                    for b in objects[1] {
                        for c in objects[2] {
                            for first in 0...Self.maximumRequests {
                                for second in first...Self.maximumRequests {
                                    body(
                                        Case(
                                            objects: [a, b, c], changes: (first, second),
                                            chunkSize: chunkSize, ending: ending, radio: radio))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Plays a case and compares every step with the naive reader.
    ///
    /// - Returns: whether an object was completed.
    private func play(_ run: Case) -> Bool {
        let reader = NaiveReader(radio: run.radio, trustsPieceSize: run.trustsPieceSize)
        var reassembler = ChunkReassembler(
            radio: run.radio, trustsPieceSize: run.trustsPieceSize)
        var step = reassembler.begin()
        var history: [Answer] = []
        var current: [ContiguousArray<UInt8>] = []
        while let offset = step.nextOffset, history.count < Self.maximumRequests {
            let object = run.object(atRequest: history.count)
            let phone = ScriptedPhone(
                object: object, chunkSize: run.chunkSize, ending: run.ending, radio: run.radio)
            current.append(object)
            history.append(phone.answer(at: offset))
            let verdict = reader.verdict(on: history)
            guard let next = try? reassembler.receive(history[history.count - 1], at: offset) else {
                #expect(verdict == .failed, "\(run)")
                return false
            }
            step = next
            check(step, reassembler, verdict, current, run)
        }
        return step == .complete
    }

    private func check(
        _ step: ChunkReassembler.Step, _ reassembler: ChunkReassembler,
        _ verdict: NaiveReader.Verdict, _ current: [ContiguousArray<UInt8>], _ run: Case
    ) {
        guard let lent = reassembler.lent else {
            Issue.record("nothing is lent after an answer: \(run)")
            return
        }
        switch step {
        case .complete:
            if verdict != .complete(lent.bytes) || lent.extent != .whole {
                Issue.record("completed \(lent), not \(verdict): \(run)")
            }
            if !current.contains(lent.bytes) {
                Issue.record("completed an object that was never there: \(lent) in \(run)")
            }
        case .read(let offset), .partial(nextOffset: let offset):
            if verdict != .ask(offset) {
                Issue.record("asks for \(offset), not \(verdict): \(run)")
            }
            let isBeginning = current.contains { $0.starts(with: lent.bytes) }
            if !isBeginning || lent.extent != .possiblyCut {
                Issue.record("a partial is no object's beginning: \(lent) in \(run)")
            }
        }
    }

    @Test(
        "of offset reads does what a naive reader of the rules does, and completes no torn object")
    func offsetReads() {
        var completed = 0
        forEachCase(
            lengths: [9, 20, 21, 22, 43, 44, 45], chunkSizes: [20, 22], radio: .offsetReads
        ) {
            if play($0) { completed += 1 }
        }
        #expect(completed > 1000)
    }

    @Test("of offset reads near the bound of 512 bytes does the same")
    func longObjects() {
        var completed = 0
        forEachCase(
            lengths: [19, 183, 184, 368, 511, 512], chunkSizes: [184, 511, 512], radio: .offsetReads
        ) {
            if play($0) { completed += 1 }
        }
        #expect(completed > 1000)
    }

    @Test("of offset reads on a link whose piece size is trusted does the same")
    func trustedPieceSize() {
        var completed = 0
        forEachCase(lengths: [20, 21, 22, 43, 45], chunkSizes: [22], radio: .offsetReads) {
            var run = $0
            run.trustsPieceSize = true
            if play(run) { completed += 1 }
        }
        #expect(completed > 1000)
    }

    @Test("of whole values does what a naive reader of the rules does")
    func wholeValues() {
        var completed = 0
        forEachCase(lengths: [0, 9, 20, 21, 44, 512], chunkSizes: [512], radio: .wholeValues) {
            if play($0) { completed += 1 }
        }
        #expect(completed > 1000)
    }

    @Test("finds torn objects where the first piece is not read again, so these tests have teeth")
    func withoutReread() {
        var torn = 0
        forEachCase(lengths: [22, 43, 45], chunkSizes: [22], radio: .offsetReads) { run in
            let reader = NaiveReader(radio: run.radio, rereadsFirstPiece: false)
            var history: [Answer] = []
            while case .ask(let offset) = reader.verdict(on: history),
                history.count < Self.maximumRequests
            {
                let phone = ScriptedPhone(
                    object: run.object(atRequest: history.count), chunkSize: run.chunkSize,
                    ending: run.ending, radio: run.radio)
                history.append(phone.answer(at: offset))
            }
            if case .complete(let bytes) = reader.verdict(on: history), !run.objects.contains(bytes)
            {
                torn += 1
            }
        }
        #expect(torn > 100)
    }
}
