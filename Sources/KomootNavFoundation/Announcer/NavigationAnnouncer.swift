public import KomootNav

/// Decides what to say to a rider, and when: each turn three times at most.
///
/// Hand in each instruction and each status as it comes, with its time, and say what ``handle(_:at:)`` returns. When
/// ``nextDeadline`` comes, hand in ``Event/timePassed``. The announcer reads no clock.
///
/// ```swift
/// if let announcement = announcer.handle(.instruction(decoded), at: now) {
///     speaker.say(announcement.text())
/// }
/// ```
///
/// | stage | is announced | such as |
/// |---|---|---|
/// | ``Announcement/Stage/ahead`` | when the turn is 90 s ahead (300 to 800 m), or when it is new and nearer | In 400 metres, turn left |
/// | ``Announcement/Stage/near`` | 20 s ahead (50 to 300 m); 30 s, if nothing was said of the turn before | In 100 metres, turn left |
/// | ``Announcement/Stage/now`` | 4 s ahead (12 to 60 m), the finish 12 m | Now turn left |
///
/// The seconds are counted at the pace of the last five to ten seconds, and at 5 m/s before there is one. Of several stages
/// that are due at once, only the nearest is announced. ``Announcement/Stage/near`` is left out for 10 s after
/// ``Announcement/Stage/ahead``, and ``Announcement/Stage/now`` for 5 s after ``Announcement/Stage/near``.
///
/// - **Once only**: straight on, the start and reserved arrows are announced when they are near. That the rider has left
///   the route is said at once.
/// - **The street**: if the instruction may be cut, the announcement waits up to a second for the whole street, and then
///   goes without one. ``Announcement/Stage/now`` does not wait.
/// - **Which turn**: a phone does not name its turns, and every distance has an identifier of its own. A turn is known by its
///   arrow, its street and a distance that shrinks. If the distance jumps up by more than 50 m, or 25 m at the turn, and by
///   more than 15 m for each second since the last one, it is another turn; if it grows slowly, the rider is riding away,
///   and hears nothing until the distance shrinks again. Then, and when the phone has meant something else for 30 s, the
///   turn counts as new. Two turns alike that are no farther apart can't be told apart.
/// - **Quiet**: after any status but `navigating`, nothing is said until the next instruction. `ended` and `stopped` forget
///   the turn.
///
/// Sources of the numbers: OsmAnd's "Navigation Voice Prompt Triggering" has 115 s, 22 s, and 3.2 s or 12 m on a bicycle;
/// Valhalla's `worker.h` 35 s and 10 s; GraphHopper's `DistanceConfig` 150 m and the turn itself.
public struct NavigationAnnouncer: Sendable {
    /// What happens.
    public enum Event: Hashable, Sendable {
        /// The phone gave an instruction, whole or cut.
        case instruction(DecodedInstruction)
        /// The device has another status.
        case status(CentralSession.Status)
        /// Only time has passed: ``NavigationAnnouncer/nextDeadline`` has come.
        case timePassed
    }

    /// How long an announcement waits for its street.
    public static let streetInterval = Duration.seconds(1)

    /// When a stage is due. Times are in milliseconds, distances in metres.
    private struct Lead {
        let time: UInt64
        let limits: ClosedRange<UInt64>
        /// For how long after the stage before it the stage is left out.
        let pause: UInt64

        static let ahead = Lead(time: 90_000, limits: 300...800, pause: 0)
        static let near = Lead(time: 20_000, limits: 50...300, pause: 10_000)
        static let now = Lead(time: 4_000, limits: 12...60, pause: 5_000)
    }

    /// The finish is reached at this distance, and not seconds before it.
    private static let finishDistance = Lead.now.limits.lowerBound
    /// For how long a turn is remembered while the phone means another one.
    private static let memory: UInt64 = 30_000

    /// When to hand in ``Event/timePassed``; `nil` when nothing waits.
    public private(set) var nextDeadline: SessionTime?

    private var now = SessionTime.zero
    private var isQuiet = false
    private var lastNumber: UInt64 = 0
    private var pace = RidingPace()
    private var turn: AnnouncedTurn?
    /// The turn that the phone meant before, which it may come back to.
    private var earlier: AnnouncedTurn?

    /// Creates an announcer that has said nothing.
    public init() {}

    /// Takes an event, and the time at which it happened. If that is earlier than the latest one so far, it uses the
    /// latest.
    ///
    /// - Returns: what to say now, if anything.
    public mutating func handle(_ event: Event, at time: SessionTime) -> Announcement? {
        now = max(now, time)
        switch event {
        case .instruction(let instruction):
            isQuiet = false
            find(instruction)
        case .status(let status): follow(status)
        case .timePassed: break
        }
        return announcement()
    }

    private mutating func follow(_ status: CentralSession.Status) {
        switch status {
        case .navigating: break
        case .silent, .radioOff, .searching, .waiting, .pairingRequired: isQuiet = true
        case .ended, .stopped:
            isQuiet = true
            (turn, earlier) = (nil, nil)
            pace = RidingPace()
        }
    }

    /// Finds the turn that the phone means.
    private mutating func find(_ instruction: DecodedInstruction) {
        let isSame = turn?.isMeant(by: instruction, at: now) ?? false
        // A distance that was wrong once looks like another turn. It has not been announced.
        let isDoubtful = turn?.lastTelling == nil && earlier?.lastTelling != nil
        if !isSame || isDoubtful, let returned = earlier,
            now.milliseconds(since: returned.lastSeen) <= Self.memory,
            returned.isMeantAgain(by: instruction, at: now)
        {
            earlier = turn
            turn = returned
            pace.restart()
        } else if !isSame {
            lastNumber &+= 1
            earlier = turn
            turn = AnnouncedTurn(number: lastNumber, instruction, at: now)
            pace.restart()
        }
        turn?.update(instruction, at: now)
        if instruction.arrow != .outOfRoute { pace.take(instruction.distanceInMeters, at: now) }
    }

    private mutating func announcement() -> Announcement? {
        nextDeadline = nil
        guard !isQuiet, let turn, !turn.isLeft, let stage = dueStage(of: turn),
            turn.reached.map({ stage > $0 }) ?? true
        else { return nil }
        if isLeftOut(stage, of: turn) {
            reach(stage)
            return nil
        }
        if stage < .now && !turn.isStreetWhole {
            let deadline = turn.streetDeadline ?? now.advanced(by: Self.streetInterval)
            self.turn?.streetDeadline = deadline
            if now < deadline {
                nextDeadline = deadline
                return nil
            }
        }
        reach(stage)
        self.turn?.lastTelling = AnnouncedTurn.Telling(stage: stage, time: now)
        let isStreetKnown = turn.isStreetWhole && !turn.street.isEmpty
        return Announcement(
            turn: turn.number, stage: stage, arrow: turn.arrow, distanceInMeters: turn.distance,
            street: isStreetKnown ? turn.street : nil)
    }

    private mutating func reach(_ stage: Announcement.Stage) {
        turn?.reached = stage
        // Who has come to this turn has passed the one before. The next one may look like that.
        if stage == .now && turn?.arrow != .outOfRoute { earlier = nil }
    }

    /// The nearest stage that is due.
    private func dueStage(of turn: AnnouncedTurn) -> Announcement.Stage? {
        let distance = UInt64(turn.distance)
        func isDue(_ lead: Lead, after pause: UInt64 = 0) -> Bool {
            distance <= pace.distance(in: lead.time + pause, within: lead.limits)
        }
        switch turn.arrow {
        case .outOfRoute: return .now
        case .finish: if distance <= Self.finishDistance { return .now }
        default: if isDue(.now) { return .now }
        }
        let isOnce = isAnnouncedOnce(turn.arrow)
        if isDue(.near, after: isOnce || turn.reached != nil ? 0 : Lead.near.pause) { return .near }
        return !isOnce && isDue(.ahead) ? .ahead : nil
    }

    private func isLeftOut(_ stage: Announcement.Stage, of turn: AnnouncedTurn) -> Bool {
        guard let last = turn.lastTelling else { return false }
        if isAnnouncedOnce(turn.arrow) { return true }
        let elapsed = now.milliseconds(since: last.time)
        return switch (last.stage, stage) {
        case (.ahead, .near): elapsed < Lead.near.pause
        case (.near, .now): elapsed < Lead.now.pause
        default: false
        }
    }

    /// Whether there is nothing to do for the rider that would be worth a second announcement.
    private func isAnnouncedOnce(_ arrow: Arrow) -> Bool {
        switch Maneuver(arrow) {
        case .straight, .start, .outOfRoute, .unknown: true
        case .finish, .slightLeft, .left, .sharpLeft, .sharpRight, .right, .slightRight, .forkRight,
            .forkLeft, .uTurn, .roundaboutExitLeft, .roundaboutExitRight, .roundaboutFirstExit,
            .roundaboutSecondExit, .roundaboutThirdExit, .roundabout:
            false
        }
    }
}
