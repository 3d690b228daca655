/// How much goes wrong on a ride that somebody watches: as much as riders know, or a campaign's level.
public enum RideFaults: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// As with a phone in a pocket: something is late every half a minute, and a link is lost every few minutes.
    case everyday
    /// A bad day, as with a phone deep in a bag: something is late every few seconds, a link is lost about every minute,
    /// and once in a while the app or Bluetooth goes away.
    case rough
    /// ``FaultLevel/light``.
    case light
    /// ``FaultLevel/heavy``. It is made to break sessions: few instructions get through.
    case heavy

    /// The campaign's level, if it is one.
    package var campaignLevel: FaultLevel? {
        switch self {
        case .none, .everyday, .rough: nil
        case .light: .light
        case .heavy: .heavy
        }
    }

    /// Draws faults of this level, as ``FaultLevel/schedule(for:seed:)`` does.
    package func schedule(for duration: Duration, seed: UInt64) -> [ScriptEntry] {
        if let campaignLevel { return campaignLevel.schedule(for: duration, seed: seed) }
        var random = SplitMix64(seed: seed)
        var entries: [ScriptEntry] = []
        for kind in Self.ridersKinds {
            guard let seconds = self == .everyday ? kind.everyday : kind.rough, self != .none else {
                continue
            }
            kind.kind.draw(
                into: &entries, every: seconds * 1000, until: duration.wholeMicroseconds, &random)
        }
        return entries.sorted { $0.microseconds < $1.microseconds }
    }

    /// What riders meet, and the mean time between two of a kind in seconds. The order matters: changing it changes
    /// what a seed draws.
    private static let ridersKinds: [(everyday: Int?, rough: Int?, kind: FaultKind)] = [
        (30, 10, FaultKind { .notification(.delayed(.milliseconds($0.number(in: 100...2000)))) }),
        (60, 15, FaultKind { _ in .notification(.lost) }),
        (30, 10, FaultKind { .answer(.delayed(.milliseconds($0.number(in: 100...2000)))) }),
        (
            120, 30,
            FaultKind { .notification(.queueFull(.milliseconds($0.number(in: 100...1500)))) }
        ),
        (300, 60, FaultKind { _ in .link(.dropped) }),
        (900, 180, FaultKind { _ in .link(.droppedSilently) }),
        (300, 45, FaultKind { .link(.advertisingMissed($0.number(in: 1...8))) }),
        (
            nil, 240,
            FaultKind { .link(.peripheralRadioOff(.milliseconds($0.number(in: 1000...5000)))) }
        ),
        (nil, 240, FaultKind { .phone(.restarted(.milliseconds($0.number(in: 1000...5000)))) }),
    ]
}
