import CompanionPairing
import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavModels
import Simulation
import Testing

@Suite("The model of a paired display's screen")
@MainActor
struct PairingModelTests {
    @Test("A paired display's screen shows its buttons, its phone, and that phone's directions")
    func pairs() async throws {
        let world = World(seed: 1, conditions: LinkConditions(mtu: 185))
        let screens = try await world.run { world in
            let phone = PairedPhone(
                on: world.addPeripheral(),
                names: MemoryNameStore(PairingNames(own: PairingName(random: 0xF0))))
            phone.start()
            try phone.publish(arrow: .left, distanceInMeters: 210, street: "Hegelallee")
            let names = MemoryNameStore(PairingNames(own: PairingName(random: 0xD1)))
            let display = PairedDisplay(on: world.addCentral(), names: names)
            let clock = world.clock
            defer { phone.stop() }
            let model = await PairingModel(
                display, locale: Locale(identifier: "en_GB"), clock: AppClock(clock))
            return try await show(model, clock)
        }
        let name = "\(PairingName(random: 0xF0))"
        #expect(
            screens == [
                "on | No server | Discover server | ",
                "on | Connected to server \(name) | Disconnect, Unpair | Hegelallee",
                "on | Paired with server \(name) | Connect to \(name), Unpair | Hegelallee",
                "on | No server | Discover server | ",
            ])
    }

    @Test("A simulated display finds a phone that navigates, and can unpair it")
    func simulatedDisplay() async throws {
        let screens = try await World(seed: 1).run { world in
            let clock = world.clock
            let model = await PairingModel.simulated(
                locale: Locale(identifier: "en_GB"), clock: AppClock(clock))
            return try await show(model, clock)
        }
        let name = try #require(screens[1].split(separator: " ").dropFirst(5).first)
        #expect(
            screens == [
                "on | No server | Discover server | ",
                "on | Connected to server \(name) | Disconnect, Unpair | Lennéstraße",
                "on | Paired with server \(name) | Connect to \(name), Unpair | Lennéstraße…",
                "on | No server | Discover server | ",
            ])
    }

    @Test("A simulated phone is paired with by a display, again when the screen comes back")
    func simulatedPhone() async throws {
        let screens = try await World(seed: 1).run { world in
            let clock = world.clock
            return try await Self.showPhone(clock)
        }
        let name = try #require(screens[0].split(separator: " ").last)
        let paired = "Paired with client \(name); Connected to client \(name)"
        #expect(screens == [paired, "Expecting connection", paired, paired])
    }

    private static func showPhone(_ clock: VirtualClock) async throws -> [String] {
        let model = PairedPhoneModel.simulated(
            locale: Locale(identifier: "en_GB"), clock: AppClock(clock))
        var screens: [String] = []
        for isFirst in [true, false] {
            let run = Task { await model.run() }
            try await clock.sleep(for: .seconds(10))
            screens.append(model.screenText)
            if isFirst { model.unpair() }
            try await clock.sleep(for: .seconds(10))
            screens.append(model.screenText)
            #expect(model.faultText == nil)
            run.cancel()
            await run.value
        }
        return screens
    }

    private func show(_ model: PairingModel, _ clock: VirtualClock) async throws -> [String] {
        let run = Task { await model.run() }
        defer { run.cancel() }
        var screens: [String] = []
        for button: PairedDisplay.Button? in [nil, .discover, .disconnect, .unpair] {
            if let button { model.press(button) }
            try await clock.sleep(for: .seconds(10))
            let buttons = model.buttons.map(model.text(on:)).joined(separator: ", ")
            let power = model.isBluetoothOn ? "on" : "off"
            let shown = [power, model.screenText, buttons, model.navigation.street]
            screens.append(shown.joined(separator: " | "))
            #expect(model.faultText == nil)
            let isOld = button == .disconnect
            #expect(model.navigation.isOld == isOld)
            // A view of directions alone may run them too.
            await model.navigation.run()
            #expect(model.navigation.isOld == isOld)
        }
        return screens
    }

    @Test("A paired display's directions are old when its run ends, and come again with the next")
    func again() async throws {
        try await World(seed: 1).run { world in
            let clock = world.clock
            try await Self.again(clock)
        }
    }

    private static func again(_ clock: VirtualClock) async throws {
        let model = PairingModel.simulated(
            locale: Locale(identifier: "en_GB"), clock: AppClock(clock))
        var run = Task { await model.run() }
        try await clock.sleep(for: .seconds(5))
        model.press(.discover)
        try await clock.sleep(for: .seconds(10))
        for _ in 1...3 {
            #expect(!model.navigation.isOld)
            // The next view comes at once.
            run.cancel()
            let next = Task { await model.run() }
            await run.value
            #expect(model.navigation.isOld && model.screen == .starting)
            run = next
            try await clock.sleep(for: .seconds(10))
            if case .paired = model.screen { model.press(.connect) }
            try await clock.sleep(for: .seconds(10))
        }
        run.cancel()
        await run.value
    }
}
