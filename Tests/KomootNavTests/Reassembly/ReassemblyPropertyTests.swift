import KomootNav
import PropertyTesting
import Testing

@Suite("Reassembly of anything")
struct ReassemblyPropertyTests {
    /// The largest number of requests of a read, from the type's documentation.
    private static let maximumRequests = (ChunkReassembler.defaultMaximumRestarts + 1) * 27

    /// A link with a phone, and what its radio tells of the MTU.
    private struct Link {
        /// How a phone chooses the size of its chunks: assumption (g) of clause 8.9.
        enum Chunks: CaseIterable { case full, threeBelow, twenty, twentyTwo }

        var mtu: Int
        let chunks: Chunks
        let ending: Ending
        let radio: ChunkReassembler.Radio
        var toldMTU: Int?

        /// - Parameter mtus: the least and the largest MTU.
        init(_ choices: inout Choices, mtus: ClosedRange<Int>) {
            mtu = choices.integer(in: mtus)
            chunks = choices.element(of: Chunks.allCases)
            ending = choices.element(of: Ending.allCases)
            radio = choices.element(of: ChunkReassembler.Radio.allCases)
            let mayHaveGrown = radio == .oneCallback
            let told = mayHaveGrown ? choices.integer(in: mtus.lowerBound...mtu) : mtu
            toldMTU = choices.bool() ? nil : told
        }

        var chunkSize: Int {
            switch chunks {
            case .full: mtu - 1
            case .threeBelow: mtu - 3
            case .twenty: 20
            case .twentyTwo: 22
            }
        }

        func phone(_ object: ContiguousArray<UInt8>) -> ScriptedPhone {
            ScriptedPhone(
                object: object, chunkSize: chunkSize, ending: ending, radio: radio, mtu: mtu)
        }

        func reassembler(trustsChunkSize: Bool = false) -> ChunkReassembler {
            var reassembler = ChunkReassembler(radio: radio, trustsChunkSize: trustsChunkSize)
            reassembler.mtu = toldMTU
            return reassembler
        }

        /// Whether the radio can't tell that a value of so many bytes is whole.
        func isDoubtful(_ count: Int) -> Bool {
            guard radio.readsWholeValues && 20...511 ~= count else { return false }
            guard let toldMTU, count != 20, count != toldMTU - 3 else { return true }
            if count == 22 { return toldMTU > 23 || radio == .oneCallback }
            return radio == .oneCallback && count > toldMTU - 3
        }
    }

    /// Reads an object that does not change, twice.
    ///
    /// - Returns: what is wrong.
    private func readSteady(
        _ link: Link, _ object: ContiguousArray<UInt8>, trusts: Bool
    ) throws -> String? {
        let phone = link.phone(object)
        var reassembler = link.reassembler(trustsChunkSize: trusts)
        let first = phone.answer(at: 0)
        for _ in 0..<2 {
            var step = reassembler.begin()
            var requests = 0
            while let offset = step.nextOffset {
                do throws(KomootNavError) {
                    step = try reassembler.receive(phone.answer(at: offset), at: offset)
                } catch {
                    // The radio goes on to the end of the object, and that is an error.
                    return first == .error(.invalidOffset) || first == .error(.attributeNotLong)
                        ? nil : "\(error)"
                }
                requests += 1
            }
            guard let lent = reassembler.lent else { return "nothing is lent" }
            let isRight =
                lent.extent == .whole
                ? lent.bytes == object
                : link.isDoubtful(lent.bytes.count) && .chunk(lent.bytes) == first
            if !isRight { return "read \(lent)" }
            // One request for each full chunk, but at least one; one that finds the end; one to
            // read the first chunk again.
            let limit =
                link.radio.readsWholeValues ? 2 : max(object.count / link.chunkSize, 1) + 2
            if requests > limit { return "\(requests) requests" }
        }
        return nil
    }

    @Test(
        "Reassembly of anything returns an object that does not change, and says that it is whole only if it is"
    )
    func steadyObjects() throws {
        try checkProperty("a steady object is read", count: 1200) { choices in
            (
                length: choices.integer(in: 0...512), link: Link(&choices, mtus: 23...517),
                trusts: choices.bool()
            )
        } holds: { (length, link, trusts) in
            try readSteady(link, ScriptedPhone.object(1, length: length), trusts: trusts)
        }
    }

    /// Reads objects that are one byte longer than a chunk, or as long, at every MTU.
    ///
    /// - Parameter told: the MTU that the radio tells.
    /// - Returns: how many reads of a longer object were said to be whole after its first chunk.
    private func falselyWhole(
        _ radio: ChunkReassembler.Radio, told: (Int) -> Int?
    ) throws -> (reads: Int, falselyWhole: Int) {
        var sum = (reads: 0, falselyWhole: 0)
        for mtu in 23...517 {
            for chunkSize in Set([mtu - 1, mtu - 3, 20, 22]) {
                for length in [chunkSize, chunkSize + 1, 2 * chunkSize - 1] where length <= 512 {
                    let phone = ScriptedPhone(
                        object: ScriptedPhone.object(1, length: length), chunkSize: chunkSize,
                        ending: .emptyChunk, radio: radio, mtu: mtu)
                    var reassembler = ChunkReassembler(radio: radio)
                    reassembler.mtu = told(mtu)
                    var step = reassembler.begin()
                    while let offset = step.nextOffset {
                        step = try reassembler.receive(phone.answer(at: offset), at: offset)
                    }
                    guard let lent = reassembler.lent else { continue }
                    sum.reads += 1
                    if lent.extent == .whole && lent.bytes != phone.object { sum.falselyWhole += 1 }
                }
            }
        }
        return sum
    }

    @Test(
        "Reassembly of anything never calls a first chunk whole, at any MTU, told or not",
        arguments: ChunkReassembler.Radio.allCases)
    func everyMTU(_ radio: ChunkReassembler.Radio) throws {
        let told = try falselyWhole(radio) { $0 }
        let untold = try falselyWhole(radio) { _ in nil }
        #expect(told.reads > 3000 && told.falselyWhole == 0)
        #expect(untold.reads > 3000 && untold.falselyWhole == 0)
    }

    @Test(
        "Reassembly of anything calls a first chunk whole if the MTU is told too small, but not with one callback"
    )
    func mtuToldTooSmall() throws {
        for radio in ChunkReassembler.Radio.allCases {
            for told: (Int) -> Int in [{ _ in 23 }, { ($0 + 23) / 2 }, { max($0 - 1, 23) }] {
                let sum = try falselyWhole(radio, told: told)
                #expect(sum.reads > 3000)
                // So these tests can fail.
                #expect((sum.falselyWhole > 400) == (radio == .wholeValues), "\(radio), \(sum)")
                #expect(radio == .wholeValues || sum.falselyWhole == 0)
            }
        }
    }

    /// A phone that replaces its object between any two requests, even those that the radio makes
    /// by itself. The link's MTU may grow at any request.
    private struct ChangingPhone {
        /// When the MTU grows.
        private struct Growth {
            let request: Int
            /// Whether the request was answered before.
            let isAfterAnswer: Bool
            let mtu: Int
            /// With one callback, the radio tells it so many requests later.
            let delay: Int
        }

        private(set) var link: Link
        let objects: [ContiguousArray<UInt8>]
        /// For each request, whether the next object replaces the current one before it.
        let changes: [Bool]
        private let growth: Growth?
        private(set) var current = 0
        private(set) var request = 0

        init(_ choices: inout Choices) {
            let link = Link(&choices, mtus: choices.bool() ? 23...23 : 23...33)
            self.link = link
            objects = (0..<8 as Range<UInt8>).map { number in
                let length =
                    choices.bool()
                    ? choices.integer(in: 0...90)
                    : choices.element(of: [20, 21, 22, link.mtu, 44])
                return ScriptedPhone.object(number, length: length)
            }
            changes = (0..<60).map { _ in choices.integer(in: 0...3) == 3 }
            let growth = Growth(
                request: choices.integer(in: 0...40), isAfterAnswer: choices.bool(),
                mtu: link.mtu + choices.integer(in: 1...12), delay: choices.integer(in: 0...30))
            // Other radios would join chunks of two sizes.
            let mayGrow = link.toldMTU != nil || link.radio.readsWholeValues
            self.growth = mayGrow && choices.bool() ? growth : nil
        }

        var isDone: Bool { request >= changes.count }

        /// The MTU that the radio tells by now.
        var toldMTU: Int? {
            guard let growth, let told = link.toldMTU else { return link.toldMTU }
            if link.radio != .oneCallback { return link.mtu }
            return request > growth.request + growth.delay ? link.mtu : told
        }

        /// - Returns: the answer, and the object that gave its first response.
        mutating func read(at offset: Int) -> (answer: Answer, first: Int) {
            var last = respond(at: offset)
            let first = current
            var answer = last
            while let next = link.phone(objects[current]).nextOffset(
                after: last, of: answer, from: offset)
            {
                last = respond(at: next)
                answer = answer.joined(with: last)
            }
            return (answer, first)
        }

        private mutating func respond(at offset: Int) -> Answer {
            // An object that was replaced never comes back.
            if !isDone && changes[request] { current = min(current + 1, objects.count - 1) }
            let grownMTU = growth?.request == request ? growth?.mtu : nil
            request += 1
            if let grownMTU, growth?.isAfterAnswer == false { link.mtu = grownMTU }
            let response = link.phone(objects[current]).response(at: offset)
            if let grownMTU { link.mtu = grownMTU }
            return response
        }
    }

    @Test(
        "Reassembly of anything completes only published objects, whenever the object and the MTU change, by every radio"
    )
    func changingObjects() throws {
        var torn = 0
        var completed = 0
        var shown = 0
        let isFull = try checkProperty("a changing object is never torn", count: 2500) { choices in
            ChangingPhone(&choices)
        } holds: { script in
            var phone = script
            var reassembler = script.link.reassembler()
            while !phone.isDone {
                var step = reassembler.begin()
                var oldest = phone.current
                while let offset = step.nextOffset {
                    let (answer, first) = phone.read(at: offset)
                    if phone.toldMTU != reassembler.mtu {
                        // As a session does (C.11).
                        reassembler.mtu = phone.toldMTU
                        break
                    }
                    if case .chunk(let value) = answer, offset == 0,
                        !phone.objects.contains(where: { $0.starts(with: value) })
                    {
                        torn += 1
                    }
                    let restarts = reassembler.restarts
                    do throws(KomootNavError) {
                        step = try reassembler.receive(answer, at: offset)
                    } catch {
                        break
                    }
                    if reassembler.restarts > restarts { oldest = first }
                    guard let lent = reassembler.lent else { return "nothing is lent" }
                    if step == .complete { completed += 1 }
                    let published = phone.objects[oldest...phone.current]
                    let isTrue =
                        lent.extent == .whole
                        ? published.contains(lent.bytes)
                        : published.contains { $0.starts(with: lent.bytes) }
                    if !isTrue { return "\(step) with \(lent)" }
                    if lent.extent == .whole && phone.link.isDoubtful(lent.bytes.count) {
                        shown += 1
                    }
                }
            }
            return nil
        }
        #expect(torn > 500 || !isFull, "a single read is often torn, so the check has teeth")
        #expect(completed > 10_000 || !isFull)
        #expect(shown > 500 || !isFull, "longer values often show that a shorter one is whole")
    }

    @Test(
        "Reassembly of anything ends within the documented number of requests, whatever the peer answers"
    )
    func nonsense() throws {
        try checkProperty("a lying peer is left in bounded time", count: 800) { choices in
            (
                radio: choices.element(of: ChunkReassembler.Radio.allCases), trusts: choices.bool(),
                answers: (0..<Self.maximumRequests).map { _ -> Answer in
                    switch choices.integer(in: 0...9) {
                    case 0: .error(choices.element(of: [.invalidOffset, .attributeNotLong]))
                    case 1...7: .chunk(ScriptedPhone.object(choices.any(UInt8.self), length: 20))
                    default:
                        .chunk(ScriptedPhone.object(1, length: choices.integer(in: 0...520)))
                    }
                }
            )
        } holds: { (radio, trusts, answers) in
            var reassembler = ChunkReassembler(radio: radio, trustsChunkSize: trusts)
            var step = reassembler.begin()
            for answer in answers {
                guard let offset = step.nextOffset else { return nil }
                if offset < 0 || offset > 512 { return "asks for \(offset)" }
                guard let next = try? reassembler.receive(answer, at: offset) else {
                    return reassembler.awaitedOffset == nil ? nil : "goes on after an error"
                }
                step = next
                if let lent = reassembler.lent, lent.bytes.count > 512 { return "holds too much" }
            }
            return step == .complete ? nil : "is not done"
        }
    }
}
