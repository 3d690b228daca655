#if !hasFeature(Embedded)
    extension GATTCentral {
        /// The peripherals that advertise a service, strongest first: for a list from which a user chooses.
        ///
        /// ```swift
        /// for try await phones in central.nearby(NavigationService.uuid) {
        ///     names = phones.map { $0.name ?? "?" }
        /// }
        /// ```
        ///
        /// The central scans while somebody refers to the sequence, which costs more power than ``find(_:within:where:)``.
        ///
        /// - Parameter service: what they must advertise.
        public func nearby(_ service: UUID128) -> GATTNearby { nearby(anyOf: [service]) }

        /// The peripherals that advertise one of several services, strongest first.
        ///
        /// - Parameter services: of which they must advertise one or more.
        public func nearby(anyOf services: [UUID128]) -> GATTNearby { GATTNearby(services, core) }
    }

    /// Lists of the peripherals that are near: the first one, empty, at once, then another one when something changes, at
    /// most once in a second. A peripheral leaves the list if it is not heard for ``memory``. For one task.
    ///
    /// A loop ends when its task is cancelled, and throws ``GATTError/unavailable(_:)`` if the app can't use Bluetooth.
    public struct GATTNearby: AsyncSequence, Sendable {
        /// How long a peripheral is listed that is not heard any more.
        public static let memory = Duration.seconds(10)
        /// How many are listed, at most: the strongest.
        public static let capacity = 64

        private let looking: Looking

        init(_ services: [UUID128], _ core: CentralCore) {
            looking = Looking(Survey(services), core)
        }

        /// Begins to iterate.
        public func makeAsyncIterator() -> Iterator { Iterator(looking: looking) }

        /// Waits for one list after another.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let looking: Looking

            /// The next list; `nil` when the task is cancelled.
            public mutating func next() async throws(GATTError) -> [GATTAdvertisement]? {
                let survey = looking.survey
                do throws(GATTError) {
                    return try await looking.core.wait { core, wait in
                        core.take(wait, from: survey)
                    }
                } catch {
                    // As with every sequence, the loop of a cancelled task just ends.
                    if error == .cancelled { return nil }
                    throw error
                }
            }
        }

        /// Ends the scan when nobody refers to it any more.
        fileprivate final class Looking: Sendable {
            let survey: Survey
            let core: CentralCore

            init(_ survey: Survey, _ core: CentralCore) {
                self.survey = survey
                self.core = core
            }

            deinit { core.run { [survey] in survey.hasEnded = true } }
        }
    }

    /// What is near, as a `CentralCore` has heard it.
    final class Survey: @unchecked Sendable {
        /// How long one list stands.
        private static let interval = Duration.seconds(1)
        /// How often the radio is asked what it is connected to, if something is.
        private static let lookInterval = Duration.seconds(4)

        let services: [UUID128]
        /// Who waits for the next list.
        var wait: Wait<[GATTAdvertisement]>?
        /// Whether nobody looks any more.
        var hasEnded = false
        private var heard: [(advertisement: GATTAdvertisement, time: SessionTime)] = []
        /// Whether the list differs from the one that was told last.
        private var hasChanged = true
        private var lastLook = SessionTime.zero
        /// When the next list may be told.
        private var next = SessionTime.zero

        init(_ services: [UUID128]) { self.services = services }

        func hear(_ advertisement: GATTAdvertisement, at time: SessionTime) {
            guard advertisement.services.contains(where: services.contains) else { return }
            let known = heard.firstIndex { $0.advertisement.peer == advertisement.peer }
            let old = known.map { heard.remove(at: $0).advertisement }
            heard.append((advertisement, time))
            heard.sort { $0.advertisement.rank > $1.advertisement.rank }
            let isListed =
                heard.count <= GATTNearby.capacity
                || heard.removeLast().advertisement != advertisement
            hasChanged = hasChanged || isListed && old != advertisement
        }

        /// Bluetooth is off: nothing is near any more.
        func forget() {
            hasChanged = hasChanged || !heard.isEmpty
            heard = []
        }

        /// Whether the radio must say again what it is connected to, which it says only when a scan begins.
        func mustLookAgain(_ now: SessionTime) -> Bool {
            guard let look, look <= now else { return false }
            lastLook = now
            return true
        }

        private var look: SessionTime? {
            heard.contains { $0.advertisement.signalStrength == nil }
                ? lastLook.advanced(by: Self.lookInterval) : nil
        }

        /// Tells whoever waits, if it is time.
        func tell(_ now: SessionTime) {
            let count = heard.count
            heard.removeAll { $0.time.advanced(by: GATTNearby.memory) <= now }
            hasChanged = hasChanged || heard.count < count
            guard let wait, !wait.isOver, hasChanged, next <= now else { return }
            hasChanged = false
            next = now.advanced(by: Self.interval)
            wait.end(.success(heard.map(\.advertisement)))
        }

        /// When there may be something to tell.
        var deadline: SessionTime? {
            guard let wait, !wait.isOver else { return look }
            if hasChanged { return next }
            let ends = heard.map { $0.time.advanced(by: GATTNearby.memory) }
            return (ends + [look].compactMap(\.self)).min()
        }
    }

    extension GATTAdvertisement {
        /// Where it stands in a list. What is connected already has no strength, and is nearest.
        fileprivate var rank: Int { signalStrength ?? .max }
    }
#endif
