import Foundation

/// Does what blocks, such as waiting for a program, on a thread of its own.
///
/// Tests share as many threads as the machine has cores. One that blocks its thread keeps others from running. When the work is
/// done, the test goes on as soon as one of these threads is free, which may take long: measure times within the work.
public func onOwnThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}

/// The turns of the programs that tests start: at once run as many as the machine has cores, because more would only make
/// each of them slower.
public enum ProgramTurns {
    private static let free = DispatchSemaphore(
        value: ProcessInfo.processInfo.activeProcessorCount)

    /// Waits for a turn, and does what blocks, both on a thread of its own.
    public static func take<Value: Sendable>(
        for work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await onOwnThread {
            free.wait()
            defer { free.signal() }
            return try work()
        }
    }
}
