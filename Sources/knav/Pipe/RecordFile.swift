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

    /// Gives the file its name, if everything could be written.
    mutating func finish() -> Bool {
        guard recorder.isComplete else {
            file.discard()
            return false
        }
        return file.finish()
    }
}
