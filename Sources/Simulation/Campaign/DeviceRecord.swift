import KomootNav

/// What the referee knows about one device. Times are in microseconds.
struct DeviceRecord {
    /// A request without an answer so far: when it went out, and how long it may take.
    struct Outstanding {
        let token: UInt32
        let kind: LinkEvent.RequestKind
        let since: UInt64
        let limit: UInt64
        /// Whether it reads at offset 0.
        var isAtBeginning = false
    }

    /// Its number among the centrals of its world.
    let number: Int32
    /// `nil` if it is an asynchronous function.
    let radio: DeviceRadio?
    var isStarted = false
    var isRadioOff = false
    var isSearching = false
    /// The link that will come up when the phone advertises.
    var nextLink: Int32?
    /// The link that is up.
    var link: Int32?
    var linkCount = 0
    var outstanding: Outstanding?
    var lastAnswer: UInt64 = 0
    var lastArrival: UInt64 = 0
    /// Whether it has found the characteristic on this link.
    var knowsCharacteristic = false
    var isSubscribed = false
    /// Whether the phone answered the last read by saying that there is no object.
    var hasNoObject = false
    /// Whether the MTU or the services changed while a request was outstanding, so that the next failure
    /// may not count.
    var isDiscounted = false
    /// Reads and subscriptions in a row that failed on this link, and how many values were read since.
    var failures = 0
    var valuesSinceFailure = 0
    /// Whether the only value since then begins the object that it shows whole.
    var beginsUnchanged = false
    var lastWhole: Int?
    /// The object that it last showed whole; `nil` if it has shown anything else since, or that is over.
    var shownWhole: Int?
    var memory: Int?
    var status = CentralSession.Status.stopped
    /// When it last showed anything new, and when it last showed anything whole.
    var lastShown: UInt64 = 0
    var lastShownWhole: UInt64 = 0
    /// The MTU of its link, in bytes.
    var mtu: Int
    /// Since when every published object is one that its radio can read, or read whole, and it has
    /// shown none.
    var unseen: UInt64?
    var unseenWhole: UInt64?

    /// - Parameter mtu: of its links when they come up.
    init(number: Int32, radio: DeviceRadio?, mtu: Int) {
        self.number = number
        self.radio = radio
        self.mtu = mtu
    }

    mutating func disconnect() {
        link = nil
        outstanding = nil
    }

    mutating func connect(_ number: Int32, mtu: Int, at now: UInt64) {
        link = number
        self.mtu = mtu
        linkCount += 1
        isSearching = false
        outstanding = nil
        knowsCharacteristic = false
        isSubscribed = false
        hasNoObject = false
        isDiscounted = false
        endRow()
        lastAnswer = now
        lastArrival = now
    }

    /// Notes progress, which ends a row of failures.
    mutating func endRow() {
        failures = 0
        valuesSinceFailure = 0
        beginsUnchanged = false
    }

    /// Notes that a read was answered with a value of so many bytes. It may be the end of an object: a
    /// short one is, and one of the largest size, and so may be the third answer to reads at offsets and
    /// the second to others.
    ///
    /// - Parameter isUnchanged: whether it begins the object that the device shows whole.
    mutating func noteValue(count: Int, isUnchanged: Bool) {
        hasNoObject = false
        guard failures > 0 else { return }
        valuesSinceFailure += 1
        beginsUnchanged = isUnchanged && valuesSinceFailure == 1
        let isWhole = count < ATT.smallestPayload || count == ATT.maximumValueLength
        if isWhole || valuesSinceFailure >= (radio == .offsetReads ? 3 : 2) { endRow() }
    }

    /// Notes at which offset it reads. If its last read began with what it shows, and it does not read on, that was all
    /// that it needed.
    mutating func noteRead(at offset: UInt16) {
        outstanding?.isAtBeginning = offset == 0
        if offset == 0 { noteOtherRequest() }
    }

    /// Notes that it asks for something else than more of what it reads.
    mutating func noteOtherRequest() {
        if beginsUnchanged { endRow() }
    }

    /// Notes that a request was refused. Each error counts by clauses C.3, C.6 and C.7; one that may end
    /// an object may be progress.
    mutating func noteRefusal(of request: Outstanding, _ error: ATTError) {
        if request.kind == .read { hasNoObject = error == .attributeNotFound }
        switch (request.kind, error) {
        case (.read, .attributeNotFound):
            endRow()
            // What it shows is over, and would be news again (C.4).
            if !isDiscounted { shownWhole = nil }
        case (.read, .invalidOffset), (.read, .attributeNotLong):
            endRow()
            // So it is after the third object that the radio can't read (C.13); this may be that.
            if request.isAtBeginning && radio != .offsetReads { shownWhole = nil }
        case (.read, .insufficientAuthentication), (.read, .insufficientEncryption): break
        case (.read, _), (.subscription, .invalidHandle):
            if !isDiscounted { failures += 1 }
            valuesSinceFailure = 0
            beginsUnchanged = false
        default: break
        }
        isDiscounted = false
    }
}
