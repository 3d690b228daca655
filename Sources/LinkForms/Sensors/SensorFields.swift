import CyclingSensors
package import KomootNavJSON

/// The fields of a value, either while they are read from JSON or while they are listed.
///
/// A visit names each field once. While a form is read, the visited variables take its members.
/// While the fields are listed, ``members`` takes the variables for a program, and ``list`` for people.
package struct SensorFields {
    /// Where the fields are read from; `nil` while they are listed.
    let source: JSONValue?
    /// What the numbers of a range count.
    let rangeUnit: SensorUnit?
    /// The members of the value's form.
    package internal(set) var members: [String: JSONValue] = [:]
    /// The fields for people.
    package internal(set) var list: [SensorField] = []

    init(reading source: JSONValue? = nil, rangeUnit: SensorUnit? = nil) {
        self.source = source
        self.rangeUnit = rangeUnit
    }

    /// Visits a number.
    ///
    /// - Parameters:
    ///   - title: its name for people, if that is another one.
    ///   - isShown: whether people are shown it.
    mutating func number<Number: FixedWidthInteger>(
        _ name: String, _ number: inout Number, _ unit: SensorUnit? = nil, as title: String? = nil,
        isShown: Bool = true
    ) throws(MalformedForm) {
        if let source {
            number = try source.required(name)
        } else {
            members[name] = .field(number)
            if isShown { show(title ?? name, number, unit) }
        }
    }

    /// Visits a number that may be absent.
    mutating func number<Number: FixedWidthInteger>(
        _ name: String, _ number: inout Number?, _ unit: SensorUnit? = nil, as title: String? = nil,
        isShown: Bool = true
    ) throws(MalformedForm) {
        if let source {
            number = try source.optional(name)
        } else if let number {
            members[name] = .field(number)
            if isShown { show(title ?? name, number, unit) }
        }
    }

    /// Visits numbers.
    ///
    /// - Parameter isRequired: whether a form must have them; else it may also have none.
    mutating func numbers<Number: FixedWidthInteger>(
        _ name: String, _ numbers: inout ContiguousArray<Number>, _ unit: SensorUnit? = nil,
        as title: String? = nil, isRequired: Bool = true
    ) throws(MalformedForm) {
        if let source {
            let isThere = isRequired || source[name] != nil
            numbers = isThere ? try source.requiredNumbers(name) : []
        } else {
            members[name] = .array(numbers.map { .field($0) })
            show(title ?? name, numbers: numbers, unit)
        }
    }

    /// Visits a truth.
    mutating func truth(
        _ name: String, _ truth: inout Bool, isShown: Bool = true
    ) throws(MalformedForm) {
        if let source {
            truth = try source.requiredBool(name)
        } else {
            members[name] = .bool(truth)
            if isShown { show(name, .truth(truth)) }
        }
    }

    /// Visits a truth that a form has, and people are shown, only if it is true.
    mutating func mark(_ name: String, _ truth: inout Bool) throws(MalformedForm) {
        if let source {
            truth = source[name] == nil ? false : try source.requiredBool(name)
        } else if truth {
            members[name] = .bool(true)
            show(name, .truth(true))
        }
    }

    /// Visits a number that stands for something.
    mutating func code<Code: RawRepresentable>(
        _ name: String, _ code: inout Code, _ meanings: SensorMeanings, as title: String? = nil
    ) throws(MalformedForm) where Code.RawValue: FixedWidthInteger {
        if let source {
            code = try source.required(name, Code.self)
        } else {
            members[name] = .field(code.rawValue)
            show(title ?? name, code: code.rawValue, meanings)
        }
    }

    /// Visits one of a few cases, whose name is in the form. Without meanings people aren't shown it.
    mutating func word<Word: CaseIterable & RawRepresentable>(
        _ name: String, _ word: inout Word, _ meanings: SensorMeanings? = nil,
        as title: String? = nil
    ) throws(MalformedForm) where Word.RawValue: FixedWidthInteger {
        if let source {
            word = try source.requiredCase(name, of: Word.self)
        } else {
            members[name] = .string("\(word)")
            if let meanings { show(title ?? name, code: word.rawValue, meanings) }
        }
    }

    /// Visits a set of bits, of which people are shown the names, from the lowest on. A bit without a
    /// name is a number.
    mutating func bits<Bits: RawRepresentable>(
        _ name: String, _ bits: inout Bits, _ names: [String], as title: String? = nil,
        without hidden: Bits.RawValue = 0
    ) throws(MalformedForm) where Bits.RawValue: FixedWidthInteger {
        if let source {
            bits = try source.required(name, Bits.self)
        } else {
            members[name] = .field(bits.rawValue)
            show(title ?? name, bits: bits.rawValue & ~hidden, names)
        }
    }

    /// Visits the flags of fields that were cut off, which only the form of a cut value has. People are shown the
    /// fields' names.
    ///
    /// - Parameter names: the names, from bit 0 on.
    mutating func missingFlags(
        _ flags: inout UInt16, _ names: [String]
    ) throws(MalformedForm) {
        if let source {
            flags = try source.optional("missingFlags") ?? 0
        } else if flags != 0 {
            members["missingFlags"] = .field(flags)
            show("cutOff", bits: flags, names)
        }
    }

    /// Visits the flags without a field. People are shown the reserved ones, if any is set.
    mutating func otherFlags<Flags: FixedWidthInteger>(
        _ flags: inout Flags, reserved: Flags = ~0
    ) throws(MalformedForm) {
        let isAnySet = flags & reserved != 0
        try number("otherFlags", &flags, isShown: false)
        if isAnySet { show("reservedFlags", flags & reserved) }
    }

    /// Visits a parameter that is kept as it is. People are shown its bytes, if it has any.
    mutating func parameter(
        _ bytes: inout ShortBytes, as name: String = "parameter", isShown: Bool = true
    ) throws(MalformedForm) {
        if let source {
            guard let read = ShortBytes(try source.requiredBytes(name)) else {
                throw .member(name)
            }
            bytes = read
        } else {
            members[name] = bytes.json
            if isShown { show(parameter: bytes) }
        }
    }

    /// Visits bytes that may be absent. People are not shown them.
    mutating func bytes(
        _ name: String, _ bytes: inout ContiguousArray<UInt8>?
    ) throws(MalformedForm) {
        if let source {
            bytes = source[name] == nil ? nil : try source.requiredBytes(name)
        } else if let bytes {
            members[name] = .bytes(bytes)
        }
    }

    /// Visits the name of a value's case. While a form is read, this also chooses the case.
    mutating func caseName<Value: SensorFormCases>(
        _ name: String, _ value: inout Value
    ) throws(MalformedForm) {
        if let source {
            let word = source[name]?.string
            guard let blank = Value.blanks.first(where: { $0.caseName == word }) else {
                throw .member(name)
            }
            value = blank
        } else {
            members[name] = .string(value.caseName)
        }
    }
}
