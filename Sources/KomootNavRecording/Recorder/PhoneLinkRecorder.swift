public import KomootNav

#if !hasFeature(Embedded)
    /// A radio that records its links to devices as the log of a phone, and does everything else as the radio below it.
    ///
    /// ```swift
    /// let recorder = PhoneLinkRecorder(over: GATTPeripheral.systemRadio())
    /// let phone = NavigationPhone(on: GATTPeripheral(recorder), layout: .deployed)
    /// …
    /// try Data(await recorder.recordedLog()).write(to: file)
    /// ```
    ///
    /// It is a ``LinkRecorder`` for the other end: the same is recorded, replaced and bounded. An app is told of a link when
    /// the device first subscribes or reads, and of its end when the subscription ends, and never of its MTU. Nor is it told
    /// how much of an answer was sent: that shows where the device reads on, so an answer is written when the device has
    /// asked again, and whole if it did not read on. A notification is recorded if the system took it, as long as it was
    /// given.
    public final class PhoneLinkRecorder: GATTPeripheralRadio, @unchecked Sendable {
        private struct Link {
            var isSubscribed = false
            /// The most that was sent of an answer, as the device's next read showed.
            var payload: Int?
        }

        /// What will be written when all before it is.
        private struct Held {
            /// `nil` for a subscription.
            let kind: CapturedEvent.Kind?
            var value: ContiguousArray<UInt8> = []
            let link: GATTPeer
            let time: SessionTime
            /// Whether it is not known yet how much of the value was sent.
            var isOpen = false
        }

        /// How much may happen at most until a device asks again.
        private static let mostHeld = 256
        /// How much of a value an answer has at least.
        private static let leastPayload = ATT.readPayload(mtu: ATT.defaultMTU)

        private let radio: any GATTPeripheralRadio

        // Used in the radio's context only.
        private var log: LinkLog<GATTPeer>
        private var links: [GATTPeer: Link] = [:]
        private var reads: [Ticket: GATTRead] = [:]
        private var held: [Held] = []

        /// Creates a recorder.
        ///
        /// - Parameters:
        ///   - radio: the radio that does the work.
        ///   - replacesStreets: whether other bytes stand in place of a street's, as many and with the same role in UTF-8.
        public init(over radio: any GATTPeripheralRadio, replacesStreets: Bool = true) {
            self.radio = radio
            log = LinkLog(of: .peripheral, replacesStreets: replacesStreets)
        }

        /// All that was recorded so far, as a file of the form btsnoop.
        public func recordedLog() async -> ContiguousArray<UInt8> {
            await withCheckedContinuation { continuation in
                radio.run { continuation.resume(returning: self.wholeLog.bytes) }
            }
        }

        /// Whether the log is full: what happens from then on is missing in it.
        public var isFull: Bool {
            get async {
                await withCheckedContinuation { continuation in
                    radio.run { continuation.resume(returning: self.wholeLog.isFull) }
                }
            }
        }

        /// Opens the radio below.
        public func open(_ handle: @escaping @Sendable (GATTPeripheralEvent) -> Void) {
            radio.open { [weak self] event in
                self?.record(event)
                handle(event)
            }
        }

        /// Has the radio below do it.
        public func perform(_ request: GATTPeripheralRequest) {
            if request == .remove(NavigationService.uuid) { endAll() }
            radio.perform(request)
        }

        /// Has the radio below notify.
        public func notify(
            _ value: Span<UInt8>, of characteristic: GATTCharacteristic.Path, to central: GATTPeer
        ) -> Bool {
            let isTaken = radio.notify(value, of: characteristic, to: central)
            if isTaken, characteristic == LinkRecorder.characteristic,
                links[central]?.isSubscribed == true
            {
                hold(.notified, ContiguousArray(copying: value), on: central)
            }
            return isTaken
        }

        /// Has the radio below answer.
        public func answer(_ read: Ticket, with value: Span<UInt8>) {
            if let read = reads.removeValue(forKey: read) {
                hold(
                    .chunk(offset: read.offset), ContiguousArray(copying: value), on: read.central,
                    isOpen: value.count > Self.leastPayload)
            }
            radio.answer(read, with: value)
        }

        /// Has the radio below answer.
        public func accept(_ write: Ticket) { radio.accept(write) }

        /// Has the radio below answer.
        public func refuse(_ request: Ticket, with error: ATTError) {
            if let read = reads.removeValue(forKey: request) {
                hold(.failed(offset: read.offset, error), on: read.central)
            }
            radio.refuse(request, with: error)
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

        private func record(_ event: GATTPeripheralEvent) {
            switch event {
            case .state(let state): if state != .on { endAll() }
            case .subscribed(let central, LinkRecorder.characteristic):
                begin(central)
                links[central]?.isSubscribed = true
                hold(nil, on: central)
            case .unsubscribed(let central, LinkRecorder.characteristic):
                end(central, LinkEndReason.unspecified)
            case .read(let read) where read.characteristic == LinkRecorder.characteristic:
                begin(read.central)
                close(before: read)
                reads[read.ticket] = read
                hold(.requested(offset: read.offset), on: read.central)
            case .subscribed, .unsubscribed, .read, .write, .ready, .serviceRefused,
                .advertisingRefused, .timePassed:
                break
            }
        }

        private func begin(_ central: GATTPeer) {
            guard links[central] == nil else { return }
            links[central] = Link()
            hold(.connected, on: central)
            hold(.discovered(handle: CaptureWriter.valueHandle), on: central)
        }

        private func end(_ central: GATTPeer, _ reason: UInt8) {
            if let index = openAnswer(to: central) { close(index) }
            guard links.removeValue(forKey: central) != nil else { return }
            reads = reads.filter { $0.value.central != central }
            hold(.disconnected(reason: reason), on: central)
        }

        private func endAll() {
            for central in links.keys { end(central, LinkEndReason.byLocalHost) }
        }

        private func hold(
            _ kind: CapturedEvent.Kind?, _ value: ContiguousArray<UInt8> = [],
            on link: GATTPeer, isOpen: Bool = false
        ) {
            guard links[link] != nil || kind?.name == .disconnected else { return }
            if held.count == Self.mostHeld { close(0) }
            held.append(
                Held(kind: kind, value: value, link: link, time: unstoppedTime, isOpen: isOpen))
            writeHeld()
        }

        /// What a read shows of the answer before it: if it goes on within that or at its end, so much was sent.
        private func close(before read: GATTRead) {
            guard let index = openAnswer(to: read.central),
                case .chunk(let offset)? = held[index].kind
            else { return }
            held[index].isOpen = false
            let count = read.offset - offset
            guard count >= Self.leastPayload && count <= held[index].value.count else { return }
            let longest = links[read.central]?.payload ?? 0
            links[read.central]?.payload = max(longest, count)
            held[index].value.removeLast(held[index].value.count - count)
        }

        private func openAnswer(to central: GATTPeer) -> Int? {
            held.firstIndex { $0.isOpen && $0.link == central }
        }

        private func close(_ index: Int) {
            held[index].value = sent(of: held[index])
            held[index].isOpen = false
        }

        /// What was sent of an answer that no read followed: as much as the longest before it.
        private func sent(of next: Held) -> ContiguousArray<UInt8> {
            guard next.isOpen, let payload = links[next.link]?.payload else { return next.value }
            return ContiguousArray(next.value.prefix(payload))
        }

        private func writeHeld() {
            let count = held.firstIndex { $0.isOpen } ?? held.count
            for next in held[..<count] { write(next, to: &log) }
            held.removeFirst(count)
        }

        /// The log as it is if no read follows what is held.
        private var wholeLog: LinkLog<GATTPeer> {
            var log = log
            for next in held { write(next, to: &log) }
            return log
        }

        private func write(_ next: Held, to log: inout LinkLog<GATTPeer>) {
            if let kind = next.kind {
                log.write(kind, sent(of: next), on: next.link, at: next.time)
            } else {
                log.writeSubscription(on: next.link, at: next.time)
            }
        }
    }
#endif
