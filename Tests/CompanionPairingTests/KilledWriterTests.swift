#if os(Linux) || os(macOS)
    import CompanionPairing
    import CompanionPairingStore
    import Foundation
    import RepositorySupport
    import Testing

    @Suite("A program that stores names")
    struct KilledWriterTests {
        private final class Marker {}

        /// The program, which is built beside the tests.
        private var writer: URL {
            var folder = Bundle(for: Marker.self).bundleURL
            while folder.path != "/" {
                let candidate = folder.appendingPathComponent("pairing-store-writer")
                if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
                folder.deleteLastPathComponent()
            }
            return folder
        }

        /// What the program prints until it is killed, after some milliseconds.
        private func output(
            of writer: URL, _ file: String, killedAfter milliseconds: Int
        ) async throws -> String {
            try await onOwnThread {
                let process = Process()
                process.executableURL = writer
                process.arguments = [file]
                let output = Pipe()
                process.standardOutput = output
                try process.run()
                Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
                _ = kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                let data = try output.fileHandleForReading.readToEnd()
                return String(decoding: data ?? Data(), as: UTF8.self)
            }
        }

        @Test(
            "A program that stores names leaves a whole file, no older than what it said, whenever it is killed"
        )
        func killed() async throws {
            let folder = try FileManager.default.makeTemporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("names").path
            var stored = 0
            for kill in 0..<20 {
                // From before its first store to some dozens of them.
                let text = try await output(of: writer, file, killedAfter: 5 + kill * 13 % 80)
                let said = text.split(separator: "\n").last.flatMap { UInt64($0) } ?? 0
                let names = try await FileNameStore(path: file).load()
                guard said > 0 else { continue }
                stored += 1
                let peers = [PairingName(random: said), PairingName(random: said + 1)]
                #expect(peers.contains { $0 == names?.peer }, "killed after \(said)")
            }
            #expect(stored > 0)
        }
    }
#endif
