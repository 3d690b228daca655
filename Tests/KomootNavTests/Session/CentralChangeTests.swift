import KomootNav
import Testing

/// Subscriptions that are refused or lost, changes of the MTU, and notifications that hold objects.
@Suite("A central session when something changes")
struct CentralChangeTests {
    private typealias Effect = SteppedCentral.Effect
    private typealias Radio = ChunkReassembler.Radio

    @Test(
        "A central session asks again for a subscription that wants pairing, before each read that time makes due",
        arguments: [ATTError.insufficientAuthentication, .insufficientEncryption])
    func subscriptionWantsPairing(_ error: ATTError) {
        var central = SteppedCentral(connected: .init(radio: .offsetReads))
        central.tell(.discovered(central.request, hasCCCD: true))
        // It reads on at once, and the rider is told.
        let refused = central.fail(error)
        #expect(
            refused == [
                .fault(.refused(error)), .read(central.request, offset: 0),
                .report(.pairingRequired),
            ])
        for _ in 0..<5 {
            // Values do not take the word back: nothing was paired yet.
            #expect(!central.answer(deployedObject(1)).contains(.report(.navigating)))
            #expect(central.status == .pairingRequired)
            let due = central.wait()
            #expect(due.effects == [.subscribe(central.request)])
            #expect(due.milliseconds == Milliseconds.keepAliveReadInterval)
            #expect(central.fail(error).reads)
        }
        central.answer(deployedObject(1))
        central.wait()
        let accepted = central.tell(.subscribed(central.request))
        #expect(accepted.reads && central.status != .pairingRequired)
        central.answer(deployedObject(1))
        #expect(central.wait().effects.reads, "nothing is owed any more")
    }

    @Test(
        "A central session asks no more for a subscription that is refused for another reason, or has no CCCD"
    )
    func subscriptionGivenUp() {
        func owing() -> SteppedCentral {
            var central = SteppedCentral(connected: .init(radio: .offsetReads))
            central.tell(.discovered(central.request, hasCCCD: true))
            central.fail(.insufficientAuthentication)
            return central
        }
        var refused = owing()
        refused.answer(deployedObject(1))
        refused.wait()
        refused.fail(.writeNotPermitted)
        #expect(refused.status == .navigating)
        refused.answer(deployedObject(1))
        #expect(refused.wait().effects.reads)
        var changed = owing()
        changed.answer(deployedObject(1))
        changed.tell(.serviceChanged(link: changed.link))
        let found = changed.tell(.discovered(changed.request, hasCCCD: false))
        #expect(found.reads && changed.status == .navigating)
        changed.answer(deployedObject(1))
        #expect(changed.wait().effects.reads)
    }

    @Test(
        "A central session remembers no subscription of the past when the characteristic is found again"
    )
    func foundAgainWithoutCCCD() {
        for radio in Radio.allCases {
            var central = SteppedCentral(reading: .init(radio: radio))
            central.tell(.serviceChanged(link: central.link))
            central.answer(deployedObject(1))
            central.tell(.discovered(central.request, hasCCCD: false))
            // All bytes of an object of MTU − 3 are delivered, by any radio.
            let object = deployedObject(1, count: 20)
            var shown: [ContiguousArray<UInt8>] = []
            while central.phase == .reading {
                let rest = ContiguousArray(object.dropFirst(central.offset))
                shown += central.answer(rest).deliveries.map(\.bytes)
            }
            #expect(shown.last == object, "\(radio)")
            #expect(central.wait().milliseconds == 1000)
        }
    }

    @Test(
        "A central session does nothing when it is told the MTU that it knows, and begins again with another one"
    )
    func sameMTU() {
        // An MTU below 23 is none, and none is above 65,535.
        let cases: [(known: Int?, told: Int?, isNew: Bool)] = [
            (23, 23, false), (23, 24, true), (23, nil, true), (23, 22, true), (23, 0, true),
            (nil, nil, false), (nil, 23, true), (nil, 22, false), (0, nil, false), (22, 1, false),
            (65_535, 65_536, false), (Int.max, 65_535, false), (65_536, 70_000, false),
            (65_534, 65_536, true),
        ]
        for (known, told, isNew) in cases {
            var central = SteppedCentral(reading: .init(radio: .offsetReads), mtu: known)
            #expect(central.tell(.mtuChanged(link: central.link, mtu: told)) == [])
            let effects = central.answer(deployedObject(1))
            #expect(effects.reads == isNew, "\(known as Any), \(told as Any)")
            #expect(effects.deliveries.isEmpty == isNew)
        }
    }

    @Test("A central session that is told a new MTU knows from then on what that makes whole")
    func newMTU() {
        let cases: [(known: Int?, told: Int?, ObjectExtent)] = [
            (23, 185, .whole), (185, 63, .possiblyCut), (185, 22, .possiblyCut),
            (185, nil, .possiblyCut), (nil, 70_000, .whole), (22, 23, .whole),
        ]
        for (known, told, extent) in cases {
            let object = deployedObject(1, count: 60)
            var central = SteppedCentral(reading: .init(radio: .wholeValues), mtu: known)
            central.tell(.mtuChanged(link: central.link, mtu: told))
            central.answer(object)
            central.answer(object)
            let last = central.answer(object).deliveries.last
            #expect(last?.extent == extent, "\(known as Any), \(told as Any)")
        }
    }

    @Test(
        "A central session does not take a value that it discards for a sign that the phone is paired"
    )
    func discardedWhileUnpaired() {
        var central = SteppedCentral(reading: .init(radio: .offsetReads))
        central.fail(.insufficientAuthentication)
        central.wait()
        central.tell(.mtuChanged(link: central.link, mtu: 185))
        central.answer(deployedObject(1))
        #expect(central.phase == .reading && central.status == .pairingRequired)
        central.answer(deployedObject(1))
        #expect(central.status == .navigating)
        // The same after the services changed.
        central = SteppedCentral(reading: .init(radio: .offsetReads))
        central.fail(.insufficientAuthentication)
        central.wait()
        central.tell(.serviceChanged(link: central.link))
        central.answer(deployedObject(1))
        #expect(central.phase == .discovering && central.status == .pairingRequired)
    }

    @Test(
        "A central session reads again after a notification that holds another object with the same identifier"
    )
    func notifiedObject() {
        let object = deployedObject(1, distance: 40)
        let cases: [(ContiguousArray<UInt8>, readsAgain: Bool)] = [
            (object, false), (deployedObject(1, distance: 30), true), (deployedObject(2), true),
            ([1, 0, 0, 0], false),
        ]
        for (notification, readsAgain) in cases {
            var central = SteppedCentral(reading: .init(radio: .offsetReads))
            central.notify(notification)
            #expect(central.answer(object).reads == readsAgain, "\(notification)")
        }
        // A notification that is cut to 20 bytes begins the object.
        let long = deployedObject(1, count: 60)
        var central = SteppedCentral(reading: .init(radio: .longReads), mtu: 185)
        central.notify(ContiguousArray(long[..<20]))
        central.answer(long)
        central.answer([])
        #expect(!central.answer(long).reads)
        #expect(central.phase == .ready)
    }

    @Test("A central session with one callback that is not to subscribe reads every second")
    func oneCallback() {
        var configuration = CentralSession.Configuration(radio: .oneCallback)
        configuration.subscribes = false
        var central = SteppedCentral(connected: configuration)
        #expect(central.tell(.discovered(central.request, hasCCCD: true)).reads)
        let object = deployedObject(1)
        let link = central.link
        let first = central.tell(.arrived(link: link, object))
        #expect(first.contains(.deliver(object, .possiblyCut)) && first.reads)
        #expect(central.tell(.arrived(link: link, object)).contains(.deliver(object, .whole)))
        #expect(central.phase == .ready)
        // Without a read, an arrival only shows that the phone is there.
        #expect(central.tell(.arrived(link: link, deployedObject(2))) == [])
        let due = central.wait()
        #expect(due.effects.reads && due.milliseconds == Milliseconds.pollInterval)
    }

    @Test(
        "A central session takes an arrival of unknown kind for a notification if the radio has two callbacks"
    )
    func arrivals() {
        for radio in Radio.allCases where radio != .oneCallback {
            var central = SteppedCentral(reading: .init(radio: radio))
            let request = central.request
            #expect(central.tell(.arrived(link: central.link, deployedObject(1))) == [])
            #expect(central.phase == .reading && central.request == request)
            central.fail(.attributeNotFound)
            central.fail(.attributeNotFound)
            #expect(central.phase == .ready)
            #expect(central.tell(.arrived(link: central.link, deployedObject(1))).reads)
        }
    }

    @Test(
        "A central session delivers an object that may be cut once, with all the bytes that the radio can read"
    )
    func perhapsCut() {
        let both: [(mtu: Int?, count: Int, ObjectExtent)] = [
            (23, 20, .possiblyCut), (185, 182, .possiblyCut), (185, 20, .possiblyCut),
            (nil, 60, .possiblyCut), (185, 60, .whole), (nil, 12, .whole), (nil, 512, .whole),
            (22, 60, .possiblyCut), (70_000, 60, .whole),
        ]
        for radio in Radio.allCases where radio.readsWholeValues {
            // With one callback the MTU may have grown.
            let longer: ObjectExtent = radio == .oneCallback ? .possiblyCut : .whole
            for (mtu, count, extent) in both + [(23, 60, longer), (185, 183, longer)] {
                let object = deployedObject(1, count: count)
                var central = SteppedCentral(reading: .init(radio: radio), mtu: mtu)
                var shown: [(bytes: ContiguousArray<UInt8>, extent: ObjectExtent)] = []
                for _ in 0..<10 {
                    shown += central.answer(object).deliveries
                    if central.phase == .ready { central.wait() }
                }
                #expect(shown.last?.bytes == object && shown.last?.extent == extent)
                let beginnings = shown.dropLast().map { $0 == (object.prefix20, .possiblyCut) }
                let once = extent == .possiblyCut && count == 20
                #expect(beginnings == (once ? [] : [true]), "\(radio), \(count) bytes")
            }
        }
    }
}

extension ContiguousArray<UInt8> {
    /// What is sure to be one response.
    fileprivate var prefix20: ContiguousArray { ContiguousArray(prefix(20)) }
}
