import KomootNav

/// Something that can happen next in an explored world.
package enum ExplorationStep: Hashable, Sendable {
    /// The next PDU of a link arrives at the phone.
    case deliverToPhone(link: Int)
    /// The next PDU of a link arrives at the device.
    case deliverToDevice(link: Int)
    /// The device's radio runs its next callback.
    case told
    /// The scan hears the phone advertise.
    case found
    /// The link that was asked for comes up.
    case connected
    /// Time passes to the device's next deadline.
    case deviceDeadline
    /// Time passes to the phone's next deadline.
    case phoneDeadline
    /// The phone publishes an object.
    case published(ObjectLength)
    /// What a fault took away is back.
    case recovered(Recovery)
    /// Something goes wrong.
    case failed(Failure)
    /// One of two devices without a session does something.
    case acted(device: Int, Action)

    /// What a device without a session does.
    package enum Action: UInt8, Hashable, Sendable, CaseIterable {
        /// It connects.
        case connect
        /// It subscribes.
        case subscribe
        /// It unsubscribes.
        case unsubscribe
        /// It reads from the beginning.
        case read
        /// It reads on from where its last read ended.
        case readOn
        /// It ends its link, and the phone is told.
        case leave
        /// Its link is lost, and the phone is not told.
        case vanish
    }

    /// How long an object is, compared with a chunk.
    package enum ObjectLength: UInt8, Hashable, Sendable, CaseIterable {
        /// It fits into one chunk, with room to spare.
        case shorterThanChunk
        /// It fills one chunk.
        case asLongAsChunk
        /// It needs three chunks.
        case longerThanChunk
    }

    /// The end of something that a fault began.
    package enum Recovery: UInt8, Hashable, Sendable, CaseIterable {
        /// Bluetooth is on again at the phone.
        case phoneRadioOn
        /// Bluetooth is on again at the device.
        case deviceRadioOn
        /// The user starts to navigate again.
        case navigationStarted
        /// The phone's queue of notifications has room again.
        case queueReady
    }

    /// Something that goes wrong, or that the user does.
    package enum Failure: UInt8, Hashable, Sendable, CaseIterable {
        /// The link is gone, and both ends are told.
        case lostForBoth
        /// The link is gone, and only the device is told.
        case lostForDevice
        /// The link is gone, and only the phone is told.
        case lostForPhone
        /// The link is gone, and nobody is told.
        case lostSilently
        /// The phone refuses a connection.
        case connectionRefused
        /// The next notification is lost.
        case notificationLost
        /// The phone's system answers the next request with Invalid Handle (0x01).
        case invalidHandle
        /// The phone's system answers the next request with Insufficient Authentication (0x05).
        case pairingRequired
        /// The phone's system answers the next request with Unlikely Error (0x0E).
        case unlikelyError
        /// A radio with one callback tells two values with one.
        case callbackSaved
        /// The MTU grows.
        case mtuChanged
        /// The phone's services are set up again.
        case serviceChanged
        /// The phone forgets a subscription.
        case subscriptionLost
        /// The phone's queue of notifications is full.
        case queueFull
        /// The user stops navigating.
        case navigationStopped
        /// Bluetooth is switched off at the phone.
        case phoneRadioOff
        /// Bluetooth is switched off at the device.
        case deviceRadioOff
        /// The user has the phone advertise.
        case advertisingWanted
    }
}

extension ExplorationStep.Recovery: CustomStringConvertible {
    /// The recovery, in words.
    package var description: String {
        switch self {
        case .phoneRadioOn: "phone's Bluetooth on"
        case .deviceRadioOn: "device's Bluetooth on"
        case .navigationStarted: "user navigates"
        case .queueReady: "notification queue has room"
        }
    }
}

extension ExplorationStep.Failure: CustomStringConvertible {
    /// The fault, in words.
    package var description: String {
        switch self {
        case .lostForBoth: "link lost, both told"
        case .lostForDevice: "link lost, only the device told"
        case .lostForPhone: "link lost, only the phone told"
        case .lostSilently: "link lost, nobody told"
        case .connectionRefused: "connection refused"
        case .notificationLost: "notification lost"
        case .invalidHandle: "request refused: 0x01"
        case .pairingRequired: "request refused: 0x05"
        case .unlikelyError: "request refused: 0x0E"
        case .callbackSaved: "one callback for two values"
        case .mtuChanged: "MTU changed"
        case .serviceChanged: "services set up again"
        case .subscriptionLost: "subscription lost"
        case .queueFull: "notification queue full"
        case .navigationStopped: "user stops navigating"
        case .phoneRadioOff: "phone's Bluetooth off"
        case .deviceRadioOff: "device's Bluetooth off"
        case .advertisingWanted: "user has the phone advertise"
        }
    }
}
