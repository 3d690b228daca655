import KomootNav

/// Visits every state of a world, nearest first, and remembers from where it came to each.
struct Exploration<World: ExplorableWorld> {
    /// How a state was reached: from which other one, and with which step.
    private struct Origin {
        let parent: UInt32
        let step: UInt16
    }

    /// How often progress is told: whenever this many states more were visited.
    private static var statesBetweenReports: Int { 1 << 10 }

    private let start: World
    private let maximumStates: Int
    private var visited = StateTable()
    private var origins: ContiguousArray<Origin> = []
    private var recovered = StateTable()
    /// The states in which nothing more is under way after a while.
    private var settling = StateTable()
    private var report = ExplorationReport()

    init(_ start: World, maximumStates: Int) {
        self.start = start
        self.maximumStates = maximumStates
    }

    mutating func run(progress: ((ExplorationReport) -> Bool)?) -> ExplorationReport {
        var first = start
        _ = visited.insert(first.digest(countsBudget: true))
        origins = [Origin(parent: 0, step: 0)]
        if let broken = start.broken { note(broken, [], from: 0) }
        askForRecovery(of: start)
        var level: ContiguousArray<World.Kept> = [start.kept()]
        var levelStart = 0
        while !level.isEmpty {
            var next: ContiguousArray<World.Kept> = []
            let nextStart = origins.count
            for position in level.indices {
                guard origins.count < maximumStates else { return report }
                let found = report.counterexamples.count
                expand(
                    start.world(level[position]), number: levelStart + position, &next)
                let isDue = (levelStart + position) % Self.statesBetweenReports == 0
                if isDue || report.counterexamples.count > found, progress?(report) == false {
                    return report
                }
            }
            level = next
            levelStart = nextStart
            if !next.isEmpty { report.depth += 1 }
        }
        report.isExhausted = true
        return report
    }

    /// Takes every step that is possible in a state.
    private mutating func expand(
        _ world: World, number: Int, _ next: inout ContiguousArray<World.Kept>
    ) {
        var steps: ContiguousArray<ExplorationStep> = []
        world.forEachStep { steps.append($0) }
        for step in steps {
            var after = world
            after.perform(step)
            report.transitions += 1
            if let broken = after.broken {
                note(broken, [step], from: number)
                continue
            }
            guard visited.insert(after.digest(countsBudget: true)) else { continue }
            origins.append(Origin(parent: UInt32(number), step: step.code))
            report.states += 1
            report.largestQueue = max(report.largestQueue, after.longestQueue)
            askForRecovery(of: after)
            next.append(after.kept())
        }
    }

    /// Checks that everything recovers if nothing goes wrong from here on. While something is under
    /// way it arrives first, and must lead to a state in which nothing is.
    private mutating func askForRecovery(of world: World) {
        guard !world.isUnderWay else { return askForSettling(of: world) }
        var world = world
        guard recovered.insert(world.digest(countsBudget: false)) else { return }
        if let broken = world.recover() { note(broken, [], from: origins.count - 1) }
    }

    /// Checks that not one arrival leads to the next for ever, without time.
    private mutating func askForSettling(of world: World) {
        var world = world
        var before: ContiguousArray<StateDigest> = []
        while world.isUnderWay && world.broken == nil {
            let digest = world.digest(countsBudget: false)
            if before.contains(digest) {
                return note(.endless(at: world), [], from: origins.count - 1)
            }
            guard settling.insert(digest) else { return }
            before.append(digest)
            world.letArrive()
        }
    }

    /// Keeps the first way to break each promise.
    private mutating func note(
        _ broken: BrokenPromise, _ last: [ExplorationStep], from number: Int
    ) {
        let isKnown = report.counterexamples.contains { $0.broken.promise == broken.promise }
        guard !isKnown else { return }
        let steps = steps(to: number) + last
        report.counterexamples.append(
            ExplorationReport.Counterexample(
                broken: broken, steps: steps, events: events(of: steps, broken)))
    }

    /// The steps from the beginning to a state.
    private func steps(to number: Int) -> [ExplorationStep] {
        var steps: [ExplorationStep] = []
        var number = number
        while number > 0 {
            let origin = origins[number]
            if let step = ExplorationStep(code: origin.step) { steps.append(step) }
            number = Int(origin.parent)
        }
        return steps.reversed()
    }

    /// Takes the steps again, and writes down what happens.
    private func events(
        of steps: [ExplorationStep], _ broken: BrokenPromise
    ) -> [ExplorationEvent] {
        var world = start
        let recorder = ExplorationRecorder()
        world.recorder = recorder
        for step in steps { world.perform(step) }
        if world.broken == nil { _ = world.recover() }
        recorder.record(
            .broken("\(broken.promise.rawValue): \(broken.evidence)"),
            at: broken.microseconds / 1000,
            link: nil)
        return recorder.events
    }
}

extension BrokenPromise {
    fileprivate static func endless(at world: some ExplorableWorld) -> Self {
        BrokenPromise(
            promise: .recovers, microseconds: world.microseconds,
            evidence: "steps without time, for ever")
    }
}
