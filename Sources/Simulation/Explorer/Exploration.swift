package import KomootNav

/// A world whose states can be told apart, and kept by the million.
package protocol ExplorableWorld: Sendable {
    /// Something that can happen next.
    associatedtype Step: Sendable
    /// That a promise was broken, and how it shows.
    associatedtype Broken: Breach
    /// A way to break a promise.
    associatedtype Counterexample: Sendable
    /// What is remembered of all states, besides how many there are.
    associatedtype Tally: Sendable
    /// A form that needs little room.
    associatedtype Kept: Sendable
    /// The form that needs little room.
    func kept() -> Kept
    /// Another state of the same world, which was kept.
    func world(_ kept: Kept) -> Self
    /// Everything that can happen next, in the same order each time.
    func forEachStep(_ body: (Step) -> Void)
    /// Makes a step happen.
    mutating func perform(_ step: Step)
    /// The digest of everything that decides what can happen from now on.
    ///
    /// - Parameter countsBudget: whether what may still go wrong is part of it.
    mutating func digest(countsBudget: Bool) -> StateDigest
    /// The first promise that was broken.
    var broken: Broken? { get }
    /// Lets the world go on without faults.
    ///
    /// - Parameter isNew: says of a digest without the budget whether it is the first of its kind. What follows from
    ///   the others is known.
    /// - Returns: the promise that was broken; `nil` if none was.
    mutating func recover(_ isNew: (StateDigest) -> Bool) -> Broken?
    /// Adds this state to what is remembered of all.
    func add(to tally: inout Tally)
    /// The way from this state to a broken promise.
    func counterexample(_ broken: Broken, after steps: [Step]) -> Counterexample
}

/// That a promise was broken.
package protocol Breach: Sendable {
    associatedtype Promise: Hashable
    /// Which one.
    var promise: Promise { get }
}

/// What an exploration of a world has found.
package struct ExplorationFindings<World: ExplorableWorld>: Sendable {
    /// How many states were visited.
    package fileprivate(set) var states = 1
    /// How many steps between them were taken.
    package fileprivate(set) var transitions = 0
    /// The largest number of steps on a shortest way to a state.
    package fileprivate(set) var depth = 0
    /// What is remembered of all states.
    package fileprivate(set) var tally: World.Tally
    /// Whether all states were visited.
    package fileprivate(set) var isExhausted = false
    /// For each broken promise, a shortest way to break it; the shortest of all first.
    package fileprivate(set) var counterexamples: [World.Counterexample] = []
}

/// Visits every state of a world, nearest first, and remembers from where it came to each.
package struct Exploration<World: ExplorableWorld> {
    package typealias Findings = ExplorationFindings<World>

    /// How a state was reached: from which other one, and with which of its steps.
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
    /// The states that went on without faults.
    private var recovered = StateTable()
    private var brokenPromises: Set<World.Broken.Promise> = []
    private var findings: Findings

    package init(_ start: World, maximumStates: Int, tally: World.Tally) {
        self.start = start
        self.maximumStates = maximumStates
        findings = Findings(tally: tally)
    }

    /// Visits all states.
    ///
    /// - Parameter progress: is told what was found so far, now and then and when a promise is broken for the first
    ///   time. Returns whether to go on.
    package mutating func run(progress: ((Findings) -> Bool)?) -> Findings {
        var first = start
        _ = visited.insert(first.digest(countsBudget: true))
        origins = [Origin(parent: 0, step: 0)]
        start.add(to: &findings.tally)
        if let broken = start.broken { note(broken, at: 0) }
        askForRecovery(of: start)
        var level: ContiguousArray<World.Kept> = [start.kept()]
        var levelStart = 0
        while !level.isEmpty {
            var next: ContiguousArray<World.Kept> = []
            let nextStart = origins.count
            for position in level.indices {
                guard origins.count < maximumStates else { return findings }
                let found = findings.counterexamples.count
                expand(
                    start.world(level[position]), number: levelStart + position, &next)
                let isDue = (levelStart + position) % Self.statesBetweenReports == 0
                if isDue || findings.counterexamples.count > found, progress?(findings) == false {
                    return findings
                }
            }
            level = next
            levelStart = nextStart
            if !next.isEmpty { findings.depth += 1 }
        }
        findings.isExhausted = true
        return findings
    }

    /// Takes every step that is possible in a state.
    private mutating func expand(
        _ world: World, number: Int, _ next: inout ContiguousArray<World.Kept>
    ) {
        let steps = steps(of: world)
        for position in steps.indices where origins.count < maximumStates {
            var after = world
            after.perform(steps[position])
            findings.transitions += 1
            if let broken = after.broken {
                note(broken, at: number, and: position)
                continue
            }
            guard visited.insert(after.digest(countsBudget: true)) else { continue }
            origins.append(Origin(parent: UInt32(number), step: UInt16(position)))
            findings.states += 1
            after.add(to: &findings.tally)
            askForRecovery(of: after)
            next.append(after.kept())
        }
    }

    private func steps(of world: World) -> ContiguousArray<World.Step> {
        var steps: ContiguousArray<World.Step> = []
        world.forEachStep { steps.append($0) }
        return steps
    }

    /// Checks that everything recovers if nothing goes wrong from here on.
    private mutating func askForRecovery(of world: World) {
        var world = world
        if let broken = world.recover({ recovered.insert($0) }) {
            note(broken, at: origins.count - 1)
        }
    }

    /// Keeps the first way to break each promise.
    ///
    /// - Parameters:
    ///   - number: the state in which it was broken, or before that.
    ///   - last: the step from there that broke it.
    private mutating func note(_ broken: World.Broken, at number: Int, and last: Int? = nil) {
        guard brokenPromises.insert(broken.promise).inserted else { return }
        let steps = steps(to: number, and: last)
        findings.counterexamples.append(start.counterexample(broken, after: steps))
    }

    /// The steps from the beginning to a state, and one more.
    private func steps(to number: Int, and last: Int?) -> [World.Step] {
        var positions = last.map { [$0] } ?? []
        var number = number
        while number > 0 {
            positions.append(Int(origins[number].step))
            number = Int(origins[number].parent)
        }
        var world = start
        return positions.reversed().map { position in
            let step = steps(of: world)[position]
            world.perform(step)
            return step
        }
    }
}
