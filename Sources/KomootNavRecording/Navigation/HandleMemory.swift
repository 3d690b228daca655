/// What a log has shown of devices and their navigation characteristics, for connections that show no discovery.
///
/// It keeps the latest devices and handles only, so that no log can make it grow without end.
struct HandleMemory: Sendable {
    /// A characteristic that was discovered.
    private struct Found {
        let handle: UInt16
        let isHostServing: Bool
        let connection: Int
        let peer: LinkPeer?
        /// Whether a connection with the same device may use it.
        var isValid = true
        /// Whether something else was declared there since.
        var isAnothers = false

        /// Whether it is of this device, or of the host, whose services are the same for all.
        func isOf(_ peer: LinkPeer?, _ isHostServing: Bool) -> Bool {
            self.isHostServing == isHostServing && (isHostServing || self.peer == peer)
        }
    }

    /// How many of each kind are kept.
    private static let maximumCount = 256

    private var devices: ContiguousArray<(peer: LinkPeer, connection: Int)> = []
    private var found: ContiguousArray<Found> = []
    /// Connections that have ended, with what passed on a side whose characteristic is not known.
    private var ended: ContiguousArray<(connection: Int, isHostServing: Bool, UnknownTraffic)> = []
    private var enhanced: ContiguousArray<Int> = []
    /// Whether one of these two was full.
    private var hasOmitted = false

    /// The first connection with a device, which may be this one.
    mutating func device(_ peer: LinkPeer?, on connection: Int) -> Int? {
        guard let peer else { return nil }
        if let known = devices.first(where: { $0.peer == peer }) { return known.connection }
        guard devices.count < Self.maximumCount else { return nil }
        devices.append((peer, connection))
        return connection
    }

    /// The handle that an earlier connection with the same device showed.
    func handle(of peer: LinkPeer?, isHostServing: Bool) -> CapturedHandle? {
        guard let peer else { return nil }
        let known = found.last {
            $0.isValid && $0.peer == peer && $0.isHostServing == isHostServing
        }
        return known.map { CapturedHandle($0.handle, .remembered(connection: $0.connection)) }
    }

    /// Notes a discovery.
    mutating func discover(
        _ handle: UInt16, of peer: LinkPeer?, isHostServing: Bool, on connection: Int
    ) {
        // The same again tells nothing new, but for the device.
        for index in found.indices
        where found[index].peer == peer && found[index].isHostServing == isHostServing {
            found[index].isValid = false
        }
        found.removeAll {
            $0.handle == handle && $0.peer == peer && $0.isHostServing == isHostServing
        }
        if found.count == Self.maximumCount { found.removeFirst() }
        found.append(
            Found(
                handle: handle, isHostServing: isHostServing, connection: connection, peer: peer))
    }

    /// Forgets handles of a device, or of the host: they are something else's now, or nobody knows.
    mutating func forget(
        _ handles: ClosedRange<UInt16>, of peer: LinkPeer?, isHostServing: Bool, isAnother: Bool
    ) {
        for index in found.indices
        where found[index].isOf(peer, isHostServing) && handles.contains(found[index].handle) {
            found[index].isValid = false
            found[index].isAnothers = isAnother
        }
    }

    /// Whether a handle was navigation's, and something else was declared there since.
    func isAnothers(_ handle: UInt16, of peer: LinkPeer?, isHostServing: Bool) -> Bool {
        found.contains { $0.isAnothers && $0.handle == handle && $0.isOf(peer, isHostServing) }
    }

    /// Forgets which handles may be used: packets are missing.
    mutating func forgetAll() {
        for index in found.indices { found[index].isValid = false }
    }

    /// Notes what passed on a connection that has ended.
    mutating func end(_ connection: Int, _ conversation: AttributeConversation) {
        for (side, isHostServing) in [(conversation.host, true), (conversation.peer, false)]
        where !side.unknown.handles.isEmpty {
            guard ended.count < Self.maximumCount else {
                hasOmitted = true
                return
            }
            ended.append((connection, isHostServing, side.unknown))
        }
    }

    /// Notes that a connection has channels that are not read.
    mutating func openEnhanced(on connection: Int) {
        guard enhanced.last != connection else { return }
        guard enhanced.count < Self.maximumCount else {
            hasOmitted = true
            return
        }
        enhanced.append(connection)
    }

    /// What may be navigation's, and was not reported.
    ///
    /// - Parameters:
    ///   - open: the connections that have not ended.
    ///   - handle: the handle that was given.
    /// - Returns: the traffic, and whether some may be missing because there were too many connections.
    func leftOut(
        _ open: ConnectionTable<AttributeConversation>, given handle: UInt16?
    ) -> (traffic: [LeftOutTraffic], isCut: Bool) {
        var all = self
        for connection in open.keys.sorted() {
            if let conversation = open[connection] { all.end(connection, conversation) }
        }
        var left: [LeftOutTraffic] = []
        // There are at most a few hundred, mostly in order.
        func insert(_ traffic: LeftOutTraffic) {
            let before = left.lastIndex { $0.connection <= traffic.connection }
            left.insert(traffic, at: before.map { $0 + 1 } ?? 0)
        }
        for (connection, isHostServing, traffic) in all.ended {
            guard !left.contains(where: { $0.connection == connection }),
                let (handle, reason) = reason(
                    for: traffic, on: connection, isHostServing: isHostServing, given: handle)
            else { continue }
            insert(LeftOutTraffic(connection: connection, handle: handle, reason: reason))
        }
        for connection in all.enhanced {
            insert(LeftOutTraffic(connection: connection, handle: nil, reason: .onEnhancedBearer))
        }
        return (left, all.hasOmitted)
    }

    private func reason(
        for traffic: UnknownTraffic, on connection: Int, isHostServing: Bool, given: UInt16?
    ) -> (UInt16, LeftOutTraffic.Reason)? {
        if let earlier = traffic.earlierHandle, traffic.handles.contains(earlier) {
            switch traffic.cause {
            case .servicesChanged: return (earlier, .servicesChanged)
            case .afterGap: return (earlier, .afterGap)
            case .withoutDiscovery: break
            }
        }
        if traffic.cause == .afterGap, let given, traffic.handles.contains(given) {
            return (given, .afterGap)
        }
        let like = found.last {
            $0.isHostServing == isHostServing && traffic.handles.contains($0.handle)
                && $0.connection != connection
        }
        return like.map { like in
            (
                like.handle,
                traffic.cause == .afterGap ? .afterGap : .withoutDiscovery(like: like.connection)
            )
        }
    }
}

/// The handle of a navigation characteristic's value, and how it is known.
public struct CapturedHandle: Hashable, Sendable {
    /// How a handle is known.
    public enum Source: Hashable, Sendable {
        /// The connection's own packets show it.
        case discovered
        /// An earlier connection with the same device showed it, and nothing has spoken against it since.
        case remembered(connection: Int)
        /// It was given for connections that show no discovery.
        case given
    }

    /// The number.
    public let number: UInt16
    /// How it is known.
    public let source: Source

    /// Creates a handle.
    public init(_ number: UInt16, _ source: Source) {
        self.number = number
        self.source = source
    }
}
