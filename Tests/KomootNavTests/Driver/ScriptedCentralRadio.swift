import KomootNav

/// A radio that notes what its driver asks for, and does what a test says in the middle of it.
final class ScriptedCentralRadio: CentralRadio {
    typealias Driver = CentralDriver<Int>

    /// What the driver asked for or told.
    enum Entry: Equatable {
        case request(Driver.Request)
        case wake(UInt64?)
        case show(ContiguousArray<UInt8>, ObjectExtent)
        case report(CentralSession.Status)
        case note(CentralSession.Fault)
    }

    let driver: Driver
    private(set) var log: [Entry] = []
    private(set) var now: UInt64 = 0
    /// When it would hand in `timePassed`.
    private(set) var alarm: UInt64?
    /// Whether a test has made it refuse something.
    var hasRefused = false
    /// Is called for each entry, while the driver waits for the radio.
    var react: (ScriptedCentralRadio, Entry) -> Void = { _, _ in }

    init(_ radio: ChunkReassembler.Radio = .offsetReads) {
        driver = Driver(CentralSession.Configuration(radio: radio))
    }

    /// Hands in an event, some milliseconds after the last one.
    ///
    /// - Returns: what the driver asked for and told, except wake times.
    @discardableResult
    func tell(_ event: Driver.Event, after milliseconds: UInt64 = 0) -> [Entry] {
        now += milliseconds
        if event == .timePassed { alarm = nil }
        return entries { driver.handle(event, at: SessionTime(milliseconds: now), on: self) }
    }

    /// Hands in a value.
    @discardableResult
    func send(
        _ kind: Driver.ValueKind, _ value: ContiguousArray<UInt8>, from peer: Int = 1
    ) -> [Entry] {
        entries {
            driver.handle(
                kind, value.span, from: peer, at: SessionTime(milliseconds: now), on: self)
        }
    }

    private func entries(of work: () -> Void) -> [Entry] {
        let before = log.count
        work()
        return log.dropFirst(before).filter { if case .wake = $0 { false } else { true } }
    }

    /// The wake times that it was told, in milliseconds.
    var wakeTimes: [UInt64?] {
        log.compactMap { if case .wake(let time) = $0 { .some(time) } else { nil } }
    }

    func forgetLog() { log.removeAll(keepingCapacity: true) }

    func perform(_ request: Driver.Request) { add(.request(request)) }
    func wake(at time: SessionTime?) {
        alarm = time?.milliseconds
        add(.wake(alarm))
    }
    func show(_ object: Span<UInt8>, extent: ObjectExtent) {
        add(.show(ContiguousArray(copying: object), extent))
    }
    func report(_ status: CentralSession.Status) { add(.report(status)) }
    func note(_ fault: CentralSession.Fault) { add(.note(fault)) }

    private func add(_ entry: Entry) {
        log.append(entry)
        react(self, entry)
    }
}

extension ScriptedCentralRadio {
    static let object = deployedObject(1)
    static let late: [Entry] = [.note(.lateArrival)]

    /// A radio that is connecting to phone 1.
    static func connecting(_ radio: ChunkReassembler.Radio = .offsetReads) -> ScriptedCentralRadio {
        let scripted = ScriptedCentralRadio(radio)
        scripted.tell(.start)
        scripted.tell(.found(1))
        return scripted
    }

    /// A radio whose phone 1 has been asked to discover.
    static func discovering(_ radio: ChunkReassembler.Radio = .offsetReads) -> ScriptedCentralRadio
    {
        let scripted = connecting(radio)
        scripted.tell(.connected(1, mtu: 23))
        return scripted
    }

    /// A radio that has been asked to subscribe at phone 1.
    static func subscribing() -> ScriptedCentralRadio {
        let scripted = discovering()
        scripted.tell(.discovered(1, hasCCCD: true))
        return scripted
    }

    /// A radio that has been asked to read from phone 1.
    static func reading() -> ScriptedCentralRadio {
        let scripted = subscribing()
        scripted.tell(.subscribed(1))
        return scripted
    }

    /// A radio whose driver has read an object of phone 1, and waits.
    static func ready() -> ScriptedCentralRadio {
        let scripted = reading()
        while scripted.driver.phase == .reading { scripted.send(.answer, object) }
        return scripted
    }

    /// A radio whose driver has given up the link to phone 1 and scans again.
    static func gaveUp() -> ScriptedCentralRadio {
        let scripted = discovering()
        scripted.tell(.timePassed, after: Milliseconds.setupTimeout)
        return scripted
    }
}
