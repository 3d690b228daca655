import PropertyTesting
import Testing

@testable import KomootNav

/// What can be done with the cache of a phone's objects, judged by an array of arrays.
@Suite("The phone's last objects")
struct ObjectCacheTests {
    private enum Action {
        case append(count: Int)
        case removeAll
    }

    private static func actions(_ choices: inout Choices) -> [Action] {
        choices.list(atMost: 40) { choices in
            guard choices.integer(in: 0...15) > 0 else { return .removeAll }
            let most = choices.element(of: [ATT.maximumValueLength, 70, 1])
            return .append(count: choices.integer(in: 0...most))
        }
    }

    private static func bytes(_ number: Int, count: Int) -> ContiguousArray<UInt8> {
        ContiguousArray((0..<count).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) })
    }

    @Test("The last ten objects are kept, byte by byte, and no older one")
    func lastTen() throws {
        try checkProperty("the cache keeps the last ten objects", count: 600) { choices in
            Self.actions(&choices)
        } holds: { actions in
            var cache = ObjectCache()
            var numbers: [UInt32] = []
            var kept: [ContiguousArray<UInt8>] = []
            var last: UInt32 = 0
            for action in actions {
                switch action {
                case .append(let count):
                    last += 1
                    let object = Self.bytes(Int(last), count: count)
                    cache.append(object.span)
                    numbers = (numbers + [last]).suffix(10)
                    kept = (kept + [object]).suffix(10)
                case .removeAll:
                    cache.removeAll()
                    numbers = []
                    kept = []
                }
                if cache.newest != numbers.last { return "the newest is \(cache.newest as Any)" }
                for number in 0...last + 1 {
                    let position = numbers.firstIndex(of: number)
                    let object = position.map { kept[$0] } ?? []
                    let lent = cache.withBytes(of: number) { ContiguousArray(copying: $0) }
                    if cache.holds(number) != (position != nil) { return "holds \(number)" }
                    if cache.count(of: number) != object.count { return "count of \(number)" }
                    if lent != object { return "bytes of \(number)" }
                }
            }
            return nil
        }
    }

    @Test("Both stores of objects give back what they were given, up to ten of the largest")
    func stores() throws {
        try checkProperty("both stores are queues of bytes", count: 600) { choices in
            Self.actions(&choices)
        } holds: { actions in
            var inline = InlinePackedBytes()
            var heap = HeapPackedBytes()
            var kept: [ContiguousArray<UInt8>] = []
            for (number, action) in actions.enumerated() {
                switch action {
                case .append(let count):
                    if kept.count == 10 {
                        let first = kept.removeFirst()
                        inline.removeFirst(first.count)
                        heap.removeFirst(first.count)
                    }
                    let object = Self.bytes(number, count: count)
                    inline.append(object.span)
                    heap.append(object.span)
                    kept.append(object)
                case .removeAll:
                    inline.removeAll()
                    heap.removeAll()
                    kept = []
                }
                var start = 0
                for object in kept {
                    let range = start..<start + object.count
                    start = range.upperBound
                    let lent = inline.withBytes(in: range) { ContiguousArray(copying: $0) }
                    if lent != object { return "inline bytes \(range)" }
                    let other = heap.withBytes(in: range) { ContiguousArray(copying: $0) }
                    if other != object { return "bytes \(range) of the heap" }
                }
            }
            return nil
        }
    }

    @Test("Numbers begin again after the largest, and none is taken for another")
    func numbersWrap() {
        var cache = ObjectCache(lastNumber: .max - 4)
        for number in 1...14 { cache.append(Self.bytes(number, count: number).span) }
        #expect(cache.newest == 9)
        for number in 1...14 {
            let wrapped = UInt32.max - 4 &+ UInt32(number)
            #expect(cache.holds(wrapped) == (number > 4))
            let lent = cache.withBytes(of: wrapped) { ContiguousArray(copying: $0) }
            #expect(lent == (number > 4 ? Self.bytes(number, count: number) : []))
        }
    }

    @Test("A store has room for ten objects of 512 bytes")
    func largest() {
        var inline = InlinePackedBytes()
        for number in 0..<10 { inline.append(Self.bytes(number, count: 512).span) }
        let last = inline.withBytes(in: 9 * 512..<10 * 512) { ContiguousArray(copying: $0) }
        #expect(last == Self.bytes(9, count: 512))
    }

    @Test("A copy of the last objects keeps them when the original goes on")
    func copies() {
        var cache = ObjectCache()
        for number in 0..<10 { cache.append(Self.bytes(number, count: 60).span) }
        var copy = cache
        cache.append(Self.bytes(10, count: 60).span)
        #expect(copy.newest == 10)
        #expect(copy.withBytes(of: 1) { ContiguousArray(copying: $0) } == Self.bytes(0, count: 60))
        #expect(!cache.holds(1))
    }
}
