import KomootNav

/// Vectors of the operation `reassembly`.
enum ReassemblyVector {
    /// The names of what can happen.
    enum Event: String, CaseIterable {
        case begin, chunk, error, cancel, forgetChunkSize
    }

    /// What the library's reassembler does.
    static func answer(_ input: JSONValue) -> JSONValue? {
        guard let radio = input.radio,
            case .array(let events) = input["events"]
        else { return nil }
        var reassembler = ChunkReassembler(
            radio: radio,
            maximumRestarts: input.int("maximumRestarts")
                ?? ChunkReassembler.defaultMaximumRestarts,
            trustsChunkSize: input.bool("trustsChunkSize") ?? false)
        reassembler.mtu = input.int("mtu")
        var steps: [JSONValue] = []
        for event in events {
            guard let step = step(event, &reassembler) else { return nil }
            steps.append(step)
        }
        return .object(["steps": .array(steps)])
    }

    private static func step(_ event: JSONValue, _ reassembler: inout ChunkReassembler)
        -> JSONValue?
    {
        var members: [String: JSONValue] = [:]
        do throws(KomootNavError) {
            switch event.word("event", of: Event.self) {
            case .begin: members = show(reassembler.begin(), of: &reassembler)
            case .cancel: reassembler.cancel()
            case .forgetChunkSize: reassembler.forgetChunkSize()
            case .chunk:
                guard let offset = event.int("offset"), let bytes = event.bytes("bytes") else {
                    return nil
                }
                let step = try reassembler.receive(bytes.span, at: offset)
                members = show(step, of: &reassembler)
            case .error:
                guard let offset = event.int("offset"), let error = event.attError else {
                    return nil
                }
                members = show(try reassembler.receive(error, at: offset), of: &reassembler)
            case nil: return nil
            }
        } catch {
            members = ["error": error.json]
        }
        members["awaits"] = reassembler.awaitedOffset.map(JSONValue.size) ?? .null
        members["restarts"] = .size(reassembler.restarts)
        return .object(members)
    }

    /// What the bytes are that a step gives.
    private static func name(of step: ChunkReassembler.Step, _ extent: ObjectExtent) -> String {
        guard case .complete = step else { return "partial" }
        return extent == .whole ? "object" : "beginning"
    }

    /// What a step gives the rider to see.
    private static func show(
        _ step: ChunkReassembler.Step, of reassembler: inout ChunkReassembler
    ) -> [String: JSONValue] {
        if case .read = step { return [:] }
        let member = reassembler.withObject { bytes, extent in
            (name: name(of: step, extent), bytes: JSONValue.bytes(bytes))
        }
        return member.map { [$0.name: $0.bytes] } ?? [:]
    }
}
