/// Why a line of a ride file is no instruction.
public enum RideFileError: Error, Hashable, Sendable {
    /// The number of columns is not ``RideFile/columnCount``. The format has such lines; a reader
    /// skips them.
    case columnCount(Int)
    /// The line is longer than ``RideFile/maximumLineLength``.
    case oversizedLine
    /// The line is not UTF-8, or a quoted field does not end, or something follows its end.
    case malformedLine
    /// Column 8 holds a street that no data object has room for.
    case oversizedStreet(byteCount: Int)
    /// Column 9 is no display text that the format knows, or more metres than a UInt32 holds.
    case malformedDistance
    /// Column 11 is no number from 0 to 255.
    case malformedArrow
    /// Column 12 is no number of milliseconds.
    case malformedTime
}

extension RideFileError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .columnCount(let count):
            "\(count) column\(count == 1 ? "" : "s") instead of \(RideFile.columnCount)"
        case .oversizedLine: "more than \(RideFile.maximumLineLength) bytes"
        case .malformedLine: "not a line of comma-separated UTF-8 text"
        case .oversizedStreet(let count): "column 8: a street of \(count) bytes fits no object"
        case .malformedDistance: "column 9: not a distance"
        case .malformedArrow: "column 11: not an arrow from 0 to 255"
        case .malformedTime: "column 12: not a time in milliseconds"
        }
    }
}
