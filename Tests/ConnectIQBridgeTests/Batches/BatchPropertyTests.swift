import CAllocationCounter
import KomootNav
import PropertyTesting
import Testing

@testable import ConnectIQBridge

@Suite("Batches, whatever happens")
struct BatchPropertyTests {
    @Test("Batches keep their order and their interval, are as large as may be, and end once")
    func promises() throws {
        var marks = Set<String>()
        // The first meets a mark that few do; in the last two the time goes back just before a batch is due.
        for seed in [143] + Array(propertySeeds(asksForMore ? 160 : 40)) + [831, 1750] {
            var run = try BatchRun(seed: seed, faultRate: Int(seed % 5) * 2)
            let complaints = run.run()
            #expect(complaints.isEmpty, "seed \(seed): \(complaints.prefix(3))")
            marks.formUnion(run.judge.marks)
        }
        for mark in [
            "sent", "dropped", "connectionEnded", "full", "unencodable", "joined", "64 joined",
            "cut", "retrying", "timeout", "maximumRetries", "deviceIsBusy", "appNotFound",
        ] {
            #expect(marks.contains(mark), "\(mark) was never met")
        }
    }

    @Test("Batches fit exactly if their bytes do")
    func size() throws {
        try checkProperty("the size of an array is that of its bytes", count: 4000) {
            choices -> (MonkeyLimits, [MonkeyValue]) in
            let limits = MonkeyLimits(
                maximumByteCount: choices.integer(in: 0...300),
                maximumDepth: choices.integer(in: 1...6),
                maximumValueCount: choices.integer(in: 1...40))
            return (limits, choices.list(atMost: 8) { $0.value() })
        } holds: { limits, elements in
            var size = MonkeyArraySize(limits: limits)
            for (index, element) in elements.enumerated() {
                let array = MonkeyValue.array(Array(elements[...index]))
                let fits = (try? array.encoded(limits: limits)) != nil
                if size.add(element) != fits { return "\(array) fits: \(fits)" }
                if !fits { break }
            }
            return nil
        }
    }

    /// How many blocks are allocated to begin a batch of so many messages.
    private func allocations(ofBatchOf count: Int) -> UInt64 {
        var outbox = CompanionSession.Outbox()
        for number in 0..<count {
            let id = OutgoingMessage.ID(rawValue: UInt64(number))
            let content: MonkeyValue = [[["a"]], [["b"]]]
            _ = outbox.put(OutgoingMessage(id: id, content: content, delivery: .batched))
        }
        var least = UInt64.max
        for _ in 0..<3 {
            var copy = outbox
            let before = allocation_counter_value()
            let parcel = copy.takeNext(at: .zero, MonkeyLimits())
            least = min(least, allocation_counter_value() - before)
            #expect(parcel?.messages.count == count)
        }
        return least
    }

    @Test(
        "Batches are joined with work in proportion to their messages",
        .enabled(if: allocation_counter_is_available()))
    func work() {
        let (few, many) = (allocations(ofBatchOf: 8), allocations(ofBatchOf: 64))
        #expect(few >= 8 && many <= 9 * few, "\(few) blocks for 8, \(many) for 64")
    }
}
