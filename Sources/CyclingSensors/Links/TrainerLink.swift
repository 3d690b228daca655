#if !hasFeature(Embedded)
    extension GATTCentral {
        /// Connects to a trainer, again after each lost link, and brings it to the rider's target.
        ///
        /// ```swift
        /// await central.withTrainer(peer) { trainer in
        ///     trainer.set(.power(watts: 150))
        ///     for await update in trainer.updates { show(update) }
        /// }
        /// ```
        ///
        /// A fitness machine is controlled by its control point, any other trainer by FE-C. Another task may follow its
        /// measurements by `withSensors`; both share the link.
        ///
        /// A link counts as lost, too, if the trainer says nothing to it any more: it is `unanswered`, an FE-C trainer is
        /// silent for a minute, or a fitness machine does not answer the read that asks it once in a minute.
        ///
        /// - Parameters:
        ///   - peer: whom to connect to, as it was found now or long ago: it is not scanned for.
        ///   - isolation: where `body` runs; by default, where the caller does.
        ///   - body: sets targets, and takes what happens. When it ends, so does the link, and the trainer keeps its target:
        ///     before, set `nil`, and give it a second.
        /// - Returns: what `body` returns.
        /// - Throws: what `body` throws.
        public func withTrainer<R, Failure: Error>(
            _ peer: GATTPeer, isolation: isolated (any Actor)? = #isolation,
            _ body: (TrainerLink) async throws(Failure) -> R
        ) async throws(Failure) -> R {
            let (updates, told) = AsyncStream.makeStream(
                of: TrainerControl.Update.self,
                bufferingPolicy: .bufferingNewest(TrainerLink.waitingUpdates))
            let (inputs, input) = AsyncStream.makeStream(of: TrainerInput.self)
            let follower = TrainerFollower(peer: peer, central: self, input: input, told: told)
            async let _: Void = follower.follow(inputs)
            return try await body(TrainerLink(updates: updates, input: input))
        }
    }

    /// A trainer that is controlled, as `withTrainer` does it.
    public struct TrainerLink: Sendable {
        /// How many updates wait to be taken. If there are more, the oldest are dropped.
        public static let waitingUpdates = 64

        /// What happens, in order; for one task. It ends when that is cancelled.
        public let updates: AsyncStream<TrainerControl.Update>
        let input: AsyncStream<TrainerInput>.Continuation

        /// Sets what the rider wants, from now on and after each lost link.
        ///
        /// - Parameter target: the target; `nil` for nothing any more.
        public func set(_ target: TrainerTarget?) { input.yield(.target(target)) }

        /// Starts a spin down: the trainer measures how it slows down. The updates tell what the rider is to do.
        public func startSpinDown() { input.yield(.spinDown) }
    }

    /// What the rider wants and the link brings.
    enum TrainerInput: Sendable {
        case target(TrainerTarget?)
        case spinDown
        case connected(TrainerControl.Offer, AsyncStream<TrainerAsk?>.Continuation)
        case lost
        case done(Ticket)
        case failed(Ticket, ATTError)
        case notified(UUID128, GATTNotification)
        case timePassed(SessionTime)
    }

    /// A request, and the ticket of its answer. Where `nil` stands for one, the link is of no use any more.
    struct TrainerAsk: Sendable {
        let request: TrainerControl.Request
        let ticket: Ticket
    }

    /// Connects to one trainer again and again, and does what its machine asks.
    struct TrainerFollower: Sendable {
        let peer: GATTPeer
        let central: GATTCentral
        let input: AsyncStream<TrainerInput>.Continuation
        let told: AsyncStream<TrainerControl.Update>.Continuation

        /// Controls the trainer until the task is cancelled.
        func follow(_ inputs: AsyncStream<TrainerInput>) async {
            await withTaskGroup(of: TrainerInput?.self) { group in
                defer { group.cancelAll() }
                var control = TrainerControl()
                var asks: AsyncStream<TrainerAsk?>.Continuation?
                var alarm: SessionTime?
                let next = { @Sendable () async -> TrainerInput? in
                    var iterator = inputs.makeAsyncIterator()
                    return await iterator.next()
                }
                group.addTask {
                    await connect()
                    return nil
                }
                group.addTask(operation: next)
                for await heard in group {
                    guard let heard, let now = try? await central.pause(for: .zero) else { return }
                    switch heard {
                    case .timePassed(alarm): alarm = nil
                    case .timePassed: break
                    case .connected(_, let continuation):
                        asks = continuation
                        group.addTask(operation: next)
                    default: group.addTask(operation: next)
                    }
                    control.take(heard, at: now)
                    while let effect = control.nextEffect() {
                        switch effect {
                        case .tell(let update):
                            told.yield(update)
                            if update == .state(.unanswered) { asks?.yield(nil) }
                        case .perform(let request, let ticket):
                            asks?.yield(TrainerAsk(request: request, ticket: ticket))
                        }
                    }
                    guard let deadline = control.nextDeadline, alarm.map({ deadline < $0 }) ?? true
                    else { continue }
                    alarm = deadline
                    group.addTask {
                        _ = try? await central.pause(for: now.duration(to: deadline))
                        return .timePassed(deadline)
                    }
                }
            }
        }

        /// Connects until the task is cancelled; longer and longer pauses between links that are of no use.
        private func connect() async {
            let pauses = SensorFollower.pauses
            var pause = pauses.shortest
            while !Task.isCancelled {
                do throws(GATTError) {
                    let link = try await central.connectPatiently(to: peer)
                    if let trainer = try await ControlledTrainer(link, told: told) {
                        if await use(trainer) { pause = pauses.shortest }
                    } else {
                        told.yield(.fault(.nothingToControl))
                    }
                } catch {
                    // It has waited for Bluetooth already.
                    if case .unavailable(.off) = error { continue }
                }
                // When it is cancelled, the loop ends.
                _ = try? await central.pause(for: pause)
                pause = min(pause * 2, pauses.longest)
            }
        }

        /// Does what is asked for, as long as there is a link.
        ///
        /// - Returns: whether the trainer did anything of it.
        private func use(_ trainer: ControlledTrainer) async -> Bool {
            let (asks, asking) = AsyncStream.makeStream(of: TrainerAsk?.self)
            input.yield(.connected(trainer.offer, asking))
            defer { input.yield(.lost) }
            return await withTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                var wasUseful = false
                if let probe = trainer.probe {
                    group.addTask {
                        // If that is not answered, the link ends.
                        while (try? await central.pause(for: SensorFollower.silence)) != nil {
                            _ = try? await trainer.link.read(probe)
                        }
                    }
                }
                for await ask in asks {
                    guard let ask else { return false }
                    do throws(GATTError) {
                        switch ask.request {
                        case .subscribe:
                            // The trainer has forgotten the first one: only a new link helps.
                            guard !wasUseful else { return true }
                            var values: [(of: UUID128, GATTNotifications)] = []
                            for path in trainer.sources {
                                let source = try await trainer.link.subscribe(
                                    to: path,
                                    within: trainer.probe == nil ? SensorFollower.silence : nil)
                                values.append((path.characteristic, source))
                            }
                            for (characteristic, source) in values {
                                group.addTask {
                                    await pass(source, of: characteristic)
                                    asking.finish()
                                }
                            }
                        case .write(let command): try await trainer.write(command.encoded())
                        case .send(let page): try await trainer.write(FECFrame(page).encoded())
                        }
                        wasUseful = true
                        input.yield(.done(ask.ticket))
                    } catch {
                        switch error {
                        case .refused(let error): input.yield(.failed(ask.ticket, error))
                        case .notPermitted:
                            input.yield(.failed(ask.ticket, .writeNotPermitted))
                        default: return wasUseful
                        }
                    }
                }
                return wasUseful
            }
        }

        /// Passes on what is notified, until the link ends.
        private func pass(_ values: GATTNotifications, of characteristic: UUID128) async {
            var iterator = values.makeAsyncIterator()
            while let value = try? await iterator.next() {
                input.yield(.notified(characteristic, value))
            }
        }
    }

    extension TrainerControl {
        fileprivate mutating func take(_ input: TrainerInput, at now: SessionTime) {
            switch input {
            case .target(let target): handle(.setTarget(target), at: now)
            case .spinDown: handle(.startSpinDown, at: now)
            case .connected(let offer, _): handle(.connected(offer), at: now)
            case .lost: handle(.disconnected, at: now)
            case .done(let ticket): handle(.done(ticket), at: now)
            case .failed(let ticket, let error): handle(.failed(ticket, error), at: now)
            case .timePassed: handle(.timePassed, at: now)
            case .notified(let characteristic, let value):
                let bytes = value.value.span
                switch characteristic {
                case SensorCharacteristic.fitnessMachineControlPoint:
                    handle(.answered(bytes), at: now)
                case SensorCharacteristic.fitnessMachineStatus: handle(.status(bytes), at: now)
                default: handle(.frame(bytes), at: now)
                }
            }
        }
    }

    /// A link to a trainer, and what it offers.
    private struct ControlledTrainer: Sendable {
        let link: GATTLink
        let offer: TrainerControl.Offer
        /// What to subscribe to.
        let sources: [GATTCharacteristic.Path]
        /// What to read now and then; `nil` if it notifies all the time.
        let probe: GATTCharacteristic.Path?
        private let command: GATTCharacteristic.Path
        private let hasResponse: Bool

        /// Looks for a fitness machine, then for FE-C; `nil` if there is neither.
        init?(
            _ link: GATTLink, told: AsyncStream<TrainerControl.Update>.Continuation
        ) async throws(GATTError) {
            typealias Known = SensorCharacteristic
            self.link = link
            if let machine = try await link.find(SensorService.fitnessMachine),
                machine.has(Known.fitnessMachineControlPoint)
            {
                func read<Value: SensorValue>(
                    _ characteristic: UUID128
                ) async throws(GATTError) -> Value? {
                    guard machine.has(characteristic) else { return nil }
                    let path = GATTCharacteristic.Path(characteristic, in: machine.uuid)
                    do throws(GATTError) {
                        let value = try await link.read(path)
                        do throws(SensorError) { return try Value(decoding: value.span) } catch {
                            told.yield(.fault(.invalid(error)))
                            return nil
                        }
                    } catch {
                        guard !error.isTemporary, error != .cancelled else { throw error }
                        return nil
                    }
                }
                let feature: FitnessMachineFeature? = try await read(Known.fitnessMachineFeature)
                offer = .fitnessMachine(
                    feature?.settable ?? [], power: try await read(Known.powerRange),
                    resistance: try await read(Known.resistanceRange))
                let path = { GATTCharacteristic.Path($0, in: machine.uuid) }
                command = path(Known.fitnessMachineControlPoint)
                probe = path(Known.fitnessMachineFeature)
                // The status can be done without.
                let hasStatus = machine.characteristics.contains {
                    $0.uuid == Known.fitnessMachineStatus && $0.canBeSubscribed
                }
                sources = hasStatus ? [command, path(Known.fitnessMachineStatus)] : [command]
                hasResponse = true
            } else if let fec = try await link.find(SensorService.fec),
                let written = fec.characteristics.first(where: { $0.uuid == Known.fecCommand })
            {
                offer = .fec(nil)
                sources = [GATTCharacteristic.Path(Known.fecNotification, in: fec.uuid)]
                probe = nil
                command = GATTCharacteristic.Path(written.uuid, in: fec.uuid)
                hasResponse = written.properties.contains(.write)
            } else {
                return nil
            }
        }

        func write(_ value: ContiguousArray<UInt8>) async throws(GATTError) {
            try await link.write(value, to: command, withResponse: hasResponse)
        }
    }

    extension GATTLink {
        /// Discovers a service; `nil` if there is none that can be used.
        fileprivate func find(_ service: UUID128) async throws(GATTError) -> GATTService? {
            do throws(GATTError) {
                return try await discover(service)
            } catch {
                guard !error.isTemporary, error != .cancelled else { throw error }
                return nil
            }
        }
    }
#endif
