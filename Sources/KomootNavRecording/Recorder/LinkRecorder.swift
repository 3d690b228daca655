public import KomootNav

#if !hasFeature(Embedded)
    /// A radio that records its links to phones as a log, and does everything else as the radio below it.
    ///
    /// Where the system keeps no log that an app can have, as on iOS, it shows what a real phone did:
    ///
    /// ```swift
    /// let recorder = LinkRecorder(over: GATTCentral.systemRadio())
    /// let device = NavigationDevice(on: GATTCentral(recorder))
    /// …
    /// try Data(await recorder.recordedLog()).write(to: file)
    /// ```
    ///
    /// Only links to phones that navigate are recorded, and on these only the navigation characteristic. Other letters stand
    /// in the place of a street's, unless you want it otherwise. Times begin with the year 2000, as in redacted logs. An app
    /// is told whole values, so each is one answer in the log, however many it took; where the system can't tell an answer
    /// from a notification (clause 8.9 of `Docs/Protocol.md`), neither can the log. An app is not told of descriptors, of
    /// pairing, or why a link ended.
    public final class LinkRecorder: GATTCentralRadio, @unchecked Sendable {
        /// How many bytes are recorded at most: what happens in eight hours with an instruction a second.
        public static let capacity = 1 << 22

        private struct Link {
            let start: SessionTime
            var mtu: Int
            /// Whether it is in the log: navigation was discovered.
            var isRecorded = false
        }

        private let radio: any GATTCentralRadio
        static let characteristic = GATTCharacteristic.Path(
            NavigationService.instructionCharacteristic, in: NavigationService.uuid)

        // Used in the radio's context only.
        private var log: LinkLog<Ticket>
        private var links: [Ticket: Link] = [:]
        private var requests: [Ticket: (request: GATTRequest, link: Ticket)] = [:]

        /// Creates a recorder.
        ///
        /// - Parameters:
        ///   - radio: the radio that does the work.
        ///   - replacesStreets: whether other bytes stand in place of a street's, as many and with the same role in UTF-8.
        public init(over radio: any GATTCentralRadio, replacesStreets: Bool = true) {
            self.radio = radio
            log = LinkLog(of: .central, replacesStreets: replacesStreets)
        }

        /// All that was recorded so far, as a file of the form btsnoop.
        public func recordedLog() async -> ContiguousArray<UInt8> {
            await withCheckedContinuation { continuation in
                radio.run { continuation.resume(returning: self.log.bytes) }
            }
        }

        /// Whether the log is full: what happens from then on is missing in it.
        public var isFull: Bool {
            get async {
                await withCheckedContinuation { continuation in
                    radio.run { continuation.resume(returning: self.log.isFull) }
                }
            }
        }

        /// Opens the radio below.
        public func open(_ handle: @escaping @Sendable (GATTCentralEvent) -> Void) {
            radio.open { [weak self] event in
                self?.record(event)
                handle(event)
            }
        }

        /// Has the radio below do it.
        public func perform(_ request: GATTCentralRequest) {
            record(request)
            radio.perform(request)
        }

        /// Runs in the context of the radio below.
        public func run(_ work: @escaping @Sendable () -> Void) { radio.run(work) }

        /// Runs in the context of the radio below.
        public func runAndWait(_ work: @escaping @Sendable () -> Void) { radio.runAndWait(work) }

        /// The time of the radio below.
        public var now: SessionTime { radio.now }

        /// The time of the radio below.
        public var unstoppedTime: SessionTime { radio.unstoppedTime }

        /// Begins a task as the radio below does.
        public func begin(_ task: @escaping @Sendable () async -> Void) { radio.begin(task) }

        /// A number of the radio below.
        public func randomNumber() -> UInt64 { radio.randomNumber() }

        /// Wakes by the radio below.
        public func wake(at time: SessionTime?) { radio.wake(at: time) }

        // MARK: - What is recorded

        private func record(_ request: GATTCentralRequest) {
            switch request {
            case .disconnect(let link): end(link, LinkEndReason.byLocalHost)
            case .send(let request, let ticket, let link):
                requests[ticket] = (request, link)
                if case .read(Self.characteristic) = request {
                    write(.requested(offset: 0), on: link)
                }
            case .scan, .stopScan, .connect: break
            }
        }

        private func record(_ event: GATTCentralEvent) {
            switch event {
            case .state(let state):
                if state != .on { for link in links.keys { end(link, LinkEndReason.byLocalHost) } }
            case .connected(let link, let mtu):
                links[link] = Link(start: radio.unstoppedTime, mtu: mtu)
            case .mtuChanged(let link, let mtu):
                links[link]?.mtu = mtu
                write(.mtuAgreed(mtu), on: link)
            case .ended(let link): end(link, LinkEndReason.unspecified)
            case .answered(let ticket, let answer):
                if let (request, link) = requests.removeValue(forKey: ticket) {
                    record(answer, to: request, on: link)
                }
            case .notified(let link, Self.characteristic, let value):
                write(.notified, value, on: link)
            case .failed(let link, Self.characteristic, let error):
                write(.failed(offset: 0, error), on: link)
            case .notified, .failed, .found, .servicesChanged, .pairingLost, .timePassed: break
            }
        }

        private func record(_ answer: GATTAnswer, to request: GATTRequest, on link: Ticket) {
            switch (request, answer) {
            case (.discover(NavigationService.uuid), .discovered(let services)):
                let found = services.flatMap(\.characteristics)
                if found.contains(where: { $0.uuid == Self.characteristic.characteristic }) {
                    begin(link)
                    write(.discovered(handle: CaptureWriter.valueHandle), on: link)
                }
            case (.read(Self.characteristic), .value(let value)):
                write(.chunk(offset: 0), value, on: link)
            case (.read(Self.characteristic), .refused(let error)):
                write(.failed(offset: 0, error), on: link)
            case (.subscribe(Self.characteristic, let isOn), .done):
                log.writeSubscription(on: link, isOn: isOn, at: radio.unstoppedTime)
            case (.subscribe(Self.characteristic, let isOn), .refused(let error)):
                log.writeSubscription(
                    on: link, isOn: isOn, error: error, at: radio.unstoppedTime)
            default: break
            }
        }

        /// Writes the beginning of a link to a phone that navigates.
        private func begin(_ link: Ticket) {
            guard let known = links[link], !known.isRecorded else { return }
            links[link]?.isRecorded = true
            log.write(.connected, on: link, at: known.start)
            log.write(.mtuAgreed(known.mtu), on: link, at: known.start)
        }

        private func end(_ link: Ticket, _ reason: UInt8) {
            write(.disconnected(reason: reason), on: link)
            links[link] = nil
            requests = requests.filter { $0.value.link != link }
        }

        private func write(
            _ kind: CapturedEvent.Kind, _ value: ContiguousArray<UInt8> = [], on link: Ticket
        ) {
            log.write(kind, value, on: link, at: radio.unstoppedTime)
        }
    }
#endif
