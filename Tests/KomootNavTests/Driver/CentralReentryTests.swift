import KomootNav
import Testing

@Suite("A central's driver whose radio hands in events while it is asked")
struct CentralReentryTests {
    typealias Radio = ScriptedCentralRadio
    typealias Driver = CentralDriver<Int>

    /// Makes a radio do something at the first entry of a kind.
    private func once(
        _ radio: Radio, at matches: @escaping (Radio.Entry) -> Bool,
        _ work: @escaping (Radio) -> Void
    ) {
        var isDone = false
        radio.react = { radio, entry in
            guard !isDone, matches(entry) else { return }
            isDone = true
            work(radio)
        }
    }

    /// The requests and statuses since a log's position.
    private func outline(_ radio: Radio, since position: Int) -> [Radio.Entry] {
        radio.log.dropFirst(position).filter { if case .wake = $0 { false } else { true } }
    }

    @Test(
        "A central's driver whose radio hands in events while it is asked takes a refusal of a request after the effects of the event before",
        arguments: [
            (Driver.Event.failedToConnect(1), Driver.Request.connect(1)),
            (.disconnected(1), .connect(1)), (.failed(1, .unlikelyError), .discover(1)),
            (.disconnected(1), .discover(1)),
            (.failed(1, .insufficientAuthentication), .subscribe(1)),
            (.disconnected(1), .subscribe(1)), (.failed(1, .unlikelyError), .read(1, offset: 0)),
            (.disconnected(1), .read(1, offset: 0)),
        ])
    func refusal(_ refusal: Driver.Event, _ request: Driver.Request) throws {
        let radio = Radio()
        once(radio, at: { $0 == .request(request) }, { $0.tell(refusal) })
        radio.tell(.start)
        radio.tell(.found(1))
        radio.tell(.connected(1, mtu: 23))
        radio.tell(.discovered(1, hasCCCD: true))
        radio.tell(.subscribed(1))
        // The same refusal, told after the call.
        let patient = Radio()
        patient.tell(.start)
        for event in [
            Driver.Event.found(1), .connected(1, mtu: 23), .discovered(1, hasCCCD: true),
            .subscribed(1),
        ] {
            let entries = patient.tell(event)
            if entries.contains(.request(request)), !patient.hasRefused {
                patient.hasRefused = true
                patient.tell(refusal)
            }
        }
        try #require(radio.log.contains(.request(request)))
        #expect(outline(radio, since: 0) == outline(patient, since: 0))
        #expect(radio.driver.phase == patient.driver.phase)
        #expect(radio.alarm == patient.alarm)
    }

    @Test(
        "A central's driver whose radio hands in events while it is asked takes every answer that comes at once, however many follow each other"
    )
    func answersAtOnce() {
        let radio = Radio()
        var reads = 0
        radio.react = { radio, entry in
            switch entry {
            case .request(.startScan): radio.tell(.found(1))
            case .request(.connect(let phone)): radio.tell(.connected(phone, mtu: 23))
            case .request(.discover(let phone)): radio.tell(.discovered(phone, hasCCCD: true))
            case .request(.subscribe(let phone)): radio.tell(.subscribed(phone))
            case .request(.read(_, let offset)):
                reads += 1
                radio.send(
                    .answer, ContiguousArray(deployedObject(1, count: 60)[offset...].prefix(22)))
            default: break
            }
        }
        radio.tell(.start)
        #expect(radio.driver.phase == .ready)
        #expect(radio.driver.status == .navigating)
        #expect(radio.log.contains(.show(deployedObject(1, count: 60), .whole)))
        #expect(reads >= 3)
        #expect(radio.alarm == Milliseconds.keepAliveReadInterval)
    }

    @Test(
        "A central's driver whose radio hands in events while it is asked takes events that are told while it shows, tells, notes or sets the alarm",
        arguments: 0...3)
    func everywhere(_ number: Int) {
        let kinds: [(Radio.Entry) -> Bool] = [
            { if case .show = $0 { true } else { false } },
            { $0 == .report(.navigating) }, { $0 == .note(.lateArrival) },
            { if case .wake = $0 { true } else { false } },
        ]
        let radio = Radio.reading()
        once(radio, at: kinds[number]) { radio in
            let before = radio.log.count
            radio.tell(.stop)
            radio.tell(.start)
            // Nothing happens in the middle of an effect.
            #expect(radio.log.count == before)
        }
        let before = radio.log.count
        if number == 2 { radio.send(.answer, Radio.object, from: 2) }
        radio.send(.answer, Radio.object)
        let entries = outline(radio, since: before)
        let restart: [Radio.Entry] = [
            .request(.disconnect(1)), .report(.stopped), .request(.startScan), .report(.searching),
        ]
        #expect(entries.filter(restart.contains) == restart)
        if number < 2 {
            // First all of the event before, then the two others in their order.
            #expect(
                Array(entries.suffix(6).prefix(2)) == [
                    .show(Radio.object, .whole), .report(.navigating),
                ])
        }
        #expect(radio.driver.phase == .scanning)
        #expect(radio.driver.peer == nil)
    }

    @Test(
        "A central's driver whose radio hands in events while it is asked keeps the order of events and values, and the bytes of a value, until it takes them"
    )
    func order() {
        let radio = Radio.ready()
        once(radio, at: { $0 == .request(.read(1, offset: 0)) }) { radio in
            var bytes = deployedObject(2)
            radio.send(.answer, bytes)
            for position in bytes.indices { bytes[position] = 0xFF }
            radio.send(.notification, deployedObject(3))
            radio.tell(.disconnected(1))
        }
        let entries = radio.send(.notification, deployedObject(2))
        #expect(
            entries == [
                .request(.read(1, offset: 0)), .show(deployedObject(2), .whole),
                .request(.read(1, offset: 0)), .request(.startScan), .report(.searching),
            ])
    }

    @Test(
        "A central's driver whose radio hands in events while it is asked can be asked for its state while it lends an object"
    )
    func state() {
        let radio = Radio.reading()
        var seen: [String] = []
        radio.react = { radio, entry in
            guard case .show = entry else { return }
            let driver = radio.driver
            seen.append("\(driver.phase) \(driver.status) \(driver.peer ?? 0)")
        }
        radio.send(.answer, Radio.object)
        // The status is told after the object.
        #expect(seen == ["ready waiting 1"])
        #expect(radio.driver.status == .navigating)
    }

    @Test(
        "A central's driver whose radio hands in events while it is asked says the wake time once, and again after a call that came too early"
    )
    func wakeTimes() {
        let radio = Radio.ready()
        radio.forgetLog()
        let due = Milliseconds.keepAliveReadInterval
        radio.tell(.timePassed, after: 100)
        #expect(radio.wakeTimes == [due])
        radio.tell(.connected(2, mtu: 23), after: 100)
        radio.send(.answer, Radio.object, from: 2)
        // Nothing new, so it says nothing.
        #expect(radio.wakeTimes == [due])
        radio.tell(.timePassed, after: due - 200)
        #expect(radio.log.contains(.request(.read(1, offset: 0))))
        #expect(radio.wakeTimes.count == 2)
        radio.forgetLog()
        radio.tell(.disconnected(1))
        #expect(radio.wakeTimes == [nil])
        radio.tell(.stop)
        #expect(radio.wakeTimes == [nil])
    }

    @Test(
        "A central's driver whose radio hands in events while it is asked takes back a wake time that was said while the call for an earlier one waited"
    )
    func wakeTimeTakenBack() {
        let radio = Radio()
        once(radio, at: { $0 == .request(.connect(1)) }) { radio in
            radio.tell(.timePassed, after: Milliseconds.setupTimeout)
        }
        radio.tell(.start)
        radio.tell(.found(1))
        #expect(radio.driver.phase == .scanning)
        #expect(radio.wakeTimes == [Milliseconds.setupTimeout, nil])
    }
}
