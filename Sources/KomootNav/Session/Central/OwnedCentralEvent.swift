// Left out of Embedded Swift: firmware handles each event when it happens and needs no heap for it.
#if !hasFeature(Embedded)
    extension CentralSession {
        /// An ``Event`` that owns its bytes. You can keep it, compare it, send it to another task
        /// and handle it later.
        ///
        /// An ``Event`` only borrows its bytes, for one call. That is enough for a radio's
        /// callback; recordings, replays, simulations and pipes need events that own them.
        public enum OwnedEvent: Hashable, Sendable {
            /// See ``Event/start``.
            case start
            /// See ``Event/stop``.
            case stop
            /// See ``Event/radioOff``.
            case radioOff
            /// See ``Event/radioOn``.
            case radioOn
            /// See ``Event/found(_:)``.
            case found(Peer)
            /// See ``Event/connected(link:mtu:)``.
            case connected(link: Ticket, mtu: Int?)
            /// See ``Event/disconnected(link:)``.
            case disconnected(link: Ticket)
            /// See ``Event/discovered(_:hasCCCD:)``.
            case discovered(Ticket, hasCCCD: Bool)
            /// See ``Event/notDiscovered(_:)``.
            case notDiscovered(Ticket)
            /// See ``Event/subscribed(_:)``.
            case subscribed(Ticket)
            /// See ``Event/answered(_:_:)``.
            case answered(Ticket, ContiguousArray<UInt8>)
            /// See ``Event/failed(_:_:)``.
            case failed(Ticket, ATTError)
            /// See ``Event/notified(link:_:)``.
            case notified(link: Ticket, ContiguousArray<UInt8>)
            /// See ``Event/arrived(link:_:)``.
            case arrived(link: Ticket, ContiguousArray<UInt8>)
            /// See ``Event/mtuChanged(link:mtu:)``.
            case mtuChanged(link: Ticket, mtu: Int?)
            /// See ``Event/serviceChanged(link:)``.
            case serviceChanged(link: Ticket)
            /// See ``Event/timePassed``.
            case timePassed
        }

        /// Takes an event and the time at which it happened, as ``handle(_:at:)`` does.
        ///
        /// The label keeps `handle(.start, at: now)` from being ambiguous.
        public mutating func handle(owned event: OwnedEvent, at time: SessionTime) {
            event.lend { handle($0, at: time) }
        }
    }

    extension CentralSession.OwnedEvent {
        /// Lends the event, with its bytes.
        package func lend(to body: (borrowing CentralSession.Event) -> Void) {
            switch self {
            case .start: body(.start)
            case .stop: body(.stop)
            case .radioOff: body(.radioOff)
            case .radioOn: body(.radioOn)
            case .found(let peer): body(.found(peer))
            case .connected(let link, let mtu):
                body(.connected(link: link, mtu: mtu))
            case .disconnected(let link): body(.disconnected(link: link))
            case .discovered(let ticket, let hasCCCD):
                body(.discovered(ticket, hasCCCD: hasCCCD))
            case .notDiscovered(let ticket): body(.notDiscovered(ticket))
            case .subscribed(let ticket): body(.subscribed(ticket))
            case .answered(let ticket, let bytes):
                body(.answered(ticket, bytes.span))
            case .failed(let ticket, let error): body(.failed(ticket, error))
            case .notified(let link, let bytes):
                body(.notified(link: link, bytes.span))
            case .arrived(let link, let bytes):
                body(.arrived(link: link, bytes.span))
            case .mtuChanged(let link, let mtu):
                body(.mtuChanged(link: link, mtu: mtu))
            case .serviceChanged(let link): body(.serviceChanged(link: link))
            case .timePassed: body(.timePassed)
            }
        }

        /// Copies an event with its bytes.
        public init(_ event: borrowing CentralSession.Event) {
            switch event {
            case .start: self = .start
            case .stop: self = .stop
            case .radioOff: self = .radioOff
            case .radioOn: self = .radioOn
            case .found(let peer): self = .found(peer)
            case .connected(let link, let mtu): self = .connected(link: link, mtu: mtu)
            case .disconnected(let link): self = .disconnected(link: link)
            case .discovered(let ticket, let hasCCCD):
                self = .discovered(ticket, hasCCCD: hasCCCD)
            case .notDiscovered(let ticket): self = .notDiscovered(ticket)
            case .subscribed(let ticket): self = .subscribed(ticket)
            case .answered(let ticket, let bytes):
                self = .answered(ticket, ContiguousArray(copying: bytes))
            case .failed(let ticket, let error): self = .failed(ticket, error)
            case .notified(let link, let bytes):
                self = .notified(link: link, ContiguousArray(copying: bytes))
            case .arrived(let link, let bytes):
                self = .arrived(link: link, ContiguousArray(copying: bytes))
            case .mtuChanged(let link, let mtu): self = .mtuChanged(link: link, mtu: mtu)
            case .serviceChanged(let link): self = .serviceChanged(link: link)
            case .timePassed: self = .timePassed
            }
        }
    }
#endif
