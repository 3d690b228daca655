import KomootNav

/// Vectors of the operation `reassembly`.
enum ReassemblyVector {
    /// What the library's reassembler does.
    static func answer(_ input: JSONValue) -> JSONValue? {
        let radios: [String: ChunkReassembler.Radio] = [
            "offsetReads": .offsetReads, "wholeValues": .wholeValues,
        ]
        guard let radio = input["radio"]?.string.flatMap({ radios[$0] }),
            case .array(let events) = input["events"]
        else { return nil }
        var reassembler = ChunkReassembler(
            radio: radio,
            maximumRestarts: input.int("maximumRestarts")
                ?? ChunkReassembler.defaultMaximumRestarts,
            trustsPieceSize: input.bool("trustsPieceSize") ?? false)
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
            switch event["event"]?.string {
            case "begin": members = show(reassembler.begin(), of: &reassembler)
            case "cancel": reassembler.cancel()
            case "forgetPieceSize": reassembler.forgetPieceSize()
            case "piece":
                guard let offset = event.int("offset"), let bytes = event.bytes("bytes") else {
                    return nil
                }
                let step = try reassembler.receive(bytes.span, at: offset)
                members = show(step, of: &reassembler)
            case "error":
                guard let offset = event.int("offset"), let error = event.attError else {
                    return nil
                }
                members = show(try reassembler.receive(error, at: offset), of: &reassembler)
            default: return nil
            }
        } catch {
            members = ["error": error.json]
        }
        members["awaits"] = reassembler.awaitedOffset.map { .number(Int64($0)) } ?? .null
        members["restarts"] = .number(Int64(reassembler.restarts))
        return .object(members)
    }

    /// What a step has for the rider.
    private static func show(
        _ step: ChunkReassembler.Step, of reassembler: inout ChunkReassembler
    ) -> [String: JSONValue] {
        let name: String
        switch step {
        case .read: return [:]
        case .partial: name = "partial"
        case .complete: name = "object"
        }
        let bytes = reassembler.withObject { bytes, _ in HexBytes.encode(bytes) }
        return [name: bytes.map(JSONValue.string) ?? .null]
    }
}
