import Foundation
import KomootNavPipe

/// Writes what passes through a pipe to a file, as the Bluetooth log of its radio.
struct RecordFile {
    private var recorder: PipeRecorder
    private var file: PartialFile

    init(_ file: PartialFile, _ recorder: PipeRecorder) {
        self.file = file
        self.recorder = recorder
    }

    /// Takes a line.
    mutating func add(_ line: PipeLine) {
        recorder.handle(line)
        file.write(Data(recorder.takeBytes()))
    }

    /// Why ``finish()`` failed.
    var reason: String {
        recorder.isComplete
            ? systemReason()
            : "a log can't hold times that are more than a hundred years after its beginning"
    }

    /// Gives the file its name, if everything could be written; if not, ``reason`` says why.
    mutating func finish() -> Bool {
        guard recorder.isComplete else {
            file.discard()
            return false
        }
        return file.finish()
    }
}
