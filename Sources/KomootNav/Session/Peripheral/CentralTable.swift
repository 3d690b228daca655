/// What the phone knows about one central.
struct ConnectedCentral: Sendable {
    let handle: PeripheralSession.Central
    /// The MTU of its link, in bytes.
    var mtu: Int
    /// When it last connected, subscribed or read.
    var lastHeard: SessionTime
    var isSubscribed = false
    /// When a full queue refused its last notification; `nil` if it was not refused.
    var refusedAt: SessionTime?
    /// Whether it has subscribed or read since it connected, its watchdog fired or
    /// navigation began.
    var hasArrived = false
    /// The watchdog for this central, if each has its own.
    var watchdog = PeripheralSession.Watchdog.idle
    /// The number of the object from which its read continues.
    var snapshot: UInt32?

    /// Whether its watchdog has fired, and nothing was heard of it since.
    var isLost: Bool { if case .fired = watchdog { true } else { false } }
}

/// The connected centrals, stored inline.
struct CentralTable: Sendable {
    /// The largest number of centrals that the table tells apart.
    static let capacity = 4

    // Only mutating functions use these: any other access would copy them.
    private var slots: (ConnectedCentral?, ConnectedCentral?, ConnectedCentral?, ConnectedCentral?)

    init() { slots = (nil, nil, nil, nil) }

    /// The central at a position from 0 to ``capacity`` − 1.
    subscript(position: Int) -> ConnectedCentral? {
        mutating get { withSlot(at: position) { $0 } }
        set { withSlot(at: position) { $0 = newValue } }
    }

    private mutating func withSlot<R>(
        at position: Int, _ body: (inout ConnectedCentral?) -> R
    ) -> R {
        // A tuple of equal types is laid out like an array of them.
        unsafe withUnsafeMutablePointer(to: &slots) { slots in
            let first = unsafe UnsafeMutableRawPointer(slots)
                .assumingMemoryBound(to: ConnectedCentral?.self)
            return unsafe body(&first[min(max(position, 0), Self.capacity - 1)])
        }
    }

    mutating func position(of handle: PeripheralSession.Central) -> Int? {
        for position in 0..<Self.capacity where self[position]?.handle == handle {
            return position
        }
        return nil
    }

    /// The position for a central that just connected: its own if it has one, then a free one, then
    /// that of the central that was heard longest ago.
    mutating func positionForNew(_ handle: PeripheralSession.Central) -> Int {
        if let position = position(of: handle) { return position }
        var quietest = 0
        for position in 0..<Self.capacity {
            guard let central = self[position] else { return position }
            if let other = self[quietest], central.lastHeard < other.lastHeard {
                quietest = position
            }
        }
        return quietest
    }

    mutating func removeAll() { slots = (nil, nil, nil, nil) }
}
