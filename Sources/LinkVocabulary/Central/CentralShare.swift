#if !hasFeature(Embedded)
    /// What a state machine uses of a ``GATTCentral``: a search, a link and an alarm of its own, on a radio and links that
    /// others use too.
    package final class CentralShare: RadioShare, @unchecked Sendable {
        /// What a machine is told, of its own link only.
        package enum Event {
            /// Whether the radio can be used. Unless it is on, link and search are gone.
            case state(GATTRadioState)
            /// A peripheral advertises the service, or is connected already.
            case found(GATTAdvertisement)
            /// The link is up, with this MTU in bytes.
            case connected(mtu: Int)
            /// The link has ended, or did not come up.
            case ended(wasUp: Bool)
            /// The service was discovered.
            case discovered(GATTService)
            /// The peripheral has no such service.
            case notDiscovered
            /// The subscription was accepted.
            case subscribed
            /// The value was written.
            case written
            /// A value came: read, notified or indicated. Not every radio can tell which.
            case value(GATTCharacteristic.Path, ContiguousArray<UInt8>)
            /// The peripheral or the radio refused a request.
            case refused(GATTRequest, ATTError)
            /// A read has failed for whose answer a notification was taken.
            case readFailed(GATTCharacteristic.Path, ATTError)
            /// The MTU changed, to this many bytes.
            case mtuChanged(Int)
            /// The peripheral's services changed. Discover them again.
            case servicesChanged
            /// A peripheral does not know any more that it was paired.
            case pairingLost(GATTPeer)
            /// The time of the alarm has come.
            case timePassed
        }

        private let core: CentralCore
        private let handle: @Sendable (Event) -> Void
        /// What it looks for.
        private(set) var service: UUID128?
        private var record: LinkRecord?
        /// Keeps the subscription.
        private var listener: Listener?
        /// The error of the latest request on its link that failed.
        package private(set) var lastError: GATTError?
        /// Its requests on the link that are not answered.
        private var waits: [Wait<Outcome>] = []

        /// - Parameters:
        ///   - central: whose radio it shares.
        ///   - handle: is told what happens, after ``open()``.
        package init(of central: GATTCentral, _ handle: @escaping @Sendable (Event) -> Void) {
            core = central.core
            self.handle = handle
            super.init(of: central.core)
        }

        /// To whom its link is, or shall be.
        package var peer: GATTPeer? { record?.peer }

        /// Whether others use a link to a peripheral that is up.
        package func isShared(_ peer: GATTPeer) -> Bool {
            core.isUp(to: peer, forOthersThan: self)
        }

        /// Begins to be told what happens. The first time, the system may ask the user for permission.
        package func open() { core.open(self) }

        /// Looks for peripherals that advertise a service, in place of another one; `nil` to look for none.
        package func search(for service: UUID128?) {
            self.service = service
            if service != nil { core.searchAnew() } else { core.perform {} }
        }

        /// Connects, or shares the link that there is. It gives up the link before.
        package func connect(to peer: GATTPeer) {
            disconnect()
            core.perform { [self] in
                lastError = nil
                let record = core.record(of: peer)
                self.record = record
                record.shares.append(self)
                if record.phase == .up { tell(.connected(mtu: record.mtu), of: record) }
            }
        }

        /// Gives up the link, or the attempt. It ends unless others use it.
        package func disconnect() {
            core.perform { [self] in
                if let record { leave(record) }
            }
        }

        /// Sends a request on the link, after those before. It is answered unless the link ends.
        package func send(_ request: GATTRequest) {
            core.perform { [self] in
                guard let record, record.phase == .up else { return }
                let wait = Wait<Outcome> { [weak self] in self?.take($0, to: request, of: record) }
                waits.removeAll(where: \.isOver)
                waits.append(wait)
                record.queue.append(.init(request: request, isOfMachine: true, wait: wait))
            }
        }

        // MARK: What the core tells

        func tell(_ event: Event) { handle(event) }

        func tell(_ event: Event, of record: LinkRecord) {
            if record === self.record { handle(event) }
        }

        override func tellTime() { handle(.timePassed) }

        /// The link has ended.
        func lose(_ record: LinkRecord) {
            guard record === self.record else { return }
            handle(.ended(wasUp: record.phase == .up))
            leave(record)
        }

        /// The radio is off.
        func forgetEverything() {
            if let record { leave(record) }
            service = nil
        }

        private func leave(_ record: LinkRecord) {
            record.shares.removeAll { $0 === self }
            listener?.hasEnded = true
            listener = nil
            self.record = nil
            // Others may keep the link: what is not sent is not wanted any more.
            let unanswered = waits
            waits = []
            for wait in unanswered { wait.end(.failure(.cancelled)) }
        }

        private func take(
            _ result: Result<Outcome, GATTError>, to request: GATTRequest, of record: LinkRecord
        ) {
            guard record === self.record else { return }
            if case .failure(let error) = result { lastError = error }
            switch (result, request) {
            case (.success(.service(let service)), _): handle(.discovered(service))
            case (.success(.value(let value)), .read(let path)): handle(.value(path, value))
            case (.success(.listener(let listener)), _):
                // Values are told to the machine itself.
                listener.isMute = true
                self.listener?.hasEnded = true
                self.listener = listener
                handle(.subscribed)
            case (.success, .subscribe(_, true)): handle(.subscribed)
            case (.success, .write), (.success, .writeWithoutResponse): handle(.written)
            case (.success, _): break
            case (.failure(.notDiscovered), .discover): handle(.notDiscovered)
            case (.failure(.notDiscovered), _): handle(.refused(request, .invalidHandle))
            case (.failure(.refused(let error)), _): handle(.refused(request, error))
            case (.failure(.ambiguous), _): handle(.refused(request, .unlikelyError))
            case (.failure(.notPermitted), .write),
                (.failure(.notPermitted), .writeWithoutResponse):
                handle(.refused(request, .writeNotPermitted))
            case (.failure(.notPermitted), _): handle(.refused(request, .readNotPermitted))
            case (.failure(.tooLong), _): handle(.refused(request, .invalidAttributeValueLength))
            // It is told of these as of the link's end.
            case (.failure, _): break
            }
        }
    }
#endif
