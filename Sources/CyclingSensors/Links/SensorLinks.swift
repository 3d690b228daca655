#if !hasFeature(Embedded)
    extension GATTCentral {
        /// The sensors and trainers that are near, strongest first: for a list from which a rider chooses.
        ///
        /// To take the first one of a kind, use `find` with a
        /// ``SensorService``. Keep the `identifier` of what is chosen, for the next ride.
        public func nearbySensors() -> GATTNearby {
            nearby(anyOf: SensorProfile.all.map(\.service))
        }

        /// Connects to sensors, again after each lost link, and tells what they measure.
        ///
        /// ```swift
        /// let strap = try await central.find(SensorService.heartRate).peer
        /// await central.withSensors([strap]) { sensors in
        ///     for await update in sensors.updates { show(update) }
        /// }
        /// ```
        ///
        /// Everything happens in tasks of this call: their links end when it returns. Each sensor is on its own:
        /// the faults of one are told, and stop no other.
        ///
        /// - Parameters:
        ///   - sensors: whom to connect to, as they were found now or long ago: they are not scanned for.
        ///   - isolation: where `body` runs; by default, where the caller does.
        ///   - body: takes what happens. When it ends, so do the links.
        /// - Returns: what `body` returns.
        /// - Throws: what `body` throws.
        public func withSensors<R, Failure: Error>(
            _ sensors: [GATTPeer], isolation: isolated (any Actor)? = #isolation,
            _ body: (SensorLinks) async throws(Failure) -> R
        ) async throws(Failure) -> R {
            let (updates, told) = AsyncStream.makeStream(
                of: SensorUpdate.self, bufferingPolicy: .bufferingOldest(SensorLinks.waitingUpdates)
            )
            let (choices, choice) = AsyncStream.makeStream(
                of: [GATTPeer].self, bufferingPolicy: .bufferingNewest(1))
            choice.yield(sensors)
            let outlet = SensorOutlet(central: self, updates: told)
            async let _: Void = outlet.follow(choices)
            return try await body(SensorLinks(updates: updates, choice: choice))
        }
    }

    /// Links to several sensors at once, one to each, as `withSensors` makes them.
    public struct SensorLinks: Sendable {
        /// How many sensors are connected at once, at most: more than a rider carries.
        public static let capacity = 8
        /// How many updates wait to be taken. If there are more, statuses and faults wait longer, and the oldest packets are
        /// dropped, as `GATTNotifications` drops them.
        public static let waitingUpdates = 64

        /// What happens, in order; for one task. It ends when that is cancelled.
        public let updates: AsyncStream<SensorUpdate>
        let choice: AsyncStream<[GATTPeer]>.Continuation

        /// Connects to these sensors from now on, and to no others. Links to those that were chosen before stay.
        ///
        /// - Parameter sensors: the first ``capacity`` are connected. Each of the others is
        ///   ``SensorStatus/unusable(_:)``, as ``SensorFault/tooManySensors(limit:)`` says.
        public func choose(_ sensors: [GATTPeer]) { choice.yield(sensors) }
    }

    /// Where the tasks of all sensors tell what happens.
    struct SensorOutlet: Sendable {
        let central: GATTCentral
        let updates: AsyncStream<SensorUpdate>.Continuation

        /// How often it is tried to tell something while there is no room.
        private static let retryInterval = Duration.milliseconds(100)

        /// Tells something; waits while there is no room.
        func tell(_ update: SensorUpdate) async {
            while case .dropped = updates.yield(update) {
                guard (try? await central.pause(for: Self.retryInterval)) != nil else { return }
            }
        }

        /// Tells what happens to a sensor now.
        func tell(_ event: SensorUpdate.Event, of sensor: GATTPeer) async {
            guard let now = try? await central.pause(for: .zero) else { return }
            await tell(SensorUpdate(sensor: sensor, time: now, event: event))
        }

        /// Follows the sensors that are chosen: a task for each.
        func follow(_ choices: AsyncStream<[GATTPeer]>) async {
            await withTaskGroup(of: Void.self) { group in
                var followed: [(peer: GATTPeer, end: AsyncStream<Void>.Continuation)] = []
                for await choice in choices {
                    var chosen: [GATTPeer] = []
                    for peer in choice where !chosen.contains(peer) { chosen.append(peer) }
                    let wanted = chosen.prefix(SensorLinks.capacity)
                    for (peer, end) in followed where !wanted.contains(peer) {
                        end.finish()
                        // No other one ends, so this is that one.
                        await group.next()
                        await tell(.status(.lost(.cancelled)), of: peer)
                    }
                    followed.removeAll { !wanted.contains($0.peer) }
                    for peer in wanted where !followed.contains(where: { $0.peer == peer }) {
                        let (ending, end) = AsyncStream.makeStream(of: Void.self)
                        followed.append((peer, end))
                        group.addTask { await follow(peer, until: ending) }
                    }
                    for peer in chosen.dropFirst(SensorLinks.capacity) {
                        let fault = SensorFault.tooManySensors(limit: SensorLinks.capacity)
                        await tell(.status(.unusable(fault)), of: peer)
                    }
                }
            }
        }

        /// Follows a sensor until that is to end.
        private func follow(_ peer: GATTPeer, until ending: AsyncStream<Void>) async {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await SensorFollower(peer: peer, outlet: self).follow() }
                for await _ in ending {}
                group.cancelAll()
            }
        }
    }
#endif
