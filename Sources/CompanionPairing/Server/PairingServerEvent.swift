extension PairingServer {
    /// A client's link, as a handle that the radio chose. No two links have the same one if the radio tells the ends of
    /// links; if not, all links of one peer may have the same (clause 4.15).
    public struct Link: RawRepresentable, Hashable, Sendable {
        /// The radio's handle.
        public let rawValue: UInt64

        /// Creates a link from the radio's handle.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// A read or a write, as a handle that the radio chose. Each gets exactly one answer, or none if its link
    /// has ended.
    public struct Request: RawRepresentable, Hashable, Sendable {
        /// The radio's handle.
        public let rawValue: UInt64

        /// Creates a request from the radio's handle.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// The characteristics that can be read.
    public enum Characteristic: Hashable, Sendable {
        /// The server's own name.
        case serverName
        /// The paired client's name, or `UNPAIRED`.
        case pairedClientName
    }

    /// What happened. Bytes are borrowed only for the call.
    public enum Event: ~Escapable {
        /// The app runs.
        case start
        /// The store had these names; `nil` if nothing was ever stored.
        case loaded(PairingNames?)
        /// The store could not be read. `start` tries again.
        case loadFailed
        /// The names are stored.
        case stored(Ticket)
        /// The names may not be stored. The session tries again.
        case storeFailed(Ticket)
        /// The user pressed *Unpair*.
        case unpair
        /// Bluetooth was switched off: all links are gone.
        case radioOff
        /// Bluetooth was switched on again.
        case radioOn
        /// A link came up. A radio that does not tell need not: the first request tells as well.
        case connected(Link)
        /// A link is gone.
        case disconnected(Link)
        /// A client reads a characteristic from an offset on, in bytes.
        case read(Link, Characteristic, offset: Int, Request)
        /// A client writes the paired client name, and wants a response.
        case write(Link, Span<UInt8>, Request)
        /// Only time has passed: ``PairingServer/nextDeadline`` has come.
        case timePassed
    }

    /// What to do. Do effects in the order given.
    public enum Effect: Hashable, Sendable {
        /// Load the names. Answer with `loaded` or `loadFailed`.
        case load
        /// Store the names. Answer with `stored` or `storeFailed`, and with this ticket.
        case store(PairingNames, Ticket)
        /// Add the service and advertise it, from now on.
        case startAdvertising
        /// Answer a read.
        case answer(Request, Answer)
        /// Accept a write.
        case accept(Request)
        /// Answer a read or a write with an error.
        case refuse(Request, ATTError)
        /// Notify the clients that have subscribed to the paired client name.
        case pairedNameChanged
        /// Show this screen.
        case show(Screen)
        /// Nothing to do: something happened that should not. For a log.
        case fault(Fault)
    }

    /// What a read is answered with.
    public struct Answer: Hashable, Sendable {
        /// The whole value.
        public let value: PairedName
        /// The position of the first byte that was asked for: in the session's answers from 0 to the value's end.
        public let offset: Int

        /// Creates an answer.
        public init(value: PairedName, offset: Int) {
            self.value = value
            self.offset = offset
        }

        /// Lends the bytes from the offset on: all if it is below 0, none if it is after the end. Cut them to what one
        /// response carries.
        public func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
            try value.withBytes { (bytes) throws(E) -> R in
                try body(bytes.extracting(min(max(offset, 0), bytes.count)..<bytes.count))
            }
        }
    }

    /// Something that should not happen. The session has dealt with it and goes on.
    public enum Fault: Hashable, Sendable {
        /// The completion of no store that is under way.
        case lateArrival
        /// The store could not be read.
        case unreadableStore
        /// A store failed; it is tried again.
        case storeFailed
        /// Something was written that is not a name.
        case invalidName
    }

    /// What the user sees.
    ///
    /// Source: `Docs/Pairing.md`, clause 1.9.
    public enum Screen: Hashable, Sendable {
        /// The names are being loaded, or stored for the first time.
        case starting
        /// The store can't be read.
        case storeUnreadable
        /// Paired with nobody, and ready for a client.
        case expecting
        /// This client is about to be paired.
        case pairing(PairingName)
        /// Paired with this client, which is away.
        case expectingClient(PairingName)
        /// Paired with this client, which is connected.
        case connected(PairingName)
        /// About to be unpaired from this client.
        case unpairing(PairingName)

        /// Whether the user can press *Unpair*: hand in `unpair`.
        public var canUnpair: Bool {
            switch self {
            case .starting, .storeUnreadable, .expecting, .unpairing: false
            case .pairing, .expectingClient, .connected: true
            }
        }
    }
}

#if !hasFeature(Embedded)
    extension PairingServer.Screen: CustomStringConvertible {
        /// What the screen says, in English, on one line.
        public var description: String {
            switch self {
            case .starting: "Starting…"
            case .storeUnreadable: "The stored names can't be read"
            case .expecting: "Expecting connection"
            case .pairing(let name): "Pairing with client \(name)…"
            case .expectingClient(let name):
                "Paired with client \(name); Expecting connection from \(name)"
            case .connected(let name): "Paired with client \(name); Connected to client \(name)"
            case .unpairing(let name): "Unpairing from client \(name)…"
            }
        }
    }
#endif
