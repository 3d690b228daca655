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
    let radio: DeviceRadio
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

    init(number: Int32, radio: DeviceRadio) {
        self.number = number
        self.radio = radio
    }

    mutating func disconnect() {
        link = nil
        outstanding = nil
    }

    mutating func connect(_ number: Int32, at now: UInt64) {
        link = number
        linkCount += 1
        isSearching = false
        outstanding = nil
        knowsCharacteristic = false
        isSubscribed = false
        lastAnswer = now
        lastArrival = now
    }
}
