// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    import KomootNav
    import KomootNavConformance
    import KomootNavJSON

    /// A program as one end of a run: it gets each event as a line, and answers with effects and a state.
    ///
    /// Whatever the program does, an event ends within ``JudgedProgram/timeout``; what can't be understood or done is
    /// the ``breakdown``.
    final class PipedProgram<Effect: Hashable> {
        /// The most effects that an event may have.
        private static var mostEffects: Int { 100 }
        /// The most lines of the answer to an event.
        private static var mostLines: Int { 1000 }
        /// How often `timePassed` may leave a deadline that has passed.
        private static var mostWakes: Int { 100 }

        private let program: JudgedProgram
        private let read: (String) throws(UnreadableLine) -> ProgramLine<Effect>
        /// Why an effect can't be done, as the end of a sentence that begins with the program.
        private let fault: (Effect) -> String?
        /// What is wrong after an event, as the end of such a sentence.
        private let faultAtEnd: () -> String?
        private var process: TesteeProcess?
        private var wakes = 0

        /// When it acts by itself.
        private(set) var nextDeadline: SessionTime?
        /// Why it can't go on.
        private(set) var breakdown: String?

        init(
            _ program: JudgedProgram,
            read: @escaping (String) throws(UnreadableLine) -> ProgramLine<Effect>,
            fault: @escaping (Effect) -> String?, faultAtEnd: @escaping () -> String? = { nil }
        ) {
            self.program = program
            self.read = read
            self.fault = fault
            self.faultAtEnd = faultAtEnd
        }

        deinit {
            // One that can't go on need not end by itself.
            if let process, breakdown == nil { program.end(process) }
        }

        /// Tells it an event.
        ///
        /// - Returns: its effects; none if it can't go on.
        func tell(_ event: some JSONForm, isTimePassed: Bool, at time: SessionTime) -> [Effect] {
            guard breakdown == nil else { return [] }
            let line = event.json(at: time).description
            do throws(JudgedProgram.Fault) {
                let effects = try exchange(line, at: time)
                try checkDeadline(isTimePassed: isTimePassed, at: time)
                if let fault = faultAtEnd() { throw JudgedProgram.Fault("it \(fault)") }
                return effects
            } catch {
                breakdown = "\(error), after \(quoted(line))"
                nextDeadline = nil
                return []
            }
        }

        private func checkDeadline(
            isTimePassed: Bool, at time: SessionTime
        ) throws(JudgedProgram.Fault) {
            guard isTimePassed, let nextDeadline, nextDeadline <= time else { return wakes = 0 }
            wakes += 1
            if wakes > Self.mostWakes {
                throw JudgedProgram.Fault(
                    "it keeps a deadline of \(nextDeadline.milliseconds) ms, which has passed")
            }
        }

        private func exchange(
            _ line: String, at time: SessionTime
        ) throws(JudgedProgram.Fault) -> [Effect] {
            let process = try running()
            if let surplus = process.readSurplus() {
                throw JudgedProgram.Fault("it wrote a line after its state: '\(quoted(surplus))'")
            }
            process.send(line)
            let deadline = ContinuousClock.now + program.timeout
            var effects: [Effect] = []
            for _ in 0..<Self.mostLines where effects.count <= Self.mostEffects {
                let text = try program.line(of: process, before: deadline, "state", program.timeout)
                if text.allSatisfy(\.isWhitespace) { continue }
                switch try parsed(text) {
                case .effect(let effect):
                    if let fault = fault(effect) {
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
                    return effects
                }
            }
            throw JudgedProgram.Fault(
                effects.count > Self.mostEffects
                    ? "it wrote more than \(Self.mostEffects) effects of one event"
                    : "it wrote \(Self.mostLines) lines, and no state")
        }

        private func parsed(_ text: String) throws(JudgedProgram.Fault) -> ProgramLine<Effect> {
            do throws(UnreadableLine) {
                return try read(text)
            } catch {
                throw JudgedProgram.Fault("it wrote \(error.reason): '\(quoted(text))'")
            }
        }

        private func running() throws(JudgedProgram.Fault) -> TesteeProcess {
            if let process { return process }
            let process = try program.start()
            self.process = process
            let greeting = try program.greeting(of: process)
            if let first = program.greeting, greeting != first {
                throw JudgedProgram.Fault(
                    "it first greeted with \(first), now: '\(quoted(greeting))'")
            }
            return process
        }
    }
#endif
