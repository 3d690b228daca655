// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    package import KomootNav
    import KomootNavConformance
    import KomootNavJSON
    package import Simulation

    /// A program as a device's state machine: it gets each event as a line, and answers with effects and a state.
    ///
    /// Whatever the program does, an event ends within ``JudgedProgram/timeout``; what can't be understood or done is
    /// the ``breakdown``. It may be marked as sendable because only code on its world's executor uses it.
    package final class PipedDevice: CentralStateMachine, @unchecked Sendable {
        /// The most effects that an event may have.
        private static let mostEffects = 100
        /// How often `timePassed` may leave a deadline that has passed.
        private static let mostWakes = 100

        private let program: JudgedProgram
        private let layout: InstructionLayout
        private let noteStatus: @Sendable () -> Void
        private var process: TesteeProcess?
        private var rules = RadioRules()
        private var effects: ArraySlice<CentralSession.OwnedEffect> = []
        private var delivery: (ContiguousArray<UInt8>, ObjectExtent)?
        private var wakes = 0

        package private(set) var nextDeadline: SessionTime?
        package private(set) var breakdown: String?

        /// - Parameters:
        ///   - plan: of the run, whose phone decides the layout of objects.
        ///   - noteStatus: called whenever it reports a status.
        package init(
            _ program: JudgedProgram, _ plan: RunPlan, noteStatus: @escaping @Sendable () -> Void
        ) {
            self.program = program
            self.noteStatus = noteStatus
            layout = plan.phone.layout
        }

        deinit {
            if let process { program.end(process) }
        }

        package func handle(_ event: CentralSession.Event, at time: SessionTime) {
            delivery = nil
            effects = []
            guard breakdown == nil else { return }
            let event = CentralSession.OwnedEvent(event)
            rules.note(event)
            let line = event.json(at: time).description
            do throws(JudgedProgram.Fault) {
                try exchange(line, at: time)
                if event == .timePassed, let nextDeadline, nextDeadline <= time {
                    wakes += 1
                    if wakes > Self.mostWakes {
                        throw JudgedProgram.Fault(
                            "its deadline of \(nextDeadline.milliseconds) ms has passed, and stays")
                    }
                } else {
                    wakes = 0
                }
            } catch {
                breakdown = "\(error), after \(line)"
                effects = []
                nextDeadline = nil
            }
        }

        private func exchange(_ line: String, at time: SessionTime) throws(JudgedProgram.Fault) {
            let process = try running()
            process.send(line)
            let deadline = ContinuousClock.now + program.timeout
            for _ in 0...Self.mostEffects {
                let text = try program.line(of: process, before: deadline, "state", program.timeout)
                if text.allSatisfy(\.isWhitespace) { continue }
                let answer: DeviceLine
                do throws(DeviceLine.Unreadable) {
                    answer = try DeviceLine(text, layout: layout)
                } catch {
                    throw JudgedProgram.Fault("it wrote \(error.reason): '\(quoted(text))'")
                }
                switch answer {
                case .effect(let effect):
                    if let fault = rules.fault(of: effect) {
                        throw JudgedProgram.Fault("it \(fault): '\(quoted(text))'")
                    }
                    effects.append(effect)
                case .note: break
                case .state(let deadline, let latest):
                    if let latest, latest != time {
                        throw JudgedProgram.Fault(
                            "its state is not of this event: '\(quoted(text))'")
                    }
                    nextDeadline = deadline
                    return
                }
            }
            throw JudgedProgram.Fault("it wrote more than \(Self.mostEffects) effects of one event")
        }

        private func running() throws(JudgedProgram.Fault) -> TesteeProcess {
            if let process { return process }
            let process = try program.start()
            self.process = process
            try program.greeting(of: process)
            return process
        }

        package func nextEffect() -> CentralSession.Effect? {
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

        package func withDelivery<R, E: Error>(
            _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
        ) throws(E) -> R? {
            guard let (bytes, extent) = delivery else { return nil }
            return try body(bytes.span, extent)
        }
    }
#endif
