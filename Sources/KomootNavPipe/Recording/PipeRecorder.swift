public import KomootNav
public import KomootNavRecording

/// Turns what passes through a pipe into a Bluetooth log of its radio, as btsnoop.
///
/// A pipe does not learn how the characteristic was found, nor which requests a radio made by itself.
/// For these, the log has the usual packets, at the default MTU if the MTU is not known.
///
/// ```swift
/// var recorder = PipeRecorder(of: pipe, start: now)
/// // For each line that the pipe writes:
/// recorder.handle(line)
/// file.write(recorder.takeBytes())
/// ```
public struct PipeRecorder: Sendable {
    private var writer: CaptureWriter
    /// When the pipe's clock began.
    private let start: CaptureTime
    private var now: CaptureTime
    /// The device's radio; `nil` at the phone's end.
    private let radio: ChunkReassembler.Radio?
    private var links = RecordedLinks()
    private var published = PublishedObjects()
    /// The object that was published last, until it is known whether the session takes it.
    private var newest: ContiguousArray<UInt8>?
    private var tracker = ReadTracker()
    private var readCount = 0
    private var inventedCount = 0

    /// Whether everything was written. Recording stops at the first time after
    /// ``latestTime``: a log's reader would not accept such a time.
    public private(set) var isComplete = true

    /// The latest time that can be written, on the pipe's clock: a hundred years after it began.
    public static let latestTime = SessionTime(milliseconds: 3_155_760_000_000)

    /// Begins a log.
    ///
    /// - Parameters:
    ///   - pipe: the pipe whose lines will be added.
    ///   - start: when the pipe's clock began.
    public init(of pipe: SessionPipe, start: CaptureTime) {
        self.init(of: pipe, start: start, form: .btsnoop)
    }

    /// Begins a log of a form.
    package init(of pipe: SessionPipe, start: CaptureTime, form: WrittenForm) {
        self.start = start
        now = start
        radio = pipe.radio
        writer = CaptureWriter(host: pipe.host, form: form)
    }

    /// Takes a line that the pipe wrote.
    public mutating func handle(_ line: PipeLine) {
        switch line.kind {
        case .event(let taken):
            takeNewest()
            isComplete = isComplete && taken.time <= Self.latestTime
            guard isComplete else { return }
            now = start.advanced(by: taken.time.duration)
            switch taken.event {
            case .central(let event): handle(event, taken)
            case .peripheral(let event): handle(event, taken)
            }
        case .effect(let effect):
            guard isComplete else { return }
            switch effect {
            case .central(let effect): handle(effect)
            case .peripheral(let effect): handle(effect)
            }
        case .greeting, .state, .refusal: break
        }
    }

    /// The bytes that were written since the last call, for the file.
    public mutating func takeBytes() -> ContiguousArray<UInt8> { writer.takeBytes() }

    /// Ends the log at the phone's end, which knows what it published.
    ///
    /// - Returns: whether the complete reads brought that, in words; `nil` at the device's end, and without such a read.
    package mutating func finishReads() -> String? {
        takeNewest()
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads { judge(read) }
        guard readCount > 0 else { return nil }
        return inventedCount == 0
            ? "every complete read brought what was published (\(readCount))"
            : "\(inventedCount) of \(readCount) complete reads brought what was never published"
    }

    /// The session took the last object.
    private mutating func takeNewest() {
        if let newest { published.insert(newest) }
        newest = nil
    }

    private mutating func judge(_ read: CapturedRead) {
        guard let isPublished = published.have(read) else { return }
        readCount += 1
        if !isPublished { inventedCount += 1 }
    }

    /// Follows a link at the phone's end.
    private mutating func follow(
        _ kind: CapturedEvent.Kind, _ bytes: ContiguousArray<UInt8>, connection: Int
    ) {
        guard radio == nil else { return }
        let event = CapturedEvent(kind: kind, connection: connection, time: now)
        var reads: [CapturedRead] = []
        tracker.handle(event, bytes.span) { reads.append($0) }
        for read in reads { judge(read) }
    }
}

// MARK: - The device's end

extension PipeRecorder {
    private mutating func handle(_ event: CentralSession.OwnedEvent, _ taken: PipeEvent) {
        // Nothing happens on a link before the session has asked for one.
        guard let ofDevice = links.ofDevice else { return }
        switch event {
        case .connected(let link, let mtu):
            // The session takes only the link that it asked for, and takes it only once.
            guard link.rawValue == ofDevice, links[ofDevice] == nil else { return }
            connect(ofDevice, mtu: mtu ?? ATT.defaultMTU)
        case .disconnected(let link):
            disconnect(link.rawValue, reason: taken.reason ?? LinkEndReason.timeout)
        case .mtuChanged(let link, let mtu):
            if let mtu { changeMTU(of: link.rawValue, to: mtu) }
        case .discovered:
            write(.discovered(handle: taken.handle ?? CaptureWriter.valueHandle), ofDevice)
        case .subscribed: subscribe(ofDevice)
        case .answered(let ticket, let bytes): answer(bytes, to: ticket.rawValue, ofDevice)
        case .failed(let ticket, let error): fail(error, ticket.rawValue, ofDevice)
        case .notified(let link, let bytes): write(.notified, link.rawValue, bytes)
        case .arrived(let link, let bytes):
            if radio == .oneCallback, let read = links[link.rawValue]?.read {
                answer(bytes, to: read.key, link.rawValue)
            } else {
                write(.notified, link.rawValue, bytes)
            }
        case .radioOff: loseRadio()
        case .start, .stop, .radioOn, .found, .notDiscovered, .serviceChanged, .timePassed: break
        }
    }

    private mutating func handle(_ effect: CentralSession.OwnedEffect) {
        switch effect {
        case .connect(_, let link): links.ofDevice = link.rawValue
        case .disconnect(let link): disconnect(link.rawValue, reason: LinkEndReason.byLocalHost)
        case .read(let ticket, let offset):
            guard let link = links.ofDevice else { return }
            request(offset, ticket.rawValue, link)
        case .startScan, .stopScan, .discover, .subscribe, .deliver, .report, .fault: break
        }
    }
}

// MARK: - The phone's end

extension PipeRecorder {
    private mutating func handle(_ event: PeripheralSession.OwnedEvent, _ taken: PipeEvent) {
        switch event {
        case .connected(let central, let mtu):
            let link = central.rawValue
            if links[link] != nil { disconnect(link, reason: LinkEndReason.unspecified) }
            connect(link, mtu: mtu)
            links[link]?.undiscoveredHandle = taken.handle ?? CaptureWriter.valueHandle
        case .disconnected(let central):
            disconnect(central.rawValue, reason: taken.reason ?? LinkEndReason.timeout)
        case .mtuChanged(let central, let mtu): changeMTU(of: central.rawValue, to: mtu)
        case .subscribed(let central): subscribe(central.rawValue)
        case .read(let central, let offset, _):
            discoverIfNeeded(central.rawValue)
            request(offset, central.rawValue, central.rawValue)
        case .radioOff: loseRadio()
        case .publish(let object): newest = object
        case .startNavigation, .stopNavigation, .startAdvertising, .unsubscribed,
            .notificationRefused, .notificationsReady, .radioOn, .timePassed:
            break
        }
    }

    private mutating func handle(_ effect: PeripheralSession.OwnedEffect) {
        switch effect {
        case .notify(let central, let bytes): write(.notified, central.rawValue, bytes)
        case .answer(let central, let bytes):
            answer(bytes, to: central.rawValue, central.rawValue)
        case .reject(let central, let error): fail(error, central.rawValue, central.rawValue)
        case .fault(.unpublishable), .fault(.notNavigating): newest = nil
        case .addService, .removeService, .startAdvertising, .stopAdvertising, .fault: break
        }
    }

    /// Writes a discovery before a central's first use of the characteristic. A phone is not told of it, but
    /// it must have happened.
    private mutating func discoverIfNeeded(_ link: UInt32) {
        guard let handle = links[link]?.undiscoveredHandle else { return }
        links[link]?.undiscoveredHandle = nil
        write(.discovered(handle: handle), link)
    }
}

// MARK: - Both ends

extension PipeRecorder {
    private mutating func connect(_ link: UInt32, mtu: Int) {
        links.connect(link, mtu: mtu)
        write(.connected, link)
        if mtu != ATT.defaultMTU { write(.mtuAgreed(mtu), link) }
    }

    private mutating func disconnect(_ link: UInt32, reason: UInt8) {
        write(.disconnected(reason: reason), link)
        links[link] = nil
    }

    private mutating func loseRadio() {
        for link in links.names {
            disconnect(link, reason: LinkEndReason.byLocalHost)
        }
    }

    private mutating func changeMTU(of link: UInt32, to mtu: Int) {
        links[link]?.mtu = mtu
        write(.mtuAgreed(mtu), link)
    }

    private mutating func subscribe(_ link: UInt32) {
        discoverIfNeeded(link)
        guard let number = links[link]?.number else { return }
        writer.writeSubscription(connection: number, at: now)
    }

    private mutating func request(_ offset: Int, _ key: UInt32, _ link: UInt32) {
        links[link]?.read = RecordedLinks.Read(key: key, offset: offset)
        write(.requested(offset: offset), link)
    }

    private mutating func answer(
        _ bytes: ContiguousArray<UInt8>, to key: UInt32, _ name: UInt32
    ) {
        guard let offset = links.takeRead(key, on: name), let link = links[name] else { return }
        follow(.chunk(offset: offset), bytes, connection: link.number)
        writer.writeAnswer(
            bytes.span, from: offset, mtu: link.mtu, radioGoesOn: radio?.goesOn == true,
            connection: link.number, at: now)
    }

    private mutating func fail(_ error: ATTError, _ key: UInt32, _ link: UInt32) {
        guard let offset = links.takeRead(key, on: link) else { return }
        write(.failed(offset: offset, error), link)
    }

    private mutating func write(
        _ kind: CapturedEvent.Kind, _ link: UInt32, _ bytes: ContiguousArray<UInt8> = []
    ) {
        guard let number = links[link]?.number else { return }
        follow(kind, bytes, connection: number)
        writer.write(kind, bytes.span, connection: number, at: now)
    }
}
