import KomootNav
import Testing

@testable import Simulation

/// What a meter finds in rides that are made up here, so that it can be worked out by hand.
@Suite("Freshness")
struct FreshnessTests {
    /// A meter, and what it is told. Times are in tenths of a second.
    private struct Ride {
        private let meter: FreshnessMeter

        init(_ radio: DeviceRadio = .coreBluetooth, phone: PeripheralSession.Configuration? = nil) {
            meter = FreshnessMeter(
                phone: phone ?? PeripheralSession.Configuration(layout: .deployed), radio: radio,
                mtu: 23)
            meter.observe(.added(radio), of: 3, at: 0, Span())
        }

        /// A phone navigates, and a device has link 5 to it.
        static func begun(
            _ radio: DeviceRadio = .coreBluetooth, phone: PeripheralSession.Configuration? = nil
        ) -> Ride {
            let ride = Ride(radio, phone: phone)
            ride.tell(.navigationStarted, at: 0)
            ride.connect(5, at: 0)
            return ride
        }

        func link(_ event: LinkEvent, at time: UInt64) {
            meter.observe(event, at: time * 100_000, Span())
        }

        func connect(_ link: Int32, at time: UInt64) {
            self.link(.connecting(link: link, central: 3, peripheral: 0), at: time)
            self.link(.connected(link: link), at: time)
        }

        func read(at time: UInt64) {
            link(.sent(link: 5, token: 1, .read, offset: 0, isOneTooMany: false), at: time)
        }

        func phone(_ event: PhoneEvent, at time: UInt64, of number: Int32 = 0) {
            meter.observe(event, of: number, at: time * 100_000, Span())
        }

        func tell(_ input: PhoneInput, at time: UInt64) {
            phone(.told(input, at: SessionTime(milliseconds: 0)), at: time)
        }

        func inject(_ fault: Fault, at time: UInt64) { meter.observe(fault, at: time * 100_000) }

        private static func object(_ number: UInt8, _ count: Int) -> [UInt8] {
            [number] + [UInt8](repeating: 7, count: count - 1)
        }

        func publish(_ number: UInt8, count: Int = 25, at time: UInt64, by phone: Int32 = 0) {
            let object = Self.object(number, count)
            meter.observe(
                .told(.published, at: SessionTime(milliseconds: 0)), of: phone,
                at: time * 100_000, object.span)
        }

        /// The device shows the first bytes of an object; usually all of them, and knows that they are all.
        func show(
            _ number: UInt8, count: Int = 25, _ extent: ObjectExtent = .whole, at time: UInt64,
            on device: Int32 = 3
        ) {
            let object = Self.object(number, count)
            meter.observe(.delivered(extent), of: device, at: time * 100_000, object.span)
        }

        func freshness(at time: UInt64) -> Freshness { meter.freshness(at: time * 100_000) }
    }

    @Test("A screen is fresh while the newest instruction is on it, from its beginning on")
    func shares() {
        let ride = Ride.begun()
        ride.phone(.advertising(isOn: true), at: 0)
        ride.read(at: 5)
        ride.publish(1, at: 10)
        ride.read(at: 11)
        ride.show(1, count: 20, .possiblyCut, at: 12)
        ride.read(at: 13)
        ride.show(1, at: 15)
        ride.phone(.advertising(isOn: false), at: 15)
        ride.link(.sent(link: 5, token: 2, .subscription, offset: 0, isOneTooMany: false), at: 16)
        ride.publish(2, at: 20)
        ride.show(1, at: 21)
        ride.read(at: 22)
        ride.show(2, count: 20, .possiblyCut, at: 24)
        ride.publish(3, at: 30)
        // An arrow without its distance is no instruction.
        ride.show(3, count: 8, .possiblyCut, at: 31)

        var expected = Freshness()
        expected.milliseconds = 3000
        // 1.2 to 2.0 s and 2.4 to 3.0 s; 1.5 to 2.0 s.
        expected.newestMilliseconds = 1400
        expected.wholeMilliseconds = 500
        // 1.0 to 1.5 s.
        expected.advertisedMilliseconds = 500
        expected.reads = 3
        expected.publications = 3
        expected.possible = 3
        expected.shown = 2
        expected.becameWhole = 1
        expected.delays.add(milliseconds: 200)
        expected.delays.add(milliseconds: 400)
        #expect(ride.freshness(at: 40) == expected)
        #expect(expected.delays.quantile(percent: 50) == 200)
        #expect(expected.delays.quantile(percent: 95) == 400)
        var twice = expected
        twice.add(expected)
        #expect(twice.milliseconds == 6000 && twice.newestMilliseconds == 2800)
        #expect(twice.wholeMilliseconds == 1000 && twice.advertisedMilliseconds == 1000)
        #expect(twice.reads == 6 && twice.publications == 6 && twice.possible == 6)
        #expect(twice.shown == 4 && twice.becameWhole == 2)
        // The ride goes on, and what was found before is still there.
        ride.show(3, at: 42)
        let later = ride.freshness(at: 43)
        #expect(later.newestMilliseconds == 1500 && later.wholeMilliseconds == 600)
        #expect(later.publications == 3 && later.shown == 3 && later.becameWhole == 2)
    }

    @Test(
        "All bytes of an instruction are not whole as long as the device can't know that they are")
    func completeBeginning() {
        let ride = Ride.begun()
        ride.publish(1, at: 0)
        ride.show(1, .possiblyCut, at: 1)
        let found = ride.freshness(at: 10)
        #expect(found.newestMilliseconds == 900 && found.wholeMilliseconds == 0)
        #expect(found.shown == 1 && found.becameWhole == 0)
    }

    private static let ends: [@Sendable (Ride) -> Void] = [
        { $0.link(.ended(link: 5), at: 15) },
        { $0.link(.centralDisconnected(link: 5), at: 15) },
        { $0.link(.peripheralDisconnected(link: 5), at: 15) },
        { $0.link(.centralRadio(3, isOn: false), at: 15) },
        { $0.link(.peripheralRadio(0, isOn: false), at: 15) },
        { $0.inject(.link(.dropped), at: 15) },
        { $0.inject(.link(.droppedSilently), at: 15) },
        { $0.link(.connecting(link: 6, central: 3, peripheral: 0), at: 15) },
    ]

    @Test(
        "No time counts without a link, and no instruction that was published or replaced then",
        arguments: ends.indices)
    func linkLost(_ number: Int) {
        let ride = Ride.begun()
        ride.publish(1, at: 0)
        ride.show(1, at: 1)
        ride.publish(2, at: 10)
        ride.show(2, at: 12)
        Self.ends[number](ride)
        ride.read(at: 16)
        ride.publish(3, at: 20)
        ride.connect(7, at: 30)
        // What was published without a link is missing on the screen from now on.
        ride.show(3, at: 33)
        let found = ride.freshness(at: 40)
        #expect(found.milliseconds == 2500)
        #expect(found.newestMilliseconds == 900 + 300 + 700)
        #expect(found.reads == 0)
        #expect(found.publications == 1 && found.shown == 1)
    }

    @Test("What happens to other links, phones and devices changes nothing")
    func others() {
        let ride = Ride.begun()
        ride.publish(1, at: 0)
        ride.show(1, at: 1)
        ride.link(.connecting(link: 6, central: 4, peripheral: 0), at: 2)
        ride.link(.connected(link: 6), at: 2)
        ride.link(.ended(link: 6), at: 3)
        ride.link(.peripheralDisconnected(link: 4), at: 3)
        ride.link(.centralRadio(4, isOn: false), at: 3)
        ride.link(.peripheralRadio(1, isOn: false), at: 3)
        ride.link(.sent(link: 6, token: 1, .read, offset: 0, isOneTooMany: false), at: 3)
        ride.publish(2, at: 4, by: 1)
        ride.phone(.killed, at: 4, of: 1)
        ride.phone(.advertising(isOn: true), at: 4, of: 1)
        ride.show(2, at: 4, on: 4)
        ride.inject(.link(.subscriptionsLost), at: 5)
        let found = ride.freshness(at: 10)
        #expect(found.milliseconds == 1000 && found.newestMilliseconds == 900)
        #expect(found.advertisedMilliseconds == 0 && found.reads == 0 && found.publications == 1)
    }

    @Test(
        "No time counts while the phone does not navigate, or before it has published something",
        arguments: [true, false])
    func phoneGone(_ isKilled: Bool) {
        let ride = Ride.begun()
        #expect(ride.freshness(at: 10) == Freshness())
        ride.publish(1, at: 10)
        ride.show(1, at: 11)
        isKilled ? ride.phone(.killed, at: 20) : ride.tell(.navigationStopped, at: 20)
        ride.publish(2, at: 25)
        ride.tell(.navigationStarted, at: 30)
        #expect(ride.freshness(at: 40).milliseconds == 1000)
        ride.publish(3, at: 40)
        let found = ride.freshness(at: 45)
        #expect(found.milliseconds == 1500 && found.newestMilliseconds == 900)
        // The end of navigation cut the first one short.
        #expect(found.publications == 1 && found.shown == 0)
    }

    @Test("A phone whose Bluetooth is off does not advertise, and then only if it begins again")
    func phoneRadioOff() {
        let ride = Ride.begun()
        ride.publish(1, at: 0)
        ride.phone(.advertising(isOn: true), at: 0)
        ride.tell(.radioOff, at: 10)
        ride.link(.peripheralRadio(0, isOn: false), at: 10)
        ride.connect(6, at: 20)
        let found = ride.freshness(at: 30)
        #expect(found.milliseconds == 2000 && found.advertisedMilliseconds == 1000)
    }

    @Test(
        "An instruction is possible if the phone's chunks and its ending let the radio read all of it",
        arguments: [
            (
                DeviceRadio.offsetReads, PeripheralSession.Ending.empty,
                PeripheralSession.ChunkSize.smallestPayload, 44, true
            ),
            (.wholeValues, .invalidOffset, .readPayload, 44, true),
            (.wholeValues, .empty, .smallestPayload, 20, true),
            (.wholeValues, .empty, .smallestPayload, 21, false),
            (.coreBluetooth, .empty, .readPayload, 44, true),
            (.coreBluetooth, .invalidOffset, .readPayload, 44, false),
            (.coreBluetooth, .invalidOffset, .readPayload, 45, true),
            (.blueZ, .attributeNotLong, .readPayload, 22, false),
            (.blueZOffsets, .empty, .smallestPayload, 44, true),
        ])
    func possible(
        _ radio: DeviceRadio, _ ending: PeripheralSession.Ending,
        _ chunkSize: PeripheralSession.ChunkSize, _ count: Int, _ isPossible: Bool
    ) {
        var phone = PeripheralSession.Configuration(layout: .deployed)
        phone.ending = ending
        phone.chunkSize = chunkSize
        let ride = Ride.begun(radio, phone: phone)
        ride.publish(1, count: count, at: 0)
        #expect(ride.freshness(at: 1).possible == (isPossible ? 1 : 0))
    }

    @Test("The chunks that an instruction comes in are those of the MTU that the link has by then")
    func newMTU() {
        var phone = PeripheralSession.Configuration(layout: .deployed)
        phone.ending = .invalidOffset
        let ride = Ride.begun(phone: phone)
        ride.link(.mtuChanged(link: 5, 185), at: 0)
        ride.publish(1, count: 44, at: 0)
        ride.publish(2, count: 44, at: 1)
        ride.connect(6, at: 2)
        ride.publish(3, count: 44, at: 2)
        let found = ride.freshness(at: 3)
        #expect(found.publications == 2 && found.possible == 1)
    }

    @Test("Delays are counted to within a sixteenth, and sums of counts are the counts of all")
    func delays() {
        var random = SplitMix64(seed: 1)
        var (all, parts) = (Freshness.Delays(), [Freshness.Delays(), Freshness.Delays()])
        var sorted: [UInt64] = []
        for _ in 0..<500 {
            let delay = random.next() >> UInt64(random.number(in: 0...63))
            sorted.append(delay)
            all.add(milliseconds: delay)
            parts[random.number(in: 0...1)].add(milliseconds: delay)
            var one = Freshness.Delays()
            one.add(milliseconds: delay)
            let counted = one.quantile(percent: 50) ?? .max
            #expect(
                counted <= delay && (delay < 32 ? counted == delay : delay - counted < delay / 16))
        }
        sorted.sort()
        for first in [0, 1] {
            var sum = parts[first]
            sum.add(parts[1 - first])
            #expect(sum == all)
        }
        for percent in [1, 50, 95, 100] {
            let exact = sorted[(500 * percent + 99) / 100 - 1]
            let counted = all.quantile(percent: percent) ?? .max
            #expect(counted <= exact && exact - counted <= exact / 16)
        }
        #expect(Freshness.Delays().quantile(percent: 50) == nil)
    }

    @Test("The freshness of a campaign is that of its parts together, in any order")
    func parts() async {
        let campaign = Campaign(seeds: 0..<24, faults: .light)
        var (sum, reversed) = (CampaignReport(), CampaignReport())
        var reports: [CampaignReport] = []
        for seeds in [0..<1 as Range<UInt64>, 1..<9, 9..<24] {
            var part = campaign
            part.seeds = seeds
            reports.append(await part.run())
        }
        for report in reports { sum.add(report) }
        for report in reports.reversed() { reversed.add(report) }
        let whole = await campaign.run()
        #expect(whole.freshness.count > 8)
        #expect(sum.freshness == whole.freshness && reversed.freshness == whole.freshness)
        let all = whole.freshness.values.reduce(into: Freshness()) { $0.add($1) }
        #expect(all.isPlausible(ofRuns: 24) && !all.isPlausible(ofRuns: 12))
        #expect(all.newestMilliseconds > all.milliseconds / 2)
    }

    /// Connects to the first phone, and then does nothing.
    private struct Idler: CentralStateMachine {
        private var effects: [CentralSession.Effect] = []

        mutating func handle(_ event: CentralSession.Event, at time: SessionTime) {
            switch event {
            case .start: effects = [.startScan]
            case .found(let peer): effects = [.stopScan, .connect(peer, link: Ticket(rawValue: 1))]
            default: break
            }
        }

        mutating func nextEffect() -> CentralSession.Effect? {
            effects.isEmpty ? nil : effects.removeFirst()
        }

        var nextDeadline: SessionTime? { nil }

        mutating func withDelivery<R, E: Error>(
            _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
        ) throws(E) -> R? { nil }
    }

    @Test("A device that never reads has a link, and no freshness")
    func idle() async throws {
        let plan = RunPlan(
            seed: 3, profile: .ios, faults: .none, workload: .everySecond, promises: [])
        let found = await plan.run(Contestants(makeDevice: { _ in Idler() })).freshness
        #expect(290_000...300_000 ~= found.milliseconds)
        #expect(290...301 ~= found.publications)
        #expect(found.newestMilliseconds == 0 && found.wholeMilliseconds == 0)
        #expect(found.reads == 0 && found.shown == 0 && found.becameWhole == 0)
        #expect(found.delays.quantile(percent: 95) == nil)
        // Nobody subscribes or reads, so the phone goes on looking for a device.
        #expect(found.advertisedMilliseconds == found.milliseconds)
    }

    @Test(
        "A device that reads at offsets shows nearly everything at once, and one read an object is enough"
    )
    func offsets() async {
        let plan = RunPlan(
            seed: 3, profile: .ios, faults: .none, workload: .steady, promises: [])
        let found = await plan.run().freshness
        #expect(found.becameWhole == found.publications)
        #expect(found.newestMilliseconds > found.milliseconds * 9 / 10)
        // An object of 49 bytes takes three reads at MTU 23, and an unchanged first chunk a fourth.
        #expect(found.reads >= 3 * found.publications && found.reads <= 5 * found.publications)
        #expect(found.delays.quantile(percent: 95) ?? .max < 100)
    }
}
