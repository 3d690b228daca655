import LinkVocabulary
import RepositorySupport
import Testing

@testable import Simulation

@Suite("What a state machine uses of a radio")
struct CentralShareTests {
    /// A machine that notes what it is told.
    ///
    /// It may be marked as sendable because it is used only on its world's executor.
    private final class Machine: @unchecked Sendable {
        private(set) var share: CentralShare?
        private(set) var told: [CentralShare.Event] = []
        var notes: [String] {
            told.map { event in
                switch event {
                case .state(let state): "\(state)"
                case .found: "found"
                case .connected: "connected"
                case .ended(let wasUp): "ended \(wasUp)"
                case .discovered: "discovered"
                case .value(_, let value): "value \(value.first ?? 0)"
                case .refused(_, let error): "refused \(error)"
                case .readFailed(_, let error): "failed late \(error)"
                case .timePassed: "time passed"
                case .notDiscovered, .subscribed, .written, .mtuChanged, .servicesChanged,
                    .pairingLost:
                    "\(event)".prefix { $0 != "(" }.description
                }
            }
        }

        init(of central: GATTCentral) {
            share = CentralShare(of: central) { [weak self] in self?.told.append($0) }
            share?.open()
        }

        func forget() { told = [] }
        func end() { share = nil }
    }

    private static func stage() async throws -> (CentralStage, TamperedRadio) {
        try await TamperedRadio.stage()
    }

    @Test("What a state machine uses of a radio is its own: a search, a link and what comes on it")
    func link() async throws {
        let (stage, radio) = try await Self.stage()
        try await stage.run { world in
            let one = Machine(of: stage.central)
            let other = Machine(of: stage.central)
            one.share?.search(for: Thermostat.service)
            try await world.clock.sleep(for: .seconds(1))
            #expect(one.notes == ["on", "found"] && other.notes == ["on"])
            guard case .found(let found) = one.told.last else { return }
            one.share?.search(for: nil)
            one.forget()
            one.share?.connect(to: found.peer)
            try await world.clock.sleep(for: .seconds(1))
            one.share?.send(.discover(Thermostat.service))
            one.share?.send(.subscribe(Thermostat.temperature, isOn: true))
            one.share?.send(.write([20], Thermostat.threshold))
            one.share?.send(.read(Thermostat.threshold))
            try await world.clock.sleep(for: .seconds(2))
            await stage.notify(21)
            try await world.clock.sleep(for: .seconds(1))
            #expect(
                one.notes == [
                    "connected", "discovered", "subscribed", "written", "value 20", "value 21",
                ])
            // The other one shares the link, and leaves it.
            other.share?.connect(to: found.peer)
            other.share?.disconnect()
            #expect(other.notes == ["on", "connected"])
            try await world.clock.sleep(for: .seconds(1))
            #expect(radio.links.count == 1 && radio.disconnects.isEmpty)
            one.forget()
            try world.inject(.link(.dropped))
            try await world.clock.sleep(for: .seconds(9))
            #expect(one.notes == ["ended true"])
        }
    }

    @Test("What a state machine uses of a radio ends with it, and an app's subscription goes on")
    func leaving() async throws {
        let (stage, radio) = try await Self.stage()
        try await stage.run { world in
            let link = try await stage.link()
            let temperatures = try await link.subscribe(to: Thermostat.temperature)
            let machine = Machine(of: stage.central)
            machine.share?.connect(to: link.peer)
            machine.share?.send(.subscribe(Thermostat.temperature, isOn: true))
            // A machine knows what this gives; an app's task does not.
            machine.share?.send(.read(Thermostat.threshold))
            try await world.clock.sleep(for: .seconds(1))
            #expect(machine.notes == ["on", "connected", "subscribed", "value 0"])
            machine.share?.disconnect()
            machine.end()
            try await world.clock.sleep(for: .seconds(1))
            await stage.notify(22)
            for try await next in temperatures {
                #expect(next.value == [22])
                break
            }
            let ends = radio.sent.filter {
                $0.request == .subscribe(Thermostat.temperature, isOn: false)
            }
            #expect(ends.isEmpty && radio.disconnects.isEmpty)
        }
    }

    @Test("What a state machine asked for on a link that it leaves is not done, and does not stay")
    func abandoned() async throws {
        let (stage, radio) = try await Self.stage()
        try await stage.run { world in
            let link = try await stage.link()
            let machine = Machine(of: stage.central)
            machine.share?.connect(to: link.peer)
            machine.share?.send(.subscribe(Thermostat.temperature, isOn: true))
            machine.share?.send(.write([9], Thermostat.threshold))
            machine.share?.disconnect()
            try await world.clock.sleep(for: .seconds(2))
            #expect(machine.notes == ["on", "connected"])
            #expect(
                radio.sent.map(\.request).suffix(2) == [
                    .subscribe(Thermostat.temperature, isOn: true),
                    .subscribe(Thermostat.temperature, isOn: false),
                ])
            #expect(try await link.read(Thermostat.threshold) == [])
        }
    }

    @Test("Who subscribes while another one's subscription is to end is notified")
    func overlap() async throws {
        let (stage, radio) = try await Self.stage()
        try await stage.run { world in
            let link = try await stage.link()
            var first: GATTNotifications? = try await link.subscribe(to: Thermostat.temperature)
            #expect(first != nil)
            // It is asked for after a read, and before that is answered the first one lets go.
            async let reading = link.read(Thermostat.threshold)
            try await world.clock.sleep(for: .microseconds(1))
            async let second = link.subscribe(to: Thermostat.temperature)
            try await world.clock.sleep(for: .microseconds(1))
            first = nil
            _ = try await reading
            let notifications = try await second
            try await world.clock.sleep(for: .seconds(1))
            await stage.notify(22)
            for try await next in notifications {
                #expect(next.value == [22])
                break
            }
            #expect(radio.disconnects.isEmpty)
        }
    }

    @Test(
        "What a state machine uses of a radio answers each request, late and void ones too, unless the link ends"
    )
    func answers() async throws {
        let (stage, radio) = try await Self.stage()
        try await stage.run { world in
            let machine = Machine(of: stage.central)
            let found = try await stage.central.find(Thermostat.service)
            machine.share?.connect(to: found.peer)
            try await world.clock.sleep(for: .seconds(1))
            machine.share?.send(.discover(Thermostat.service))
            try await world.clock.sleep(for: .seconds(1))
            let link = try #require(radio.links.last)
            radio.ignores = { if case .send = $0 { true } else { false } }
            machine.share?.send(.read(Thermostat.threshold))
            try await world.clock.sleep(for: .seconds(1))
            machine.forget()
            radio.tell(.servicesChanged(link: link))
            let read = try #require(radio.sent.last?.ticket)
            radio.tell(.answered(request: read, .value([3])))
            radio.tell(.failed(link: link, Thermostat.threshold, .invalidHandle))
            // It was forgotten, and is not sent.
            machine.share?.send(.read(Thermostat.threshold))
            #expect(
                machine.notes == [
                    "servicesChanged", "value 3", "failed late \(ATTError.invalidHandle)",
                    "refused \(ATTError.invalidHandle)",
                ])
            // An answer that finds services of before is told, and not kept.
            machine.forget()
            machine.share?.send(.discover(Thermostat.service))
            radio.tell(.servicesChanged(link: link))
            let discovery = try #require(radio.sent.last?.ticket)
            radio.tell(.answered(request: discovery, .discovered([.thermostat])))
            machine.share?.send(.read(Thermostat.threshold))
            #expect(
                machine.notes == [
                    "servicesChanged", "discovered", "refused \(ATTError.invalidHandle)",
                ])
            // Nothing is told of what was given up.
            machine.forget()
            machine.share?.disconnect()
            radio.tell(.ended(link: link))
            #expect(machine.notes == [])
        }
    }

    @Test(
        "What a state machine uses of a radio is gone when that is off, and comes back by the machine alone"
    )
    func off() async throws {
        let (stage, _) = try await Self.stage()
        try await stage.run { world in
            let machine = Machine(of: stage.central)
            let found = try await stage.central.find(Thermostat.service)
            machine.share?.connect(to: found.peer)
            machine.share?.search(for: UUID128(high: 1, low: 1))
            try await world.clock.sleep(for: .seconds(1))
            machine.forget()
            try world.inject(.link(.centralRadioOff(.seconds(3))))
            try await world.clock.sleep(for: .seconds(10))
            #expect(machine.notes == ["off", "on"])
            #expect(machine.share?.peer == nil)
        }
    }

    @Test(
        "A state machine's alarm rings once, after what has happened by then, and no longer at another time"
    )
    func alarm() async throws {
        let (stage, radio) = try await Self.stage()
        try await stage.run { world in
            let one = Machine(of: stage.central)
            let other = Machine(of: stage.central)
            try await world.clock.sleep(for: .seconds(1))
            one.forget()
            other.forget()
            let now = stage.central.context.now
            one.share?.wake(at: now.advanced(by: .seconds(2)))
            other.share?.wake(at: now.advanced(by: .seconds(5)))
            try await world.clock.sleep(for: .seconds(1))
            one.share?.wake(at: now.advanced(by: .seconds(3)))
            // Asked for again, it comes after what has happened since.
            one.share?.wake(at: now.advanced(by: .seconds(3)))
            #expect(radio.wakes.suffix(2).allSatisfy { $0 == now.advanced(by: .seconds(3)) })
            try await world.clock.sleep(for: .milliseconds(1900))
            // A radio may tell it too early.
            radio.tell(.timePassed)
            #expect(one.notes.isEmpty && other.notes.isEmpty)
            try await world.clock.sleep(for: .milliseconds(200))
            #expect(one.notes == ["time passed"] && other.notes.isEmpty)
            try await world.clock.sleep(for: .seconds(2))
            #expect(one.notes == ["time passed"] && other.notes == ["time passed"])
        }
    }
}
