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
    /// Only links to phones that navigate are recorded, and on these only the navigation characteristic. Other letters stand
    /// in the place of a street's, unless you want it otherwise. Times begin with the year 2000, as in redacted logs. An app
    /// is told whole values, so each is one answer in the log, however many it took; where the system can't tell an answer
    /// from a notification (clause 8.9 of `Docs/Protocol.md`), neither can the log. An app is not told of descriptors, of
    /// pairing, or why a link ended.
    public final class LinkRecorder: GATTCentralRadio, @unchecked Sendable {
        /// How many bytes wait to be taken at most. What happens beyond that is not recorded; it is an hour's worth.
        public static let capacity = 1 << 22

        private struct Link {
            let start: SessionTime
            var mtu: Int
            /// Its number in the log; `nil` until navigation was discovered.
            var number: Int?
            /// The earliest place at which a street was seen to begin.
            var streetOffset: Int?
        }

        private let radio: any GATTCentralRadio
        private let replacesStreets: Bool
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
                let street = CaptureRedaction.streetOffset(ofNotification: value.span)
                write(.notified, redacted(value, from: street, on: link).span, on: link)
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
                let street = CaptureRedaction.streetOffset(ofRead: value.span)
                write(.chunk(offset: 0), redacted(value, from: street, on: link).span, on: link)
            case (.read(Self.characteristic), .refused(let error)):
                write(.failed(offset: 0, error), on: link)
            case (.subscribe(Self.characteristic, isOn: true), .done):
                guard let number = links[link]?.number, hasRoom else { return }
                writer.writeSubscription(connection: number, listsCCCD: false, at: time)
            default: break
            }
        }

        /// Writes the beginning of a link to a phone that navigates.
        private func begin(_ link: Ticket) {
            guard let known = links[link], known.number == nil, hasRoom else { return }
            lastNumber += 1
            links[link]?.number = lastNumber
            start = start ?? known.start
            let time = captureTime(known.start)
            writer.write(.connected, connection: lastNumber, at: time)
            writer.write(.mtuAgreed(known.mtu), connection: lastNumber, at: time)
        }

        private var hasRoom: Bool { writer.byteCount < Self.capacity }

        private func end(_ link: Ticket, _ reason: UInt8) {
            write(.disconnected(reason: reason), on: link)
            links[link] = nil
            requests = requests.filter { $0.value.link != link }
        }

        private func write(
            _ kind: CapturedEvent.Kind, _ value: Span<UInt8> = Span(), on link: Ticket
        ) {
            guard let number = links[link]?.number, hasRoom else { return }
            writer.write(kind, value, connection: number, at: time)
        }

        private var time: CaptureTime { captureTime(radio.unstoppedTime) }

        /// Times count from the beginning of the first link that is recorded.
        private func captureTime(_ time: SessionTime) -> CaptureTime {
            CaptureRedaction.epoch.advanced(
                by: .milliseconds(time.milliseconds(since: start ?? time)))
        }

        /// A value without its street, and without all but an identifier before a layout is known.
        private func redacted(
            _ value: ContiguousArray<UInt8>, from street: Int?, on link: Ticket
        ) -> ContiguousArray<UInt8> {
            guard replacesStreets else { return value }
            let earliest = links[link]?.streetOffset ?? .max
            let start = min(street ?? CaptureRedaction.identifierSize, earliest)
            if let street, street < value.count { links[link]?.streetOffset = start }
            var value = value
            for index in value.indices.dropFirst(start) {
                value[index] = value[index].streetReplacement
            }
            return value
        }
    }
#endif
