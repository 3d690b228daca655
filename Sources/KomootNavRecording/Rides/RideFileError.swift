/// Why a line of a ride file does not hold an instruction.
public enum RideFileError: Error, Hashable, Sendable {
    /// The number of columns is not ``RideFile/columnCount``. Such lines occur in the format; a reader skips
    /// them.
    case columnCount(Int)
    /// The line is longer than ``RideFile/maximumLineLength``.
    case oversizedLine
    /// The line is not UTF-8, or a quoted field does not end, or something other than a comma follows it.
    case malformedLine
    /// Column 8 holds a street that does not fit into a data object.
    case oversizedStreet(byteCount: Int)
    /// Column 9 has a number that is not a distance in metres or kilometres, or is more metres than a UInt32 holds.
    case malformedDistance
    /// Column 11 is not a number from 0 to 255.
    case malformedArrow
    /// Column 12 is not a number of milliseconds.
    case malformedTime
}

extension RideFileError {
    /// Whether such lines occur in the format: a reader skips them, and the file is still good.
    public var isSkippable: Bool {
        switch self {
        case .columnCount: true
        case .oversizedLine, .malformedLine, .oversizedStreet, .malformedDistance, .malformedArrow,
            .malformedTime:
            false
        }
    }
}

extension RideFileError: CustomStringConvertible {
    /// What is wrong with the line, in words.
    public var description: String {
        switch self {
        case .columnCount(let count):
            "\(counted(count, "column")) instead of \(RideFile.columnCount)"
        case .oversizedLine: "oversized: more than \(RideFile.maximumLineLength) bytes"
        case .malformedLine: "not a line of comma-separated UTF-8 text"
        case .oversizedStreet(let count):
            "column 8: a street of \(count) bytes does not fit into an object"
        case .malformedDistance: "column 9: not a distance in m or km"
        case .malformedArrow: "column 11: not an arrow from 0 to 255"
        case .malformedTime: "column 12: not a time in milliseconds"
        }
    }
}
