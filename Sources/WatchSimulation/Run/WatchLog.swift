import ConnectIQBridge
package import KomootNav
import KomootNavRecording

/// A run with simulated watches as lines to read.
package struct WatchLog {
    private let units: DistanceStyle

    package init(units: DistanceStyle) { self.units = units }

    /// A line for what happened; `nil` if it is only a step on the way, such as progress.
    package func line(_ note: WatchNote) -> String? {
        words(note.happening).map { NoteLine.text(note.time, Self.name(note.end), $0) }
    }

    private static func name(_ end: WatchNote.End) -> String {
        switch end {
        case .phone: "phone"
        case .watch(let number): "watch \(number + 1)"
        case .transport: "transport"
        }
    }

    private func words(_ happening: WatchNote.Happening) -> String? {
        switch happening {
        case .handedIn(let id, let message, let watch):
            "message \(id.rawValue) for watch \(watch + 1): \(words(message))"
        case .told(let notice): Self.words(notice)
        case .stopped: "the session is stopped"
        case .started: "the session is started"
        case .shows(let message):
            "shows: " + (message.map(words) ?? "nothing, because its app is closed")
        case .takes(let rates):
            "takes: " + rates.map(String.init).joined(separator: ", ") + " bpm"
        case .opened: "the app is opened"
        case .connected(let isUp): isUp ? "is near" : "is away"
        case .received(let numbers, let receipt): "\(Self.name(numbers)): \(Self.words(receipt))"
        case .trouble(let numbers, let trouble): "\(Self.name(numbers)): \(Self.words(trouble))"
        case .faultsEnd: "from here on nothing goes wrong"
        }
    }

    private static func name(_ numbers: [UInt64]) -> String {
        (numbers.count == 1 ? "message " : "messages ")
            + numbers.map(String.init).joined(separator: ", ")
    }

    private func words(_ message: PhoneMessage) -> String {
        switch message {
        case .instruction(let instruction): words(instruction)
        case .remark: "one to be sent in order"
        case .heartRate(let rate): "\(rate) bpm, for a batch"
        }
    }

    private func words(_ message: NavigationMessage) -> String {
        guard case .instruction(let instruction) = message else {
            return "the navigation has ended"
        }
        return InstructionText(
            instruction.arrow, instruction.distanceInMeters, instruction.street, units
        ).words
    }

    private static func words(_ notice: CompanionSession.Notice) -> String? {
        switch notice {
        case .devices(let devices):
            "the user shares \(devices.count) \(devices.count == 1 ? "watch" : "watches")"
        case .needsToInstallConnectMobile: "Connect Mobile has to be installed"
        case .status(let status, let id, let isReady):
            "watch \(id.low) is \(status)\(isReady ? ", and ready" : "")"
        case .retrying(let id, _, let result):
            "message \(id.rawValue) failed with \(result), and will be sent again"
        case .ended(let id, _, let outcome): "message \(id.rawValue) ended: \(words(outcome))"
        case .refused(let refusal): "refused: \(words(refusal))"
        case .fault(.invalidLink(let error)): "fault: invalidLink: \(error)"
        case .fault(let fault): "fault: \(fault)"
        case .unresponsive(let id): "watch \(id.low) is connected, and does not answer"
        case .appStatus, .noAppStatus, .opened, .progress, .received: nil
        }
    }

    private static func words(_ outcome: OutgoingMessage.Outcome) -> String {
        switch outcome {
        case .sent: "sent"
        case .failed(let result): "failed with \(result)"
        case .connectionEnded: "the connection ended"
        case .replaced: "a newer one replaced it"
        case .dropped: "dropped"
        case .refused(let refusal): "refused: \(words(refusal))"
        }
    }

    /// What an error says for itself would have its type before it.
    private static func words(_ refusal: CompanionSession.Refusal) -> String {
        if case .unencodable(let error) = refusal { "unencodable: \(error)" } else { "\(refusal)" }
    }

    private static func words(_ receipt: SimulatedWatch.Receipt) -> String {
        switch receipt {
        case .kept: "kept"
        case .skipped: "skipped, because others wait"
        case .mailboxFull: "the mailbox is full"
        case .notInstalled: "its app is not installed"
        case .away: "the watch is away"
        }
    }

    private static func words(_ trouble: WatchNote.Trouble) -> String {
        switch trouble {
        case .busy: "the watch will be busy"
        case .connectionLost: "the connection will end"
        case .neverEnds: "the transfer will never end"
        case .doubledResult: "there will be two results"
        case .falseProgress: "its progress is false"
        case .trickles: "it will make progress, and never end"
        case .late(let milliseconds): "it will be late, by \(milliseconds) ms"
        case .falseResult(let result): "its result will be \(result), whatever the watch says"
        }
    }
}
