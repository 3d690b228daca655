// Left out of Embedded Swift: firmware takes each effect when it is due and needs no heap for it.
#if !hasFeature(Embedded)
    extension PeripheralSession {
        /// An ``Effect`` that owns its bytes: notifications and answers carry what
        /// ``withBytes(of:_:)`` lends.
        public enum OwnedEffect: Hashable, Sendable {
            /// See ``Effect/addService``.
            case addService
            /// See ``Effect/removeService``.
            case removeService
            /// See ``Effect/startAdvertising``.
            case startAdvertising
            /// See ``Effect/stopAdvertising``.
            case stopAdvertising
            /// Notify a central with these bytes; see ``Effect/notify(_:_:)``.
            case notify(Central, ContiguousArray<UInt8>)
            /// Answer a central's read with these bytes; see ``Effect/answer(_:_:)``.
            case answer(Central, ContiguousArray<UInt8>)
            /// See ``Effect/reject(_:_:)``.
            case reject(Central, ATTError)
            /// See ``Effect/fault(_:)``.
            case fault(Fault)
        }

        /// The effects of the last event that you have not taken yet, in order.
        public mutating func takeEffects() -> [OwnedEffect] {
            var effects: [OwnedEffect] = []
            while let effect = nextEffect() { effects.append(owned(effect)) }
            return effects
        }

        private mutating func owned(_ effect: Effect) -> OwnedEffect {
            switch effect {
            case .addService: .addService
            case .removeService: .removeService
            case .startAdvertising: .startAdvertising
            case .stopAdvertising: .stopAdvertising
            case .notify(let central, let value): .notify(central, copy(of: value))
            case .answer(let central, let value): .answer(central, copy(of: value))
            case .reject(let central, let error): .reject(central, error)
            case .fault(let fault): .fault(fault)
            }
        }

        private mutating func copy(of value: Value) -> ContiguousArray<UInt8> {
            withBytes(of: value) { ContiguousArray(copying: $0) }
        }
    }
#endif
