// Left out of Embedded Swift: firmware calls its radio by itself.
#if !hasFeature(Embedded)
    /// A peripheral for apps: the radio on which its parts serve side by side.
    ///
    /// An app has one for its radio. Each part of the app serves its own services, and all that is advertised is advertised
    /// together.
    public final class GATTPeripheral: Sendable {
        let core: PeripheralCore

        /// Creates a peripheral that does nothing until it is used.
        ///
        /// - Parameter radio: a radio that nobody else uses.
        public init(_ radio: any GATTPeripheralRadio) { core = PeripheralCore(radio) }

        /// The time, on the radio's clock.
        package var now: SessionTime { core.radio.now }

        /// The time on a clock that nothing stops.
        package var unstoppedTime: SessionTime { core.radio.unstoppedTime }

        /// A random number. May be asked for from anywhere.
        package func randomNumber() -> UInt64 { core.randomNumber() }

        /// Begins a task that waits for others.
        package func begin(_ task: @escaping @Sendable () async -> Void) { core.radio.begin(task) }

        /// Does something in the radio's context. May be called from anywhere.
        package func run(_ work: @escaping @Sendable () -> Void) { core.enter(work) }

        /// Does something in the radio's context, and returns afterwards if the radio can wait. Not to be called there.
        package func runAndWait(_ work: @escaping @Sendable () -> Void) { core.enterAndWait(work) }
    }
#endif
