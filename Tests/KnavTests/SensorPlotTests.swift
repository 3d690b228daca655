import Foundation
import RepositorySupport
import Testing

@Suite("The plot of a ride of sensors")
struct SensorPlotTests {
    private static let services = ["--services", "csc,power,ftms,fec,heart"]

    private func inFolder<Value>(
        _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    @Test("The plot is one SVG with a line for each quantity that was known")
    func plot() async throws {
        try await inFolder { folder in
            let file = folder.appendingPathComponent("plot.svg")
            let words = ["sensor", "ride", "--plot", file.path, "--duration", "20"]
            _ = try await KnavProcess(words + Self.services)
            let all = try String(contentsOf: file, encoding: .utf8)
            for title in ["speed (km/h)", "cadence (/min)", "power (W)", "heart rate (beats/min)"] {
                #expect(all.contains(">\(title)</text>"))
            }
            #expect(all.components(separatedBy: "<polyline").count == 5)
            #expect(all.hasSuffix("</svg>\n") && all.contains("prefers-color-scheme:dark"))
            #expect(!all.contains("nan") && !all.contains("inf"))
            _ = try await KnavProcess(words + ["--services", "heart"])
            let one = try String(contentsOf: file, encoding: .utf8)
            #expect(one.components(separatedBy: "<polyline").count == 2)
        }
    }

    @Test("A plot of an hour, of an instant and of nothing has finite numbers")
    func extremePlots() async throws {
        try await inFolder { folder in
            let file = folder.appendingPathComponent("plot.svg")
            for words in [
                ["--duration", "3700", "--power", "-1000"], ["--duration", "0"],
                ["--services", "csc", "--speed", "0", "--cadence", "0", "--duration", "3"],
                ["--services", "ftms", "--speed", "0", "--cadence", "0", "--power", "0"],
            ] {
                let run = try await KnavProcess(["sensor", "ride", "--plot", file.path] + words)
                #expect(run.exitCode == 0)
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(
                    text.hasSuffix("</svg>\n") && !text.contains("nan") && !text.contains("inf"))
            }
        }
    }
}
