// Left out of Embedded Swift: firmware encodes into memory of its own.
#if !hasFeature(Embedded)
    extension PeripheralSession {
        /// Publishes an instruction, encoded in the configured layout, as ``Event/publish(_:)`` does with an object's
        /// bytes.
        ///
        /// - Throws: what ``NavigationInstruction/encoded(as:)`` throws. Then nothing has changed.
        public mutating func publish(
            _ instruction: NavigationInstruction, at time: SessionTime
        ) throws(KomootNavError) {
            let object = try instruction.encoded(as: configuration.layout)
            handle(.publish(object.span), at: time)
        }
    }
#endif
