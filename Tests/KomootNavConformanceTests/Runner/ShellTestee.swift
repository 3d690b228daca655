import KomootNavConformance
import KomootNavJSON
import RepositorySupport

/// Testees in a few words of shell, which do what a real one never should.
enum ShellTestee {
    /// An answer to `describe` that claims the distance layer.
    static let description =
        #"{"protocol":1,"name":"shell","version":"1","layers":["distance"],"#
        + #""features":["vendor","metric","imperial","uk"]}"#

    /// A testee that describes itself and then does something else for each case.
    static func describing(_ script: String) -> [String] {
        ["sh", "-c", "read line; echo '\(description)'; \(script)"]
    }

    /// How long a run waits for an answer.
    enum Patience {
        /// Long, for a testee that answers or ends at once: a busy machine may be slow.
        case long
        /// Short, for a testee that never answers.
        case short

        var timeout: Duration {
            switch self {
            case .long: .seconds(20)
            case .short: .milliseconds(50)
            }
        }
    }

    /// A run of the distance layer.
    static func run(_ command: [String], _ patience: Patience) throws -> ConformanceRun {
        var run = ConformanceRun(try GoldenFixtures.suite(), command: command)
        run.layers = ["distance"]
        run.timeout = patience.timeout
        run.waits.description = Patience.long.timeout
        run.waits.end = patience.timeout
        return run
    }

    /// What a run finds.
    static func judge(_ run: ConformanceRun) async throws -> ConformanceReport {
        try await onOwnThread { try run.run() }
    }

    static func judge(
        _ command: [String], _ patience: Patience = .long
    ) async throws -> ConformanceReport {
        try await judge(run(command, patience))
    }

    /// Shell code that answers any case under the case's id. It starts no program.
    static func answering(_ answer: String) -> String {
        #"id=${line#*\"id\":\"}; echo "{\"id\":\"${id%%\"*}\",\#(answer)}""#
    }
}
