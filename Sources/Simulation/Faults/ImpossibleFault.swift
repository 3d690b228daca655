import KomootNav

/// Why a fault can't happen in a world as it is now.
public enum ImpossibleFault: Error, Hashable, Sendable {
    /// A number of the fault is not in its range.
    case outOfRange(Quantity)
    /// There is no central.
    case noCentral
    /// There is no peripheral.
    case noPeripheral
    /// No peripheral publishes objects: there is no ``SimulatedPeripheral``.
    case noPhone
    /// There are only phones without a CCCD, so nobody can ever be notified.
    case noCCCD
    /// No link is up.
    case noLink
    /// Every link has this MTU already, or a greater one.
    case mtuNotGreater
    /// No central has subscribed.
    case noSubscription
    /// Bluetooth is off already.
    case radioOff
    /// The peripheral has no service that it could lose.
    case notServing
    /// The peripheral's app does not run.
    case notRunning

    /// A number of a fault that has a range.
    public enum Quantity: Hashable, Sendable, CaseIterable {
        /// An MTU, in bytes: 23 to 517.
        case mtu
        /// How many chances to hear advertising are missed: 1 to 1,000,000.
        case missedAdvertisements
        /// The position of a byte, 0 to 511. It is counted round: position 25 of 20 bytes is position 5.
        case position
        /// Which bits of a byte are changed: 1 to 255.
        case mask
        /// The length of an answer or a notification, in bytes: 0 to 512.
        case length
        /// The length of a street, in bytes: 0 to 503.
        case streetByteCount
        /// How late something is, or how long it lasts: zero to a day.
        case time
    }
}

extension ImpossibleFault.Quantity {
    /// The numbers that a fault may have here; times in milliseconds.
    package var range: ClosedRange<Int> {
        switch self {
        case .mtu: LinkFault.mtus
        case .missedAdvertisements: 1...1_000_000
        case .position: 0...ATT.maximumValueLength - 1
        case .mask: 1...Int(UInt8.max)
        case .length: 0...ATT.maximumValueLength
        case .streetByteCount: 0...InstructionLayout.deployed.maximumStreetByteCount
        case .time: 0...86_400_000
        }
    }

    /// Returns itself if a number is out of its range.
    func refusing(_ number: Int) -> Self? { range.contains(number) ? nil : self }

    /// Returns itself if a time is out of its range.
    func refusing(_ time: Duration) -> Self? {
        time < .milliseconds(range.lowerBound) || time > .milliseconds(range.upperBound)
            ? self : nil
    }
}

extension ImpossibleFault: CustomStringConvertible {
    /// Why the fault can't happen, as a sentence.
    public var description: String {
        switch self {
        case .outOfRange(let quantity): quantity.rule
        case .noCentral: "there is no central: add a client or a device first"
        case .noPeripheral: "there is no peripheral: add a phone or a server first"
        case .noPhone: "no peripheral publishes objects: add a phone first, with addPhone"
        case .noCCCD: "no phone here has a CCCD, so nobody can ever be notified"
        case .noLink: "no link is up: let the world run until a central is connected"
        case .mtuNotGreater: "every link has this MTU, or a greater one: choose a greater one"
        case .noSubscription: "no central has subscribed: let the world run until one has"
        case .radioOff: "Bluetooth is off already"
        case .notServing: "the peripheral has no service that it could lose: nobody navigates"
        case .notRunning: "the peripheral's app does not run: it was killed already"
        }
    }
}

extension ImpossibleFault.Quantity {
    fileprivate var rule: String {
        let numbers = "\(range.lowerBound) to \(range.upperBound)"
        return switch self {
        case .mtu: "an MTU has \(numbers) bytes"
        case .missedAdvertisements: "\(numbers) chances to hear advertising can be missed"
        case .position: "a changed byte has a position from \(numbers)"
        case .mask: "a mask that changes a byte is a number from \(numbers)"
        case .length: "an answer or a notification has \(numbers) bytes"
        case .streetByteCount: "a street has \(numbers) bytes"
        case .time: "a fault's time is at least zero, and at most a day"
        }
    }
}
