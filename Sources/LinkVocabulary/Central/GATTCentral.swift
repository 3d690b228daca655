// Left out of Embedded Swift: firmware calls its radio by itself.
#if !hasFeature(Embedded)
    /// A central for apps: it finds peripherals by what they serve, connects to them, reads, writes and subscribes.
    ///
    /// ```swift
    /// let found = try await central.find(Thermostat.service)
    /// let link = try await central.connect(to: found.peer)
    /// try await link.discover(Thermostat.service)
    /// try await link.write([20], to: Thermostat.threshold)
    /// for try await temperature in try await link.subscribe(to: Thermostat.temperature) {
    ///     print(temperature.value)
    /// }
    /// ```
    ///
    /// An app has one for its radio, and uses it from any number of tasks: scans are for all that is
    /// wanted, and tasks that connect to one peripheral share its link. A cancelled task throws
    /// ``GATTError/cancelled`` at once. Nothing waits for ever: each call has a limit or ends with its link.
    public final class GATTCentral: Sendable {
        let core: CentralCore
        /// The clock, the random numbers and the context of its radio.
        package var context: RadioCore { core }

        /// Creates a central that does nothing until the first call.
        ///
        /// - Parameter radio: a radio that nobody else uses.
        public init(_ radio: any GATTCentralRadio) { core = CentralCore(radio) }

        /// Scans until a peripheral is found, also while Bluetooth is still off. One to which the system is connected
        /// already need not advertise.
        ///
        /// - Parameters:
        ///   - service: what it must advertise.
        ///   - limit: how long to scan.
        ///   - isWanted: whether it is the one; by default, the first one is.
        /// - Throws: ``GATTError/timedOut``, ``GATTError/unavailable(_:)``, ``GATTError/cancelled``.
        public func find(
            _ service: UUID128, within limit: Duration = .seconds(30),
            where isWanted: (@Sendable (GATTAdvertisement) -> Bool)? = nil
        ) async throws(GATTError) -> GATTAdvertisement {
            try await core.wait(within: limit) { core, wait in
                core.search(for: service, where: isWanted, wait)
            }
        }

        /// Connects to a peripheral, or shares the link to it that there is. The peripheral need not have been found: it
        /// may be one that the app has remembered.
        ///
        /// - Parameters:
        ///   - peer: the peripheral.
        ///   - limit: how long to try.
        /// - Throws: ``GATTError/notConnected`` if the attempt fails, or Bluetooth is switched off, at the earliest after 1 s,
        ///   so that a loop that tries again does not spin; ``GATTError/timedOut``, ``GATTError/unavailable(_:)``,
        ///   ``GATTError/cancelled``.
        public func connect(
            to peer: GATTPeer, within limit: Duration = .seconds(30)
        ) async throws(GATTError) -> GATTLink {
            do throws(GATTError) {
                return try await core.wait(within: limit) { core, wait in
                    core.connect(to: peer, wait)
                }
            } catch {
                if error == .notConnected { try await pause(for: .seconds(1)) }
                throw error
            }
        }

        /// Whether Bluetooth can be used now; ``GATTRadioState/unknown`` until the system has said so after the first call.
        ///
        /// - Throws: ``GATTError/cancelled``.
        public func state() async throws(GATTError) -> GATTRadioState {
            try await core.wait { core, wait in core.tellState(wait) }
        }

        /// Waits on the radio's clock.
        ///
        /// - Returns: the time afterwards.
        /// - Throws: ``GATTError/cancelled``.
        @discardableResult
        package func pause(for duration: Duration) async throws(GATTError) -> SessionTime {
            try await core.wait(within: duration) { core, wait in core.pause(wait) }
        }
    }

    /// A link to a peripheral. It ends when nobody refers to it, and nobody to its notifications.
    ///
    /// Requests are sent one after another, in the order of the calls. One that gets no answer ends the link after
    /// ``requestLimit``. Characteristics must have been discovered, with the property that a call needs.
    public final class GATTLink: Sendable {
        /// How long a request may be unanswered. The system may pair inside a request, while the user
        /// decides, and ends a pairing and a request by itself after 30 s (Core Specification, Vol 3, Part H, section
        /// 3.4, and Part F, section 3.3.3).
        public static let requestLimit = Duration.seconds(35)

        /// The peripheral.
        public let peer: GATTPeer
        private let core: CentralCore
        private let record: LinkRecord

        init(_ record: LinkRecord, _ core: CentralCore) {
            peer = record.peer
            self.core = core
            self.record = record
            record.holders += 1
        }

        deinit { core.run { [record] in record.holders -= 1 } }

        /// Discovers a service, and all its characteristics.
        ///
        /// - Returns: the service.
        /// - Throws: ``GATTError/notDiscovered(_:)`` if the peripheral does not have it, ``GATTError/ambiguous(_:)`` if it
        ///   has it, or one of its characteristics, twice; and what every request throws: ``GATTError/refused(_:)``,
        ///   ``GATTError/servicesChanged``, ``GATTError/disconnected``, ``GATTError/notConnected`` if the link had ended
        ///   before, ``GATTError/unavailable(_:)`` unless Bluetooth is on, ``GATTError/timedOut``, ``GATTError/cancelled``.
        @discardableResult
        public func discover(_ service: UUID128) async throws(GATTError) -> GATTService {
            guard case .service(let found) = try await request(.discover(service)) else {
                throw .refused(.unlikelyError)
            }
            return found
        }

        /// Reads a whole value, of at most 512 bytes.
        ///
        /// Core Bluetooth tells answers and notifications by the same callback, so what is subscribed can't be read, on
        /// any radio. Nor does it say where a value ends that just fills its chunks: if the peripheral changes a long value
        /// meanwhile, it may be torn.
        ///
        /// - Throws: ``GATTError/subscribed``, ``GATTError/notDiscovered(_:)``, ``GATTError/notPermitted(_:)``; and what
        ///   every request throws.
        public func read(
            _ characteristic: GATTCharacteristic.Path
        ) async throws(GATTError) -> ContiguousArray<UInt8> {
            guard case .value(let value) = try await request(.read(characteristic)) else {
                throw .refused(.unlikelyError)
            }
            return value
        }

        /// Writes a value.
        ///
        /// - Parameters:
        ///   - value: at most 512 bytes; without a response, at most the link's MTU − 3.
        ///   - characteristic: what to write.
        ///   - hasResponse: whether to wait for the peripheral's response. Without one, nobody learns whether it
        ///     took the value.
        /// - Throws: ``GATTError/tooLong(limit:)``, ``GATTError/notDiscovered(_:)``, ``GATTError/notPermitted(_:)``; and
        ///   what every request throws. After ``GATTError/servicesChanged``, ``GATTError/disconnected``,
        ///   ``GATTError/timedOut`` and ``GATTError/cancelled`` the value may have been written.
        public func write(
            _ value: some Collection<UInt8>, to characteristic: GATTCharacteristic.Path,
            withResponse hasResponse: Bool = true
        ) async throws(GATTError) {
            let value = ContiguousArray(value)
            _ = try await request(
                hasResponse
                    ? .write(value, characteristic) : .writeWithoutResponse(value, characteristic))
        }

        /// Subscribes to a value. Tasks that subscribe to the same one all get its notifications.
        ///
        /// - Parameters:
        ///   - characteristic: what to subscribe to.
        ///   - limit: how long to wait for each notification; then the loop throws ``GATTError/timedOut`` and
        ///     the link ends. `nil` to wait as long as there is a link: a peripheral that forgets the subscription
        ///     goes unnoticed.
        /// - Returns: the notifications from now on. The subscription ends when nobody refers to them.
        /// - Throws: ``GATTError/notDiscovered(_:)``, ``GATTError/notPermitted(_:)``; and what every request throws.
        public func subscribe(
            to characteristic: GATTCharacteristic.Path, within limit: Duration? = nil
        ) async throws(GATTError) -> GATTNotifications {
            guard
                case .listener(let listener) = try await request(
                    .subscribe(characteristic, isOn: true))
            else { throw .refused(.unlikelyError) }
            return GATTNotifications(listener, of: self, within: limit)
        }

        private func request(_ request: GATTRequest) async throws(GATTError) -> Outcome {
            try await core.wait { [record] core, wait in core.send(request, on: record, wait) }
        }

        /// Waits for the next notification.
        func next(
            of listener: Listener, within limit: Duration?
        ) async throws(GATTError) -> GATTNotification? {
            do throws(GATTError) {
                return try await core.wait(within: limit) { _, wait in listener.take(wait) }
            } catch {
                // As with every sequence, the loop of a cancelled task just ends.
                if error == .cancelled { return nil }
                throw error
            }
        }

        /// Ends a subscription.
        func end(_ listener: Listener) { core.run { listener.hasEnded = true } }
    }

    /// A value that was notified or indicated.
    public struct GATTNotification: Hashable, Sendable {
        /// When it arrived, on the radio's clock.
        public let time: SessionTime
        /// The value; at most the link's MTU − 3 bytes of it.
        public let value: ContiguousArray<UInt8>
    }

    /// The notifications of one subscription, for one task. It keeps the link.
    ///
    /// Up to ``capacity`` wait to be taken; then the oldest are dropped. Core Bluetooth itself may tell only the
    /// newer one of two that arrive at once. A loop ends when its task is cancelled, and throws
    /// ``GATTError/disconnected`` when the link ends, ``GATTError/servicesChanged``, or ``GATTError/timedOut``.
    public struct GATTNotifications: AsyncSequence, Sendable {
        /// How many notifications wait to be taken, at most.
        public static let capacity = 64

        private let listening: Listening

        init(_ listener: Listener, of link: GATTLink, within limit: Duration?) {
            listening = Listening(listener, of: link, within: limit)
        }

        /// Begins to iterate.
        public func makeAsyncIterator() -> Iterator { Iterator(listening: listening) }

        /// Waits for one notification after another.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let listening: Listening

            /// The next notification; `nil` when the task is cancelled.
            public mutating func next() async throws(GATTError) -> GATTNotification? {
                try await listening.link.next(of: listening.listener, within: listening.limit)
            }
        }

        /// Ends a subscription when nobody refers to it any more.
        fileprivate final class Listening: Sendable {
            let link: GATTLink
            let listener: Listener

            let limit: Duration?

            init(_ listener: Listener, of link: GATTLink, within limit: Duration?) {
                self.limit = limit
                self.link = link
                self.listener = listener
            }

            deinit { link.end(listener) }
        }
    }
#endif
