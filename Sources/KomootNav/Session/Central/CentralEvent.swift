extension CentralSession {
    /// A phone that the scan found, as a handle that the radio chose. The session uses it for one
    /// connection and then forgets it, because addresses change (clause 9.12).
    public struct Peer: RawRepresentable, Hashable, Sendable {
        /// The radio's handle.
        public let rawValue: UInt64

        /// Creates a peer from the radio's handle.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// What happened. Bytes are borrowed only for the call.
    ///
    /// A `link` is the ticket of ``Effect/connect(_:link:)``; the other tickets are those of the
    /// requests that the events answer. An event whose ticket is not the expected one is late: the
    /// session reports it as ``Fault/lateArrival`` and changes nothing.
    public enum Event: ~Escapable {
        /// The app wants instructions.
        case start
        /// The app wants no more instructions.
        case stop
        /// Bluetooth was switched off: links and scan are gone.
        case radioOff
        /// Bluetooth was switched on again.
        case radioOn
        /// The scan found a phone that advertises the service.
        case found(Peer)
        /// The link is up, with this MTU in bytes; `nil` if the radio doesn't tell it. Never guess:
        /// with ``ChunkReassembler/Radio/wholeValues``, a cut object could pass for a whole one.
        /// What counts as unknown, ``ChunkReassembler/mtu`` says.
        case connected(link: Ticket, mtu: Int?)
        /// The link is down, or did not come up.
        case disconnected(link: Ticket)
        /// The service and the characteristic exist; without a CCCD nobody can subscribe (clause
        /// 9.11).
        case discovered(Ticket, hasCCCD: Bool)
        /// The phone has no such service, or no such characteristic in it.
        case notDiscovered(Ticket)
        /// The subscription was accepted.
        case subscribed(Ticket)
        /// The phone answered a read with a value.
        case answered(Ticket, Span<UInt8>)
        /// The phone answered a request with an error.
        case failed(Ticket, ATTError)
        /// A notification of the characteristic came.
        case notified(link: Ticket, Span<UInt8>)
        /// A value arrived, and the radio can't tell whether it is a notification or an answer. With
        /// ``ChunkReassembler/Radio/oneCallback`` it counts as the answer to the read that is outstanding,
        /// unless it is an identifier. It may be an earlier value again, or a later one than the radio
        /// wanted to tell. Tell the MTU of this moment before, with `mtuChanged`, if it is another one. With
        /// any other radio it counts as a notification.
        case arrived(link: Ticket, Span<UInt8>)
        /// The link's MTU changed, to this many bytes; `nil` if the radio doesn't tell it. See
        /// ``connected(link:mtu:)``.
        case mtuChanged(link: Ticket, mtu: Int?)
        /// The phone's services changed (the Service Changed indication).
        case serviceChanged(link: Ticket)
        /// Only time has passed: ``CentralSession/nextDeadline`` has come. With
        /// ``ChunkReassembler/Radio/oneCallback`` and a subscription it must come after everything that
        /// the radio had still to tell when that deadline was set; and none may come that was meant for an
        /// earlier one. More than ``NavigationTiming/markerTolerance`` after the deadline, it does not count
        /// as having come after all that (C.12).
        case timePassed
    }

    /// What to do. Do effects in the order given.
    public enum Effect: Hashable, Sendable {
        /// Scan for ``NavigationService/uuid``. Tell each phone at least once in each scan.
        case startScan
        /// Stop the scan.
        case stopScan
        /// Connect. Answer with `connected` or `disconnected`, and with this ticket.
        case connect(Peer, link: Ticket)
        /// End the link, or the attempt to connect. The session expects no answer.
        case disconnect(link: Ticket)
        /// Find ``NavigationService/uuid`` and its
        /// ``NavigationService/instructionCharacteristic``.
        case discover(Ticket)
        /// Subscribe to the characteristic's notifications.
        case subscribe(Ticket)
        /// Read the characteristic at an offset, as the configured radio reads.
        case read(Ticket, offset: Int)
        /// Show what ``CentralSession/withDelivery(_:)`` lends until the next event.
        case deliver(ObjectExtent)
        /// Tell the rider.
        case report(Status)
        /// Nothing to do: the peer or the radio did something that it should not. For a log.
        case fault(Fault)
    }

    /// What a rider should be told.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Not started.
        case stopped
        /// Bluetooth is off.
        case radioOff
        /// Looking for a phone.
        case searching
        /// Connected to a phone that has given no instruction yet, or has none any more.
        case waiting
        /// The phone has an instruction, and answers. It may have had nothing new for a while.
        case navigating
        /// Nothing arrived for ``NavigationTiming/silenceInterval``.
        case silent
        /// The phone took the service away: navigation was stopped.
        case ended
        /// The phone must first be paired, in the system's settings (clause 9.10).
        case pairingRequired
    }

    /// Something that should not happen. The session has dealt with it and goes on.
    public enum Fault: Hashable, Sendable {
        /// An event that belongs to an earlier link or request, or to none.
        case lateArrival
        /// A notification that no phone sends. Like any other, it makes the session read.
        case malformedNotification(KomootNavError)
        /// A read failed, or gave something that is not an object.
        case unreadable(KomootNavError)
        /// The phone refused a discovery or a subscription.
        case refused(ATTError)
        /// The phone did not answer a request in time, so the session ended the link.
        case timedOut
        /// Too many reads in a row failed, so the session ended the link.
        case gaveUp
    }
}
