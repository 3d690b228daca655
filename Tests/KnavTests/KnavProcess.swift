import Foundation
import RepositorySupport

/// `knav`, run as a user runs it.
struct KnavProcess {
    let exitCode: Int32
    let output: String
    let errors: String

    /// The output's lines.
    var lines: [Substring] { output.split(separator: "\n") }

    /// - Parameters:
    ///   - inputPath: a file or folder that is the input instead.
    ///   - inputHandle: an open file that is the input instead.
    ///   - script: a script for the shell that runs it, as `"$0" "$@"`.
    ///   - currentFolder: where it runs; `nil` for where the tests do.
    ///   - isInterrupted: whether the user interrupts it once it shows progress, which takes seconds without a terminal.
    init(
        _ arguments: [String], input: String = "", inputPath: String? = nil,
        inputHandle: FileHandle? = nil,
        script: String? = nil, in currentFolder: URL? = nil, isInterrupted: Bool = false
    ) async throws {
        self = try await ProgramTurns.take {
            let process = Process()
            process.executableURL = Self.executable
            process.arguments = arguments
            if let script {
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = ["-c", script, Self.executable.path] + arguments
            }
            if let currentFolder { process.currentDirectoryURL = currentFolder }
            let folder = try FileManager.default.makeTemporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            // Files instead of pipes, so that nobody has to read while the program writes.
            let inputFile = folder.appendingPathComponent("in")
            try Data(input.utf8).write(to: inputFile)
            let files = try ["out", "err"].map {
                let file = folder.appendingPathComponent($0)
                try Data().write(to: file)
                return try FileHandle(forWritingTo: file)
            }
            process.standardInput =
                try inputHandle
                ?? FileHandle(
                    forReadingFrom: inputPath.map { URL(fileURLWithPath: $0) } ?? inputFile)
            process.standardOutput = files[0]
            process.standardError = files[1]
            try process.run()
            if isInterrupted {
                // So that it does not take other tests' time until the first line of progress is due.
                usleep(500_000)
                _ = process.suspend()
                sleep(4)
                _ = process.resume()
                while process.isRunning, try files[1].seekToEnd() == 0 { usleep(50_000) }
                process.interrupt()
            }
            process.waitUntilExit()
            func text(_ name: String) throws -> String {
                try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            }
            return KnavProcess(
                exitCode: process.terminationReason == .exit ? process.terminationStatus : -1,
                output: try text("out"), errors: try text("err"))
        }
    }

    private init(exitCode: Int32, output: String, errors: String) {
        self.exitCode = exitCode
        self.output = output
        self.errors = errors
    }

    /// The executable that was built beside the tests.
    static var executable: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let products =
            bundle?.bundleURL.deletingLastPathComponent()
            ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        return products.appendingPathComponent("knav")
    }
}
