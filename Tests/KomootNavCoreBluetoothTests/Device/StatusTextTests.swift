import Foundation
import KomootNavCoreBluetooth
import KomootNavFoundation
import Testing

@Suite("What a device's status says")
struct StatusTextTests {
    private static let english = Locale(identifier: "en")

    @Test("What a device's status says is its own in every status")
    func texts() {
        let texts = NavigationDevice.Status.allCases.map { $0.text(locale: Self.english) }
        #expect(Set(texts).count == texts.count)
        let unsupported = NavigationDevice.Status.unsupported.text(locale: Self.english)
        #expect(unsupported == "This device has no Bluetooth Low Energy")
    }

    @Test(
        "What a device's status says comes with advice, but where it gives some, or where none helps"
    )
    func advice() {
        let silent = NavigationDevice.Status.allCases.filter {
            $0.advice(locale: Self.english) == nil
        }
        #expect(
            Set(silent) == [.unsupported, .unauthorized, .stopped, .navigating, .pairingRequired])
        let off = NavigationDevice.Status.poweredOff.advice(locale: Self.english)
        #expect(off == "Switch Bluetooth on")
    }
}
