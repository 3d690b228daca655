import KomootNav
import PropertyTesting
import Testing

@Suite("Reassembly of anything")
struct ReassemblyPropertyTests {
    /// The largest number of requests of a read, from the type's documentation.
    private static let maximumRequests = (ChunkReassembler.defaultMaximumRestarts + 1) * 27

    private static let radios: [ChunkReassembler.Radio] = [.offsetReads, .wholeValues]

    @Test("returns an object that does not change, for every length and chunk size")
    func steadyObjects() throws {
        try checkProperty("a steady object is read", count: 600) { choices in
            (
                length: choices.integer(in: 0...512), chunkSize: choices.integer(in: 20...517),
                ending: choices.element(of: Ending.allCases),
                radio: choices.element(of: Self.radios), trusts: choices.bool()
            )
        } holds: { (length, chunkSize, ending, radio, trusts) in
            let object = ScriptedPhone.object(1, length: length)
            let phone = ScriptedPhone(
                object: object, chunkSize: chunkSize, ending: ending, radio: radio)
            var reassembler = ChunkReassembler(radio: radio, trustsChunkSize: trusts)
            for _ in 0..<2 {
                var step = reassembler.begin()
                var requests = 0
                while let offset = step.nextOffset {
                    step = try reassembler.receive(phone.answer(at: offset), at: offset)
                    requests += 1
                }
                guard reassembler.lent?.bytes == object else {
                    return "read \(reassembler.lent as Any)"
                }
                // One request for each full chunk, but at least one; one that finds the end; one to
                // read the first chunk again.
                let limit = radio == .offsetReads ? max(length / chunkSize, 1) + 2 : 2
                if requests > limit { return "\(requests) requests" }
            }
            return nil
        }
    }

    @Test("completes only published objects, whenever the object changes")
    func changingObjects() throws {
        try checkProperty("a changing object is never torn", count: 1500) { choices in
            (
                lengths: (0..<8).map { _ in choices.integer(in: 0...90) },
                chunkSize: choices.integer(in: 20...30),
                ending: choices.element(of: Ending.allCases),
                radio: choices.element(of: Self.radios),
                changes: (0..<60).map { _ in choices.integer(in: 0...3) == 3 }
            )
        } holds: { (lengths, chunkSize, ending, radio, changes) in
            let objects = lengths.enumerated().map {
                ScriptedPhone.object(UInt8($0.offset), length: $0.element)
            }
            var current = 0
            var request = 0
            var reassembler = ChunkReassembler(radio: radio)
            for _ in 0..<6 {
                var step = reassembler.begin()
                var oldest = current
                while let offset = step.nextOffset, request < changes.count {
                    // An object that was replaced never comes back.
                    if changes[request] { current = min(current + 1, objects.count - 1) }
                    request += 1
                    let phone = ScriptedPhone(
                        object: objects[current], chunkSize: chunkSize, ending: ending, radio: radio
                    )
                    let restarts = reassembler.restarts
                    step = try reassembler.receive(phone.answer(at: offset), at: offset)
                    if reassembler.restarts > restarts { oldest = current }
                    guard let lent = reassembler.lent else { return "nothing is lent" }
                    let published = objects[oldest...current]
                    let isTrue =
                        step == .complete
                        ? published.contains(lent.bytes)
                        : published.contains { $0.starts(with: lent.bytes) }
                    if !isTrue { return "\(step) with \(lent)" }
                }
            }
            return nil
        }
    }

    /// A radio that reads a whole value by several requests, between which the object changes.
    private struct WholeValueRadio {
        let objects: [ContiguousArray<UInt8>]
        let chunkSize: Int
        /// For each request, whether the next object replaces the current one before it.
        let changes: [Bool]
        private(set) var current = 0
        private(set) var request = 0

        init(objects: [ContiguousArray<UInt8>], chunkSize: Int, changes: [Bool]) {
            self.objects = objects
            self.chunkSize = chunkSize
            self.changes = changes
        }

        mutating func read() -> ContiguousArray<UInt8> {
            var value: ContiguousArray<UInt8> = []
            while true {
                if request < changes.count && changes[request] {
                    current = min(current + 1, objects.count - 1)
                }
                request += 1
                let chunk = objects[current].dropFirst(value.count).prefix(chunkSize)
                value += chunk
                if chunk.count < chunkSize { return value }
            }
        }
    }

    @Test(
        "completes only published objects when a radio's own requests tear whole values")
    func tornWholeValues() throws {
        var tornCount = 0
        let isFull = try checkProperty("a torn whole value is never completed", count: 1500) {
            choices in
            WholeValueRadio(
                objects: (0..<8).map {
                    ScriptedPhone.object($0, length: choices.integer(in: 0...90))
                }, chunkSize: choices.integer(in: 20...30),
                changes: (0..<60).map { _ in choices.integer(in: 0...3) == 3 })
        } holds: { script in
            var radio = script
            var reassembler = ChunkReassembler(radio: .wholeValues)
            for _ in 0..<4 {
                var step = reassembler.begin()
                while step.nextOffset != nil {
                    let value = radio.read()
                    if !radio.objects.contains(value) { tornCount += 1 }
                    do throws(KomootNavError) {
                        step = try reassembler.receive(value.span, at: 0)
                    } catch {
                        if error.code == .restartsExhausted { break }
                        throw error
                    }
                    guard let lent = reassembler.lent else { return "nothing is lent" }
                    let isTrue =
                        step == .complete
                        ? radio.objects.contains(lent.bytes)
                        : radio.objects.contains { $0.starts(with: lent.bytes) }
                    if !isTrue { return "\(step) with \(lent)" }
                }
            }
            return nil
        }
        #expect(tornCount > 500 || !isFull, "a single read is often torn, so the check has teeth")
    }

    @Test("ends within the documented number of requests, whatever the peer answers")
    func nonsense() throws {
        try checkProperty("a lying peer is left in bounded time", count: 800) { choices in
            (
                radio: choices.element(of: Self.radios), trusts: choices.bool(),
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
