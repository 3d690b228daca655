import KomootNavConformance

/// Testees made of a few words of shell, for what a real one should never do.
enum ShellTestee {
    /// An answer to `describe` that claims the distance layer.
    static let description =
        #"{"protocol":1,"name":"shell","version":"1","layers":["distance"],"#
        + #""features":["vendor","metric","imperial","uk"]}"#

    /// A testee that describes itself and then does something else for each case.
    static func describing(_ script: String) -> [String] {
        ["sh", "-c", "read line; echo '\(description)'; \(script)"]
    }

    /// A run of the distance layer that is not too patient.
    static func run(_ command: [String]) throws -> ConformanceRun {
        var run = ConformanceRun(try GoldenFixtures.suite(), command: command)
        run.layers = ["distance"]
        run.timeout = .seconds(1)
        return run
    }

    /// The shell's words that answer a case, whatever it is, with the id that it came with.
    static func answering(_ answer: String) -> String {
        #"id=$(echo "$line" | sed 's/.*"id":"\([^"]*\)".*/\1/'); echo "{\"id\":\"$id\",\#(answer)}""#
    }
}
