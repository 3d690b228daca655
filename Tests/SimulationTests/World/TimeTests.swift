import KomootNav
import LinkVocabulary
import Testing

@testable import Simulation

@Suite("A time of the simulation")
struct TimeTests {
    @Test(
        "A time of the simulation is the same moment in the trace as where a phone or a device keeps it"
    )
    func trace() async throws {
        let world = World(seed: 1)
        await world.recordTrace()
        let phone = await world.addPhone(.ios)
        let device = await world.addDevice(radio: .offsetReads)
        await phone.startNavigation()
        await phone.startPublishing(every: .milliseconds(1500), streetByteCount: 40)
        await device.start()
        await world.run(for: .seconds(20))
        let trace = await world.trace
        let published = trace.filter {
            if case .phone(_, .told(.published, at: _)) = $0.event { true } else { false }
        }
        let delivered = trace.filter {
            if case .device(_, .delivered) = $0.event { true } else { false }
        }
        #expect(await published.map(\.time) == phone.publications.map(\.time))
        #expect(await delivered.map(\.time) == device.deliveries.map(\.time))
        #expect(published[1].time.offset == .milliseconds(1500))
        #expect(!delivered.isEmpty)
    }

    @Test("The simulation keeps the time of a fault to the microsecond")
    func fault() async throws {
        let world = World(seed: 1)
        await world.recordTrace()
        _ = await world.addPhone(.ios)
        try await world.inject(.link(.peripheralRadioOff(.microseconds(1500))))
        await world.run(for: .seconds(1))
        let switched = await world.trace.filter {
            if case .link(.peripheralRadio) = $0.event { true } else { false }
        }
        #expect(switched.map(\.time.offset) == [.zero, .microseconds(1500)])
    }

    @Test(
        "The duration of a fault is written in milliseconds, with decimals where they are needed",
        arguments: [
            (Fault.answer(.delayed(.seconds(8))), "answer delayed by 8000 ms"),
            (.answer(.repeated(.milliseconds(300))), "answer repeated after 300 ms"),
            (.notification(.delayed(.microseconds(1500))), "notification delayed by 1.500 ms"),
            (.notification(.queueFull(.zero)), "notification queue full for 0 ms"),
            (.notification(.queueFull(.seconds(-5))), "notification queue full for less than 0 ms"),
            (
                .answer(.delayed(.seconds(Int64.max) * 10)),
                "answer delayed by 18446744073709551.615 ms"
            ),
            (
                .link(.peripheralRadioOff(.milliseconds(50))),
                "peripheral's Bluetooth off for 50 ms"
            ),
            (.link(.centralRadioOff(.milliseconds(50))), "central's Bluetooth off for 50 ms"),
            (.link(.pairingRequired(.seconds(20))), "pairing required for 20000 ms"),
            (.phone(.navigationStopped(.seconds(20))), "navigation stopped for 20000 ms"),
            (.phone(.restarted(.milliseconds(50))), "phone's app restarted after 50 ms"),
            (.phone(.secondCentral(.seconds(30))), "second central for 30000 ms"),
        ])
    func words(_ fault: Fault, _ words: String) {
        #expect(fault.description == words)
    }

    @Test("The times of a script count from its beginning, and none of its faults outlasts it")
    func script() {
        let script = FaultLevel.heavy.schedule(for: .seconds(100), seed: 5)
        #expect(script.count > 10)
        for (entry, next) in zip(script, script.dropFirst()) { #expect(entry.time <= next.time) }
        for entry in script {
            #expect(entry.time.offset == .microseconds(Int64(entry.microseconds)))
            guard case .fault(let fault) = entry.action else { continue }
            #expect(entry.microseconds + fault.duration < 100_000_000)
        }
    }

    @Test("The time of a broken promise, or in an exploration, is a moment of its world")
    func moments() {
        let broken = BrokenPromise(promise: .recovers, microseconds: 1_500_001, evidence: "")
        #expect(broken.time.offset == .microseconds(1_500_001))
        let event = ExplorationEvent(milliseconds: 1500, link: 0, kind: .note(""))
        #expect(event.time.offset == .milliseconds(1500))
    }

    @Test(
        "A clock for apps counts from its creation, by the clock that it is given, and sleeps until a moment"
    )
    func appClock() async throws {
        let world = World(seed: 1)
        await world.run(for: .seconds(5))
        let clock = AppClock(world.clock)
        #expect(clock.now == .zero)
        let (end, wasCancelled) = try await world.run { _ in
            try await clock.sleep(until: SessionTime(milliseconds: 1500))
            let sleeper = Task { try await clock.sleep(for: .seconds(60)) }
            try await clock.sleep(for: .seconds(1))
            sleeper.cancel()
            return (clock.now, await sleeper.result.isCancellation)
        }
        #expect(end == SessionTime(milliseconds: 2500))
        #expect(wasCancelled)
        #expect(world.clock.now.offset == .milliseconds(7500))
        let own = AppClock()
        try await own.sleep(until: SessionTime(milliseconds: 2))
        #expect(own.now >= SessionTime(milliseconds: 2))
    }
}

extension Result {
    /// Whether a task ended because it was cancelled.
    fileprivate var isCancellation: Bool {
        if case .failure(let error) = self { error is CancellationError } else { false }
    }
}
