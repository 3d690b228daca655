import KomootNav
import KomootNavConformance
import KomootNavPipe
import Testing

@Suite("A pipe and the suite")
struct PipedVectorTests {
    /// The lines with which a pipe answers these.
    private func lines(_ pipe: inout SessionPipe, _ input: String) -> [PipeLine] {
        let bytes = ContiguousArray(input.utf8)
        var lines: [PipeLine] = []
        pipe.handle(bytes.span, at: .zero) { lines.append($0) }
        return lines
    }

    /// The configuration that a vector gives.
    private func configuration(_ json: JSONValue) -> CentralSession.Configuration? {
        guard case .object(let members) = json else { return nil }
        var configuration = CentralSession.Configuration(radio: .offsetReads)
        for (name, value) in members {
            switch (name, value) {
            case ("radio", .string(let name)):
                guard let radio = ChunkReassembler.Radio(name: name) else { return nil }
                configuration = CentralSession.Configuration(radio: radio)
            case ("layout", _), ("maximumRestarts", _), ("trustsChunkSize", _), ("subscribes", _),
                ("readTimeout", _):
                break
            default: return nil
            }
        }
        if let name = members["layout"]?.string, name != "auto" {
            configuration.layout = InstructionLayout(name: name)
        }
        if let number = members["maximumRestarts"]?.unsigned {
            configuration.maximumRestarts = Int(number)
        }
        if let number = members["readTimeout"]?.unsigned {
            configuration.readTimeout = .milliseconds(number)
        }
        configuration.trustsChunkSize = members["trustsChunkSize"] == .bool(true)
        configuration.subscribes = members["subscribes"] != .bool(false)
        return configuration
    }

    @Test("A pipe and the suite agree on every step of a device's session")
    func vectors() throws {
        let suite = try GoldenFixtures.suite()
        let vectors = suite.vectors.filter { $0.operation == .centralSession }
        var judged = 0
        for vector in vectors {
            guard let configuration = vector.input["configuration"].flatMap(configuration),
                case .array(let events) = vector.input["events"],
                case .array(let steps) = vector.expected["steps"]
            else { continue }
            judged += 1
            var pipe = SessionPipe(central: configuration, clock: .given)
            for (event, step) in zip(events, steps) {
                let found = lines(&pipe, event.description + "\n")
                let effects = found.compactMap { line in
                    if case .effect(let effect) = line.kind { effect.json } else { nil }
                }
                #expect(step["effects"] == .array(effects), "\(vector.id)")
                #expect(step["phase"] == found.last?.json["phase"], "\(vector.id)")
                #expect(step["deadline"] == found.last?.json["deadline"], "\(vector.id)")
            }
        }
        #expect(judged == vectors.count)
    }
}
