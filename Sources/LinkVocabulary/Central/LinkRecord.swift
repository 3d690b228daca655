#if !hasFeature(Embedded)
    /// What a `CentralCore` knows of a link.
    final class LinkRecord: @unchecked Sendable {
        enum Phase {
            /// The radio was not asked for it yet.
            case wanted
            case asked
            case up
            case gone
        }

        /// A request that the radio owes an answer to.
        struct Outstanding {
            let ticket: Ticket
            let deadline: SessionTime
            let queued: Queued
            /// Whether services have changed since, so that its answer means nothing to an app. A state machine awaits it.
            var isVoid = false
        }

        /// A request that is still to be sent.
        struct Queued {
            let request: GATTRequest
            /// Whether a state machine asks, which knows what a read of a subscribed value may give.
            var isOfMachine = false
            let wait: Wait<Outcome>
        }

        let peer: GATTPeer
        let ticket: Ticket
        var phase = Phase.wanted
        var mtu = ATT.defaultMTU
        /// Who waits until it is up.
        var connecting: [Wait<GATTLink>] = []
        /// How many objects of the app refer to it.
        var holders = 0
        /// The state machines that use it.
        var shares: [CentralShare] = []
        var outstanding: Outstanding?
        /// The requests that are still to be sent.
        var queue: ContiguousArray<Queued> = []
        /// Who listens to what the peripheral has been asked to notify.
        private(set) var listeners: [GATTCharacteristic.Path: [Listener]] = [:]
        private var services: [UUID128: GATTService] = [:]

        init(to peer: GATTPeer, _ ticket: Ticket) {
            self.peer = peer
            self.ticket = ticket
        }

        /// Whether anybody wants it.
        var isWanted: Bool { holders > 0 || !connecting.isEmpty || !shares.isEmpty }

        /// When something about it will have taken too long.
        var deadline: SessionTime? {
            var first = outstanding?.deadline
            for wait in connecting { first = .earlier(first, wait.deadline) }
            for listener in listeners.values.joined() {
                first = .earlier(first, listener.deadline)
            }
            return first
        }

        /// Whether a request was not answered in time, or a value not notified. Whoever waits for it is told.
        func isDead(_ now: SessionTime) -> Bool {
            let isUnanswered = outstanding.map { $0.deadline <= now } ?? false
            if isUnanswered { outstanding?.queued.wait.end(.failure(.timedOut)) }
            var isSilent = false
            for listener in listeners.values.joined() {
                guard let deadline = listener.deadline, deadline <= now else { continue }
                listener.fail(.timedOut)
                isSilent = true
            }
            return isUnanswered || isSilent
        }

        /// Forgets who does not wait or listen any more; a subscription without a listener is to be ended.
        func forgetAbandoned() {
            connecting.removeAll(where: \.isOver)
            guard listeners.values.joined().contains(where: { $0.hasEnded }) else { return }
            let inOrder = listeners.sorted { $0.key.order < $1.key.order }
            for (path, old) in inOrder {
                let rest = old.filter { !$0.hasEnded }
                listeners[path] = rest.isEmpty ? nil : rest
                guard rest.isEmpty else { continue }
                queue.append(Queued(request: .subscribe(path, isOn: false), wait: Wait()))
            }
        }

        /// The next request to send. Those before that need not or can't be sent are over.
        func nextRequest() -> Queued? {
            while !queue.isEmpty {
                let next = queue.removeFirst()
                let (request, wait) = (next.request, next.wait)
                if wait.isOver { continue }
                if case .subscribe(let path, true) = request, listeners[path] != nil {
                    wait.end(.success(.listener(listen(to: path))))
                } else if case .subscribe(let path, false) = request, listeners[path] != nil {
                    // Somebody has begun to listen again.
                    wait.end(.success(.done))
                } else if let error = error(of: next) {
                    wait.end(.failure(error))
                } else {
                    return next
                }
            }
            return nil
        }

        /// Why a request can't be sent.
        private func error(of next: Queued) -> GATTError? {
            switch next.request {
            case .discover: nil
            case .read(let path):
                listeners[path] != nil && !next.isOfMachine
                    ? .subscribed : error(of: path, next.isOfMachine ? nil : .read)
            case .write(let value, let path):
                error(of: path, .write) ?? error(of: value, limit: ATT.maximumValueLength)
            case .writeWithoutResponse(let value, let path):
                error(of: path, .writeWithoutResponse)
                    ?? error(of: value, limit: ATT.notificationPayload(mtu: mtu))
            case .subscribe(let path, _): error(of: path, [.notify, .indicate])
            }
        }

        private func error(
            of path: GATTCharacteristic.Path, _ needed: GATTCharacteristic.Properties?
        ) -> GATTError? {
            guard let service = services[path.service] else { return .notDiscovered(path.service) }
            let found = service.characteristics.first { $0.uuid == path.characteristic }
            guard let found else { return .notDiscovered(path.characteristic) }
            guard let needed else { return nil }
            return found.properties.isDisjoint(with: needed) ? .notPermitted(needed) : nil
        }

        private func error(of value: ContiguousArray<UInt8>, limit: Int) -> GATTError? {
            value.count > limit ? .tooLong(limit: limit) : nil
        }

        private func listen(to path: GATTCharacteristic.Path) -> Listener {
            let listener = Listener()
            listeners[path, default: []].append(listener)
            return listener
        }

        /// Takes the answer to the request that is outstanding.
        func take(_ answer: GATTAnswer) {
            guard let outstanding else { return }
            self.outstanding = nil
            let wait = outstanding.queued.wait
            switch (answer, outstanding.queued.request) {
            case (.refused(let error), _): wait.end(.failure(.refused(error)))
            case (.discovered(let found), .discover(let service)):
                wait.end(keep(found, as: service).map(Outcome.service))
                if outstanding.isVoid { services[service] = nil }
            case (.value(let value), .read): wait.end(.success(.value(value)))
            case (.done, .subscribe) where outstanding.isVoid: wait.end(.success(.done))
            case (.done, .subscribe(let path, true)):
                let listener = listen(to: path)
                // If nobody waits any more, the subscription is soon ended again.
                listener.hasEnded = wait.isOver
                wait.end(.success(.listener(listener)))
            case (.done, _): wait.end(.success(.done))
            case (.discovered, _), (.value, _): wait.end(.failure(.refused(.unlikelyError)))
            }
        }

        private func keep(
            _ found: [GATTService], as service: UUID128
        ) -> Result<GATTService, GATTError> {
            services[service] = nil
            guard let first = found.first else { return .failure(.notDiscovered(service)) }
            guard found.count == 1 else { return .failure(.ambiguous(service)) }
            let uuids = first.characteristics.map(\.uuid)
            for (position, uuid) in uuids.enumerated() where uuids[..<position].contains(uuid) {
                return .failure(.ambiguous(uuid))
            }
            services[service] = first
            return .success(first)
        }

        /// What was discovered is void.
        func forgetServices() {
            services = [:]
            outstanding?.isVoid = true
            fail(.servicesChanged, alsoMachines: false)
        }

        /// The link is gone.
        func end() {
            for share in shares { share.lose(self) }
            let error = phase == .up ? GATTError.disconnected : .notConnected
            phase = .gone
            for wait in connecting { wait.end(.failure(error)) }
            connecting = []
            fail(error)
            outstanding = nil
        }

        /// Ends all requests and listeners.
        private func fail(_ error: GATTError, alsoMachines: Bool = true) {
            let requests = [outstanding?.queued].compactMap(\.self) + queue
            for next in requests where alsoMachines || !next.isOfMachine {
                next.wait.end(.failure(error))
            }
            queue.removeAll(where: \.wait.isOver)
            for listener in listeners.values.joined() { listener.fail(error) }
            listeners = [:]
        }
    }

    extension GATTCharacteristic.Path {
        /// An order that is the same in every run.
        fileprivate var order: (UInt64, UInt64, UInt64, UInt64) {
            (service.high, service.low, characteristic.high, characteristic.low)
        }
    }

    /// What came of a request.
    enum Outcome: Sendable {
        case done
        case value(ContiguousArray<UInt8>)
        case service(GATTService)
        case listener(Listener)
    }

    /// A call that waits for a result. It ends once.
    final class Wait<R: Sendable>: @unchecked Sendable {
        typealias Continuation = CheckedContinuation<Result<R, GATTError>, Never>

        private var result: Result<R, GATTError>?
        private var continuation: Continuation?
        /// Is told the result, where no task waits for it.
        private let didEnd: ((Result<R, GATTError>) -> Void)?
        /// Until when it waits.
        var deadline: SessionTime?

        init(_ didEnd: ((Result<R, GATTError>) -> Void)? = nil) { self.didEnd = didEnd }

        var isOver: Bool { result != nil }

        func begin(_ continuation: Continuation) {
            // The task may have been cancelled before.
            if let result { return continuation.resume(returning: result) }
            self.continuation = continuation
        }

        func end(_ result: Result<R, GATTError>) {
            guard !isOver else { return }
            self.result = result
            continuation?.resume(returning: result)
            continuation = nil
            didEnd?(result)
        }

        func isLate(_ now: SessionTime) -> Bool { deadline.map { $0 <= now } ?? false }
    }

    /// The notifications that one subscriber has not taken.
    final class Listener: @unchecked Sendable {
        private var unheard: ContiguousArray<GATTNotification> = []
        private var error: GATTError?
        private var wait: Wait<GATTNotification?>?
        /// Whether nobody listens any more.
        var hasEnded = false
        /// Whether it only keeps the subscription.
        var isMute = false

        func hear(_ notification: GATTNotification) {
            guard !isMute else { return }
            if let wait, !wait.isOver { return wait.end(.success(notification)) }
            if unheard.count == GATTNotifications.capacity { unheard.removeFirst() }
            unheard.append(notification)
        }

        func fail(_ error: GATTError) {
            self.error = self.error ?? error
            wait?.end(.failure(error))
        }

        /// Until when the next notification must have come.
        var deadline: SessionTime? { wait.flatMap { $0.isOver ? nil : $0.deadline } }

        func take(_ wait: Wait<GATTNotification?>) {
            if !unheard.isEmpty { return wait.end(.success(unheard.removeFirst())) }
            if let error { return wait.end(.failure(error)) }
            self.wait = wait
        }
    }
#endif
