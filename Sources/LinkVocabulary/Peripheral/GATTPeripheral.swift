// Left out of Embedded Swift: firmware calls its radio by itself.
#if !hasFeature(Embedded)
    /// A peripheral for apps: the radio on which its parts serve side by side.
    ///
    /// An app has one for its radio. Each part of the app serves its own services, and all that is advertised is advertised
    /// together.
    public final class GATTPeripheral: Sendable {
        let core: PeripheralCore
        /// The clock, the random numbers and the context of its radio.
        package var context: RadioCore { core }

        /// Creates a peripheral that does nothing until it is used.
        ///
        /// - Parameter radio: a radio that nobody else uses.
        public init(_ radio: any GATTPeripheralRadio) { core = PeripheralCore(radio) }
    }
#endif
