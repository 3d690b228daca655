import KomootNav
package import KomootNavRecording

extension PublishedObjects {
    /// Why a text does not say what a phone published.
    package enum TraceError: Error, Hashable, CustomStringConvertible {
        /// It does not begin with the greeting of a phone's pipe.
        case notAPhones
        /// A line is not a JSON object, or publishes something that can't be.
        case malformed(line: Int)

        /// The reason, in words.
        package var description: String {
            switch self {
            case .notAPhones: "not a trace of 'knav peripheral'"
            case .malformed(let line): "line \(line) is not one of a trace"
            }
        }
    }

    /// Reads what a phone's pipe published from its trace (`knav peripheral --trace`).
    package init(trace: Span<UInt8>) throws(TraceError) {
        self.init()
        var buffer = LineBuffer(maximumLength: SessionPipe.maximumLineLength)
        var lines: [ContiguousArray<UInt8>?] = []
        buffer.take(trace) { lines.append($0) }
        buffer.finish { lines.append($0) }
        guard let greeting = lines.first.flatMap({ $0 }).flatMap({ JSONValue(objectIn: $0.span) }),
            greeting["role"]?.string == CaptureWriter.Host.peripheral.rawValue,
            let layout = greeting["layout"]?.string.flatMap(InstructionLayout.init(name:))
        else { throw .notAPhones }
        let phone = PipedPeripheral(PeripheralSession.Configuration(layout: layout))
        // The session may refuse it, which its effects say.
        var newest: ContiguousArray<UInt8>?
        for (position, line) in lines.enumerated().dropFirst() {
            guard let line, let json = JSONValue(objectIn: line.span) else {
                throw .malformed(line: position + 1)
            }
            if ["notNavigating", "unpublishable"].contains(json["fault"]?.string) { newest = nil }
            guard let name = json["event"]?.string else { continue }
            if let object = newest.take() { insert(object) }
            guard name == "publish" else { continue }
            guard let event = try? phone.event(json), case .peripheral(.publish(let object)) = event
            else { throw .malformed(line: position + 1) }
            newest = object
        }
        if let newest { insert(newest) }
    }
}
