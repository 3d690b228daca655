// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    import KomootNav
    import KomootNavJSON
    import Simulation

    /// A program as a phone's state machine. It may be marked as sendable because only code on its world's executor uses
    /// it.
    final class PipedPhone: PeripheralStateMachine, @unchecked Sendable {
        private let program: PipedProgram<PeripheralSession.OwnedEffect>
        private let rules: PhoneRules
        private var effects: ArraySlice<PeripheralSession.OwnedEffect> = []
        /// The bytes of the effects that were taken.
        private var values: ContiguousArray<ContiguousArray<UInt8>> = []

        var nextDeadline: SessionTime? { program.nextDeadline }
        var breakdown: String? { program.breakdown }

        init(_ program: JudgedProgram) {
            let rules = PhoneRules()
            self.rules = rules
            self.program = PipedProgram(program) { text throws(UnreadableLine) in
                try PhoneLine(phone: text)
            } fault: {
                rules.fault(of: $0)
            } faultAtEnd: {
                rules.faultAtEnd()
            }
        }

        func handle(_ event: PeripheralSession.Event, at time: SessionTime) {
            let event = PeripheralSession.OwnedEvent(event)
            rules.note(event)
            // A radio refuses a notification while there are effects to take.
            if effects.isEmpty { values.removeAll(keepingCapacity: true) }
            effects += program.tell(event, isTimePassed: event == .timePassed, at: time)
        }

        func nextEffect() -> PeripheralSession.Effect? {
            switch effects.popFirst() {
            case nil: nil
            case .addService: .addService
            case .removeService: .removeService
            case .startAdvertising: .startAdvertising
            case .stopAdvertising: .stopAdvertising
            case .notify(let central, let bytes): .notify(central, keep(bytes))
            case .answer(let central, let bytes): .answer(central, keep(bytes))
            case .reject(let central, let error): .reject(central, error)
            case .fault(let fault): .fault(fault)
            }
        }

        private func keep(_ bytes: ContiguousArray<UInt8>) -> PeripheralSession.Value {
            values.append(bytes)
            return PeripheralSession.Value(
                object: UInt32(values.count - 1), offset: 0, count: bytes.count)
        }

        func withBytes<R, E: Error>(
            of value: PeripheralSession.Value, _ body: (Span<UInt8>) throws(E) -> R
        ) throws(E) -> R {
            let bytes = values[Int(value.object)]
            return try body(bytes.span)
        }
    }
#endif
