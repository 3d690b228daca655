import Dispatch
import Foundation

/// Notes that the user interrupted the program, so that a long task can end and print what it has found.
/// A second interruption ends the program at once, unless it comes right after the first: `timeout` signals the
/// program, and then its process group.
enum Interruption {
    // Written by the signal handler only.
    nonisolated(unsafe) private static var flag: sig_atomic_t = 0
    nonisolated(unsafe) private static var time: UInt64 = 0
    private static let shortestInterval: UInt64 = 500_000_000

    // Written by the main thread only.
    nonisolated(unsafe) private static var isCaught = false

    static var hasHappened: Bool { unsafe flag != 0 }
    /// Whether an interruption is noted instead of ending the program.
    static var isNoted: Bool { unsafe isCaught }

    /// Notes Ctrl-C from now on, and tells whether it happened.
    static func catching() -> () -> Bool {
        catchSignals()
        return { hasHappened }
    }

    /// Notes these signals. A SIGHUP that is ignored, as `nohup` has it, stays ignored.
    static func catchSignals(_ signals: [Int32] = [SIGINT]) {
        unsafe isCaught = true
        for number in signals where number != SIGHUP || !isIgnored(number) { note(number) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_IGN)
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func note(_ number: Int32) {
        _ = signal(number) { number in
            let now = DispatchTime.now().uptimeNanoseconds
            if unsafe Interruption.flag == 0 {
                unsafe Interruption.time = now
                unsafe Interruption.flag = 1
            } else if unsafe now &- Interruption.time >= Interruption.shortestInterval {
                Redrawing.goBelow()
                _ = signal(number, SIG_DFL)
                _ = raise(number)
            }
        }
    }

    /// Does something in a task that is cancelled when the user interrupts the program.
    static func cancelling<Result: Sendable>(
        _ work: @escaping @Sendable () async -> Result
    ) async -> Result {
        catchSignals()
        let task = Task { await work() }
        // A queue of its own has a thread even if tasks keep all cores busy.
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "interruption"))
        timer.setEventHandler { if hasHappened { task.cancel() } }
        timer.schedule(deadline: .now(), repeating: .milliseconds(50))
        timer.activate()
        defer { timer.cancel() }
        return await task.value
    }
}
