public import ConnectIQBridge
public import Foundation

extension MonkeyValue {
    /// Makes a value from Foundation objects, such as those that the vendor's library for iOS hands over.
    ///
    /// | object | value |
    /// |---|---|
    /// | `NSNull`, an empty optional | null |
    /// | `Bool`, `NSNumber` made from one | `Boolean` |
    /// | an integer of up to 64 bits, signed or not, also as `NSNumber` | `Number` from −2³¹ to 2³¹ − 1, else `Long` |
    /// | `Float`, also as `NSNumber` | `Float`; infinities and NaN a `Double` |
    /// | `Double`, also as `NSNumber` | `Double` |
    /// | `String`, `NSString` | `String` |
    /// | `Array`, `NSArray` | `Array` |
    /// | `Dictionary`, `NSDictionary` | `Dictionary` |
    /// | `Data`, `NSData` | `ByteArray` |
    ///
    /// An array of `UInt8` is an `Array`. Nothing becomes a `Char`. An infinity is a `Double`, because Foundation does
    /// not keep its type, and so is NaN, always with the same bits. `Decimal`, `Date`, sets, integers of 128 bits and everything
    /// else are refused. `CGFloat` is refused on Linux; Apple's systems should make it a `Double` (not tried).
    ///
    /// Foundation's dictionaries have no order. The pairs are sorted, so that the same dictionary always becomes the
    /// same value: numbers, then Booleans, then strings, each in ascending order, and numbers of one type together.
    ///
    /// An `NSArray` or `NSDictionary` that contains itself is `tooDeep` or `tooManyValues`. On Linux, Foundation itself
    /// ends the program for that, and for an `NSDictionary` with an array or a dictionary as a key.
    ///
    /// - Parameters:
    ///   - object: the object. Nothing else may change it meanwhile.
    ///   - limits: how many values there may be, and how deep. The number of bytes is not checked: `encoded(limits:)` does
    ///     that.
    /// - Throws: ``FoundationObjectError``, with the path of what is wrong. If several things are wrong, that of the first one
    ///   in the order of the result. Of a dictionary, that is first its depth and its number, then all its keys, then its
    ///   values, each with what is in it, and at last whether two keys are the same.
    public init(
        foundationObject object: Any, limits: MonkeyLimits = MonkeyLimits()
    ) throws(FoundationObjectError) {
        var reader = ObjectReader(limits: limits)
        self = try reader.value(of: object)
    }

    /// Makes Foundation objects from the value, such as the vendor's library for iOS sends.
    ///
    /// | value | object |
    /// |---|---|
    /// | null | `NSNull` |
    /// | `Number` | `NSNumber` of an `Int32` |
    /// | `Long` | `NSNumber` of an `Int64` |
    /// | `Float` | `NSNumber` of a `Float` |
    /// | `Double` | `NSNumber` of a `Double` |
    /// | `Boolean` | `NSNumber` of a `Bool` |
    /// | `String` | `NSString` |
    /// | `Array` | `NSArray` |
    /// | `Dictionary` | `NSDictionary`, without the order |
    /// | `ByteArray` | `NSData` |
    /// | `Char` | refused: the vendor's library has none. Send a `String`, or the code point as a `Number`. |
    ///
    /// The vendor's library turns a number into the type that fits best, so a small `Long` may arrive as a `Number`.
    /// ``init(foundationObject:limits:)`` does that too; the order of a dictionary, and which type an infinity or NaN was, are
    /// lost. Everything else comes back as it was.
    ///
    /// - Parameter limits: how many values there may be, and how deep. The number of bytes is not checked: `encoded(limits:)`
    ///   does that, and finds the strings that can't be sent.
    /// - Throws: ``FoundationObjectError``: `unsupportedType`, `invalidKey`, `duplicateKey`, `tooDeep` or `tooManyValues`.
    public func foundationObject(
        limits: MonkeyLimits = MonkeyLimits()
    ) throws(FoundationObjectError) -> NSObject {
        var writer = ObjectWriter(limits: limits)
        return try writer.object(of: self)
    }
}
