import KomootNavRecording

/// What a command says of a log beside what it found in it: how handles are known, and what may be missing.
struct CaptureNotes {
    /// The connections that use the handle of an earlier one, which each of them names.
    private var remembered: [(connection: Int, handle: UInt16, earlier: Int)] = []

    /// Takes an event.
    mutating func take(_ event: CapturedEvent) {
        guard let handle = event.handle, case .remembered(let earlier) = handle.source,
            remembered.last?.connection != event.connection,
            !remembered.contains(where: { $0.connection == event.connection })
        else { return }
        remembered.append((event.connection, handle.number, earlier))
    }

    /// Everything that is to be said after the log's end, a line each.
    func lines(_ reader: NavigationReader) -> [String] {
        var lines = remembered.map { note in
            "connection \(note.connection) shows no discovery; it has the address of connection "
                + "\(note.earlier), and is read with its handle \(note.handle)"
        }
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
