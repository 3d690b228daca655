// Left out of Embedded Swift: firmware encodes into memory of its own.
#if !hasFeature(Embedded)
    extension PeripheralDriver {
        /// Publishes an instruction, encoded in the configured layout. The other `publish` does the same with an
        /// object's bytes.
        ///
        /// - Throws: what ``NavigationInstruction/encoded(as:)`` throws. Then nothing has changed.
        public func publish<Radio: PeripheralRadio>(
            _ instruction: NavigationInstruction, at time: SessionTime, on radio: Radio
        ) throws(KomootNavError) where Radio.Central == Central, Radio.Read == Read {
            let object = try instruction.encoded(as: configuration.layout)
            publish(object.span, at: time, on: radio)
        }
    }
#endif
