import KomootNav

/// One side of a connection, as client and as server.
struct AttributeSide: Sendable {
    struct Request: Sendable {
        let opcode: UInt8
        /// The handle that is read or written.
        var handle: UInt16 = 0
        var offset = 0
        #if !hasFeature(Embedded)
            /// Whether a written value of two bytes would begin a subscription to notifications (bit 0) or end it.
            var subscribes: Bool?
        #endif
        /// The type of the attributes that are looked for.
        var type: UUID128?
        /// The service that is looked for.
        var service: UUID128?
    }

    /// The request that it made.
    var request = OpenRequest<Request>()
    /// The handle of its navigation characteristic.
    private(set) var handle: CapturedHandle?
    /// The largest packet that it accepts, in bytes.
    var mtu = ATT.defaultMTU
    /// The handle of its characteristic Service Changed, if the log shows it.
    private var serviceChangedHandle: UInt16?
    #if !hasFeature(Embedded)
        /// The first descriptor or declaration after the value that the log shows, and whether it is the CCCD.
        private var descriptor: (handle: UInt16, isCCCD: Bool)?
    #endif
    /// What passed while the handle was not known.
    private(set) var unknown = UnknownTraffic()

    /// - Parameter handle: the characteristic's handle, if it is known without a discovery.
    init(handle: CapturedHandle?) { self.handle = handle }

    /// Whether the handle is known from this log.
    var isKnown: Bool {
        switch handle?.source {
        case .discovered?, .remembered?: true
        case .given?, nil: false
        }
    }

    /// Whether a handle is that of the navigation characteristic. Traffic at others is noted, as long as that
    /// handle is only given, or unknown.
    mutating func isNavigation(_ number: UInt16) -> Bool {
        if handle?.number == number { return true }
        if !isKnown { unknown.note(number) }
        return false
    }

    #if !hasFeature(Embedded)
        /// Takes a Find Information response of this side.
        mutating func noteDescriptors(_ evidence: borrowing AttributeEvidence) {
            guard let value = handle?.number else { return }
            evidence.forEachType { number, type in
                let isCCCD = type == LinkSurvey.subscription
                guard number > value, isCCCD || LinkSurvey.declarations.contains(type),
                    number < descriptor?.handle ?? .max
                else { return }
                descriptor = (number, isCCCD)
            }
        }

        /// Whether the descriptor that takes subscriptions is at a handle: if the log does not show it, the next one.
        func hasCCCD(at number: UInt16) -> Bool {
            guard let value = handle?.number, number > value else { return false }
            return descriptor.map { $0.isCCCD && $0.handle == number } ?? (number == value + 1)
        }
    #endif

    /// Discovers the characteristic.
    mutating func discover(_ number: UInt16) {
        #if !hasFeature(Embedded)
            if number != handle?.number { descriptor = nil }
        #endif
        handle = CapturedHandle(number, .discovered)
        unknown = UnknownTraffic()
    }

    /// Gives up a handle: it is something else's.
    mutating func giveUpHandle() {
        if let handle { unknown.deny(handle.number...handle.number) }
        handle = nil
    }

    /// Gives up a handle that is not known from this log.
    mutating func giveUpGivenHandle() {
        if !isKnown { handle = nil }
    }

    /// Gives up the handle because packets are missing, but notes what passes there.
    mutating func doubtHandle() {
        unknown.begin(.afterGap, at: handle?.number)
        handle = nil
        serviceChangedHandle = nil
    }

    /// Takes a response of this side with what is at its handles.
    mutating func learn(_ evidence: borrowing AttributeEvidence) {
        serviceChangedHandle = evidence.serviceChangedHandle ?? serviceChangedHandle
        guard handle?.source != .discovered else { return }
        evidence.forEachOther { unknown.deny($0) }
        guard let service = evidence.navigationService else { return }
        unknown.deny(0...service.lowerBound)
        if service.upperBound < .max { unknown.deny(service.upperBound + 1 ... .max) }
    }

    /// Whether a response of this side shows that the navigation service is elsewhere than its handle. Where a
    /// characteristic was discovered, it stays: the service may be there twice.
    func isOutside(_ evidence: borrowing AttributeEvidence) -> Bool {
        guard let handle, handle.source != .discovered, let service = evidence.navigationService
        else { return false }
        return !service.contains(handle.number)
    }

    /// Takes an indication of this side: if it is Service Changed, a handle in its range is no longer known.
    ///
    /// - Returns: the handles whose services changed.
    mutating func changedHandles(_ packet: Span<UInt8>) -> ClosedRange<UInt16>? {
        let changed = AttributeEvidence.changedHandles(packet, of: serviceChangedHandle)
        if let handle, let changed, changed.contains(handle.number) {
            unknown.begin(.servicesChanged, at: handle.number)
            self.handle = nil
        }
        return changed
    }
}

/// The handles with traffic of a side whose navigation characteristic is not known.
struct UnknownTraffic: Hashable, Sendable {
    /// Why the characteristic is not known.
    enum Cause: Hashable, Sendable {
        case withoutDiscovery
        case servicesChanged
        case afterGap
    }

    /// How many handles are noted; a device that uses more is none that shows navigation.
    private static let maximumCount = 16

    private(set) var cause = Cause.withoutDiscovery
    /// The handle that was the characteristic's before.
    private(set) var earlierHandle: UInt16?
    private(set) var handles: ContiguousArray<UInt16> = []
    /// Handles that are known to be something else's.
    private var denied: ContiguousArray<ClosedRange<UInt16>> = []

    /// Notes traffic.
    mutating func note(_ handle: UInt16) {
        guard handles.count < Self.maximumCount, !handles.contains(handle),
            !denied.contains(where: { $0.contains(handle) })
        else { return }
        handles.append(handle)
    }

    /// Begins, because a handle is no longer known.
    mutating func begin(_ cause: Cause, at handle: UInt16?) {
        self.cause = cause
        earlierHandle = handle ?? earlierHandle
    }

    /// Leaves out handles that are known to be something else's.
    mutating func deny(_ range: ClosedRange<UInt16>) {
        if denied.count < 8 * Self.maximumCount && !denied.contains(range) { denied.append(range) }
        handles.removeAll { range.contains($0) }
    }
}
