package import KomootNavRecording

/// The files of a Bluetooth log, which are read as one.
package struct LogFiles {
    /// Why files can't be used.
    package struct Failure: Error {
        package enum Reason: Equatable {
            /// It can't be read; why, in the system's words.
            case unreadable(String)
            /// It has to be read twice, and can't be.
            case readableOnce
            case notACapture(CaptureError)
        }

        /// One file, or two that do not fit together.
        package let paths: [String]
        package let reason: Reason

        package init(_ reason: Reason, paths: [String]) {
            self.paths = paths
            self.reason = reason
        }
    }

    /// What has ended.
    package enum End {
        /// A file; another one follows.
        case file
        case log(LogInput.Ending)
    }

    /// Where the files are that can be read, in the order in which they were named; all of them if none can be.
    package private(set) var paths: [String]
    /// Why the others can't be.
    package private(set) var failures: [Failure] = []
    /// Whether to wait for more at the end of the file.
    private let follows: Bool
    /// The files in the order of their first records.
    private var sortedPaths: [String]

    /// If there are several files, looks at their beginnings, one after the other.
    ///
    /// - Parameter paths: where they are, in any order; `-` is standard input.
    package init(_ paths: [String], follows: Bool) {
        (self.paths, sortedPaths, self.follows) = (paths, paths, follows)
        guard paths.count > 1 else { return }
        var beginnings: [(path: String, time: CaptureTime)] = []
        for path in paths {
            do throws(Failure) {
                beginnings.append((path, try firstTime(of: path)))
            } catch {
                failures.append(error)
            }
        }
        guard !beginnings.isEmpty else { return }
        self.paths = beginnings.map(\.path)
        let sorted = beginnings.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        sortedPaths = sorted.map(\.element.path)
    }

    private func firstTime(of path: String) throws(Failure) -> CaptureTime {
        let facts = FileFacts(path: path)
        guard facts.isRegular || facts.isFolder || !facts.exists else {
            throw Failure(.readableOnce, paths: [path])
        }
        var reader = CaptureReader()
        _ = try read(path, nil) { (chunk, ending) throws(CaptureError) in
            if ending != nil { try reader.finish { _, _ in } }
            try reader.read(chunk) { _, _ in }
            return reader.firstTime == nil
        }
        // A file without records has no time, and may be anywhere.
        return reader.firstTime ?? CaptureTime(microsecondsSince1970: .min)
    }

    /// Reads the files in order of time, chunk by chunk.
    ///
    /// - Parameters:
    ///   - watch: begins to note when the user interrupts the program; `nil` to have that end it.
    ///   - body: called with each chunk and its file; with none at a file's end, and how it ended.
    /// - Returns: how the input ended.
    package func read(
        watch: (() -> () -> Bool)?,
        _ body: (Span<UInt8>, End?, _ path: String) throws(CaptureError) -> Void
    ) throws(Failure) -> LogInput.Ending {
        var last = LogInput.Ending.complete
        for (place, path) in sortedPaths.enumerated() {
            let isLast = place == sortedPaths.count - 1
            do throws(Failure) {
                last = try read(path, watch) { (chunk, ending) throws(CaptureError) in
                    try body(chunk, ending.map { isLast ? .log($0) : .file }, path)
                    return true
                }
            } catch {
                switch error.reason {
                case .notACapture(.overlapping), .notACapture(.mixed):
                    throw Failure(error.reason, paths: [sortedPaths[place - 1], path])
                default: throw error
                }
            }
        }
        return last
    }

    /// Reads one file.
    ///
    /// - Parameter body: called with each chunk, and then with none and how the input ended. It says whether to go on.
    private func read(
        _ path: String, _ watch: (() -> () -> Bool)?,
        _ body: (Span<UInt8>, LogInput.Ending?) throws(CaptureError) -> Bool
    ) throws(Failure) -> LogInput.Ending {
        guard var input = LogInput(path: path, follows: follows) else {
            throw Failure(.unreadable(systemReason()), paths: [path])
        }
        let isInterrupted = input.isLive ? watch?() : nil
        while true {
            guard let arrival = input.next(isInterrupted) else {
                throw Failure(.unreadable(systemReason()), paths: [path])
            }
            do throws(CaptureError) {
                switch arrival {
                case .bytes(let count):
                    let goesOn = try body(input.bytes.span.extracting(..<count), nil)
                    guard goesOn else { return .complete }
                case .end(let ending):
                    _ = try body(Span(), ending)
                    return ending
                }
            } catch {
                throw Failure(.notACapture(error), paths: [path])
            }
        }
    }
}

extension LogFiles.Failure {
    /// The failure in words.
    package var explanation: String {
        switch reason {
        case .unreadable(let reason): "can't be read: \(reason)"
        case .readableOnce: "must be a file, because it is read twice"
        case .notACapture(let error): "\(error)"
        }
    }
}
