public import LinkVocabulary

/// A central of your own that sends single PDUs, to test your own reassembly: each read is one chunk at an offset,
/// which no phone's radio offers. An app's link to anything else is tested with ``World/addCentral()``.
///
/// ```swift
/// try await world.run { world in
///     let client = world.addClient()
///     await client.connect(to: thermostat)
///     let temperature = try await client.discover(temperatureUUID, in: thermostat)
///     let chunk = try await client.read(temperature, at: 0)
/// }
/// ```
///
/// Requests are queued: only one is outstanding at a time. A call returns only while the world
/// runs.
public actor GATTClient: CentralHost {
    /// A characteristic that was discovered.
    public struct Characteristic: Hashable, Sendable {
        /// The handle of its value.
        let handle: UInt16
        /// Whether a central can subscribe to it.
        public let hasCCCD: Bool
    }

    /// A notification that arrived.
    public struct Notification: Hashable, Sendable {
        /// When.
        public let time: VirtualClock.Instant
        /// The value, cut to what one notification carries.
        public let value: ContiguousArray<UInt8>
    }

    private struct PendingRequest {
        let request: Request
        let bytes: ContiguousArray<UInt8>
        let continuation: CheckedContinuation<Result<Answer, GATTError>, Never>
    }

    private struct Listener {
        let continuation: CheckedContinuation<Notification?, Never>
        /// Until when it waits, in microseconds; `nil` to wait as long as there is a link.
        let end: UInt64?
    }

    private struct Answer: Sendable {
        let response: Response
        let bytes: ContiguousArray<UInt8>
    }

    private let executor: WorldExecutor
    private let linkLayer: LinkLayer
    /// The executor of its world.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// The clock of its world.
    public nonisolated let clock: VirtualClock

    /// Its number among the centrals of its world.
    private(set) var number: Int32 = -1
    private var link: (number: Int32, token: UInt32)?
    private var lastToken: UInt32 = 0
    /// Whether it has a link.
    public private(set) var isConnected = false
    /// The service that it scans for.
    private var sought: UUID128?
    private var connecting: [CheckedContinuation<Void, Never>] = []
    /// Whether it is of no use any more, because its run has ended.
    private var isClosed = false
    /// The requests; only the first one is outstanding.
    private var requests: [PendingRequest] = []
    private var listeners: [Listener] = []
    private var unheard: [Notification] = []
    /// The MTU of the link, in bytes; the default when there is no link.
    public private(set) var mtu = ATT.defaultMTU

    init(in world: World) {
        executor = world.executor
        linkLayer = world.linkLayer
        clock = world.clock
    }

    func enter() { number = linkLayer.addCentral(self) }

    /// Scans until a peripheral advertises a service, and connects to it. It also returns when you call
    /// ``disconnect()``.
    public func connect(to service: UUID128) async {
        guard !isConnected else { return }
        // A loop that does not look at `Task.isCancelled` would spin.
        if isClosed { await rest() }
        await withCheckedContinuation { continuation in
            connecting.append(continuation)
            sought = service
            linkLayer.startScan(number, for: service)
        }
    }

    /// Never returns.
    private func rest() async {
        unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    /// Ends the link, or the attempt to connect.
    public func disconnect() {
        linkLayer.stopScan(number)
        if let link { linkLayer.disconnect(link.number) }
        loseLink()
        resumeConnecting()
    }

    /// Ends everything that waits.
    func close() {
        isClosed = true
        disconnect()
    }

    /// Finds a characteristic.
    ///
    /// - Throws: `GATTError.refused` with Attribute Not Found if there is none.
    public func discover(
        _ characteristic: UUID128, in service: UUID128
    ) async throws(GATTError) -> Characteristic {
        let uuids = Request.uuids(of: characteristic, in: service)
        let answer = try await request(.discover, uuids)
        guard case .characteristic(let handle, let hasCCCD) = answer.response else {
            throw .refused(.unlikelyError)
        }
        return Characteristic(handle: handle, hasCCCD: hasCCCD)
    }

    /// Reads at an offset: one chunk of at most ATT_MTU − 1 bytes.
    ///
    /// - Parameters:
    ///   - characteristic: what to read.
    ///   - offset: the position of the first byte, 0 to 65,535: a request has 16 bits for it. It traps at any other.
    public func read(
        _ characteristic: Characteristic, at offset: Int = 0
    ) async throws(GATTError) -> ContiguousArray<UInt8> {
        try await request(.read(handle: characteristic.handle, at: offset)).bytes
    }

    /// Writes a value, and waits for the response.
    ///
    /// - Throws: `GATTError.refused` with Invalid Attribute Value Length for more than 512 bytes.
    public func write(
        _ value: some Collection<UInt8>, to characteristic: Characteristic
    ) async throws(GATTError) {
        guard value.count <= ATT.maximumValueLength else {
            throw .refused(.invalidAttributeValueLength)
        }
        _ = try await request(
            .write(handle: characteristic.handle), ContiguousArray(value))
    }

    /// Subscribes to notifications; ``nextNotification(within:)`` returns them.
    public func subscribe(to characteristic: Characteristic) async throws(GATTError) {
        _ = try await request(.subscribe(handle: characteristic.handle, on: true))
    }

    /// The next notification that you have not taken yet.
    ///
    /// - Parameter limit: how long to wait; `nil` to wait as long as there is a link.
    /// - Returns: `nil` when the link is gone, or none came in time.
    public func nextNotification(within limit: Duration? = nil) async -> Notification? {
        if !unheard.isEmpty { return unheard.removeFirst() }
        guard isConnected else { return nil }
        // A time that is over would turn the world's clock back.
        let end = limit.map { max(clock.now.advanced(by: $0).microseconds, linkLayer.now) }
        if let end { linkLayer.state.queue.add(.wake(.central(number)), at: end) }
        return await withCheckedContinuation {
            listeners.append(Listener(continuation: $0, end: end))
        }
    }

    private func request(
        _ request: Request, _ bytes: ContiguousArray<UInt8> = []
    ) async throws(GATTError) -> Answer {
        guard isConnected else { throw .notConnected }
        let result: Result<Answer, GATTError> = await withCheckedContinuation { continuation in
            requests.append(
                PendingRequest(request: request, bytes: bytes, continuation: continuation))
            if requests.count == 1 { sendFirst() }
        }
        return try result.get()
    }

    private func sendFirst() {
        guard let first = requests.first, let link else { return }
        lastToken &+= 1
        let payload = linkLayer.state.payloads.store(first.bytes.span)
        linkLayer.send(first.request, on: link.number, token: lastToken, payload: payload)
        linkLayer.schedule(
            .transactionTimeout(link: link.number), after: LinkLayer.transactionTimeout)
    }

    package nonisolated func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        linkLayer.state.mayHaveResumed = true
        assumeIsolated { $0.take(indication, payload) }
    }

    package nonisolated var waitingCalls: [String] {
        assumeIsolated { client in
            let sought = client.sought.map { "\($0)" } ?? ""
            return client.connecting.map { _ in "GATTClient.connect(to: \(sought))" }
                + client.requests.map { "GATTClient.\($0.request.call)" }
                + client.listeners.map { _ in "GATTClient.nextNotification(within:)" }
        }
    }

    private func take(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        switch indication {
        case .found(let peripheral):
            linkLayer.stopScan(number)
            lastToken &+= 1
            link = (
                linkLayer.connect(number, to: peripheral, linkToken: lastToken), lastToken
            )
        case .connected(_, _, let mtu):
            self.mtu = mtu
            isConnected = true
            resumeConnecting()
        case .disconnected(let token): if link?.token == token { loseLink() }
        case .response(let response, let token, let linkToken):
            guard link?.token == linkToken, token == lastToken, !requests.isEmpty else { return }
            answerFirst(response, payload)
        case .notification:
            hear(
                Notification(
                    time: VirtualClock.Instant(microseconds: linkLayer.now),
                    value: ContiguousArray(copying: payload)))
        case .mtuChanged(let mtu, _): self.mtu = mtu
        case .radioOff: loseLink()
        case .radioOn:
            if let sought, !connecting.isEmpty { linkLayer.startScan(number, for: sought) }
        case .wake: endListening()
        case .serviceChanged: break
        }
    }

    private func resumeConnecting() {
        let waiting = connecting
        connecting = []
        for continuation in waiting { continuation.resume() }
    }

    private func answerFirst(_ response: Response, _ payload: Span<UInt8>) {
        let first = requests.removeFirst()
        if case .error(let error) = response {
            first.continuation.resume(returning: .failure(.refused(error)))
        } else {
            let answer = Answer(response: response, bytes: ContiguousArray(copying: payload))
            first.continuation.resume(returning: .success(answer))
        }
        sendFirst()
    }

    private func hear(_ notification: Notification) {
        if listeners.isEmpty {
            unheard.append(notification)
        } else {
            listeners.removeFirst().continuation.resume(returning: notification)
        }
    }

    /// Ends the waits whose time is over.
    private func endListening() {
        let now = linkLayer.now
        let late = listeners.filter { $0.end.map { $0 <= now } ?? false }
        listeners.removeAll { $0.end.map { $0 <= now } ?? false }
        for listener in late { listener.continuation.resume(returning: nil) }
    }

    private func loseLink() {
        link = nil
        isConnected = false
        mtu = ATT.defaultMTU
        let lost = requests
        requests = []
        for request in lost { request.continuation.resume(returning: .failure(.disconnected)) }
        let waiting = listeners
        listeners = []
        for listener in waiting { listener.continuation.resume(returning: nil) }
    }
}

extension World {
    /// Adds a central of your own.
    public func addClient() -> GATTClient {
        let client = GATTClient(in: self)
        client.assumeIsolated { $0.enter() }
        return client
    }
}
