public import LinkVocabulary

/// A peripheral of your own: services, values, notifications.
///
/// ```swift
/// let server = await world.addServer()
/// await server.add(GATTService(uuid: thermostat, characteristics: [temperature]))
/// await server.setValue([21], of: temperature.uuid)
/// await server.startAdvertising(thermostat)
/// ```
///
/// Values are served as in ATT: in chunks of ATT_MTU − 1 bytes, then no bytes at the value's end,
/// and Invalid Offset (0x07) after it. Requests fail if the handle is gone (0x01), or if the value
/// may not be read (0x02) or written (0x03). With ``answerReads(by:)``, your own code answers each read.
///
/// ``PhoneFault/navigationStopped(_:)`` takes its services and its advertising away and brings them back.
/// ``PhoneFault/restarted(_:)`` does the same, and it forgets all values and the writes that nobody has
/// taken: set its values again, as an app does when it starts.
public actor GATTServer: PeripheralHost, PeripheralApp {
    private let executor: WorldExecutor
    private let linkLayer: LinkLayer
    /// The executor of its world.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// A value that a central wrote.
    public struct Write: Hashable, Sendable {
        /// The characteristic that it was written to.
        public let characteristic: UUID128
        /// The value.
        public let value: ContiguousArray<UInt8>
    }

    /// A read that arrived.
    public struct Read: Hashable, Sendable {
        /// The characteristic that is read.
        public let characteristic: UUID128
        /// The position of the first byte that is wanted.
        public let offset: Int
        /// The MTU of the link, in bytes; the answer carries one byte less.
        public let mtu: Int
        /// The number of the link, which tells centrals apart.
        public let link: Int32
    }

    /// What a read is answered with.
    public enum ReadAnswer: Hashable, Sendable {
        /// The bytes from the offset on; what one answer can't carry is cut off.
        case value(ContiguousArray<UInt8>)
        /// An error.
        case error(ATTError)
    }

    /// What its app is doing.
    private enum Phase {
        case serving
        case stopped
        case killed
    }

    private var number: Int32 = -1
    private var phase = Phase.serving
    private var values: [UUID128: ContiguousArray<UInt8>] = [:]
    private var answerRead: (@Sendable (Read) -> ReadAnswer)?
    private var services: [GATTService] = []
    private var advertised: UUID128?
    private var name: String?
    private var links: [(number: Int32, mtu: Int)] = []
    private var writers: [CheckedContinuation<Write, Never>] = []
    private var unheard: [Write] = []

    init(in world: World) {
        executor = world.executor
        linkLayer = world.linkLayer
    }

    func enter() { number = linkLayer.addPeripheral(self) }

    /// Adds a service; connected centrals are told that services changed.
    public func add(_ service: GATTService) {
        services.append(service)
        if isVisible { linkLayer.changeServices(of: number) { $0.add(service) } }
    }

    /// Removes a service; connected centrals are told that services changed.
    public func removeService(_ uuid: UUID128) {
        services.removeAll { $0.uuid == uuid }
        if isVisible { linkLayer.changeServices(of: number) { $0.remove(uuid) } }
    }

    /// Advertises a service, and a name if there is one.
    public func startAdvertising(_ service: UUID128, name: String? = nil) {
        self.name = name
        advertise(service)
    }

    /// Says how strongly centrals receive it.
    ///
    /// - Parameter strength: in dBm, for example −60.
    public func setSignalStrength(_ strength: Int) {
        linkLayer.state.peripherals[Int(number)].signalStrength = strength
    }

    /// Stops advertising.
    public func stopAdvertising() { advertise(nil) }

    private func advertise(_ service: UUID128?) {
        advertised = service
        if isVisible { showAdvertising() }
    }

    private func showAdvertising() {
        linkLayer.state.peripherals[Int(number)].advertised = advertised.map { [$0] } ?? []
        linkLayer.state.peripherals[Int(number)].advertisedName = name
    }

    /// Whether centrals can find what it serves.
    private var isVisible: Bool {
        phase == .serving && linkLayer.state.peripherals[Int(number)].isRadioOn
    }

    private func show() {
        guard isVisible else { return }
        linkLayer.changeServices(of: number) { database in
            for service in services { database.add(service) }
        }
        showAdvertising()
    }

    private func hide() {
        linkLayer.changeServices(of: number) { $0.removeAll() }
        linkLayer.state.peripherals[Int(number)].advertised = []
    }

    package var isServing: Bool { isVisible && !services.isEmpty }
    package var isRunning: Bool { phase != .killed }

    package func stopServing() {
        phase = .stopped
        hide()
    }

    package func serveAgain() {
        guard phase == .stopped else { return }
        phase = .serving
        show()
    }

    package func die() {
        phase = .killed
        hide()
        values = [:]
        unheard = []
    }

    package func restart() {
        guard phase == .killed else { return }
        phase = .serving
        show()
    }

    /// The value of a characteristic; empty until someone sets or writes it.
    public func value(of characteristic: UUID128) -> ContiguousArray<UInt8> {
        values[characteristic] ?? []
    }

    /// Sets the value of a characteristic, to at most 512 bytes.
    public func setValue(_ value: some Collection<UInt8>, of characteristic: UUID128) {
        precondition(value.count <= ATT.maximumValueLength, "a value has at most 512 bytes")
        values[characteristic] = ContiguousArray(value)
    }

    /// Answers each read by a closure, as an app does that gets requests and sends responses. Values that were
    /// set or written are then not read by anyone.
    ///
    /// - Parameter answer: makes the answer at once, when the read arrives; ``AnswerFault/delayed(_:)`` makes it late.
    ///   `nil` to serve values again.
    public func answerReads(by answer: (@Sendable (Read) -> ReadAnswer)?) { answerRead = answer }

    /// Notifies all subscribed centrals of a value, cut to what one notification carries.
    ///
    /// - Returns: whether the queue had room for all of them.
    @discardableResult
    public func notify(_ value: some Collection<UInt8>, of characteristic: UUID128) -> Bool {
        guard let handle = handle(of: characteristic) else { return true }
        let bytes = ContiguousArray(value)
        var hadRoom = true
        for link in links where !linkLayer.notify(bytes.span, handle: handle, on: link.number) {
            hadRoom = false
        }
        return hadRoom
    }

    /// The next value that a central wrote or will write; each is returned once.
    public func nextWrite() async -> Write {
        if !unheard.isEmpty { return unheard.removeFirst() }
        return await withCheckedContinuation { writers.append($0) }
    }

    private func handle(of characteristic: UUID128) -> UInt16? {
        for service in services {
            let database = linkLayer.state.peripherals[Int(number)].database
            if let handle = database.handle(of: characteristic, in: service.uuid) { return handle }
        }
        return nil
    }

    package nonisolated func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {
        linkLayer.state.mayHaveResumed = true
        assumeIsolated { $0.take(indication, payload) }
    }

    package nonisolated var waitingCalls: [String] {
        assumeIsolated { $0.writers.map { _ in "GATTServer.nextWrite()" } }
    }

    private func take(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {
        switch indication {
        case .connected(let link, let mtu): links.append((link, mtu))
        case .disconnected(let link): links.removeAll { $0.number == link }
        case .mtuChanged(let link, let mtu):
            for index in links.indices where links[index].number == link { links[index].mtu = mtu }
        case .read(let link, let characteristic, let offset, let token):
            read(characteristic, at: offset, on: link, token: token)
        case .write(let link, let characteristic, let token):
            linkLayer.respond(.done, on: link, token: token)
            write(payload, to: characteristic)
        case .radioOff: links = []
        case .radioOn: show()
        case .subscribed, .unsubscribed, .queueReady, .alarm, .wake: break
        }
    }

    private func read(_ characteristic: UUID128, at offset: Int, on link: Int32, token: UInt32) {
        let mtu = links.first { $0.number == link }?.mtu ?? ATT.defaultMTU
        let read = Read(characteristic: characteristic, offset: offset, mtu: mtu, link: link)
        switch answerRead?(read) ?? answerFromValue(read) {
        case .value(let bytes):
            let chunk = bytes.span.extracting(first: ATT.readPayload(mtu: mtu))
            let payload = linkLayer.state.payloads.store(chunk)
            linkLayer.respond(.value, on: link, token: token, payload: payload)
        case .error(let error): linkLayer.respond(.error(error), on: link, token: token)
        }
    }

    private func answerFromValue(_ read: Read) -> ReadAnswer {
        let value = values[read.characteristic] ?? []
        guard read.offset <= value.count else { return .error(.invalidOffset) }
        return .value(ContiguousArray(value[read.offset...]))
    }

    private func write(_ payload: Span<UInt8>, to characteristic: UUID128) {
        let value = ContiguousArray(copying: payload)
        values[characteristic] = value
        let write = Write(characteristic: characteristic, value: value)
        if writers.isEmpty {
            unheard.append(write)
        } else {
            writers.removeFirst().resume(returning: write)
        }
    }
}

extension World {
    /// Adds a peripheral of your own.
    public func addServer() -> GATTServer {
        let server = GATTServer(in: self)
        server.assumeIsolated { $0.enter() }
        return server
    }
}
