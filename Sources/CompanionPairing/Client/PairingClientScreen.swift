extension PairingClient {
    /// What the user sees.
    ///
    /// Source: `Docs/Pairing.md`, clause 1.10.
    public enum Screen: Hashable, Sendable {
        /// The names are being loaded, or stored for the first time.
        case starting
        /// The store can't be read.
        case storeUnreadable
        /// Paired with no server.
        case unpaired
        /// Looking for a server.
        case discovering
        /// Paired with this server, and not connected.
        case paired(PairingName)
        /// Looking for this server, or connecting to it.
        case connecting(PairingName)
        /// Connected to this server.
        case connected(PairingName)
        /// Telling this server that it is unpaired.
        case unpairing(PairingName)

        /// The buttons that the user can press.
        public struct Buttons: OptionSet, Hashable, Sendable {
            /// The bits.
            public let rawValue: UInt8

            /// Creates buttons from their bits.
            public init(rawValue: UInt8) { self.rawValue = rawValue }

            /// *Discover server*: hand in `discover`.
            public static let discover = Buttons(rawValue: 1)
            /// *Connect to NAME*: hand in `connect`.
            public static let connect = Buttons(rawValue: 2)
            /// *Disconnect*, or *Cancel* while looking: hand in `disconnect`.
            public static let disconnect = Buttons(rawValue: 4)
            /// *Unpair*: hand in `unpair`.
            public static let unpair = Buttons(rawValue: 8)
        }

        /// The buttons of this screen.
        public var buttons: Buttons {
            switch self {
            case .starting, .storeUnreadable, .unpairing: []
            case .unpaired: .discover
            case .discovering: .disconnect
            case .paired: [.connect, .unpair]
            case .connecting, .connected: [.disconnect, .unpair]
            }
        }
    }
}

#if !hasFeature(Embedded)
    extension PairingClient.Screen: CustomStringConvertible {
        /// What the screen says, in English.
        public var description: String {
            switch self {
            case .starting: "Starting…"
            case .storeUnreadable: "The stored names can't be read"
            case .unpaired: "No server"
            case .discovering: "Discovering…"
            case .paired(let name): "Paired with server \(name)"
            case .connecting(let name): "Connecting to server \(name)…"
            case .connected(let name): "Connected to server \(name)"
            case .unpairing(let name): "Unpairing from server \(name)…"
            }
        }
    }
#endif
