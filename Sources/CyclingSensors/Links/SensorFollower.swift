#if !hasFeature(Embedded)
    /// Connects to one sensor again and again, and tells what it measures.
    struct SensorFollower: Sendable {
        let peer: GATTPeer
        let outlet: SensorOutlet

        /// How long it pauses before it tries again: the shortest pause after a link on which the sensor measured
        /// something, then twice as long each time.
        static let pauses = (shortest: Duration.seconds(1), longest: Duration.seconds(60))
        /// How long a sensor may be silent until its link is ended, as it may have forgotten the subscriptions.
        static let silence = Duration.seconds(60)

        /// What is subscribed to.
        private struct Source: Sendable {
            let path: GATTCharacteristic.Path
            let notifications: GATTNotifications

            /// Waits for the next notification.
            func next() async -> Heard {
                var iterator = notifications.makeAsyncIterator()
                do throws(GATTError) {
                    guard let next = try await iterator.next() else { return .ended(.cancelled) }
                    return .value(next, self)
                } catch {
                    return .ended(error)
                }
            }
        }

        /// What one of the tasks of a link has waited for.
        private enum Heard: Sendable {
            case value(GATTNotification, Source)
            /// A while has passed since this many packets had come.
            case timePassed(packetCount: Int)
            case ended(GATTError)
        }

        /// Why a link has ended.
        private enum End: Error {
            case lost(GATTError)
            case unusable
        }

        /// Follows the sensor until the task is cancelled.
        func follow() async {
            var pause = Self.pauses.shortest
            var decoder = SensorDecoder()
            while !Task.isCancelled {
                await tell(.status(.connecting))
                var packetCount = 0
                let end = await useLink(&packetCount, &decoder)
                if packetCount > 0 { pause = Self.pauses.shortest }
                switch end {
                case .lost(let error):
                    await tell(.status(.lost(error)))
                    // It has waited for Bluetooth already.
                    if case .unavailable(.off) = error { continue }
                case .unusable: await tell(.status(.unusable(.nothingToRead)))
                }
                // When it is cancelled, the loop ends.
                _ = try? await outlet.central.pause(for: pause)
                pause = min(pause * 2, Self.pauses.longest)
            }
        }

        private func tell(_ event: SensorUpdate.Event) async {
            await outlet.tell(event, of: peer)
        }

        /// Connects, and tells what the sensor measures as long as the link is of use.
        private func useLink(_ packetCount: inout Int, _ decoder: inout SensorDecoder) async -> End
        {
            do throws(GATTError) {
                let link = try await outlet.central.connectPatiently(to: peer)
                var information = SensorInformation()
                let sources = try await prepare(link, &information)
                guard !information.services.isEmpty else { return .unusable }
                await tell(.status(.connected(information)))
                return .lost(await listen(to: sources, &packetCount, &decoder))
            } catch {
                return .lost(error)
            }
        }

        /// Reads what the sensor says of itself, and then subscribes.
        private func prepare(
            _ link: GATTLink, _ information: inout SensorInformation
        ) async throws(GATTError) -> [Source] {
            var sources: [Source] = []
            for profile in SensorProfile.all {
                guard let service = try await discover(profile.service, on: link) else { continue }
                if let feature = profile.feature, service.has(feature) {
                    try await read(feature, in: service, on: link, &information)
                }
                if let location = profile.location, service.has(location) {
                    try await read(location, in: service, on: link, &information)
                }
                let path = GATTCharacteristic.Path(profile.measurement, in: service.uuid)
                guard let source = try await subscribe(to: path, on: link) else { continue }
                sources.append(source)
                information.services.append(service.uuid)
            }
            guard !sources.isEmpty,
                let battery = try await discover(SensorService.battery, on: link)
            else { return sources }
            let level = SensorCharacteristic.batteryLevel
            try await read(level, in: battery, on: link, &information)
            if battery.characteristics.contains(where: { $0.uuid == level && $0.canBeSubscribed }) {
                let path = GATTCharacteristic.Path(level, in: battery.uuid)
                if let source = try await subscribe(to: path, on: link) { sources.append(source) }
            }
            return sources
        }

        private func discover(
            _ service: UUID128, on link: GATTLink
        ) async throws(GATTError) -> GATTService? {
            do throws(GATTError) {
                return try await link.discover(service)
            } catch {
                switch error {
                case .notDiscovered: return nil
                case .ambiguous, .refused:
                    await tell(.fault(.service(service, error)))
                    return nil
                default: throw error
                }
            }
        }

        private func read(
            _ characteristic: UUID128, in service: GATTService, on link: GATTLink,
            _ information: inout SensorInformation
        ) async throws(GATTError) {
            let path = GATTCharacteristic.Path(characteristic, in: service.uuid)
            let value: ContiguousArray<UInt8>
            do throws(GATTError) {
                value = try await link.read(path)
            } catch {
                return try await tell(error, of: path)
            }
            await decode(value, of: path) { value throws(SensorError) in
                try information.note(value, of: characteristic)
            }
        }

        private func subscribe(
            to path: GATTCharacteristic.Path, on link: GATTLink
        ) async throws(GATTError) -> Source? {
            do throws(GATTError) {
                return Source(path: path, notifications: try await link.subscribe(to: path))
            } catch {
                try await tell(error, of: path)
                return nil
            }
        }

        /// Tells why a characteristic can't be used.
        ///
        /// - Throws: the error, if the link is of no use any more.
        private func tell(
            _ error: GATTError, of path: GATTCharacteristic.Path
        ) async throws(GATTError) {
            switch error {
            // Services have changed since it was discovered.
            case .notDiscovered(path.service): throw .servicesChanged
            case .notDiscovered, .notPermitted, .refused:
                await tell(.fault(.characteristic(path, error)))
            // Somebody else is told its values.
            case .subscribed: break
            default: throw error
            }
        }

        /// Decodes a value, or tells why it can't be decoded.
        @discardableResult
        private func decode<R>(
            _ value: ContiguousArray<UInt8>, of path: GATTCharacteristic.Path,
            _ decode: (Span<UInt8>) throws(SensorError) -> R
        ) async -> R? {
            do throws(SensorError) {
                guard value.count <= ATT.maximumValueLength else {
                    throw SensorError(.oversized, at: ATT.maximumValueLength)
                }
                return try decode(value.span)
            } catch {
                await tell(.fault(.value(path, error)))
                return nil
            }
        }

        /// Tells what is notified, until the link ends or is silent for too long.
        private func listen(
            to sources: [Source], _ packetCount: inout Int, _ decoder: inout SensorDecoder
        ) async -> GATTError {
            await withTaskGroup(of: Heard.self) { group in
                for source in sources { group.addTask { await source.next() } }
                group.addTask { await silence(after: 0) }
                defer { group.cancelAll() }
                for await heard in group {
                    switch heard {
                    case .value(let notification, let source):
                        if await take(notification, of: source.path, &decoder) { packetCount += 1 }
                        group.addTask { await source.next() }
                    case .timePassed(packetCount): return .timedOut
                    case .timePassed:
                        group.addTask { [packetCount] in await silence(after: packetCount) }
                    case .ended(let error): return error
                    }
                }
                return .cancelled
            }
        }

        private func silence(after packetCount: Int) async -> Heard {
            do throws(GATTError) {
                try await outlet.central.pause(for: Self.silence)
                return .timePassed(packetCount: packetCount)
            } catch {
                return .ended(error)
            }
        }

        /// Tells a value that was notified.
        ///
        /// - Returns: whether it is of a measurement.
        private func take(
            _ notification: GATTNotification, of path: GATTCharacteristic.Path,
            _ decoder: inout SensorDecoder
        ) async -> Bool {
            let characteristic = path.characteristic
            let isBattery = characteristic == SensorCharacteristic.batteryLevel
            let event = await decode(notification.value, of: path) {
                value throws(SensorError) -> SensorUpdate.Event in
                if isBattery {
                    return .battery(percent: try SensorInformation.batteryPercent(value))
                }
                let packet = SensorPacket(
                    characteristic: characteristic, value: notification.value,
                    time: notification.time)
                return .packet(
                    packet, try decoder.decode(value, of: characteristic))
            }
            if let event {
                await outlet.tell(
                    SensorUpdate(sensor: peer, time: notification.time, event: event))
            }
            return !isBattery
        }
    }

    extension GATTCentral {
        /// Connects, however long it takes.
        func connectPatiently(to peer: GATTPeer) async throws(GATTError) -> GATTLink {
            while true {
                do throws(GATTError) {
                    return try await connect(to: peer)
                } catch {
                    guard error == .timedOut else { throw error }
                }
            }
        }
    }

    extension GATTService {
        func has(_ characteristic: UUID128) -> Bool {
            characteristics.contains { $0.uuid == characteristic }
        }
    }

    extension GATTCharacteristic {
        var canBeSubscribed: Bool {
            !properties.isDisjoint(with: [.notify, .indicate])
        }
    }
#endif
