@_spi(Exploration) import KomootNav

/// Visits every state of a world, nearest first, and remembers from where it came to each.
struct Exploration<World: ExplorableWorld> {
    /// How a state was reached: from which other one, and with which step.
    private struct Origin {
        let parent: UInt32
        let step: UInt16
    }

    /// How often progress is told: whenever this many states more were visited.
    private static var statesBetweenReports: Int { 1 << 14 }

    private let start: World
    private let maximumStates: Int
    private var visited = StateTable()
    private var origins: ContiguousArray<Origin> = []
    private var recovered = StateTable()
    private var report = ExplorationReport()

    init(_ start: World, maximumStates: Int) {
        self.start = start
        self.maximumStates = maximumStates
    }

    mutating func run(progress: ((ExplorationReport) -> Void)?) -> ExplorationReport {
        var first = start
        _ = visited.insert(first.digest(countsBudget: true))
        origins = [Origin(parent: 0, step: 0)]
        var level: ContiguousArray<World.Kept> = [start.kept()]
        var levelStart = 0
        while !level.isEmpty {
            var next: ContiguousArray<World.Kept> = []
            let nextStart = origins.count
            for position in level.indices {
                guard origins.count < maximumStates else { return report }
                expand(
                    start.world(level[position]), number: levelStart + position, &next)
                if (levelStart + position) % Self.statesBetweenReports == 0 { progress?(report) }
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
    /// way there is nothing to ask: it arrives first, and leads to a state in which it is asked.
    private mutating func askForRecovery(of world: World) {
        guard !world.isUnderWay else { return }
        var world = world
        guard recovered.insert(world.digest(countsBudget: false)) else { return }
        if let broken = world.recover() { note(broken, [], from: origins.count - 1) }
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
            .broken("\(broken.promise.rawValue): \(broken.evidence)"), at: broken.time / 1000,
            link: nil)
        return recorder.events
    }
}
