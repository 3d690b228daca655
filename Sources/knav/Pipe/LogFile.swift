import Foundation
import KomootNavPipe

/// What writes down what passes, as the Bluetooth log of a radio.
protocol LogRecorder {
    /// Why the log can't be whole; `nil` if it can.
    var obstacle: String? { get }

    /// The bytes that came since the last call.
    mutating func takeBytes() -> ContiguousArray<UInt8>
}

extension PipeRecorder: LogRecorder {
    var obstacle: String? {
        isComplete
            ? nil : "a log can't hold times that are more than a hundred years after its beginning"
    }
}

extension SensorRecorder: LogRecorder {
    var obstacle: String? { failure.map { "\($0)" } }
}

/// A Bluetooth log that goes into a file as it is recorded.
struct LogFile<Recorder: LogRecorder> {
    private var recorder: Recorder
    private var file: PartialFile

    init(_ file: PartialFile, _ recorder: Recorder) {
        self.file = file
        self.recorder = recorder
    }

    /// The name that the file gets.
    var path: String { file.path }

    /// Records something.
    mutating func record(_ body: (inout Recorder) -> Void) {
        body(&recorder)
        file.write(Data(recorder.takeBytes()))
    }

    /// Why ``finish()`` failed.
    var reason: String { recorder.obstacle ?? systemReason() }

    /// Gives the file its name, if everything could be written; if not, nothing of it is left, and ``reason`` says why.
    mutating func finish() -> Bool {
        guard recorder.obstacle == nil else {
            file.discard()
            return false
        }
        return file.finish()
    }
}
