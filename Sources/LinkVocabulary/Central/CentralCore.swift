#if !hasFeature(Embedded)
    /// What a ``GATTCentral`` knows. After everything that happens it brings the radio in line with what is wanted.
    final class CentralCore: RadioCore, @unchecked Sendable {
        private struct Search {
            let service: UUID128
            let isWanted: (@Sendable (GATTAdvertisement) -> Bool)?
            let wait: Wait<GATTAdvertisement>
        }

        let radio: any GATTCentralRadio
        private var isOpen = false
        private var state = GATTRadioState.unknown
        private var searches: [Search] = []
        /// The lists of what is near.
        private var surveys: [Survey] = []
        /// The calls that wait for nothing but a time.
        private var pauses: [Wait<SessionTime>] = []
        /// What the radio scans for; empty if it does not scan, `nil` if it may go on with a scan from before.
        private var scanned: (services: [UUID128], repeats: Bool)?
        /// Whether a search has begun, which must hear of peripherals that were told already.
        private var mustScanAnew = false
        /// The links that are up or wanted: at most one to each peripheral.
        private var links: [LinkRecord] = []
        private var lastTicket = Ticket(rawValue: 0)

        init(_ radio: any GATTCentralRadio) {
            self.radio = radio
            super.init(radio)
        }

        // MARK: Calls

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
                    run {
                        self.open()
                        wait.deadline = limit.map { self.radio.now.advanced(by: $0) }
                        wait.begin(continuation)
                        if !wait.isOver { begin(self, wait) }
                    }
                }
            } onCancel: {
                run { wait.end(.failure(.cancelled)) }
            }
            return try result.get()
        }

        private func open() {
            guard !isOpen else { return }
            isOpen = true
            radio.open { [weak self] event in self?.perform { self?.take(event) } }
        }

        func search(
            for service: UUID128, where isWanted: (@Sendable (GATTAdvertisement) -> Bool)?,
            _ wait: Wait<GATTAdvertisement>
        ) {
            mustScanAnew = true
            searches.append(Search(service: service, isWanted: isWanted, wait: wait))
        }

        func connect(to peer: GATTPeer, _ wait: Wait<GATTLink>) {
            let record = record(of: peer)
            if record.phase == .up { return wait.end(.success(GATTLink(record, self))) }
            record.connecting.append(wait)
        }

        /// The next list of what is near.
        func take(_ wait: Wait<[GATTAdvertisement]>, from survey: Survey) {
            if !surveys.contains(where: { $0 === survey }) {
                surveys.append(survey)
                mustScanAnew = true
            }
            survey.wait = wait
        }

        func pause(_ wait: Wait<SessionTime>) { pauses.append(wait) }

        func tellState(_ wait: Wait<GATTRadioState>) { wait.end(.success(state)) }

        /// The link to a peripheral, or what will be one.
        func record(of peer: GATTPeer) -> LinkRecord {
            if let known = links.first(where: { $0.peer == peer }) { return known }
            let record = LinkRecord(to: peer, nextTicket())
            links.append(record)
            return record
        }

        func isUp(to peer: GATTPeer, forOthersThan share: CentralShare) -> Bool {
            links.contains { link in
                link.peer == peer && link.phase == .up
                    && (link.holders > 0 || link.shares.contains { $0 !== share })
            }
        }

        func send(_ request: GATTRequest, on record: LinkRecord, _ wait: Wait<Outcome>) {
            guard record.phase == .up else {
                return wait.end(.failure(state == .on ? .notConnected : .unavailable(state)))
            }
            record.queue.append(.init(request: request, wait: wait))
        }

        // MARK: Calls of state machines

        /// A state machine takes part.
        func open(_ share: CentralShare) {
            let isNew = add(share)
            // The radio says how it is if it is opened now.
            if isOpen && isNew { share.tell(.state(state)) }
            open()
        }

        /// A state machine looks for something else.
        func searchAnew() { perform { self.mustScanAnew = true } }

        /// The state machines that take part.
        private var machines: some Sequence<CentralShare> {
            shares.lazy.compactMap { $0 as? CentralShare }
        }

        private func nextTicket() -> Ticket {
            lastTicket = lastTicket.next
            return lastTicket
        }

        // MARK: Events

        private func take(_ event: GATTCentralEvent) {
            switch event {
            case .state(let state):
                self.state = state
                if state != .on {
                    scanned = nil
                    for share in machines { share.forgetEverything() }
                    for survey in surveys { survey.forget() }
                    for record in links where record.phase != .wanted { end(record) }
                }
                for share in machines { share.tell(.state(state)) }
            case .found(let advertisement):
                for search in searches
                where advertisement.services.contains(search.service)
                    && search.isWanted?(advertisement) ?? true
                { search.wait.end(.success(advertisement)) }
                let now = radio.now
                for survey in surveys { survey.hear(advertisement, at: now) }
                for share in machines {
                    guard let service = share.service, advertisement.services.contains(service)
                    else { continue }
                    share.tell(.found(advertisement))
                }
            case .connected(let link, let mtu):
                guard let record = record(of: link), record.phase == .asked else { return }
                record.phase = .up
                record.mtu = mtu
                for wait in record.connecting where !wait.isOver {
                    wait.end(.success(GATTLink(record, self)))
                }
                record.connecting = []
                for share in record.shares { share.tell(.connected(mtu: mtu), of: record) }
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
                tellShares(.value(path, value), of: link)
            case .failed(let link, let path, let error):
                tellShares(.readFailed(path, error), of: link)
            case .mtuChanged(let link, let mtu):
                record(of: link)?.mtu = mtu
                tellShares(.mtuChanged(mtu), of: link)
            case .servicesChanged(let link):
                record(of: link)?.forgetServices()
                tellShares(.servicesChanged, of: link)
            case .pairingLost(let peer): for share in machines { share.tell(.pairingLost(peer)) }
            case .timePassed: ring()
            }
        }

        private func tellShares(_ event: CentralShare.Event, of link: Ticket) {
            guard let record = record(of: link) else { return }
            for share in record.shares { share.tell(event, of: record) }
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
        override func settle() {
            endLate()
            searches.removeAll { $0.wait.isOver }
            pauses.removeAll(where: \.isOver)
            surveys.removeAll(where: \.hasEnded)
            for record in links {
                record.forgetAbandoned()
                if !record.isWanted { disconnect(record) }
            }
            if state == .on {
                // Links first: with its scan the radio ends what nobody has asked for.
                for record in links { advance(record) }
                scan()
            }
            setAlarm(deadline)
        }

        /// When the first thing will have taken too long.
        private var deadline: SessionTime? {
            var first: SessionTime?
            for search in searches { first = .earlier(first, search.wait.deadline) }
            for pause in pauses { first = .earlier(first, pause.deadline) }
            for survey in surveys { first = .earlier(first, survey.deadline) }
            for record in links { first = .earlier(first, record.deadline) }
            return first
        }

        /// Ends what has taken too long, or can't happen.
        private func endLate() {
            let now = radio.now
            let isHopeless = state == .unsupported || state == .unauthorized
            let reason = state == .on ? GATTError.timedOut : .unavailable(state)
            for pause in pauses where pause.isLate(now) { pause.end(.success(now)) }
            for search in searches where isHopeless || search.wait.isLate(now) {
                search.wait.end(.failure(reason))
            }
            for survey in surveys {
                if isHopeless { survey.wait?.end(.failure(reason)) }
                survey.tell(now)
                if survey.mustLookAgain(now) { mustScanAnew = true }
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
            func want(_ service: UUID128) {
                if !wanted.contains(service) { wanted.append(service) }
            }
            for search in searches { want(search.service) }
            for survey in surveys { survey.services.forEach(want) }
            for share in machines { if let service = share.service { want(service) } }
            // Only who chooses needs to hear of a peripheral again.
            let repeats = !surveys.isEmpty || searches.contains { $0.isWanted != nil }
            // As long as nobody has looked for anything, the radio keeps what it has from before.
            if scanned == nil && wanted.isEmpty && !links.isEmpty { return }
            guard mustScanAnew || wanted != scanned?.services || repeats != scanned?.repeats else {
                return
            }
            mustScanAnew = false
            scanned = (wanted, repeats)
            radio.perform(wanted.isEmpty ? .stopScan : .scan(for: wanted, repeats: repeats))
        }

        /// Asks the radio for a link, or for the next request on it.
        private func advance(_ record: LinkRecord) {
            switch record.phase {
            case .wanted:
                record.phase = .asked
                radio.perform(.connect(record.peer, link: record.ticket))
            case .up:
                guard record.outstanding == nil, let next = record.nextRequest() else { return }
                let ticket = nextTicket()
                let deadline = radio.now.advanced(by: GATTLink.requestLimit)
                record.outstanding = .init(ticket: ticket, deadline: deadline, queued: next)
                radio.perform(.send(next.request, request: ticket, link: record.ticket))
            case .asked, .gone: break
            }
        }
    }
#endif
