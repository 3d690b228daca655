/// Why a closure of ``World/run(atMost:_:)`` did not end, with all that the world knows.
public struct SimulationError: Error, Hashable, Sendable {
    /// What happened.
    public enum Reason: Hashable, Sendable {
        /// The closure still waits, or still goes on, when the time is over that it may take.
        case tookTooLong
        /// Its code goes on without waiting, so that no time can pass: a loop around `Task.yield()`, for example.
        case neverWaits
    }

    /// What happened.
    public let reason: Reason
    /// When the world gave up.
    public let time: VirtualClock.Instant
    /// The calls that wait in the world, such as "GATTClient.connect(to:)". Others of the app's code may be among them.
    public let waitingCalls: [String]
    /// When code of the closure, or code that it has started, last ran.
    public let lastActivity: VirtualClock.Instant
    /// What had happened last on the links by then; `nil` if nothing had.
    public let lastEvent: LinkEvent?
    /// Whether the world waited for the main actor. It does not if the main thread is blocked.
    public let waitedForMainActor: Bool
    /// Whether the world waited for tasks that the closure has started.
    public let waitedForTasks: Bool

    init(
        _ run: ClosureRun, at time: VirtualClock.Instant, waitingCalls: [String],
        waitedForMainActor: Bool, waitedForTasks: Bool
    ) {
        reason = run.reason ?? .tookTooLong
        self.time = time
        self.waitingCalls = waitingCalls
        lastActivity = run.lastActivity.time
        lastEvent = run.lastActivity.event
        self.waitedForMainActor = waitedForMainActor
        self.waitedForTasks = waitedForTasks
    }
}

extension SimulationError: CustomStringConvertible {
    /// What happened, what the closure waits for, and the likely causes, as sentences. Times are the world's.
    public var description: String {
        var text = "\(outcome) Its code last ran at \(lastActivity)"
        text +=
            lastEvent.map { ", after the event \($0)." }
            ?? ", before anything happened on the links."
        if reason == .neverWaits {
            return text + " Likely: a loop around Task.yield(), or around sleeps that take no time."
        }
        if !waitingCalls.isEmpty {
            text += " Calls that wait in the world: \(waitingCalls.joined(separator: "; "))."
        }
        return text + " Likely: \(causes.joined(separator: "; "))."
    }

    private var outcome: String {
        switch reason {
        case .tookTooLong: "The closure has not ended at \(time), when its time is over."
        case .neverWaits: "The closure goes on at \(time) without waiting, so no time can pass."
        }
    }

    private var causes: [String] {
        var causes = [
            "a sequence that never ends, or whose next element never comes",
            "a continuation that nobody resumes",
            "a clock of the machine, as in Task.sleep: let the code take a clock, and give it the world's",
            "a queue, a thread, the network or Task.yield() in an actor, which are outside of the world",
        ]
        if !waitingCalls.isEmpty {
            causes.insert("a peer that does not answer or advertise", at: 0)
        }
        if !waitedForMainActor { causes.append("the main actor, whose thread is blocked") }
        if !waitedForTasks {
            causes.append("an unstructured task, for which the world can't wait here")
        }
        return causes + ["more time is needed"]
    }
}

extension VirtualClock.Instant: CustomStringConvertible {
    /// The seconds since the world's beginning, with six decimals: "1.500000 s".
    public var description: String { "\(secondsText(microseconds, per: 1_000_000)) s" }
}
