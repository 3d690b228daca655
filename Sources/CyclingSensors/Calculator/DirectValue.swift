/// A value that a sensor sends as such, until it expires (rule S.14).
struct DirectValue<Value: Hashable & Sendable>: Hashable, Sendable {
    private var value: Value?
    private var arrival = SessionTime.zero

    /// How long a value counts, in milliseconds.
    static var lifetime: UInt64 { 5000 }

    /// Takes a value, or that there is none.
    mutating func set(_ value: Value?, at time: SessionTime) {
        self.value = value
        arrival = max(arrival, time)
    }

    /// Takes a value, if there is one.
    mutating func update(_ value: Value?, at time: SessionTime) {
        if value != nil { set(value, at: time) }
    }

    mutating func clear() { value = nil }

    func value(at time: SessionTime) -> Value? {
        time.milliseconds(since: arrival) < Self.lifetime ? value : nil
    }
}

/// A distance that rolls over, added up.
struct DirectDistance: Hashable, Sendable {
    /// The sum in metres; `nil` before the first one.
    private(set) var meters: UInt64?
    private var latest: UInt32?

    /// Takes a distance.
    ///
    /// - Parameter width: the bits of the distance.
    mutating func take(_ distance: UInt32?, width: UInt32) {
        guard let distance else { return }
        if let latest {
            let change = (distance &- latest) & (1 << width - 1)
            // More than half a roll-over is a machine that began again.
            if change < 1 << (width - 1) { meters = (meters ?? 0) + UInt64(change) }
        } else {
            meters = meters ?? 0
        }
        latest = distance
    }

    /// Forgets where the machine was, because the link was lost.
    mutating func interrupt() { latest = nil }
}
