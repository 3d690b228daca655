import Foundation

/// Notes that the user interrupted the program, so that a long task can end and print what it has found.
/// A second interruption ends the program at once.
enum Interruption {
    // Written by the signal handler only.
    nonisolated(unsafe) private static var flag: sig_atomic_t = 0

    static var hasHappened: Bool { unsafe flag != 0 }

    static func catchSignals() {
        _ = signal(SIGINT) { _ in
            unsafe Interruption.flag = 1
            _ = signal(SIGINT, SIG_DFL)
        }
    }
}
