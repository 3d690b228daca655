/// What a central knows about its link.
struct CentralLink: Sendable {
    /// What the link is doing: one request at a time, or none.
    enum Activity: Sendable {
        case discovering(Request)
        case subscribing(Request)
        /// No request is outstanding; the next read is due.
        case ready(due: SessionTime)
        case reading(Request, ObjectRead)
    }

    /// A request that is not answered yet.
    struct Request: Sendable {
        let ticket: Ticket
        let deadline: SessionTime
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
    }

    /// What a notification said while an object was being read.
    enum Notice: Sendable {
        /// No notification came.
        case none
        /// A notification came, and named no object.
        case nameless
        case naming(InstructionIdentifier)
    }

    /// The link's ticket.
    let ticket: Ticket
    /// The link's MTU, in bytes.
    var mtu: Int
    /// When anything last arrived from the phone.
    private(set) var lastArrival: SessionTime
    var activity: Activity
    /// Whether this link has given an instruction.
    var hasValue = false
    /// Whether the phone accepted a subscription on this link. Without one it sends no
    /// notifications.
    var isSubscribed = false
    var isPairingRequired = false
    /// The phone asked to be paired first, so the session must ask once more for the subscription.
    var owesSubscription = false
    /// Reads in a row that were answered with an error.
    var failedReads: UInt8 = 0
    /// Reads in a row that gave something other than an object.
    var unreadableObjects: UInt8 = 0
    /// Arrivals in a row that could be a cut notification as well as the answer.
    var doubtfulArrivals: UInt8 = 0

    /// A link that just came up.
    init(_ ticket: Ticket, mtu: Int, at now: SessionTime) {
        self.ticket = ticket
        self.mtu = max(mtu, ATT.defaultMTU)
        lastArrival = now
        activity = .ready(due: now)
    }

    /// Notes that something arrived.
    mutating func hear(at now: SessionTime) { lastArrival = now }

    /// Notes that the services changed. Only one request can be outstanding, so it must end first.
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

    /// Notes a notification, and the object that it named, if any.
    mutating func note(_ identifier: InstructionIdentifier?) {
        guard case .reading(let request, var object) = activity else { return }
        object.notice = identifier.map { .naming($0) } ?? .nameless
        activity = .reading(request, object)
    }
}

extension CentralLink.Notice {
    /// Whether another object must be read after this one.
    func asksForMore(than identifier: InstructionIdentifier) -> Bool {
        switch self {
        case .none: false
        case .nameless: true
        case .naming(let notified): notified != identifier
        }
    }
}
