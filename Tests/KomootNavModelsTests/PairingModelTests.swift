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
            return try await show(display, clock)
        }
        let name = "\(PairingName(random: 0xF0))"
        #expect(
            screens == [
                "on | No server | Discover server | ",
                "on | Connected to server \(name) | Disconnect, Unpair | Hegelallee",
                "on | Paired with server \(name) | Connect to \(name), Unpair | Hegelallee",
                "on | No server | Discover server | Hegelallee",
            ])
    }

    private func show(_ display: PairedDisplay, _ clock: VirtualClock) async throws -> [String] {
        let model = PairingModel(
            display, locale: Locale(identifier: "en_GB"), clock: AppClock(clock))
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
        }
        return screens
    }
}
