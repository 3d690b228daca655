import ConnectIQBridge
import PropertyTesting
import Testing

@Suite("A stream of serialised values")
struct MonkeyStreamTests {
    private let messages: [ContiguousArray<UInt8>]
    private let joined: ContiguousArray<UInt8>

    init() throws {
        let values: [MonkeyValue] = [
            3, "a", nil, ["a": [4, .byteArray([0xDA, 0x7A, 0xAB, 0xCD])]], [["b", "b"], "a"],
        ]
        messages = try values.map { value throws(MonkeyError) in try value.encoded() }
        joined = ContiguousArray(messages.joined())
    }

    /// What comes of bytes in chunks of these sizes, the last one for all others.
    private func run(
        _ bytes: ContiguousArray<UInt8>, in sizes: [Int], _ limits: MonkeyLimits = MonkeyLimits()
    ) -> (messages: [ContiguousArray<UInt8>], error: MonkeyError?, atEnd: MonkeyError?) {
        var stream = MonkeyStream(limits: limits)
        var whole: [ContiguousArray<UInt8>] = []
        var error: MonkeyError?
        var start = 0
        var rest = sizes[...]
        while start < bytes.count, error == nil {
            let size = rest.count > 1 ? rest.removeFirst() : rest.first ?? bytes.count
            let end = min(start + max(size, 1), bytes.count)
            error = failure { () throws(MonkeyError) in
                try stream.take(bytes.span.extracting(start..<end)) { whole.append($0) }
            }
            start = end
            #expect(stream.pendingByteCount <= max(limits.maximumByteCount, 8))
        }
        return (whole, error, failure { () throws(MonkeyError) in try stream.finish() })
    }

    @Test("Values come out as they were written, however they are split and joined")
    func chunks() throws {
        for size in [1, 2, 7, 8, 9, joined.count] {
            let run = run(joined, in: [size])
            #expect(run.messages == messages && run.error == nil && run.atEnd == nil, "\(size)")
        }
        try checkProperty("chunks of any size give the same values", count: 200) { choices in
            choices.list(atMost: 40) { $0.integer(in: 1...20) }
        } holds: { sizes in
            run(joined, in: sizes).messages == messages ? nil : "other values"
        }
    }

    @Test("A stream that ends early is cut at its end, unless a value has just ended")
    func ends() {
        var ends: Set<Int> = []
        var end = 0
        for message in messages {
            ends.insert(end)
            end += message.count
        }
        for count in 0..<joined.count {
            let run = run(ContiguousArray(joined[..<count]), in: [3])
            let begin = ends.filter { $0 <= count }.max() ?? 0
            let expected =
                ends.contains(count) ? nil : MonkeyError(.truncated, at: count - begin)
            #expect(run.error == nil && run.atEnd == expected, "\(count)")
        }
    }

    @Test("A wrong byte of a marker ends the stream at once, and for good", arguments: 0..<4)
    func markers(position: Int) throws {
        let strings = messages[1]
        let objects = try #require(strings[8...].firstIndex(of: 0xDA))
        for (start, section) in [(0, 0), (objects, objects)] {
            var bytes = strings
            bytes[start + position] ^= 0x01
            let short = ContiguousArray(bytes[...(start + position)])
            let expected = MonkeyError(.unexpectedSection, at: section)
            let run = run(joined + short, in: [5])
            #expect(run.messages == messages && run.error == expected && run.atEnd == expected)
        }
        // The other section's marker, from its second byte on.
        let mixed: ContiguousArray<UInt8> = [0xAB, 0x7A]
        #expect(self.run(mixed, in: [1]).error == MonkeyError(.unexpectedSection, at: 0))
        let twice = ContiguousArray(strings[..<objects]) + strings
        let run = run(twice, in: [1])
        #expect(run.error == MonkeyError(.unexpectedSection, at: objects) && run.messages == [])
        var stream = MonkeyStream()
        let first = failure { () throws(MonkeyError) in try stream.take(mixed.span) { _ in } }
        let second = failure { () throws(MonkeyError) in try stream.take(joined.span) { _ in } }
        #expect(first != nil && first == second && stream.pendingByteCount == 0)
    }

    @Test("A value above the limit ends the stream with its length, before its bytes come")
    func limit() throws {
        for message in messages {
            let exact = MonkeyLimits(maximumByteCount: message.count)
            #expect(run(message, in: [4], exact).messages == [message])
            let limits = MonkeyLimits(maximumByteCount: message.count - 1)
            let run = run(message, in: [4], limits)
            #expect(
                run.messages == [] && run.error == MonkeyError(.oversized, at: message.count - 1))
        }
        for head in ["DA7ADA7A FFFFFFFF", "ABCDABCD 00003FF1", "ABCDABCD FFFFFFFF"] {
            let run = run(ContiguousArray(try bytes(head)), in: [1])
            #expect(run.error == MonkeyError(.oversized, at: 16_384), "\(head)")
        }
        #expect(run(ContiguousArray(try bytes("ABCDABCD 00003FF0")), in: [1]).error == nil)
        for count in 0..<8 {
            let limits = MonkeyLimits(maximumByteCount: count)
            #expect(run(joined, in: [1], limits).error == MonkeyError(.oversized, at: count))
        }
    }

    @Test("Empty sections are sections: what is wrong with them, decoding says")
    func empty() throws {
        let bytes = ContiguousArray(try bytes("ABCDABCD 00000000 DA7ADA7A 00000000"))
        let run = run(bytes + joined, in: [1])
        #expect(run.messages == [bytes] + messages && run.error == nil)
    }
}
