/// One value of a serialised one, without what is in it.
public enum MonkeyToken: Hashable, Sendable {
    /// Nothing.
    case null
    /// A `Number`.
    case number(Int32)
    /// A `Long`.
    case long(Int64)
    /// A `Float`.
    case float(Float)
    /// A `Double`.
    case double(Double)
    /// A `Boolean`.
    case boolean(Bool)
    /// A `Char`.
    case char(Unicode.Scalar)
    /// A `String`; ``MonkeyReader/string(at:)`` lends its bytes.
    case string(offset: UInt32)
    /// An `Array` of so many elements.
    case array(count: Int)
    /// A `Dictionary` of so many pairs.
    case dictionary(count: Int)
    /// A `ByteArray`, which has these positions in the bytes that are read.
    case byteArray(Range<Int>)

    /// The number of values in it, keys among them.
    var childCount: Int {
        switch self {
        case .array(let count): count
        case .dictionary(let count): 2 * count
        case .null, .number, .long, .float, .double, .boolean, .char, .string, .byteArray: 0
        }
    }
}
