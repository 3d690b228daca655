import KomootNav

// What a campaign needs to know about faults.
extension Fault {
    /// How long the fault lasts, in microseconds.
    var duration: UInt64 {
        switch self {
        case .answer, .notification: 0
        case .link(let fault): fault.duration
        case .phone(let fault): fault.duration
        }
    }

    /// Whether the peer sends what it never should, so that nothing it sends can be relied on.
    var isHostile: Bool {
        switch self {
        case .answer(let fault): fault.isHostile
        case .notification(let fault): fault.isHostile
        case .link, .phone: false
        }
    }
}

extension LinkFault {
    fileprivate var duration: UInt64 {
        switch self {
        case .mtuChanged, .dropped, .droppedSilently, .advertisingMissed, .subscriptionsLost: 0
        case .peripheralRadioOff(let time), .centralRadioOff(let time), .pairingRequired(let time):
            time.wholeMicroseconds
        }
    }
}

extension PhoneFault {
    fileprivate var duration: UInt64 {
        switch self {
        case .objectReplaced, .publishedInRead: 0
        case .navigationStopped(let time), .restarted(let time), .secondCentral(let time):
            time.wholeMicroseconds
        }
    }
}

extension AnswerFault {
    fileprivate var isHostile: Bool {
        switch self {
        case .delayed, .lost, .repeated: false
        case .failed(let error): error.endsObject
        case .corrupted, .resized: true
        }
    }
}

extension NotificationFault {
    fileprivate var isHostile: Bool {
        switch self {
        case .lost, .repeated, .delayed, .cut, .queueFull: false
        case .corrupted, .resized: true
        }
    }
}
