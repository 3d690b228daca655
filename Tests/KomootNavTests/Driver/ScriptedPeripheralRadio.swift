import KomootNav

/// A radio that notes what its driver asks for, and does what a test says in the middle of it.
final class ScriptedPeripheralRadio: PeripheralRadio {
    typealias Driver = PeripheralDriver<Int, String>

    /// What the driver asked for or told.
    enum Entry: Equatable {
        case request(Driver.Request)
        case notify(Int, ContiguousArray<UInt8>)
        case answer(String, ContiguousArray<UInt8>)
        case reject(String, ATTError)
        case wake(UInt64?)
        case note(PeripheralSession.Fault)
    }

    let driver: Driver
    private(set) var log: [Entry] = []
    /// The phases that the driver told.
    private(set) var phases: [PeripheralSession.Phase] = []
    private(set) var now: UInt64 = 0
    /// When it would hand in `timePassed`.
    private(set) var alarm: UInt64?
    /// The centrals whose notifications it refuses at once.
    var refusing: Set<Int> = []
    /// Is called for each entry, while the driver waits for the radio.
    var react: (ScriptedPeripheralRadio, Entry) -> Void = { _, _ in }

    init(_ configuration: PeripheralSession.Configuration = .init(layout: .deployed)) {
        driver = Driver(configuration)
    }

    /// A radio whose user navigates, with these centrals connected and subscribed.
    static func navigating(_ centrals: ClosedRange<Int>? = nil) -> ScriptedPeripheralRadio {
        let radio = ScriptedPeripheralRadio()
        radio.tell(.startNavigation)
        for central in centrals.map(Array.init) ?? [] {
            radio.tell(.connected(central, mtu: 23), after: 1)
            radio.tell(.subscribed(central), after: 1)
        }
        return radio
    }

    /// Hands in an event, some milliseconds after the last one.
    ///
    /// - Returns: what the driver asked for, except wake times.
    @discardableResult
    func tell(_ event: Driver.Event, after milliseconds: UInt64 = 0) -> [Entry] {
        now += milliseconds
        if case .timePassed = event { alarm = nil }
        return entries { driver.handle(event, at: SessionTime(milliseconds: now), on: self) }
    }

    /// Publishes an object.
    @discardableResult
    func publish(_ object: ContiguousArray<UInt8>, after milliseconds: UInt64 = 0) -> [Entry] {
        now += milliseconds
        return entries {
            driver.publish(object.span, at: SessionTime(milliseconds: now), on: self)
        }
    }

    private func entries(of work: () -> Void) -> [Entry] {
        let before = log.count
        work()
        return log.dropFirst(before).filter { if case .wake = $0 { false } else { true } }
    }

    func forgetLog() { log.removeAll(keepingCapacity: true) }

    func perform(_ request: Driver.Request) { add(.request(request)) }
    func notify(_ central: Int, with value: Span<UInt8>) -> Bool {
        add(.notify(central, ContiguousArray(copying: value)))
        return !refusing.contains(central)
    }
    func answer(_ read: String, with value: Span<UInt8>) {
        add(.answer(read, ContiguousArray(copying: value)))
    }
    func reject(_ read: String, with error: ATTError) { add(.reject(read, error)) }
    func wake(at time: SessionTime?) {
        alarm = time?.milliseconds
        add(.wake(alarm))
    }
    func report(_ phase: PeripheralSession.Phase) { phases.append(phase) }
    func note(_ fault: PeripheralSession.Fault) { add(.note(fault)) }

    private func add(_ entry: Entry) {
        log.append(entry)
        react(self, entry)
    }
}

extension [ScriptedPeripheralRadio.Entry] {
    /// The centrals that were notified, in order.
    var notified: [Int] {
        compactMap { if case .notify(let central, _) = $0 { central } else { nil } }
    }
}
