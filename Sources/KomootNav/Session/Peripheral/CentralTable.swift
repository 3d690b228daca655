/// What the phone knows of one central.
struct ConnectedCentral: Sendable {
    let handle: PeripheralSession.Central
    /// In bytes.
    var mtu: Int
    /// When it connected, subscribed or read for the last time.
    var lastHeard: SessionTime
    var isSubscribed = false
    /// A notification was refused because the queue was full.
    var owesNotification = false
    /// The number of the object that its read goes on with.
    var snapshot: UInt32?
}

/// The centrals that are connected, inline.
struct CentralTable: Sendable {
    /// The most centrals that are kept apart.
    static let capacity = 4

    private var slots: (ConnectedCentral?, ConnectedCentral?, ConnectedCentral?, ConnectedCentral?)

    init() { slots = (nil, nil, nil, nil) }

    /// The central at a position from 0 to ``capacity`` − 1.
    subscript(position: Int) -> ConnectedCentral? {
        get {
            switch position {
            case 0: slots.0
            case 1: slots.1
            case 2: slots.2
            default: slots.3
            }
        }
        set {
            switch position {
            case 0: slots.0 = newValue
            case 1: slots.1 = newValue
            case 2: slots.2 = newValue
            default: slots.3 = newValue
            }
        }
    }

    mutating func position(of handle: PeripheralSession.Central) -> Int? {
        for position in 0..<Self.capacity where self[position]?.handle == handle {
            return position
        }
        return nil
    }

    /// A position for a central that just connected: its own, a free one, or that of the central
    /// that was heard longest ago.
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
