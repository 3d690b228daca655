/// How long a trainer is waited for, in milliseconds.
///
/// Source: `Docs/Sensors.md`, clause 12.
enum TrainerTiming {
    /// Until the radio has written: the system may pair meanwhile. The radio gives up before.
    static let writeTimeout: UInt64 = 40_000
    /// Until a control point has answered, or page 54 has come.
    static let answerTimeout: UInt64 = 3000
    /// Until page 71 tells what became of a command; then it counts as done.
    static let commandTimeout: UInt64 = 1000
    /// The same, once page 71 has said that the command is pending.
    static let pendingTimeout: UInt64 = 10_000
    /// Until a spin down has ended.
    static let spinDownTimeout: UInt64 = 120_000
    /// After this long with control, a loss counts as the first one.
    static let peace: UInt64 = 300_000
    /// How many times in a row a request is unanswered until that is told.
    static let attempts: UInt8 = 3

    /// The pause after something has gone wrong this many times in a row: 1 s, then twice as long each time, up to 64 s.
    static func pause(after count: UInt8) -> UInt64 { 1000 << UInt64(min(max(count, 1), 7) - 1) }
}
