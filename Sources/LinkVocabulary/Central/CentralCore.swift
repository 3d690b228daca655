#if !hasFeature(Embedded)
    /// What a ``GATTCentral`` knows. After everything that happens it brings the radio in line with what is wanted.
    ///
    /// It and what it refers to may be marked as sendable because they are used only in the radio's context, and what
    /// comes meanwhile is taken afterwards.
    final class CentralCore: @unchecked Sendable {
        private struct Search {
            let service: UUID128
            let isWanted: @Sendable (GATTAdvertisement) -> Bool
            let wait: Wait<GATTAdvertisement>
        }

        let radio: any GATTCentralRadio
        private var isOpen = false
        private var state = GATTRadioState.unknown
        private var searches: [Search] = []
        /// What the radio scans for; empty if it does not scan.
        private var scanned: [UUID128] = []
        /// Whether a search has begun, which must hear of peripherals that were told already.
        private var mustScanAnew = false
        /// The links that are up or wanted: at most one to each peripheral.
        private var links: [LinkRecord] = []
        private var lastTicket = Ticket(rawValue: 0)
        private var wakeTime: SessionTime?
        /// What came while something else was done.
        private var waiting: ContiguousArray<() -> Void> = []
        private var isBusy = false

        init(_ radio: any GATTCentralRadio) { self.radio = radio }

        // MARK: Calls

        /// Does something in the radio's context.
        func enter(_ work: @escaping @Sendable () -> Void) {
            radio.run { self.perform(work) }
        }

        private func perform(_ work: @escaping () -> Void) {
            waiting.append(work)
            guard !isBusy else { return }
            isBusy = true
            while !waiting.isEmpty {
                waiting.removeFirst()()
                if waiting.isEmpty { settle() }
            }
            isBusy = false
        }

        /// Begins something, and waits for its result.
        ///
        /// - Parameter limit: how long it may take; `nil` if it ends by itself.
        func wait<R: Sendable>(
            within limit: Duration? = nil,
            _ begin: @escaping @Sendable (CentralCore, Wait<R>) -> Void
        ) async throws(GATTError) -> R {
            let wait = Wait<R>()
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    enter {
                        self.open()
                        wait.deadline = limit.map { self.radio.now.advanced(by: $0) }
                        wait.begin(continuation)
                        if !wait.isOver { begin(self, wait) }
                    }
                }
            } onCancel: {
                enter { wait.end(.failure(.cancelled)) }
            }
            return try result.get()
        }

        private func open() {
            guard !isOpen else { return }
            isOpen = true
            radio.open { [weak self] event in self?.perform { self?.take(event) } }
        }

        func search(
            for service: UUID128, where isWanted: @escaping @Sendable (GATTAdvertisement) -> Bool,
            _ wait: Wait<GATTAdvertisement>
        ) {
            mustScanAnew = true
            searches.append(Search(service: service, isWanted: isWanted, wait: wait))
        }

        func connect(to peer: GATTPeer, _ wait: Wait<GATTLink>) {
            let known = links.first { $0.peer == peer }
            let record = known ?? LinkRecord(to: peer, nextTicket())
            if known == nil { links.append(record) }
            if record.phase == .up { return wait.end(.success(GATTLink(record, self))) }
            record.connecting.append(wait)
        }

        func send(_ request: GATTRequest, on record: LinkRecord, _ wait: Wait<Outcome>) {
            guard record.phase == .up else { return wait.end(.failure(.notConnected)) }
            record.queue.append((request, wait))
        }

        private func nextTicket() -> Ticket {
            lastTicket = lastTicket.next
            return lastTicket
        }

        // MARK: Events

        private func take(_ event: GATTRadioEvent) {
            switch event {
            case .state(let state):
                self.state = state
                guard state != .on else { return }
                scanned = []
                for record in links where record.phase != .wanted { end(record) }
            case .found(let advertisement):
                for search in searches
                where advertisement.services.contains(search.service)
                    && search.isWanted(advertisement)
                { search.wait.end(.success(advertisement)) }
            case .connected(let link, let mtu):
                guard let record = record(of: link), record.phase == .asked else { return }
                record.phase = .up
                record.mtu = mtu
                for wait in record.connecting where !wait.isOver {
                    wait.end(.success(GATTLink(record, self)))
                }
                record.connecting = []
            case .ended(let link): if let record = record(of: link) { end(record) }
            case .answered(let request, let answer):
                guard let record = links.first(where: { $0.outstanding?.ticket == request })
                else { return }
                record.take(answer)
            case .notified(let link, let path, let value):
                let notification = GATTNotification(time: radio.now, value: value)
                for listener in record(of: link)?.listeners[path] ?? [] {
                    listener.hear(notification)
                }
            case .mtuChanged(let link, let mtu): record(of: link)?.mtu = mtu
            case .servicesChanged(let link): record(of: link)?.forgetServices()
            case .timePassed: wakeTime = nil
            }
        }

        private func record(of link: Ticket) -> LinkRecord? {
            links.first { $0.ticket == link }
        }

        private func end(_ record: LinkRecord) {
            links.removeAll { $0 === record }
            record.end()
        }

        // MARK: What follows

        /// Ends what is over, and asks the radio for what is missing.
        private func settle() {
            endLate()
            searches.removeAll { $0.wait.isOver }
            for record in links {
                record.forgetAbandoned()
                if !record.isWanted { disconnect(record) }
            }
            if state == .on {
                scan()
                for record in links { advance(record) }
            }
            let deadlines = searches.map(\.wait.deadline) + links.map(\.deadline)
            let next = deadlines.compactMap(\.self).min()
            guard next != wakeTime else { return }
            wakeTime = next
            radio.wake(at: next)
        }

        /// Ends what has taken too long, or can't happen.
        private func endLate() {
            let now = radio.now
            let isHopeless = state == .unsupported || state == .unauthorized
            let reason = state == .on ? GATTError.timedOut : .unavailable(state)
            for search in searches where isHopeless || search.wait.isLate(now) {
                search.wait.end(.failure(reason))
            }
            for record in links {
                for wait in record.connecting where isHopeless || wait.isLate(now) {
                    wait.end(.failure(reason))
                }
                if record.isDead(now) { disconnect(record) }
            }
        }

        private func disconnect(_ record: LinkRecord) {
            if record.phase != .wanted { radio.perform(.disconnect(link: record.ticket)) }
            end(record)
        }

        private func scan() {
            var wanted: [UUID128] = []
            for search in searches where !wanted.contains(search.service) {
                wanted.append(search.service)
            }
            guard mustScanAnew || wanted != scanned else { return }
            mustScanAnew = false
            scanned = wanted
            radio.perform(wanted.isEmpty ? .stopScan : .scan(for: wanted))
        }

        /// Asks the radio for a link, or for the next request on it.
        private func advance(_ record: LinkRecord) {
            switch record.phase {
            case .wanted:
                record.phase = .asked
                radio.perform(.connect(record.peer, link: record.ticket))
            case .up:
                guard record.outstanding == nil, let (request, wait) = record.nextRequest() else {
                    return
                }
                let ticket = nextTicket()
                let deadline = radio.now.advanced(by: GATTLink.requestLimit)
                record.outstanding = .init(
                    ticket: ticket, deadline: deadline, request: request, wait: wait)
                radio.perform(.send(request, request: ticket, link: record.ticket))
            case .asked, .gone: break
            }
        }
    }
#endif
