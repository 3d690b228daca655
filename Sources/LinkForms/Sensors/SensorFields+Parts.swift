import CyclingSensors
import KomootNavJSON

extension SensorFields {
    /// Visits a part, which is an object of its own.
    mutating func part<Part>(
        _ name: String, _ part: inout Part,
        _ visit: (inout Part, inout SensorFields) throws(MalformedForm) -> Void
    ) throws(MalformedForm) {
        if let source {
            guard let object = source[name] else { throw .member(name) }
            var fields = SensorFields(reading: object)
            try visit(&part, &fields)
        } else {
            var fields = SensorFields(rangeUnit: rangeUnit)
            try visit(&part, &fields)
            take(name, fields)
        }
    }

    /// Visits a part that may be absent.
    ///
    /// - Parameter blank: a part whose fields can be read into.
    mutating func part<Part>(
        _ name: String, _ part: inout Part?, _ blank: Part,
        _ visit: (inout Part, inout SensorFields) throws(MalformedForm) -> Void
    ) throws(MalformedForm) {
        if let source, source[name] == nil { return part = nil }
        guard var present = part ?? (source == nil ? nil : blank) else { return }
        try self.part(name, &present, visit)
        part = present
    }

    /// Adds a member that follows from others, and is not read.
    mutating func derived(_ name: String, _ value: JSONValue) {
        if source == nil { members[name] = value }
    }

    /// Adds a number that follows from other members, and is not read.
    mutating func derived(
        _ name: String, _ number: (some FixedWidthInteger)?, _ unit: SensorUnit? = nil,
        as title: String? = nil
    ) {
        guard let number else { return }
        derived(name, .field(number))
        show(title ?? name, number, unit)
    }

    /// Adds an object that follows from other members, and is not read. People are shown its fields.
    mutating func derived(_ name: String, _ part: (some SensorFormPart)?) {
        if source == nil, let part { take(name, part.listed()) }
    }

    private mutating func take(_ name: String, _ fields: SensorFields) {
        members[name] = .object(fields.members)
        list += fields.list
    }
}

/// What only people are shown.
extension SensorFields {
    mutating func show(_ name: String, _ content: SensorField.Content, _ unit: SensorUnit? = nil) {
        if source == nil { list.append(SensorField(name: name, content: content, unit: unit)) }
    }

    mutating func show(_ name: String, _ number: some FixedWidthInteger, _ unit: SensorUnit? = nil)
    {
        show(name, .number(Int64(clamping: number)), unit)
    }

    mutating func show(
        _ name: String, numbers: some Sequence<some FixedWidthInteger>, _ unit: SensorUnit? = nil
    ) {
        show(name, .numbers(numbers.map { Int64(clamping: $0) }), unit)
    }

    /// The meaning of a number, or the number.
    mutating func show(
        _ name: String, code: some FixedWidthInteger, _ meanings: SensorMeanings
    ) {
        show(name, .text(meanings.text(for: code)))
    }

    /// The names of the bits that are set, from the lowest on. A bit without a name is a number.
    mutating func show(_ name: String, bits: some FixedWidthInteger, _ names: [String]) {
        let set = (0..<bits.bitWidth).filter { bits & 1 << $0 != 0 }
        show(name, .texts(set.map { names.indices.contains($0) ? names[$0] : "bit \($0)" }))
    }

    /// The bytes of a parameter without a meaning, if it has any.
    mutating func show(parameter: ShortBytes) {
        guard parameter.count > 0 else { return }
        show("parameter", numbers: (0..<parameter.count).map { parameter[$0] })
    }
}
