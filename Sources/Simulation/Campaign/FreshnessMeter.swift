package import KomootNav

/// Measures how fresh the screen of a world's first device is while it has a link to the first phone.
///
/// It looks at what is published and shown, and judges nothing. It may be marked as sendable because only code on its
/// world's executor uses it.
package final class FreshnessMeter: @unchecked Sendable {
    private let confined = Confined(State())
    private var state: State {
        unsafeAddress { unsafe confined.address }
        unsafeMutableAddress { unsafe confined.mutableAddress }
    }
    private let phone: PhoneModel
    private let radio: DeviceRadio
    private let initialMTU: Int

    /// - Parameters:
    ///   - phone: how the first phone is configured.
    ///   - radio: that of the first device.
    ///   - mtu: of links that come up, in bytes.
    package init(phone: PeripheralSession.Configuration, radio: DeviceRadio, mtu: Int) {
        self.phone = PhoneModel(phone)
        self.radio = radio
        initialMTU = mtu
    }

    /// What was measured up to a time.
    ///
    /// - Parameter now: in microseconds since the world began.
    package func freshness(at now: UInt64) -> Freshness {
        var end = state
        end.count(to: now)
        end.settlePublication()
        return end.freshness
    }

    /// Notes that an object was published, which replaces the one before it.
    private func publish(_ object: Span<UInt8>, at now: UInt64) {
        guard state.isNavigating else { return }
        state.count(to: now)
        state.settlePublication()
        state.newest.removeAll(keepingCapacity: true)
        unsafe object.withUnsafeBufferPointer { unsafe state.newest.append(contentsOf: $0) }
        state.extent = nil
        guard state.isCounting else { return }
        let readable = ReadableObject(
            count: object.count, chunkSize: phone.chunkSize(mtu: state.mtu), mtu: state.mtu,
            radio: radio, ending: phone.configuration.ending, hasCCCD: phone.configuration.hasCCCD)
        state.publication = Publication(time: now, isPossible: readable.canArriveWhole)
    }

    /// Notes that the device shows something.
    private func show(_ bytes: Span<UInt8>, _ extent: ObjectExtent, at now: UInt64) {
        state.count(to: now)
        guard isBeginningOfNewest(bytes) else { return state.extent = nil }
        let isWhole = extent == .whole && bytes.count == state.newest.count
        state.extent = isWhole ? .whole : .possiblyCut
        guard let publication = state.publication else { return }
        if publication.delay == nil { state.publication?.delay = now - publication.time }
        if isWhole { state.publication?.isWhole = true }
    }

    /// Whether bytes have the arrow and the distance of the newest object, and perhaps more of it.
    private func isBeginningOfNewest(_ bytes: Span<UInt8>) -> Bool {
        let newest = state.newest.span
        let header = phone.configuration.layout.streetOffset
        guard header <= bytes.count && bytes.count <= newest.count else { return false }
        return newest.extracting(..<bytes.count).holdsSameBytes(as: bytes)
    }
}

extension FreshnessMeter {
    /// An instruction that was published while time counted.
    private struct Publication {
        let time: UInt64
        let isPossible: Bool
        /// How long it took until it was on the screen.
        var delay: UInt64?
        var isWhole = false
    }

    /// Times are in microseconds.
    private struct State {
        /// What is measured, with times in microseconds.
        private var sum = Freshness()
        /// Up to when it is.
        private var time: UInt64 = 0
        /// The number of the first device among the centrals.
        var device: Int32?
        /// The link that it asked for last.
        var link: Int32?
        var mtu = ATT.defaultMTU
        var isUp = false
        var isNavigating = false
        var isAdvertising = false
        /// The newest object; empty if there is none.
        var newest: ContiguousArray<UInt8> = []
        /// How much of it is on the screen.
        var extent: ObjectExtent?
        /// Its publication; `nil` if time has not counted ever since.
        var publication: Publication?

        /// Whether time counts.
        var isCounting: Bool { isUp && isNavigating && !newest.isEmpty }

        mutating func count(to now: UInt64) {
            defer { time = now }
            guard isCounting else { return }
            let passed = Int(now - time)
            sum.milliseconds += passed
            if extent != nil { sum.newestMilliseconds += passed }
            if extent == .whole { sum.wholeMilliseconds += passed }
            if isAdvertising { sum.advertisedMilliseconds += passed }
        }

        mutating func countRead() { if isCounting { sum.reads += 1 } }

        /// Counts what became of the newest publication.
        mutating func settlePublication() {
            guard let publication else { return }
            self.publication = nil
            sum.publications += 1
            if publication.isPossible || publication.isWhole { sum.possible += 1 }
            if publication.isWhole { sum.becameWhole += 1 }
            guard let delay = publication.delay else { return }
            sum.shown += 1
            sum.delays.add(milliseconds: delay / 1000)
        }

        mutating func loseLink() {
            isUp = false
            publication = nil
        }

        mutating func endNavigation() {
            isNavigating = false
            newest.removeAll(keepingCapacity: true)
            extent = nil
            publication = nil
        }

        var freshness: Freshness {
            var freshness = sum
            freshness.milliseconds /= 1000
            freshness.newestMilliseconds /= 1000
            freshness.wholeMilliseconds /= 1000
            freshness.advertisedMilliseconds /= 1000
            return freshness
        }
    }
}

extension FreshnessMeter: Observer {
    func observe(_ event: LinkEvent, at now: UInt64, _ bytes: Span<UInt8>) {
        switch event {
        case .connecting(let link, let central, peripheral: 0) where central == state.device:
            state.count(to: now)
            state.loseLink()
            state.link = link
        case .connected(let link) where link == state.link:
            state.count(to: now)
            state.isUp = true
            state.mtu = initialMTU
        case .ended(let link) where link == state.link,
            .centralDisconnected(let link) where link == state.link,
            .peripheralDisconnected(let link) where link == state.link:
            loseLink(at: now)
        case .centralRadio(let central, isOn: false) where central == state.device:
            loseLink(at: now)
        case .peripheralRadio(0, isOn: false): loseLink(at: now)
        case .mtuChanged(let link, let mtu) where link == state.link: state.mtu = Int(mtu)
        case .sent(let link, _, .read, _, _) where link == state.link: state.countRead()
        default: break
        }
    }

    func observe(_ event: PhoneEvent, of phone: Int32, at now: UInt64, _ bytes: Span<UInt8>) {
        guard phone == 0 else { return }
        switch event {
        case .told(.published, _): publish(bytes, at: now)
        case .told(.navigationStarted, _): state.isNavigating = true
        case .told(.navigationStopped, _), .killed:
            state.count(to: now)
            state.endNavigation()
        case .advertising(let isOn): advertise(isOn, at: now)
        case .told(.radioOff, _): advertise(false, at: now)
        case .told, .acted, .notified, .answered, .rejected, .brokeDown: break
        }
    }

    func observe(_ event: DeviceEvent, of device: Int32, at now: UInt64, _ bytes: Span<UInt8>) {
        if case .added = event, state.device == nil { state.device = device }
        guard device == state.device, case .delivered(let extent) = event else { return }
        show(bytes, extent, at: now)
    }

    /// A link that nobody is told to be lost carries nothing any more.
    func observe(_ fault: Fault, at now: UInt64) {
        if fault == .link(.dropped) || fault == .link(.droppedSilently) { loseLink(at: now) }
    }

    private func advertise(_ isOn: Bool, at now: UInt64) {
        state.count(to: now)
        state.isAdvertising = isOn
    }

    private func loseLink(at now: UInt64) {
        state.count(to: now)
        state.loseLink()
    }
}

extension World {
    /// Creates a world in which nothing happens yet, and the first device's screen is measured.
    package init(seed: UInt64, conditions: LinkConditions, meter: FreshnessMeter) {
        self.init(seed: seed, conditions: conditions, judge: meter)
    }
}

/// Tells a run's referee and its meter what happens.
final class RunObserver: Observer {
    private let referee: Referee
    private let meter: FreshnessMeter

    init(_ referee: Referee, _ meter: FreshnessMeter) {
        self.referee = referee
        self.meter = meter
    }

    func observe(_ event: LinkEvent, at now: UInt64, _ bytes: Span<UInt8>) {
        referee.observe(event, at: now, bytes)
        meter.observe(event, at: now, bytes)
    }

    func observe(_ event: PhoneEvent, of phone: Int32, at now: UInt64, _ bytes: Span<UInt8>) {
        referee.observe(event, of: phone, at: now, bytes)
        meter.observe(event, of: phone, at: now, bytes)
    }

    func observe(_ event: DeviceEvent, of device: Int32, at now: UInt64, _ bytes: Span<UInt8>) {
        referee.observe(event, of: device, at: now, bytes)
        meter.observe(event, of: device, at: now, bytes)
    }

    func observe(_ fault: Fault, at now: UInt64) {
        referee.observe(fault, at: now)
        meter.observe(fault, at: now)
    }
}
