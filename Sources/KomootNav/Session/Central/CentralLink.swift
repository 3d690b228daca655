/// What a central knows about its link.
struct CentralLink: Sendable {
    /// What the link is doing: one request at a time, or none.
    enum Activity: Sendable {
        case discovering(Request)
        case subscribing(Request)
        /// No request is outstanding; the next read is due. With one callback, a value that arrived may
        /// be torn: it is read again when `quiet` is over.
        case ready(due: SessionTime, quiet: SessionTime? = nil)
        case reading(Request, ObjectRead)
    }

    /// A request that is not answered yet.
    struct Request: Sendable {
        let ticket: Ticket
        fileprivate(set) var deadline: SessionTime
        /// The services changed while the request was outstanding.
        var mustDiscover = false

        init(_ ticket: Ticket, deadline: SessionTime) {
            self.ticket = ticket
            self.deadline = deadline
        }
    }

    /// An object that is being read, with one request or more.
    struct ObjectRead: Sendable {
        /// The offset of the outstanding request.
        var offset: UInt16 = 0
        /// The MTU changed, so the chunks may have been cut at two different lengths.
        var isDiscarded = false
        /// The last notification since the read began.
        var notice = Notice.none
        /// The object came unasked. The link is still ready, and knows when the next read is due.
        var isUnasked = false
    }

    /// What a notification said while an object was being read.
    enum Notice: Sendable {
        /// No notification came.
        case none
        case naming(InstructionIdentifier)
        /// It held bytes with this hash of the first 20.
        case beginning(prefixHash: UInt64)
    }

    /// The link's ticket.
    let ticket: Ticket
    /// When anything last arrived from the phone.
    private(set) var lastArrival: SessionTime
    var activity: Activity
    /// Whether the phone has an instruction, as far as this link has shown.
    var hasValue = false
    /// Reads in a row that could not read what the phone has, up to the limit (C.13).
    private(set) var lostObjects: UInt8 = 0
    /// The last read was refused because the phone must be paired first.
    var needsPairingToRead = false
    /// The subscription was refused because the phone must be paired first, so the session must ask
    /// for it again.
    var owesSubscription = false
    /// The first read of a radio with one callback comes before the subscription (C.12).
    var mustSubscribe = false
    /// Whether the phone has accepted the subscription.
    var isSubscribed = false
    /// With one callback, a notification may have taken the place of the outstanding read's answer before it was told.
    /// Then the request's deadline is when it is made again, and this is when it times out.
    var finalDeadline: SessionTime?
    /// With one callback, an object came unasked, in one PDU: the phone notifies objects.
    var notifiesObjects = false
    /// With one callback, a notification may have been taken for the answer of the last read: then the next longer
    /// value may be that answer, and older than what is shown (C.12).
    var mayOweAnswer = false
    /// When everything has ended that began before the MTU grew (C.11); `nil` if it has not grown.
    var earlierMTUEnd: SessionTime?
    /// Reads and subscriptions in a row that failed, without progress in between (C.7).
    private(set) var failedRequests: UInt8 = 0
    /// Reads in a row that gave something other than an object, without progress in between (C.8).
    private(set) var unreadableObjects: UInt8 = 0

    /// A link that just came up.
    init(_ ticket: Ticket, at now: SessionTime) {
        self.ticket = ticket
        lastArrival = now
        activity = .ready(due: now)
    }

    /// The outstanding request.
    var request: Request? {
        switch activity {
        case .ready: nil
        case .discovering(let request), .subscribing(let request), .reading(let request, _):
            request
        }
    }

    /// Notes that a read or a subscription failed.
    ///
    /// - Returns: whether the link must end.
    mutating func failRequest() -> Bool {
        failedRequests += 1
        return Int(failedRequests) > CentralSession.maximumFailedReads
    }

    /// Notes that a read gave something other than an object.
    ///
    /// - Returns: whether the link must end.
    mutating func failObject() -> Bool {
        unreadableObjects += 1
        return Int(unreadableObjects) > CentralSession.maximumUnreadableObjects
    }

    /// Notes progress, which ends every row of failures. A first read before the subscription is none: the
    /// subscription may fail again and again (C.7).
    mutating func succeed() {
        guard !mustSubscribe else { return }
        failedRequests = 0
        unreadableObjects = 0
    }

    /// Notes that an instruction was read, or the beginning of one.
    mutating func findInstruction() {
        hasValue = true
        lostObjects = 0
    }

    /// Notes that the radio can't read what the phone has.
    ///
    /// - Returns: whether that goes on for so long that what was read before is old (C.13).
    mutating func loseObject() -> Bool {
        lostObjects = min(lostObjects + 1, CentralSession.maximumLostObjects + 1)
        return lostObjects > CentralSession.maximumLostObjects
    }

    /// Notes that something arrived.
    mutating func hear(at now: SessionTime) { lastArrival = now }

    /// Whether a read is outstanding.
    var hasOpenRead: Bool {
        if case .reading = activity { true } else { false }
    }

    /// Notes that the services changed. Only one request can be outstanding, so it must end first.
    @inline(never)  // One copy for both callers saves flash.
    mutating func discoverNext() {
        switch activity {
        case .discovering(var request):
            request.mustDiscover = true
            activity = .discovering(request)
        case .subscribing(var request):
            request.mustDiscover = true
            activity = .subscribing(request)
        case .ready: break
        case .reading(var request, let object):
            request.mustDiscover = true
            activity = .reading(request, object)
        }
    }

    /// The chunks may have been cut at two different lengths. Waits for the outstanding answer, and
    /// then begins the read again.
    mutating func discardRead() {
        guard case .reading(let request, var object) = activity else { return }
        object.isDiscarded = true
        activity = .reading(request, object)
    }

    /// The outstanding answer may never be told. Waits for it until `deadline` at most.
    mutating func doubtAnswer(until deadline: SessionTime) {
        guard case .reading(var request, let object) = activity, request.deadline > deadline else {
            return
        }
        finalDeadline = finalDeadline ?? request.deadline
        request.deadline = deadline
        activity = .reading(request, object)
    }

    /// Notes a notification.
    mutating func note(_ notice: Notice) {
        guard case .reading(let request, var object) = activity else { return }
        object.notice = notice
        activity = .reading(request, object)
    }
}

extension CentralLink.Notice {
    /// Whether something must be read after a read that gave no object.
    var asksForMore: Bool {
        switch self {
        case .none: false
        case .naming, .beginning: true
        }
    }

    /// Whether another object must be read after this one.
    ///
    /// - Parameter identifier: the object's; `nil` if it is not an instruction.
    func asksForMore(
        than object: DeliveredObject, identifier: InstructionIdentifier?
    ) -> Bool {
        switch self {
        case .none: false
        case .naming(let notified): notified != identifier
        case .beginning(let prefixHash): prefixHash != object.prefixHash
        }
    }
}
