import KomootNav
import KomootNavRecording

/// Makes inputs for a device's session from what a phone did, a few moments each. If the phone was in reach
/// when an input begins, the input lets it appear with the object that it had.
struct RecordedSessions {
    /// The capture's name.
    let name: String

    /// How many moments one input holds.
    private static let momentsPerInput = 24
    /// The longest input in bytes: a runner's request has less than 64 KiB.
    private static let longestInput = 60_000

    func inputs(of recording: PhoneRecording) -> [RecordedVectors.Input] {
        inputs(of: recording, from: .zero, inMoments: Self.momentsPerInput)
    }

    private func inputs(
        of recording: PhoneRecording, from start: SessionTime, inMoments count: Int
    ) -> [RecordedVectors.Input] {
        recording.parts(ofMoments: count).flatMap { part in
            let begin = start.advanced(byMilliseconds: part.start.milliseconds)
            let input = input(of: part.recording)
            guard input.description.utf8.count > Self.longestInput, count > 1 else {
                let time = Seconds(begin)
                let count = part.recording.moments.count
                return [
                    RecordedVectors.Input(
                        title: "A phone that did \(counted(count, "thing"))",
                        origin: "\(name) from \(time) s on", input: input)
                ]
            }
            return inputs(of: part.recording, from: begin, inMoments: max(count / 2, 1))
        }
    }

    /// What a session that reads from this phone is told.
    private func input(of recording: PhoneRecording) -> JSONValue {
        let settings = CentralSession.Configuration(radio: .offsetReads)
        var replay = CentralReplay(recording, settings)
        var events: [JSONValue] = []
        while replay.nextTime != nil {
            replay.step { events.append($0.event.json(at: $0.time)) }
        }
        let configuration: JSONValue = .object([
            "radio": .string(settings.radio.name),
            "layout": .string(LayoutChoice(settings.layout).name),
        ])
        return .object(["configuration": configuration, "events": .array(events)])
    }
}
