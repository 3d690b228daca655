import KomootNav
import Simulation
import Testing

/// What a device shows whose radio takes long for a whole value, with one callback for everything.
/// A phone publishes an object of 60 bytes a second at MTU 23: three requests for each read.
@Suite("A device with slow whole reads")
struct SlowReadTests {
    private static let streetSize = 51
    /// In bytes, with the street.
    private static let objectSize = 60

    /// What was shown in ten minutes.
    private struct Shown {
        var beginnings = 0
        /// Objects with all of their bytes.
        var complete = 0
        /// Of these, how many were called whole. They are longer than any notification (clause 8.9).
        var wholes = 0
        var reads = 0
        var asksTooMuch = false
        /// The longest time without anything new, in seconds.
        var longestGap = 0.0
    }

    private func shown(connectionInterval: Duration) async -> Shown {
        let world = World(
            seed: 5, conditions: LinkConditions(connectionInterval: connectionInterval, mtu: 23))
        await world.recordTrace()
        let phone = await world.addPhone(
            PeripheralSession.Configuration(layout: .deployed)
        ) { PeripheralSession(PeripheralSession.Configuration(layout: .deployed)) }
        let device = await world.addDevice(radio: .coreBluetooth)
        await phone.startNavigation()
        await phone.startPublishing(every: .seconds(1), streetByteCount: Self.streetSize)
        await device.start()
        await world.run(for: .seconds(600))
        var shown = Shown()
        var last = 0.0
        for delivery in await device.deliveries {
            let isComplete = delivery.bytes.count == Self.objectSize
            if isComplete { shown.complete += 1 } else { shown.beginnings += 1 }
            if delivery.extent == .whole { shown.wholes += 1 }
            let time = Double(delivery.time.offset.components.seconds)
            shown.longestGap = max(shown.longestGap, time - last)
            last = time
        }
        shown.reads = await device.readCount
        shown.asksTooMuch = await world.trace.contains {
            if case .device(_, .asksTooMuch) = $0.event { true } else { false }
        }
        return shown
    }

    /// At least what a device showed when this was written, with room for another seed's luck.
    @Test(
        "A device with slow whole reads owes one read at a time and goes on showing, for reads of 0.3 to 3 s",
        arguments: [
            (300, 560, 540, 2.0), (600, 540, 50, 4.0), (1000, 490, 0, 4.0), (1500, 340, 0, 5.0),
            (3000, 160, 0, 13.0),
        ] as [(Int, Int, Int, Double)])
    func slowReads(
        milliseconds: Int, beginnings: Int, complete: Int, longestGap: Double
    ) async {
        let shown = await shown(connectionInterval: .milliseconds(milliseconds) / 3)
        #expect(!shown.asksTooMuch)
        #expect(shown.beginnings >= beginnings && shown.complete >= complete, "\(shown)")
        // The first read comes before the subscription, when the MTU may have grown.
        #expect(shown.wholes >= shown.complete - 1, "\(shown)")
        #expect(shown.longestGap <= longestGap, "\(shown)")
    }

    @Test("A device with slow whole reads is caught if it asks again before the answer")
    func askingTooMuch() async throws {
        let world = World(seed: 5)
        await world.recordTrace()
        let phone = await world.addPhone(.published)
        let device = await world.addDevice(AskingTwice(), radio: .coreBluetooth)
        await phone.startNavigation()
        await phone.startPublishing(every: .seconds(1), streetByteCount: 51)
        await device.start()
        await world.run(for: .seconds(20))
        let caught = await world.trace.filter {
            if case .device(_, .asksTooMuch(.read)) = $0.event { true } else { false }
        }
        let words = try #require(caught.first).description.drop { $0 != " " }
        #expect(words == " asksTooMuch(0, read while a request is unanswered)")
    }
}

/// A session that asks its radio for every value twice.
private struct AskingTwice: CentralStateMachine {
    private var session = CentralSession(CentralSession.Configuration(radio: .oneCallback))
    private var again: CentralSession.Effect?

    mutating func handle(_ event: CentralSession.Event, at time: SessionTime) {
        session.handle(event, at: time)
    }

    mutating func nextEffect() -> CentralSession.Effect? {
        if let effect = again {
            again = nil
            return effect
        }
        let effect = session.nextEffect()
        if case .read = effect { again = effect }
        return effect
    }

    var nextDeadline: SessionTime? { session.nextDeadline }

    mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        try session.withDelivery(body)
    }
}
