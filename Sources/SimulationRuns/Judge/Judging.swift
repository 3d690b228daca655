// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    package import Simulation

    /// Judges a program by many runs, each with a process of its own.
    package struct Judging: Sendable {
        /// How long runs that end because the program breaks down may take in all. A program that hangs costs the whole
        /// time-out each time.
        private static let longestLoss = Duration.seconds(30)
        let program: JudgedProgram
        let end: JudgedEnd
        let campaign: Campaign
        /// How long the search for a short counterexample may take, for each promise that is broken.
        private let searchTime: Duration
        private let lost = Lock(Duration.zero)
        private let statuses = Lock(false)

        /// - Parameters:
        ///   - end: what the program's greeting says.
        ///   - campaign: which runs. Only its seeds, profiles, faults and jobs matter; a phone's profile is its own.
        ///   - searchTime: how long the search for a short counterexample may take, for each broken promise.
        package init(
            _ program: JudgedProgram, _ end: JudgedEnd, _ campaign: Campaign, searchTime: Duration
        ) {
            self.program = program
            self.end = end
            self.searchTime = searchTime
            var campaign = campaign
            campaign.promises = Set(end.promises)
            campaign.radios = end.radios
            campaign.phone = end.phone
            campaign.profiles = end.profile.map { [$0] } ?? campaign.profiles
            campaign.contestants =
                end.isPhone
                ? Contestants(makePhone: { _ in PipedPhone(program) })
                : Contestants(makeDeviceForPlan: { [statuses] plan in
                    PipedDevice(program, plan) { statuses.with { $0 = true } }
                })
            self.campaign = campaign
        }

        /// Does the runs. If the program's ``JudgedProgram/isInterrupted`` says so, it ends early.
        ///
        /// - Parameter progress: is told now and then how many runs are done.
        package func run(progress: (@Sendable (Int) -> Void)? = nil) async -> Judgement {
            let report = await PromiseReport<Promise>(
                seeds: campaign.seeds, jobs: campaign.jobs, progress: progress
            ) { await found(by: $0) }
            var judgement = Judgement(
                command: program.command, end: end, timeout: program.timeout,
                seeds: campaign.seeds, faults: campaign.faults, runs: report.runs,
                brokenRuns: report.runsWithBroken, judgedRuns: report.marks,
                reportsStatuses: statuses.with { $0 },
                gaveUp: hasLostAllTime)
            for promise in end.promises {
                guard let (seed, breach) = report.broken[promise] else { continue }
                let broken = BrokenPromise(breach)
                judgement.add(
                    await counterexample(
                        seed, broken, within: searchTime, runs: report.brokenRuns[promise] ?? 0))
            }
            if program.isInterrupted() { judgement.interrupt() }
            return judgement
        }

        /// Without a search and a chart if it is interrupted: then no program can go on.
        private func counterexample(
            _ seed: UInt64, _ broken: BrokenPromise, within time: Duration, runs: Int
        ) async -> Counterexample {
            let failure = await campaign.shrunkFailure(of: seed, broken, within: time)
            let (result, trace) = await failure.plan.recordedRun(campaign.contestants)
            guard !program.isInterrupted() else {
                let found = await campaign.shrunkFailure(of: seed, broken, within: .zero)
                return Counterexample(found, [], runs: runs, isPhone: end.isPhone)
            }
            let hasHappenedAgain = result.broken?.promise == broken.promise
            return Counterexample(
                failure, hasHappenedAgain ? trace : [], runs: runs, isRepeatable: hasHappenedAgain,
                isPhone: end.isPhone)
        }

        private func found(by seed: UInt64) async -> PromiseReport<Promise>.Found? {
            if program.isInterrupted() || hasLostAllTime { return nil }
            let start = ContinuousClock.now
            let plan = campaign.plan(for: seed)
            let result = await plan.run(campaign.contestants)
            guard let broken = result.broken else {
                let judged = end.promises.filter {
                    !result.unjudged.contains($0) && (end.isPhone || $0.isJudged(with: plan.radio))
                }
                let marks = Set(judged.map(\.rawValue))
                return program.isInterrupted() ? nil : (broken: [], marks: marks)
            }
            if broken.promise == .goesOn {
                // The interruption may have ended a wait.
                if program.isInterrupted() { return nil }
                lost.with { $0 += .now - start }
            }
            return (broken: [PromiseBreach(broken)], marks: [broken.promise.rawValue])
        }

        private var hasLostAllTime: Bool { lost.with { $0 } > Self.longestLoss }
    }
#endif
