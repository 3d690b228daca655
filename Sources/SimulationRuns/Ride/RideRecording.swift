import KomootNav
package import KomootNavRecording
package import Simulation

/// Turns a trace into the capture that the device's host would have logged.
package struct RideRecording {
    /// What an open request asks for.
    private enum Request {
        case discovery
        case subscription
        case read(offset: Int)
    }

    private struct Key: Hashable {
        let link: Int32
        let token: UInt32
    }

    private var writer: CaptureWriter
    private var requests: [Key: Request] = [:]
    private var openLinks: Set<Int32> = []
    private let start: CaptureTime
    private let mtu: Int
    private let central: Int32?
    /// The central of each link.
    private var centrals: [Int32: Int32] = [:]

    /// Makes the file.
    ///
    /// - Parameters:
    ///   - trace: what happened.
    ///   - start: when the world began.
    ///   - mtu: the MTU that a link has from its beginning.
    ///   - form: of the file.
    ///   - central: whose host logs; `nil` for all.
    package static func file(
        of trace: ContiguousArray<TraceEntry>, from start: CaptureTime, mtu: Int,
        form: WrittenForm = .btsnoop, central: Int32? = 0
    ) -> ContiguousArray<UInt8> {
        var recording = RideRecording(start: start, mtu: mtu, form, central)
        for entry in trace { recording.add(entry) }
        return recording.writer.takeBytes()
    }

    /// The file of a campaign's run, which begins in 1970.
    package static func file(of plan: RunPlan) async -> ContiguousArray<UInt8> {
        file(of: await plan.trace(), of: plan)
    }

    /// The file of what happened in a campaign's run.
    package static func file(
        of trace: ContiguousArray<TraceEntry>, of plan: RunPlan, form: WrittenForm = .btsnoop,
        central: Int32? = 0
    ) -> ContiguousArray<UInt8> {
        file(
            of: trace, from: CaptureTime(microsecondsSince1970: 0),
            mtu: plan.conditions.mtu, form: form, central: central)
    }

    private init(start: CaptureTime, mtu: Int, _ form: WrittenForm, _ central: Int32?) {
        self.central = central
        writer = CaptureWriter(form: form)
        self.start = start
        self.mtu = mtu
    }

    private mutating func add(_ entry: TraceEntry) {
        guard case .link(let event) = entry.event else { return }
        switch event {
        case .connecting(let link, let other, _):
            centrals[link] = other
        case .connected(let link):
            openLinks.insert(link)
            write(.connected, link, entry)
            if mtu != ATT.defaultMTU { write(.mtuAgreed(mtu), link, entry) }
        case .centralDisconnected(let link): disconnect(link, LinkEndReason.timeout, entry)
        case .ended(let link): disconnect(link, LinkEndReason.byLocalHost, entry)
        case .mtuChanged(let link, let mtu): write(.mtuAgreed(Int(mtu)), link, entry)
        case .notification(let link): write(.notified, link, entry)
        case .discover(let link, let token):
            requests[Key(link: link, token: token)] = .discovery
        case .subscribe(let link, let token, isOn: true):
            requests[Key(link: link, token: token)] = .subscription
        case .sent(let link, let token, .read, let offset, _) where openLinks.contains(link):
            requests[Key(link: link, token: token)] = .read(offset: Int(offset))
            write(.requested(offset: Int(offset)), link, entry)
        case .value(let link, let token), .confirmation(let link, let token):
            answer(requests.removeValue(forKey: Key(link: link, token: token)), link, entry)
        case .refusal(let link, let token, let error):
            let request = requests.removeValue(forKey: Key(link: link, token: token))
            if case .read(let offset) = request {
                write(.failed(offset: offset, error), link, entry)
            }
        case .centralRadio(let number, isOn: false):
            for link in openLinks.sorted() where centrals[link] == number {
                disconnect(link, LinkEndReason.byLocalHost, entry)
            }
        case .scanning, .found, .peripheralDisconnected, .sent, .read, .write, .queueFull,
            .serviceChanged, .centralRadio, .peripheralRadio, .subscribe(_, _, isOn: false):
            break
        }
    }

    private func isLogged(_ link: Int32) -> Bool { central == nil || centrals[link] == central }

    private mutating func disconnect(_ link: Int32, _ reason: UInt8, _ entry: TraceEntry) {
        guard openLinks.remove(link) != nil else { return }
        write(.disconnected(reason: reason), link, entry)
        requests = requests.filter { $0.key.link != link }
    }

    private mutating func answer(_ request: Request?, _ link: Int32, _ entry: TraceEntry) {
        switch request {
        case .discovery: write(.discovered(handle: CaptureWriter.valueHandle), link, entry)
        case .subscription where isLogged(link):
            writer.writeSubscription(
                connection: Int(link) + 1, at: time(of: entry))
        case .read(let offset): write(.chunk(offset: offset), link, entry)
        case .subscription, nil: break
        }
    }

    private mutating func write(_ kind: CapturedEvent.Kind, _ link: Int32, _ entry: TraceEntry) {
        guard isLogged(link) else { return }
        writer.write(
            kind, entry.bytes.span, connection: Int(link) + 1,
            at: time(of: entry))
    }

    private func time(of entry: TraceEntry) -> CaptureTime {
        start.advanced(by: entry.time.offset)
    }
}
