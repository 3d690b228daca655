package import CyclingSensors
package import KomootNavJSON

/// A value, or a part of one, whose fields have names in JSON.
package protocol SensorFormPart {
    /// A value whose fields can be read into.
    static var blank: Self { get }

    /// Visits each field once: with its name, and for people its unit or its meaning.
    ///
    /// The fields are in the order in which people are shown them.
    mutating func visit(_ fields: inout SensorFields) throws(MalformedForm)
}

extension SensorFormPart {
    /// Reads the fields; members that do not belong to the value are ignored.
    package init(json: JSONValue) throws(MalformedForm) {
        self = .blank
        var fields = SensorFields(reading: json)
        try visit(&fields)
    }

    /// The fields, in ranges of this unit if the value is one.
    package func listed(inRangesOf unit: SensorUnit? = nil) -> SensorFields {
        var copy = self
        var fields = SensorFields(rangeUnit: unit)
        do throws(MalformedForm) {
            try copy.visit(&fields)
        } catch {
            preconditionFailure("fields are refused only while they are read")
        }
        return fields
    }
}

/// A sensor's value with a JSON form: its fields by their names in Swift, absent ones left out.
///
/// Source: `Fixtures/README.md`.
package protocol SensorForm: SensorFormPart, SensorValue {}

/// An enumeration with values, such as a request: in a form, the name of its case is a member.
package protocol SensorFormCases {
    /// A value of each case.
    static var blanks: [Self] { get }
}

extension SensorFormCases {
    /// The name of the value's case.
    var caseName: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }
}

extension SensorFormPart where Self: SensorFormCases {
    package static var blank: Self { blanks[0] }
}

extension SensorError {
    /// The error's code and offset.
    package var json: JSONValue {
        .object(["code": .string(code.name), "offset": .size(offset)])
    }
}
