import KomootNav

/// Vectors of the operation `centralSession`.
enum CentralVector {
    /// What the library's session does.
    static func answer(_ input: JSONValue) -> JSONValue? {
        guard let configuration = input["configuration"].flatMap(configuration) else { return nil }
        var session = CentralSession(configuration)
        return SessionVector.steps(input) { json, time in
            guard (try? session.take(json, at: time)) != nil else { return nil }
            return session.takeStep()
        }
    }

    private static func configuration(_ json: JSONValue) -> CentralSession.Configuration? {
        let radios: [String: ChunkReassembler.Radio] = [
            "offsetReads": .offsetReads, "wholeValues": .wholeValues,
        ]
        guard let radio = json["radio"]?.string.flatMap({ radios[$0] }), let layout = json.layout
        else { return nil }
        var configuration = CentralSession.Configuration(radio: radio, layout: layout.pinned)
        if let restarts = json.int("maximumRestarts") { configuration.maximumRestarts = restarts }
        if let trusts = json.bool("trustsPieceSize") { configuration.trustsPieceSize = trusts }
        if let subscribes = json.bool("subscribes") { configuration.subscribes = subscribes }
        if let timeout = json.int("readTimeout") { configuration.readTimeout = UInt64(timeout) }
        return configuration
    }
}
