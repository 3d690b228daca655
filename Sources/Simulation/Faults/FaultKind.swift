import KomootNav

/// The kinds of faults, from which a seed chooses.
enum FaultKind: Int, CaseIterable, Sendable {
    case notificationLost, notificationRepeated, notificationDelayed, notificationCut
    case notificationQueueFull
    case answerDelayed, answerLost, answerRepeated, answerFailed
    case objectReplaced, mtuChanged
    case linkDropped, linkDroppedSilently, advertisingMissed, subscriptionLost
    case navigationStopped, phoneRadioOff, deviceRadioOff, phoneRestarted, pairingRefused
    case secondCentral
    case answerCorrupted, answerResized, answerEndedEarly, notificationCorrupted,
        notificationResized

    /// Whether it makes the phone a hostile peer.
    var isHostile: Bool { rawValue >= FaultKind.answerCorrupted.rawValue }

    /// A fault of this kind.
    func draw(_ random: inout SplitMix64) -> Fault {
        switch self {
        case .notificationLost: return .notificationLost
        case .notificationRepeated: return .notificationRepeated
        case .notificationDelayed: return .notificationDelayed(Self.time(5...3000, &random))
        case .notificationCut: return .notificationCut(random.number(in: 0...21))
        case .notificationQueueFull: return .notificationQueueFull(Self.time(1...2500, &random))
        case .answerDelayed: return .answerDelayed(Self.time(5...8000, &random))
        case .answerLost: return .answerLost
        case .answerRepeated: return .answerRepeated(Self.time(0...300, &random))
        case .answerFailed:
            let codes: [UInt8] = [0x01, 0x02, 0x05, 0x0A, 0x0E, 0x0F, 0x11, 0x80]
            return .answerFailed(ATTError(rawValue: random.element(of: codes)))
        case .objectReplaced: return .objectReplaced(streetByteCount: random.number(in: 0...120))
        case .mtuChanged: return .mtuChanged(random.element(of: RunPlan.mtus))
        case .linkDropped: return .linkDropped
        case .linkDroppedSilently: return .linkDroppedSilently
        case .advertisingMissed: return .advertisingMissed(random.number(in: 1...8))
        case .subscriptionLost: return .subscriptionLost
        case .navigationStopped: return .navigationStopped(Self.time(50...20_000, &random))
        case .phoneRadioOff: return .phoneRadioOff(Self.time(50...8000, &random))
        case .deviceRadioOff: return .deviceRadioOff(Self.time(50...8000, &random))
        case .phoneRestarted: return .phoneRestarted(Self.time(50...8000, &random))
        case .pairingRefused: return .pairingRefused(Self.time(500...20_000, &random))
        case .secondCentral: return .secondCentral(Self.time(3000...30_000, &random))
        case .answerCorrupted:
            return .answerCorrupted(
                position: random.number(in: 0...511), mask: UInt8(random.number(in: 1...255)))
        case .answerEndedEarly:
            return .answerFailed(random.element(of: [.invalidOffset, .attributeNotLong]))
        case .answerResized: return .answerResized(random.number(in: 0...512))
        case .notificationCorrupted:
            return .notificationCorrupted(
                position: random.number(in: 0...19), mask: UInt8(random.number(in: 1...255)))
        case .notificationResized: return .notificationResized(random.number(in: 0...64))
        }
    }

    private static func time(_ range: ClosedRange<Int>, _ random: inout SplitMix64) -> UInt32 {
        UInt32(random.number(in: range))
    }
}

extension Fault {
    /// How long it lasts, in microseconds.
    var duration: UInt64 {
        switch self {
        case .navigationStopped(let time), .phoneRadioOff(let time), .deviceRadioOff(let time),
            .phoneRestarted(let time), .pairingRefused(let time), .secondCentral(let time):
            UInt64(time) * 1000
        default: 0
        }
    }
}
