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
        FaultKind { .notification(.cut($0.number(in: 0...8))) },
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

/// How much goes wrong in a run.
public enum FaultLevel: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A few kinds of faults, each every minute or so.
    case light
    /// Half of the kinds, each every few seconds to every minute.
    case heavy

    /// Draws faults of this level, ordered by time. None of them makes the phone a hostile peer. Some may find nothing
    /// to happen to when their time comes: inject them with `try?`.
    ///
    /// - Parameters:
    ///   - duration: how long faults may happen; those that last are over by then.
    ///   - seed: decides all draws.
    public func schedule(for duration: Duration, seed: UInt64) -> [ScriptEntry] {
        var random = SplitMix64(seed: seed)
        let end = duration.wholeMicroseconds
        return draw(until: end, hostile: false, &random).sorted {
            $0.microseconds < $1.microseconds
        }
    }

    /// Draws from the seed which kinds of faults happen and how often, and then the faults.
    func draw(until end: UInt64, hostile: Bool, _ random: inout SplitMix64) -> [ScriptEntry] {
        let share: Int
        let meanGaps: [Int]
        switch self {
        case .none: return []
        case .light: (share, meanGaps) = (4, [40_000, 120_000])
        case .heavy: (share, meanGaps) = (2, [2000, 8000, 20_000, 60_000])
        }
        var entries: [ScriptEntry] = []
        for kind in FaultKind.all where hostile || !kind.isHostile {
            guard random.happens(1, in: share) else { continue }
            let gap = random.element(of: meanGaps)
            kind.draw(into: &entries, every: gap, until: end, &random)
        }
        return entries
    }
}

extension FaultKind {
    /// Draws faults of this kind and their times.
    ///
    /// - Parameters:
    ///   - meanGap: the mean time between two of them, in milliseconds.
    ///   - end: when the last of them is over, in microseconds.
    func draw(
        into entries: inout [ScriptEntry], every meanGap: Int, until end: UInt64,
        _ random: inout SplitMix64
    ) {
        let gap = meanGap * 1000
        var time = UInt64(random.number(in: 0...gap))
        while time < end {
            let fault = draw(&random)
            if time + fault.duration < end {
                entries.append(ScriptEntry(microseconds: time, action: .fault(fault)))
            }
            time += UInt64(random.number(in: gap / 4...gap * 7 / 4)) + fault.duration
        }
    }
}

// What a campaign needs to know about faults.
extension Fault {
    /// How long the fault lasts, in microseconds.
    var duration: UInt64 {
        switch self {
        case .answer, .notification: 0
        case .link(let fault): fault.duration
        case .phone(let fault): fault.duration
        }
    }

    /// Whether the peer sends what it never should, so that nothing it sends can be relied on.
    var isHostile: Bool {
        switch self {
        case .answer(let fault): fault.isHostile
        case .notification(let fault): fault.isHostile
        case .link, .phone: false
        }
    }
}

extension LinkFault {
    fileprivate var duration: UInt64 {
        switch self {
        case .mtuChanged, .dropped, .droppedSilently, .advertisingMissed, .subscriptionsLost: 0
        case .peripheralRadioOff(let time), .centralRadioOff(let time), .pairingRequired(let time):
            time.wholeMicroseconds
        }
    }
}

extension PhoneFault {
    fileprivate var duration: UInt64 {
        switch self {
        case .objectReplaced, .publishedInRead: 0
        case .navigationStopped(let time), .restarted(let time), .secondCentral(let time):
            time.wholeMicroseconds
        }
    }
}

extension AnswerFault {
    fileprivate var isHostile: Bool {
        switch self {
        case .delayed, .lost, .repeated: false
        case .failed(let error): error.endsObject
        case .corrupted, .resized: true
        }
    }
}

extension NotificationFault {
    fileprivate var isHostile: Bool {
        switch self {
        case .lost, .repeated, .delayed, .cut, .queueFull: false
        case .corrupted, .resized: true
        }
    }
}
