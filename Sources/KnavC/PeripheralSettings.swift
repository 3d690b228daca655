// The configuration of the peripheral session.
import CKnav
import KomootNav

extension PeripheralSession.Configuration {
    /// `nil` if a member is none of its values.
    init?(_ wanted: knav_peripheral_configuration) {
        guard let layout = LayoutChoice(wanted.layout)?.pinned,
            let notification = PeripheralSession.NotificationForm(number: wanted.notification),
            let retried = PeripheralSession.NotificationForm(number: wanted.retried_notification),
            let serving = PeripheralSession.Serving(number: wanted.serving),
            let ending = PeripheralSession.Ending(number: wanted.ending),
            let chunkSize = PeripheralSession.ChunkSize(number: wanted.chunk_size),
            let lossDetection = PeripheralSession.LossDetection(number: wanted.loss_detection)
        else { return nil }
        self.init(layout: layout)
        self.notification = notification
        self.retriedNotification = retried
        self.serving = serving
        self.ending = ending
        self.chunkSize = chunkSize
        self.lossDetection = lossDetection
        self.hasCCCD = wanted.has_cccd
        self.repeats = wanted.repeats
    }
}

extension PeripheralSession.NotificationForm {
    /// The form's number.
    var number: UInt8 {
        switch self {
        case .identifier: KNAV_NOTIFIES_IDENTIFIER.byte
        case .object: KNAV_NOTIFIES_OBJECT.byte
        }
    }

    /// `nil` if no form has this number.
    init?(number: UInt8) {
        switch number {
        case KNAV_NOTIFIES_IDENTIFIER.byte: self = .identifier
        case KNAV_NOTIFIES_OBJECT.byte: self = .object
        default: return nil
        }
    }
}

extension PeripheralSession.Serving {
    /// The number of this way to serve.
    var number: UInt8 {
        switch self {
        case .newestAlways: KNAV_NEWEST_ALWAYS.byte
        case .snapshotPerRead: KNAV_SNAPSHOT_PER_READ.byte
        }
    }

    /// `nil` if no way to serve has this number.
    init?(number: UInt8) {
        switch number {
        case KNAV_NEWEST_ALWAYS.byte: self = .newestAlways
        case KNAV_SNAPSHOT_PER_READ.byte: self = .snapshotPerRead
        default: return nil
        }
    }
}

extension PeripheralSession.Ending {
    /// The ending's number.
    var number: UInt8 {
        switch self {
        case .empty: KNAV_ENDS_EMPTY.byte
        case .invalidOffset: KNAV_ENDS_INVALID_OFFSET.byte
        case .attributeNotLong: KNAV_ENDS_ATTRIBUTE_NOT_LONG.byte
        }
    }

    /// `nil` if no ending has this number.
    init?(number: UInt8) {
        switch number {
        case KNAV_ENDS_EMPTY.byte: self = .empty
        case KNAV_ENDS_INVALID_OFFSET.byte: self = .invalidOffset
        case KNAV_ENDS_ATTRIBUTE_NOT_LONG.byte: self = .attributeNotLong
        default: return nil
        }
    }
}

extension PeripheralSession.ChunkSize {
    /// The number of this size.
    var number: UInt8 {
        switch self {
        case .readPayload: KNAV_CHUNKS_READ_PAYLOAD.byte
        case .notificationPayload: KNAV_CHUNKS_NOTIFICATION_PAYLOAD.byte
        case .smallestPayload: KNAV_CHUNKS_SMALLEST_PAYLOAD.byte
        }
    }

    /// `nil` if no size has this number.
    init?(number: UInt8) {
        switch number {
        case KNAV_CHUNKS_READ_PAYLOAD.byte: self = .readPayload
        case KNAV_CHUNKS_NOTIFICATION_PAYLOAD.byte: self = .notificationPayload
        case KNAV_CHUNKS_SMALLEST_PAYLOAD.byte: self = .smallestPayload
        default: return nil
        }
    }
}

extension PeripheralSession.LossDetection {
    /// The number of this way to find out.
    var number: UInt8 {
        switch self {
        case .sharedWatchdog: KNAV_SHARED_WATCHDOG.byte
        case .eachCentral: KNAV_EACH_CENTRAL.byte
        }
    }

    /// `nil` if no way to find out has this number.
    init?(number: UInt8) {
        switch number {
        case KNAV_SHARED_WATCHDOG.byte: self = .sharedWatchdog
        case KNAV_EACH_CENTRAL.byte: self = .eachCentral
        default: return nil
        }
    }
}
