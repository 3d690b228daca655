import KomootNav
import PropertyTesting
import Testing

@Suite("Reassembly of any answers")
struct AnyAnswersTests {
    /// Errors, and chunks that are often equal, so that the first chunk often seems unchanged.
    private func anyAnswer(_ choices: inout Choices) -> Answer {
        switch choices.integer(in: 0...9) {
        case 0:
            .error(choices.element(of: [.invalidOffset, .attributeNotLong]))
        case 1:
            .error(ATTError(rawValue: choices.any(UInt8.self)))
        default:
            .chunk(
                ScriptedPhone.object(
                    UInt8(choices.integer(in: 0...1)),
                    length: choices.element(of: [20, 22, 0, 19, 21, 44, 250, 511, 512, 513])))
        }
    }

    @Test(
        "Reassembly of any answers does the same as a naive reader of the rules, whatever the peer answers"
    )
    func anyAnswers() throws {
        try checkProperty("any answers are read as the rules say", count: 1500) { choices in
            (
                radio: choices.element(of: ChunkReassembler.Radio.allCases), trusts: choices.bool(),
                mtu: choices.element(of: [nil, 22, 23, 25, 253]),
                maximumRestarts: choices.integer(in: 0...3),
                answers: choices.list(atMost: 40) {
                    (answer: anyAnswer(&$0), stray: $0.bool(), by: $0.integer(in: -25...25))
                }
            )
        } holds: { (radio, trusts, mtu, maximumRestarts, answers) in
            var reassembler = ChunkReassembler(
                radio: radio, maximumRestarts: maximumRestarts, trustsChunkSize: trusts)
            reassembler.mtu = mtu
            var reader = NaiveReader(
                radio: radio, mtu: mtu, maximumRestarts: maximumRestarts, trustsChunkSize: trusts)
            var history: [Answer] = []
            var step: ChunkReassembler.Step? = reassembler.begin()
            for (answer, stray, distance) in answers {
                guard let offset = step?.nextOffset else {
                    step = reassembler.begin()
                    history = []
                    continue
                }
                // An answer to another request is refused. Later steps show that it changed
                // nothing.
                if stray && distance != 0 {
                    if (try? reassembler.receive(answer, at: offset + distance)) != nil {
                        return "takes an answer at \(offset + distance)"
                    }
                    continue
                }
                history.append(answer)
                let verdict = reader.verdict(on: history)
                step = try? reassembler.receive(answer, at: offset)
                let known = longestChunk(reader.longestChunk, history, verdict)
                if step?.nextOffset == nil { reader.longestChunk = known }
                if step != verdict.step { return "\(String(describing: step)), not \(verdict)" }
                if reassembler.awaitedOffset != step?.nextOffset { return "awaits another offset" }
                if case .complete(let object, let extent) = verdict {
                    guard let lent = reassembler.lent, lent == (object, extent) else {
                        return "completes \(String(describing: reassembler.lent))"
                    }
                }
                if step == nil && reassembler.lent != nil { return "lends after an error" }
            }
            return nil
        }
    }

    /// The longest chunk of the link after a read. A chunk that is refused for its length does not
    /// count.
    private func longestChunk(
        _ before: Int, _ history: [Answer], _ verdict: NaiveReader.Verdict
    ) -> Int {
        let isRefused = verdict == .failed(KomootNavError(.oversized, at: 512))
        let exhausted = verdict == .failed(KomootNavError(.restartsExhausted, at: 0))
        let taken = isRefused || exhausted ? history.dropLast() : history[...]
        return taken.reduce(before) { longest, answer in
            guard case .chunk(let chunk) = answer else { return longest }
            return max(longest, chunk.count)
        }
    }
}
