/// The vectors as Python modules, for MicroPython too. Each topic has a module, so that a small device can
/// load one after the other.
///
/// Source: `Docs/Conformance.md`.
public enum PythonExport {
    /// The modules.
    ///
    /// - Throws: ``ExportError`` for a member that should hold bytes but does not.
    public static func files(_ suite: VectorSuite) throws(ExportError) -> [ExportedFile] {
        var files: [ExportedFile] = []
        for file in suite.files {
            let name = "kbc_\(file.layer)_\(file.topic)".replacing("/", with: "_")
                .replacing("-", with: "_")
            files.append(ExportedFile(name: "\(name).py", content: try content(of: file)))
        }
        return files
    }

    private static func content(of file: VectorFile) throws(ExportError) -> String {
        var lines: [String] = []
        for vector in file.vectors {
            let literal = PythonLiteral(vector: vector)
            let parts = [
                literal.text(vector.id), vector.level == .required ? "True" : "False",
                literal.text(vector.operation.rawValue), try literal.value(vector.input),
                try literal.value(vector.expected),
            ]
            lines.append("    (\(parts.joined(separator: ", "))),")
        }
        return """
            # Layer \(file.layer), topic \(file.topic), suite KBC \(file.suiteVersion). Generated: do not edit.
            # A vector: its id, whether it is required, the operation, the input, what must come out.
            VECTORS = (
            \(lines.joined(separator: "\n"))
            )

            """
    }
}

/// Writes values as Python does, in ASCII.
private struct PythonLiteral {
    /// The members that hold bytes.
    static let byteMembers: Set<String> = [
        "bytes", "streetBytes", "partial", "object", "parameter", "textBytes", "dataBytes",
        "byteArray", "freshName", "own", "peer",
    ]
    /// The layers in which a `name` holds bytes; elsewhere it is a text.
    static let layersOfNamesInBytes: Set<String> = ["pairing/client", "pairing/server"]
    /// The members whose decimal texts are numbers.
    static let numberMembers: Set<String> = [
        "identifier", "distanceInMeters", "cumulativeRevolutions", "rawValue", "measured",
        "settable", "value", "data", "serialNumber", "distance", "sent", "total",
    ]

    let vector: Vector

    private func holdsBytes(_ member: String) -> Bool {
        Self.byteMembers.contains(member)
            || member == "name" && Self.layersOfNamesInBytes.contains(vector.operation.layer)
    }

    func value(_ value: JSONValue, of member: String = "") throws(ExportError) -> String {
        switch value {
        case .null: return "None"
        case .bool(let flag): return flag ? "True" : "False"
        case .number(let number): return "\(number)"
        case .fraction(let number): return "\(number)"
        case .string(let text):
            if holdsBytes(member) {
                guard let bytes = try? HexBytes.decode(text) else {
                    throw ExportError(id: vector.id, member: member)
                }
                return "b\"" + bytes.map { "\\x" + HexBytes.encode([$0]) }.joined() + "\""
            }
            if Self.numberMembers.contains(member), let number = value.unsigned {
                return "\(number)"
            }
            return self.text(text)
        case .array(let elements):
            var parts: [String] = []
            for element in elements { parts.append(try self.value(element)) }
            return "[\(parts.joined(separator: ", "))]"
        case .object(let members):
            var parts: [String] = []
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                parts.append("\(text(name)): \(try self.value(value, of: name))")
            }
            return "{\(parts.joined(separator: ", "))}"
        }
    }

    func text(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                literal += "\\"
                literal.unicodeScalars.append(scalar)
            case " "..."~": literal.unicodeScalars.append(scalar)
            default:
                literal +=
                    "\\U" + String(repeating: "0", count: 8 - hex(scalar).count) + hex(scalar)
            }
        }
        return literal + "\""
    }

    private func hex(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16) }
}
