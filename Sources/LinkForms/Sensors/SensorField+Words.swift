package import KomootNavJSON
import KomootNavRecording

extension SensorFields {
    /// The fields as lines for a person, their names in a column.
    ///
    /// - Parameter unread: how many bytes at the end were not read.
    package func lines(unread: Int) -> [String] {
        let width = list.reduce(0) { max($0, $1.words.count) }
        let lines = list.map { field in
            let gap = String(repeating: " ", count: width - field.words.count)
            return "\(field.words)\(gap)  \(field.shown)"
        }
        let rest = unread > 0 ? ["\(counted(unread, "byte")) at the end not read"] : []
        return (lines.isEmpty ? ["no fields"] : lines) + rest
    }
}

extension SensorField {
    /// Its name as words: `last wheel event time`.
    package var words: String {
        var words = ""
        var wasUppercase = true
        for character in name {
            if character.isUppercase && !wasUppercase { words += " " }
            wasUppercase = character.isUppercase
            words += character.lowercased()
        }
        return words
    }

    /// What it holds, for a person.
    package var shown: String {
        switch content {
        case .number(let number): shown(number, withRaw: true)
        case .numbers(let numbers):
            numbers.isEmpty
                ? "none" : numbers.map { shown($0, withRaw: false) }.joined(separator: ", ")
        case .text(let text): printable(text)
        case .texts(let texts): texts.isEmpty ? "none" : texts.joined(separator: ", ")
        case .truth(let truth): truth ? "yes" : "no"
        }
    }

    private func shown(_ number: Int64, withRaw: Bool) -> String {
        guard let unit else { return "\(number)" }
        guard unit.factor != 1 else { return "\(number) \(unit.symbol)" }
        let text = decimal(Double(number) * unit.factor, digits: unit.digits)
        let symbol = unit.symbol.isEmpty ? "" : " \(unit.symbol)"
        return text + symbol + (withRaw ? "  (\(number) in \(unit.name))" : "")
    }

    /// What it holds, for a program.
    package var json: JSONValue {
        let value: JSONValue =
            switch content {
            case .number(let number): .number(number)
            case .numbers(let numbers): .array(numbers.map { .number($0) })
            case .text(let text): .string(text)
            case .texts(let texts): .array(texts.map { .string($0) })
            case .truth(let truth): .bool(truth)
            }
        var members = ["value": value]
        if let unit { members["unit"] = .string(unit.name) }
        return .object(members)
    }
}

extension SensorFields {
    /// The fields for people, as the members of an object.
    package var listJSON: JSONValue {
        .object(Dictionary(list.map { ($0.name, $0.json) }, uniquingKeysWith: { $1 }))
    }
}
