import KomootNavRecording

/// What a command says of a log beside what it found in it: how handles are known, and what may be missing.
struct CaptureNotes {
    /// The connections that are read with the handle of an earlier one, which each of them names.
    private var remembered: [Remembered] = []

    private struct Remembered {
        let connection: Int
        let handle: UInt16
        let earlier: Int
        /// Whether the log later shows that the handle is not navigation's, and where that is.
        var isDenied = false
        var isDiscovered = false

        var words: String {
            let reading =
                "has the address of connection \(earlier), and is read with its handle \(handle)"
            let subject = isDiscovered ? "" : " shows no discovery; it"
            let end =
                isDenied
                ? " until the log shows that this is not navigation's"
                : isDiscovered ? " until the discovery" : ""
            return "connection \(connection)\(subject) \(reading)\(end)"
        }
    }

    /// Takes an event.
    mutating func take(_ event: CapturedEvent) {
        guard let handle = event.handle else { return }
        switch event.kind {
        case .discovered: change(event.connection) { $0.isDiscovered = true }
        case .foundAnother: change(event.connection) { $0.isDenied = true }
        case .connected, .mtuAgreed, .requested, .chunk, .failed, .notified, .disconnected:
            guard case .remembered(let earlier) = handle.source,
                remembered.last?.connection != event.connection,
                !remembered.contains(where: { $0.connection == event.connection })
            else { return }
            remembered.append(
                Remembered(
                    connection: event.connection, handle: handle.number, earlier: earlier))
        }
    }

    private mutating func change(_ connection: Int, _ change: (inout Remembered) -> Void) {
        guard let index = remembered.firstIndex(where: { $0.connection == connection }) else {
            return
        }
        change(&remembered[index])
    }

    /// Everything that is to be said after the log's end, a line each.
    func lines(_ reader: NavigationReader) -> [String] {
        var lines = remembered.map(\.words)
        lines += reader.leftOut.map(\.explanation)
        if reader.oddTimeCount > 0 {
            lines.append(
                "\(counted(reader.oddTimeCount, "record")) dated outside of 1970 to 2100")
        }
        return lines
    }
}

extension LeftOutTraffic {
    /// What was left out, in words, with what can be done.
    var explanation: String {
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
