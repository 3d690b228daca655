#if !hasFeature(Embedded)
    /// What a ``GATTPeripheral`` knows.
    final class PeripheralCore: RadioCore, @unchecked Sendable {
        private struct Owner {
            weak var share: PeripheralShare?
        }

        let radio: any GATTPeripheralRadio
        private var isOpen = false
        private(set) var state = GATTRadioState.unknown
        /// Who serves which service.
        private var owners: [UUID128: Owner] = [:]
        /// Who could not serve a service because another one does.
        private var waiting: [(service: GATTService, owner: Owner)] = []
        /// What the radio advertises, or has refused to; `nil` if it may go on with what was advertised before, as long as
        /// nobody has advertised anything.
        private var advertised: PeripheralShare.Advertisement?
        /// Whether what was refused is to be asked for again.
        private var mustAdvertiseAnew = false

        init(_ radio: any GATTPeripheralRadio) {
            self.radio = radio
            super.init(radio)
        }

        // MARK: Calls of state machines

        /// A state machine takes part.
        func open(_ share: PeripheralShare) {
            // The radio says how it is if it is opened now.
            if add(share) && isOpen { share.tell(.state(state)) }
            guard !isOpen else { return }
            isOpen = true
            radio.open { [weak self] event in self?.perform { self?.take(event) } }
        }

        func serve(_ service: GATTService, for share: PeripheralShare) {
            guard state == .on else { return }
            if let owner = owner(of: service.uuid), owner !== share {
                waiting.removeAll {
                    $0.owner.share == nil
                        || $0.owner.share === share && $0.service.uuid == service.uuid
                }
                waiting.append((service, Owner(share: share)))
                return share.tell(.serviceRefused(service.uuid, .alreadyServed))
            }
            owners[service.uuid] = Owner(share: share)
            radio.perform(.add(service))
        }

        func withdraw(_ service: UUID128, of share: PeripheralShare) {
            waiting.removeAll { $0.service.uuid == service && $0.owner.share === share }
            if let owner = owner(of: service), owner !== share { return }
            owners[service] = nil
            guard state == .on else { return }
            radio.perform(.remove(service))
            if advertised == nil { mustAdvertiseAnew = true }
            serveNext(service)
        }

        /// Serves a service for who has waited longest.
        private func serveNext(_ service: UUID128) {
            let next = waiting.firstIndex { $0.service.uuid == service && $0.owner.share != nil }
            guard let next else { return }
            let (wanted, heir) = waiting.remove(at: next)
            if let share = heir.share { serve(wanted, for: share) }
        }

        private func owner(of service: UUID128) -> PeripheralShare? { owners[service]?.share }

        /// The state machines that take part.
        private var machines: some Sequence<PeripheralShare> {
            shares.lazy.compactMap { $0 as? PeripheralShare }
        }

        /// A state machine advertises something else, or wants to try again.
        func advertiseAnew() { perform { self.mustAdvertiseAnew = true } }

        // MARK: Events

        private func take(_ event: GATTPeripheralEvent) {
            switch event {
            case .state(let state):
                self.state = state
                if state != .on {
                    owners = [:]
                    waiting = []
                    advertised = nil
                    for share in machines { share.advertisement = .init() }
                }
                for share in machines { share.tell(.state(state)) }
            case .serviceRefused(let service, _):
                let owner = owner(of: service)
                owners[service] = nil
                owner?.tell(event)
                serveNext(service)
            case .advertisingRefused:
                for share in machines where !share.advertisement.services.isEmpty {
                    share.tell(event)
                }
            case .subscribed(_, let path), .unsubscribed(_, let path):
                owner(of: path.service)?.tell(event)
            case .read(let read):
                guard let owner = owner(of: read.characteristic.service) else {
                    return radio.refuse(read.ticket, with: .unlikelyError)
                }
                owner.tell(event)
            case .write(let write):
                guard let owner = owner(of: write.characteristic.service) else {
                    return radio.refuse(write.ticket, with: .unlikelyError)
                }
                owner.tell(event)
            case .ready: for share in machines { share.tell(event) }
            case .timePassed: ring()
            }
        }

        // MARK: What follows

        override func settle() {
            if state == .on { advertise() }
            setAlarm()
        }

        private func advertise() {
            var wanted = PeripheralShare.Advertisement()
            for share in machines {
                let count = wanted.services.count
                for service in share.advertisement.services
                where owner(of: service) === share { wanted.services.append(service) }
                if wanted.services.count > count {
                    wanted.name = wanted.name ?? share.advertisement.name
                }
            }
            let isNew = wanted != advertised && (advertised != nil || !wanted.services.isEmpty)
            guard isNew || mustAdvertiseAnew else { return }
            mustAdvertiseAnew = false
            advertised = wanted
            radio.perform(
                wanted.services.isEmpty
                    ? .stopAdvertising : .advertise(wanted.services, name: wanted.name))
        }
    }
#endif
