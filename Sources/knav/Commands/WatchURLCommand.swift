import ConnectIQBridge
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// `knav watch url`.
enum WatchURLCommand: Command {
    static let name = "watch url"
    static let summary = "write the URL that asks for a user's watches, or read the answer"

    static let syntax = Arguments.Syntax(
        options: ["--name", "--bundle", "--scheme"], flags: ["--json"], words: 1...2,
        wordName: "request or answer")

    static let help = """
        usage: knav watch url request --name NAME --bundle ID --scheme SCHEME
               knav watch url answer [--scheme SCHEME] [--json] URL

        'request' prints the URL with which an app on a phone has its user choose watches in Garmin
        Connect. 'answer' reads the URL that comes back, and prints each watch: its identifier, its
        model, its name and its part number.

          --name NAME      the app's name, which the user sees
          --bundle ID      the app's bundle identifier
          --scheme SCHEME  the URL scheme that the app registered (for an answer: that of the URL)
          --json           print the answer as one JSON object: the watches, and who claims to have sent them

        A URL with something wrong is refused as a whole; the exit code is then 65. Docs/Watch.md,
        clause 3, has the rules.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let words = arguments.words
        switch (words[0], words.count) {
        case ("request", 1):
            guard !arguments.flags.contains("--json") else {
                throw UsageError(message: "'--json' is for an answer")
            }
            return request(
                name: try required("--name", arguments),
                bundle: try required("--bundle", arguments),
                scheme: try required("--scheme", arguments))
        case ("request", _): throw UsageError(message: "'\(words[1])' is one argument too many")
        case ("answer", 2):
            for option in ["--name", "--bundle"] where arguments.options[option] != nil {
                throw UsageError(message: "'\(option)' is for a request")
            }
            return answer(
                words[1], scheme: arguments.options["--scheme"],
                isJSON: arguments.flags.contains("--json"))
        case ("answer", _): throw UsageError(message: "URL is missing")
        default: throw UsageError(message: "'\(words[0])' is neither 'request' nor 'answer'")
        }
    }

    private static func required(
        _ option: String, _ arguments: Arguments
    ) throws(UsageError) -> String {
        try arguments.required(option, "a text") { $0 }
    }

    private static func request(name: String, bundle: String, scheme: String) -> ExitCode {
        do throws(LinkError) {
            print(
                try DeviceSelectionRequest(
                    appName: name, bundleIdentifier: bundle, urlScheme: scheme
                ).url)
            return .success
        } catch {
            report("\(error.code.name) at byte \(error.offset)")
            return .badData
        }
    }

    private static func answer(_ url: String, scheme: String?, isJSON: Bool) -> ExitCode {
        guard let scheme = scheme ?? Self.scheme(of: url) else {
            report("'\(printable(url))' is not a URL: it has no scheme, as in rides://…")
            return .badData
        }
        let response: DeviceSelectionResponse
        do throws(LinkError) {
            response = try DeviceSelectionResponse(url: url, urlScheme: scheme)
        } catch {
            if isJSON {
                print(jsonLine(OutputRecord(errorCode: error.code.name, offset: error.offset)))
            } else {
                report("\(error.code.name) at byte \(error.offset)")
            }
            return .badData
        }
        if isJSON {
            print(response.json)
        } else {
            show(response)
        }
        return .success
    }

    /// What comes before the colon; `nil` if there is none.
    private static func scheme(of url: String) -> String? {
        url.firstIndex(of: ":").map { String(url[..<$0]) }
    }

    private static func show(_ response: DeviceSelectionResponse) {
        let terminal = Terminal()
        for device in response.devices {
            let partNumber = device.partNumber.isEmpty ? "" : "part number \(device.partNumber)"
            let words = ["\(device.id)"] + [device.model, device.name, partNumber].map(printable)
            terminal.line(words.filter { !$0.isEmpty }.joined(separator: "  "))
        }
        if response.devices.isEmpty { terminal.line("the user shares no watch") }
        let sender = response.sender.map { "claims to be from \(printable($0))" }
        terminal.line(sender ?? "no sender given")
    }
}
