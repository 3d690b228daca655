/// The vectors as C99 headers: one with the types, and one with constant arrays for each layer.
///
/// They hold the layers of komoot's link, which ``layers`` lists. The other layers have no C form;
/// ``PythonExport`` has all.
///
/// Source: `Docs/Conformance.md`.
public enum CExport {
    /// The layers of komoot's link.
    public static let layers = VectorSuite.layers.filter { layer in
        Vector.Operation.allCases.contains { $0.layer == layer && $0.cName != nil }
    }

    /// The headers.
    ///
    /// - Parameters:
    ///   - suite: the vectors.
    ///   - withTitles: whether each vector has its title and the flags of its bugs, and one more header says what each
    ///     bug does, for a device that says in words what is wrong.
    /// - Throws: ``ExportError`` for a vector that does not have the form of its operation.
    public static func files(
        _ suite: VectorSuite, withTitles: Bool = false
    ) throws(ExportError) -> [ExportedFile] {
        var files = [
            ExportedFile(name: "kbc_vectors.h", content: withTitles ? titledForms : forms)
        ]
        if withTitles { files.append(flags(suite)) }
        for layer in layers {
            let vectors = suite.files.filter { $0.layer == layer }.flatMap(\.vectors)
            let name = "kbc_" + layer.replacing("/", with: "_")
            var header = CHeader(name: name)
            for operation in Vector.Operation.allCases where operation.layer == layer {
                guard let form = operation.cName else { continue }
                try add(
                    vectors.filter { $0.operation == operation }, form, withTitles: withTitles,
                    to: &header)
            }
            files.append(
                ExportedFile(
                    name: "\(name).h",
                    content: header.content(
                        "The vectors of layer \(layer)", suiteVersion: suite.version)))
        }
        return files
    }

    /// What each bug does, in words.
    private static func flags(_ suite: VectorSuite) -> ExportedFile {
        let named = Set(
            suite.files.filter { layers.contains($0.layer) }.flatMap(\.vectors).flatMap(\.flags))
        let elements = suite.flags.filter { named.contains($0.key) }
            .sorted { $0.key < $1.key }
            .map { "{\(CHeader.literal($0.key)), \(CHeader.literal($0.value.effect))}" }
        var header = CHeader(name: "kbc_flags")
        header.addArray("kbc_flag", "kbc_flags", elements)
        header.addCount("kbc_flag_count", elements.count)
        return ExportedFile(
            name: "kbc_flags.h", content: header.content("The bugs", suiteVersion: suite.version))
    }

    private static func add(
        _ vectors: [Vector], _ form: String, withTitles: Bool, to header: inout CHeader
    ) throws(ExportError) {
        var elements = vectors.map { _ in "" }
        // Many scripts begin a longer one, and share its array.
        let longestFirst = vectors.indices.sorted {
            (vectors[$0].eventCount, $1) > (vectors[$1].eventCount, $0)
        }
        for index in longestFirst {
            let vector = vectors[index]
            let members = try Self.members(of: vector, in: &header)
            let level = vector.level == .required ? "KBC_REQUIRED" : "KBC_RECOMMENDED"
            let titles =
                withTitles
                ? [
                    ".title = \(CHeader.literal(vector.title))",
                    ".flags = \(CHeader.literal(vector.flags.joined(separator: " ")))",
                ] : []
            let common = [".id = \(CHeader.literal(vector.id))", ".level = \(level)"]
            elements[index] = "{" + (common + titles + members).joined(separator: ", ") + "}"
        }
        header.addArray("kbc_\(form)_vector", "kbc_\(form)_vectors", elements)
        header.addCount("kbc_\(form)_count", vectors.count)
    }

    private static func members(
        of vector: Vector, in header: inout CHeader
    ) throws(ExportError) -> [String] {
        let input = MemberReader(id: vector.id, vector.input)
        let expected = MemberReader(id: vector.id, vector.expected)
        switch vector.operation {
        case .decode: return try decode(input, expected, &header)
        case .encode: return try encode(input, expected, &header)
        case .street: return try street(input, expected, &header)
        case .notification: return try notification(input, expected, &header)
        case .reassembly: return try reassembly(input, expected, &header)
        case .distance: return try distance(input, expected)
        case .centralSession: return try central(input, expected, &header)
        case .peripheralSession: return try peripheral(input, expected, &header)
        default: throw input.fault("operation")
        }
    }
}

extension Vector {
    /// How many events its script has; 0 if it has no script.
    fileprivate var eventCount: Int {
        guard case .array(let events) = input["events"] else { return 0 }
        return events.count
    }
}

extension Vector.Operation {
    /// What its arrays are called; `nil` if its vectors have no C form.
    fileprivate var cName: String? {
        switch self {
        case .centralSession: "central"
        case .peripheralSession: "peripheral"
        case .decode, .encode, .street, .notification, .reassembly, .distance: rawValue
        default: nil
        }
    }
}
