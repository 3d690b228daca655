import KomootNav

/// A kind of fault. A seed draws the faults themselves.
struct FaultKind: Sendable {
    /// Whether such a fault makes the phone a hostile peer.
    let isHostile: Bool
    /// Draws a fault of this kind.
    let draw: @Sendable (inout SplitMix64) -> Fault

    init(
        isHostile: Bool = false, _ draw: @escaping @Sendable (inout SplitMix64) -> Fault
    ) {
        self.isHostile = isHostile
        self.draw = draw
    }

    /// All kinds. The order matters: changing it changes what a seed draws.
    static let all: [FaultKind] = [
        FaultKind { _ in .notification(.lost) },
        FaultKind { _ in .notification(.repeated) },
        FaultKind { .notification(.delayed(time(5...3000, &$0))) },
        FaultKind { .notification(.cut($0.number(in: 0...21))) },
        FaultKind { .notification(.queueFull(time(1...2500, &$0))) },
        FaultKind { .answer(.delayed(time(5...8000, &$0))) },
        FaultKind { _ in .answer(.lost) },
        FaultKind { .answer(.repeated(time(0...300, &$0))) },
        FaultKind { .answer(.failed(ATTError(rawValue: $0.element(of: refusals)))) },
        FaultKind { .phone(.publishedInRead(streetByteCount: $0.number(in: 0...120))) },
        FaultKind { .link(.mtuChanged($0.element(of: RunPlan.mtus))) },
        FaultKind { _ in .link(.dropped) },
        FaultKind { _ in .link(.droppedSilently) },
        FaultKind { .link(.advertisingMissed($0.number(in: 1...8))) },
        FaultKind { _ in .link(.subscriptionsLost) },
        FaultKind { .phone(.navigationStopped(time(50...20_000, &$0))) },
        FaultKind { .link(.peripheralRadioOff(time(50...8000, &$0))) },
        FaultKind { .link(.centralRadioOff(time(50...8000, &$0))) },
        FaultKind { .phone(.restarted(time(50...8000, &$0))) },
        FaultKind { .link(.pairingRequired(time(500...20_000, &$0))) },
        FaultKind { .phone(.secondCentral(time(3000...30_000, &$0))) },
        FaultKind(isHostile: true) {
            .answer(.corrupted(position: $0.number(in: 0...511), mask: mask(&$0)))
        },
        FaultKind(isHostile: true) { .answer(.resized($0.number(in: 0...512))) },
        FaultKind(isHostile: true) {
            .answer(.failed($0.element(of: [.invalidOffset, .attributeNotLong])))
        },
        FaultKind(isHostile: true) {
            .notification(.corrupted(position: $0.number(in: 0...19), mask: mask(&$0)))
        },
        FaultKind(isHostile: true) { .notification(.resized($0.number(in: 0...64))) },
    ]

    /// Error codes that refuse a read and do not end an object.
    private static let refusals: [UInt8] = [0x01, 0x02, 0x05, 0x0A, 0x0E, 0x0F, 0x11, 0x80]

    /// - Parameter range: in milliseconds.
    private static func time(_ range: ClosedRange<Int>, _ random: inout SplitMix64) -> Duration {
        .milliseconds(random.number(in: range))
    }

    private static func mask(_ random: inout SplitMix64) -> UInt8 {
        UInt8(random.number(in: 1...255))
    }
}
