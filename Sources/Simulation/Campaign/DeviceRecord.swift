import KomootNav

/// What the referee knows about one device. Times are in microseconds.
struct DeviceRecord {
    /// A request without an answer so far: when it went out, and how long it may take.
    struct Outstanding {
        let token: UInt32
        let kind: LinkEvent.RequestKind
        let since: UInt64
        let limit: UInt64
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
    var lastWhole: Int?
    /// The object that it last showed whole; `nil` if it has shown anything else since.
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
        lastAnswer = now
        lastArrival = now
    }
}
