// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    import KomootNav
    import KomootNavJSON
    import Simulation

    /// A program as a device's state machine. It may be marked as sendable because only code on its world's executor uses
    /// it.
    final class PipedDevice: CentralStateMachine, @unchecked Sendable {
        private let program: PipedProgram<CentralSession.OwnedEffect>
        private let noteStatus: @Sendable () -> Void
        private let rules: RadioRules
        private var effects: ArraySlice<CentralSession.OwnedEffect> = []
        private var delivery: (ContiguousArray<UInt8>, ObjectExtent)?

        var nextDeadline: SessionTime? { program.nextDeadline }
        var breakdown: String? { program.breakdown }

        /// - Parameters:
        ///   - plan: of the run, whose phone decides the layout of objects.
        ///   - noteStatus: called whenever it reports a status.
        init(
            _ program: JudgedProgram, _ plan: RunPlan, noteStatus: @escaping @Sendable () -> Void
        ) {
            let layout = plan.phone.layout
            let rules = RadioRules(plan.radio.reads)
            self.rules = rules
            self.noteStatus = noteStatus
            self.program = PipedProgram(program) { text throws(UnreadableLine) in
                try DeviceLine(text, layout: layout)
            } fault: {
                rules.fault(of: $0)
            }
        }

        func handle(_ event: CentralSession.Event, at time: SessionTime) {
            delivery = nil
            let event = CentralSession.OwnedEvent(event)
            rules.note(event)
            effects = program.tell(event, isTimePassed: event == .timePassed, at: time)[...]
        }

        func nextEffect() -> CentralSession.Effect? {
            guard let effect = effects.popFirst() else { return nil }
            switch effect {
            case .startScan: return .startScan
            case .stopScan: return .stopScan
            case .connect(let peer, let link): return .connect(peer, link: link)
            case .disconnect(let link): return .disconnect(link: link)
            case .discover(let ticket): return .discover(ticket)
            case .subscribe(let ticket): return .subscribe(ticket)
            case .read(let ticket, let offset): return .read(ticket, offset: offset)
            case .deliver(let bytes, let extent):
                delivery = (bytes, extent)
                return .deliver(extent)
            case .report(let status):
                noteStatus()
                return .report(status)
            case .fault(let fault): return .fault(fault)
            }
        }

        func withDelivery<R, E: Error>(
            _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
        ) throws(E) -> R? {
            guard let (bytes, extent) = delivery else { return nil }
            return try body(bytes.span, extent)
        }
    }
#endif
