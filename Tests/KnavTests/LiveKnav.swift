import Foundation
import RepositorySupport
import Testing

/// `knav` while it runs, for commands that wait for something.
final class LiveKnav {
    private let process = Process()
    private let folder: URL
    private let input = Pipe()

    /// - Parameter text: what its standard input has; `nil` to send that later.
    init(_ arguments: [String], standardInput text: String? = nil) throws {
        folder = try FileManager.default.makeTemporaryFolder()
        process.executableURL = KnavProcess.executable
        process.arguments = arguments
        for name in ["out", "err"] {
            try Data().write(to: folder.appendingPathComponent(name))
        }
        process.standardInput = input
        if let text {
            let file = folder.appendingPathComponent("in")
            try Data(text.utf8).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        }
        process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("out"))
        process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("err"))
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: folder)
    }

    var output: String { text("out") }
    var errors: String { text("err") }
    var isRunning: Bool { process.isRunning }

    /// Sends bytes to its standard input.
    func send(_ bytes: some DataProtocol) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    }

    /// Waits until it has read all that was sent to its standard input.
    ///
    /// - Returns: whether it has.
    func takesInput() async throws -> Bool {
        let descriptor = input.fileHandleForWriting.fileDescriptor
        return try await becomes {
            var count: Int32 = 0
            let status = unsafe ioctl(descriptor, UInt(FIONREAD), &count)
            return status == 0 && count == 0
        }
    }

    /// Ends its standard input.
    func endInput() throws { try input.fileHandleForWriting.close() }

    /// Waits until it has printed something.
    ///
    /// - Returns: whether it has.
    func prints(_ text: String) async throws -> Bool {
        try await becomes { output.contains(text) }
    }

    /// Waits until it has written something to standard error.
    ///
    /// - Returns: whether it has.
    func tells(_ text: String) async throws -> Bool {
        try await becomes { errors.contains(text) }
    }

    /// Interrupts it as soon as it has printed something, however long the test itself has to wait for its turn.
    ///
    /// - Returns: whether it has printed it.
    func interrupts(afterPrinting text: String) async throws -> Bool {
        let (process, file) = (process, folder.appendingPathComponent("out"))
        return try await onOwnThread {
            for _ in 0..<600 {
                let printed = try? String(contentsOf: file, encoding: .utf8)
                if printed?.contains(text) == true {
                    process.interrupt()
                    return true
                }
                usleep(50_000)
            }
            return false
        }
    }

    /// Interrupts it, as Ctrl-C does.
    func interrupt() { process.interrupt() }

    /// Sends it a signal.
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Interrupts it twice, as `timeout` does: once alone, and once with its group.
    func interruptTwice() {
        process.interrupt()
        usleep(2000)
        process.interrupt()
    }

    /// Waits for its end.
    ///
    /// - Returns: the exit code; `nil` if it does not end, or was ended by a signal.
    func exitCode() async throws -> Int32? {
        guard try await becomes({ !process.isRunning }), process.terminationReason == .exit else {
            return nil
        }
        return process.terminationStatus
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }

    /// Waits for something, longer than even a busy machine needs.
    private func becomes(_ condition: () -> Bool) async throws -> Bool {
        for _ in 0..<600 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return condition()
    }
}
