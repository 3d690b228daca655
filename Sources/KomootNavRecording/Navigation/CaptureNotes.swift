/// What a command says of a log beside what it found in it: how handles are known, and what may be missing.
package struct CaptureNotes {
    /// The most lines of one kind. A log may have any number of connections.
    private static let maximumLineCount = 256

    private var handles: [Int: ConnectionHandle] = [:]

    package init() {}

    /// A connection's handle that is worth a word.
    private struct ConnectionHandle {
        let handle: UInt16
        /// The connection that showed the handle; `nil` if the user gave it.
        let earlier: Int?
        /// Whether the log shows that the handle is not navigation's, and where that is.
        var isDenied = false
        var isDiscovered = false

        /// What is to be said of a handle that an earlier connection showed; `nil` for nothing.
        var readingWords: String? {
            guard let earlier else { return nil }
            let reading =
                "has the address of connection \(earlier), and is read with its handle \(handle)"
            let subject = isDiscovered ? "" : " shows no discovery; it"
            let end =
                isDenied
                ? " until the log shows that this is not navigation's"
                : isDiscovered ? " until the discovery" : ""
            return "\(subject) \(reading)\(end)"
        }

        /// What is to be said of a handle that was given; `nil` for nothing.
        var denialWords: String? {
            guard earlier == nil, isDenied, !isDiscovered else { return nil }
            return " shows that handle \(handle) is not navigation's"
        }
    }

    /// Takes an event.
    package mutating func take(_ event: CapturedEvent) {
        guard let handle = event.handle else { return }
        switch event.kind {
        case .discovered: handles[event.connection]?.isDiscovered = true
        case .foundAnother:
            if handle.source == .given { note(event.connection, handle.number, earlier: nil) }
            handles[event.connection]?.isDenied = true
        case .connected, .mtuAgreed, .subscribed, .requested, .chunk, .failed, .notified,
            .disconnected:
            guard case .remembered(let earlier) = handle.source else { return }
            note(event.connection, handle.number, earlier: earlier)
        }
    }

    private mutating func note(_ connection: Int, _ handle: UInt16, earlier: Int?) {
        guard handles[connection] == nil else { return }
        handles[connection] = ConnectionHandle(handle: handle, earlier: earlier)
    }

    /// Which connections are read with the handle of an earlier one.
    package var handleLines: [String] { lines { $0.readingWords } }

    /// On which connections the given handle is not navigation's.
    package var denialLines: [String] { lines { $0.denialWords } }

    private func lines(_ words: (ConnectionHandle) -> String?) -> [String] {
        let lines = handles.sorted { $0.key < $1.key }.compactMap { number, handle in
            words(handle).map { "connection \(number)\($0)" }
        }
        let rest = lines.count - Self.maximumLineCount
        guard rest > 0 else { return lines }
        return lines.prefix(Self.maximumLineCount) + ["the same holds for \(rest) more connections"]
    }

    /// What may be navigation's, and was not read.
    package static func leftOutLines(_ reader: NavigationReader) -> [String] {
        reader.leftOut.map { $0.explanation }
            + (reader.hasOmittedLeftOut
                ? ["of the connections without discovery, only the first 256 were looked at"] : [])
    }

    /// What is to be said of the records of a log: dates that none can have, packets that are cut, and what only the air
    /// shows.
    package static func recordLines(_ records: CaptureReader) -> [String] {
        var lines: [String] = []
        if records.oddTimeCount > 0 {
            lines.append("\(counted(records.oddTimeCount, "record")) dated outside of 1970 to 2100")
        }
        if records.backwardCount > 0 {
            lines.append(
                "\(counted(records.backwardCount, "record")) earlier than the one before: the clock was set, or the "
                    + "records are not in order")
        }
        if records.mayLackFile {
            let seconds = records.longestPauseBetweenFiles.components.seconds
            lines.append(
                "one file ends \(counted(Int(clamping: seconds), "second")) before the next one begins; if a file is "
                    + "missing between them, what is said of connections that go on may be wrong")
        }
        if records.foreignCount > 0 {
            lines.append(
                "\(counted(records.foreignCount, "packet")) of other link types passed over")
        }
        if records.hasOmittedInterfaces {
            lines.append("only the packets of the first 1024 interfaces are read")
        }
        if records.cutCount > 0 {
            let packets = counted(records.cutCount, "packet")
            lines.append(
                records.isFiltered
                    ? "of \(packets) the log keeps only the first bytes: on Android, set 'Bluetooth HCI snoop log' to "
                        + "'Enabled', not 'Filtered', and switch Bluetooth off and on"
                    : "\(packets) without the last bytes")
        }
        if let findings = records.airFindings, let start = records.firstTime {
            lines += findings.lines(since: start)
        }
        return lines
    }
}

extension LeftOutTraffic {
    /// What was left out, in words, with what can be done.
    package var explanation: String {
        let name = handle.map { "handle \($0)" } ?? "its characteristic"
        return switch reason {
        case .withoutDiscovery(let other):
            "connection \(connection) shows no discovery; the handle of connection \(other) was "
                + "\(handle ?? 0): try '--handle \(handle ?? 0)'"
        case .servicesChanged:
            "connection \(connection): the services at \(name) changed, and no discovery follows; "
                + "what passed there later is left out"
        case .afterGap:
            "connection \(connection): after damage, what passed at \(name) is left out"
        case .onEnhancedBearer:
            "connection \(connection) opened enhanced channels for ATT (EATT), which are not read"
        }
    }
}
