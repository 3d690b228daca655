import KomootNav

/// What the referee knows of one device. Times are in microseconds.
struct DeviceRecord {
    let radio: DeviceRadio
    var isStarted = false
    var isRadioOff = false
    var isSearching = false
    var link: Int32?
    var linkCount = 0
    /// When the outstanding request went out, and how long it may take.
    var outstanding: (since: UInt64, limit: UInt64)?
    var lastAnswer: UInt64 = 0
    var lastArrival: UInt64 = 0
    /// The characteristic was found on this link.
    var knowsCharacteristic = false
    var isSubscribed = false
    var lastWhole: Int?
    /// The object that was shown whole, if nothing else was shown since.
    var shownWhole: Int?
    var memory: Int?
    var status = CentralSession.Status.stopped
    /// When it last showed anything new, and anything whole.
    var lastShown: UInt64 = 0
    var lastShownWhole: UInt64 = 0

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
