import CAllocationCounter
import Testing

@testable import ConnectIQBridge

@Suite("The work that bytes can cause")
struct MonkeyBoundTests {
    private let limits = MonkeyLimits(
        maximumByteCount: 1 << 22, maximumDepth: 256, maximumValueCount: 1 << 22)

    private func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// A value with one string and some objects.
    private func input(text: Int?, objects: [UInt8]) -> ContiguousArray<UInt8> {
        var input: ContiguousArray<UInt8> = []
        if let text {
            input += [0xAB, 0xCD, 0xAB, 0xCD] + bigEndian(text + 3)
            input += bigEndian(text + 1).suffix(2)
            input += [UInt8](repeating: 0x61, count: text) + [0]
        }
        return input + [0xDA, 0x7A, 0xDA, 0x7A] + bigEndian(objects.count) + objects
    }

    /// Bytes that are meant to cause much work, of about this length.
    private func hostileInputs(_ size: Int) -> [(name: String, input: ContiguousArray<UInt8>)] {
        let half = min(size / 2, 65_000)
        let references = (0..<size / 10).flatMap { _ in [3, 0, 0, 0, 0] as [UInt8] }
        let dictionaries = (0..<size / 22).flatMap { _ in [11, 0, 0, 0, 1] as [UInt8] }
        let keys = (0..<size / 22).flatMap { _ in [3, 0, 0, 0, 0, 0] as [UInt8] }
        let pairs = (0..<size / 6).flatMap { key -> [UInt8] in [1] + bigEndian(key) + [0] }
        let emptyArrays = (0..<size / 5).flatMap { _ in [5, 0, 0, 0, 0] as [UInt8] }
        return [
            (
                "one long string, referred to often",
                input(text: half, objects: [5] + bigEndian(size / 10) + references)
            ),
            (
                "one long key in many dictionaries",
                input(
                    text: half, objects: [5] + bigEndian(size / 22) + dictionaries + keys)
            ),
            ("many keys", input(text: nil, objects: [11] + bigEndian(size / 6) + pairs)),
            (
                "many empty arrays",
                input(text: nil, objects: [5] + bigEndian(size / 5) + emptyArrays)
            ),
            (
                "a lying count", input(text: nil, objects: [5] + bigEndian(2 * size) + emptyArrays)
            ),
            (
                "nulls",
                input(
                    text: nil,
                    objects: [5] + bigEndian(size) + [UInt8](repeating: 0, count: size))
            ),
        ]
    }

    @Test("The work that bytes can cause is in proportion to their number")
    func steps() throws {
        for size in [1000, 10_000, 100_000] {
            for (name, input) in hostileInputs(size) {
                let result = outcome { () throws(MonkeyError) in
                    try MonkeyDecoder(input.span, limits: limits)
                }
                switch result {
                case .success(let decoder):
                    #expect(decoder.stepCount <= 6 * input.count, "\(name)")
                    #expect(name != "a lying count")
                case .failure(let error):
                    #expect(error == MonkeyError(.countTooLarge, at: 9), "\(name)")
                    #expect(name == "a lying count")
                }
            }
        }
    }

    /// How many blocks the work allocates: the least of three times, because the runtime may allocate for what other
    /// tests do meanwhile.
    private func allocations(of work: () throws -> Void) rethrows -> UInt64 {
        try work()
        var least = UInt64.max
        for _ in 0..<3 {
            let before = allocation_counter_value()
            try work()
            least = min(least, allocation_counter_value() - before)
        }
        return least
    }

    @Test(
        "A string is made once, however often it is referred to",
        .enabled(if: allocation_counter_is_available()))
    func sharedStrings() throws {
        func allocations(objectType: UInt8) throws -> UInt64 {
            let objects = (0..<10_000).flatMap { _ in [objectType, 0, 0, 0, 0] as [UInt8] }
            let input = input(text: 1000, objects: [5] + bigEndian(10_000) + objects)
            return try self.allocations {
                _ = try MonkeyValue(decoding: input.span, limits: limits)
            }
        }
        // Strings, and numbers; each input has the one string.
        #expect(try allocations(objectType: 3) <= allocations(objectType: 1) + 5)
    }

    @Test(
        "Nothing is made for a count that lies", .enabled(if: allocation_counter_is_available()))
    func lyingCount() throws {
        let lie = hostileInputs(100_000)[4].input
        let count = allocations {
            _ = failure { () throws(MonkeyError) in
                try MonkeyValue(decoding: lie.span, limits: limits)
            }
        }
        #expect(count < 10, "\(count) blocks")
    }

    @Test(
        "Reading a value in place allocates nothing",
        .enabled(if: allocation_counter_is_available()))
    func reader() throws {
        let value: MonkeyValue = [
            "a": [1, 2.5, .byteArray([1, 2, 3]), ["b": nil]], 7: .long(9), "é": true,
        ]
        let input = try value.encoded()
        var sum = 0
        let count = try allocations {
            var reader = try MonkeyReader(input.span)
            while let token = try reader.next() {
                if case .string(let offset) = token { sum += try reader.string(at: offset).count }
                sum += reader.depth
            }
        }
        #expect(count == 0)
        #expect(sum > 0)
        var kept: [[UInt8]] = []
        #expect(allocations { kept.append([UInt8](repeating: 1, count: 100)) } >= 1)
    }

    @Test("The deepest value that is allowed is taken apart again")
    func deepest() throws {
        var value: MonkeyValue = nil
        for _ in 1..<256 { value = [value] }
        let encoded = try value.encoded(limits: limits)
        #expect(try MonkeyValue(decoding: encoded, limits: limits) == value)
        let error = failure { () throws(MonkeyError) in
            try MonkeyValue.array([value]).encoded(limits: limits)
        }
        #expect(error == MonkeyError(.tooDeep, at: 255))
    }
}
