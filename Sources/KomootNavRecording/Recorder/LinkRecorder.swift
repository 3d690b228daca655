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
    /// try Data(await recorder.takeLog()).write(to: file)
    /// ```
    ///
    /// Only the navigation characteristic is recorded, and of streets only the length, unless you want it otherwise. Times
    /// begin with the year 2000, as in redacted logs. The radio below tells whole values, so the log has as many requests as
    /// the link's MTU needs, all at the time of the answer; and where the system can't tell an answer from a
    /// notification (clause 8.9 of `Docs/Protocol.md`), neither can the log. Why a link ended is not known to an app.
    public final class LinkRecorder: GATTCentralRadio, @unchecked Sendable {
        /// How many bytes wait to be taken at most. What happens beyond that is not recorded; it is an hour's worth.
        public static let capacity = 1 << 22

        private struct Link {
            let number: Int
            var mtu: Int
            /// Of what value the street begins earliest.
            var streetOffset: Int?
        }

        private let radio: any GATTCentralRadio
        private let replacesStreets: Bool
        private static let epoch = CaptureTime(microsecondsSince1970: 946_684_800_000_000)
        private static let characteristic = GATTCharacteristic.Path(
            NavigationService.instructionCharacteristic, in: NavigationService.uuid)

        // Used in the radio's context only.
        private var writer = CaptureWriter()
        private var start: SessionTime?
        private var links: [Ticket: Link] = [:]
        private var requests: [Ticket: (request: GATTRequest, link: Ticket)] = [:]
        private var lastNumber = 0

        /// Creates a recorder.
        ///
        /// - Parameters:
        ///   - radio: the radio that does the work.
        ///   - replacesStreets: whether other bytes stand in place of a street's, as many and with the same role in UTF-8.
        public init(over radio: any GATTCentralRadio, replacesStreets: Bool = true) {
            self.radio = radio
            self.replacesStreets = replacesStreets
        }

        /// Gives what was recorded since the last call, as a file of the form btsnoop, or as what follows in it.
        public func takeLog() async -> ContiguousArray<UInt8> {
            await withCheckedContinuation { continuation in
                radio.run { continuation.resume(returning: self.writer.takeBytes()) }
            }
        }

        /// Opens the radio below.
        public func open(_ handle: @escaping @Sendable (GATTCentralEvent) -> Void) {
            radio.open { event in
                self.record(event)
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
                lastNumber += 1
                links[link] = Link(number: lastNumber, mtu: mtu)
                write(.connected, on: link)
                write(.mtuAgreed(mtu), on: link)
            case .mtuChanged(let link, let mtu):
                links[link]?.mtu = mtu
                write(.mtuAgreed(mtu), on: link)
            case .ended(let link): end(link, LinkEndReason.unspecified)
            case .answered(let ticket, let answer):
                if let (request, link) = requests.removeValue(forKey: ticket) {
                    record(answer, to: request, on: link)
                }
            case .notified(let link, Self.characteristic, let value):
                write(.notified, redacted(value, on: link).span, on: link)
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
                    write(.discovered(handle: CaptureWriter.valueHandle), on: link)
                }
            case (.read(Self.characteristic), .value(let value)):
                guard let known = links[link], writer.byteCount < Self.capacity else { return }
                writer.writeAnswer(
                    redacted(value, on: link).span, from: 0, mtu: known.mtu, radioGoesOn: true,
                    connection: known.number, at: time)
            case (.read(Self.characteristic), .refused(let error)):
                write(.failed(offset: 0, error), on: link)
            case (.subscribe(Self.characteristic, isOn: true), .done):
                guard let known = links[link], writer.byteCount < Self.capacity else { return }
                writer.writeSubscription(connection: known.number, at: time)
            default: break
            }
        }

        private func end(_ link: Ticket, _ reason: UInt8) {
            write(.disconnected(reason: reason), on: link)
            links[link] = nil
            requests = requests.filter { $0.value.link != link }
        }

        private func write(
            _ kind: CapturedEvent.Kind, _ value: Span<UInt8> = Span(), on link: Ticket
        ) {
            guard let known = links[link], writer.byteCount < Self.capacity else { return }
            writer.write(kind, value, connection: known.number, at: time)
        }

        private var time: CaptureTime {
            let now = radio.unstoppedTime
            let start = start ?? now
            self.start = start
            return Self.epoch.advanced(by: .milliseconds(now.milliseconds(since: start)))
        }

        /// A value without its street, of which nothing is kept before a layout is known.
        private func redacted(
            _ value: ContiguousArray<UInt8>, on link: Ticket
        ) -> ContiguousArray<UInt8> {
            guard replacesStreets, value.count > 4 else { return value }
            var street = 4
            if let view = try? NavigationInstructionView(
                decoding: value.span, extent: .possiblyCut)
            {
                street = min(view.layout.streetOffset, links[link]?.streetOffset ?? .max)
                links[link]?.streetOffset = street
            }
            var value = value
            for index in street..<max(street, value.count) {
                value[index] = value[index].streetReplacement
            }
            return value
        }
    }
#endif
