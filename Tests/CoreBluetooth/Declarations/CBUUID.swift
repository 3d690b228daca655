public import Foundation
package import KomootNav

/// A UUID of a service or a characteristic: 16, 32 or 128 bits.
open class CBUUID: NSObject, NSCopying {
    /// The bytes, most significant first: 2, 4 or 16.
    public let data: Data

    /// Takes 4, 8 or 32 hexadecimal digits; the last form with hyphens.
    public init(string theString: String) {
        if let uuid = UUID128(theString) {
            data = Data((0..<UUID128.byteCount).map { uuid[$0] })
        } else {
            let digits = Array(theString.utf8).compactMap(HexDigits.value)
            precondition(
                digits.count == theString.utf8.count && [4, 8].contains(digits.count),
                "a UUID has 4, 8 or 32 hexadecimal digits")
            data = Data(
                stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
        }
        super.init()
    }

    /// Takes 2, 4 or 16 bytes.
    public init(data theData: Data) {
        precondition([2, 4, 16].contains(theData.count), "a UUID has 2, 4 or 16 bytes")
        data = theData
        super.init()
    }

    /// Takes a UUID of Foundation.
    public convenience init(nsuuid theUUID: UUID) { self.init(string: theUUID.uuidString) }

    package convenience init(_ uuid: UUID128) { self.init(string: uuid.description) }

    /// The digits, in upper case.
    open var uuidString: String {
        data.count == UUID128.byteCount
            ? full.description : data.map { HexDigits.uppercase($0) }.joined()
    }

    /// All 128 bits. A shorter UUID stands for one that ends in Bluetooth's base UUID.
    package var full: UUID128 {
        if data.count == UUID128.byteCount {
            var halves: (UInt64, UInt64) = (0, 0)
            for (position, byte) in data.enumerated() {
                if position < 8 {
                    halves.0 = halves.0 << 8 | UInt64(byte)
                } else {
                    halves.1 = halves.1 << 8 | UInt64(byte)
                }
            }
            return UUID128(high: halves.0, low: halves.1)
        }
        let short = data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return UUID128(high: short << 32 | 0x1000, low: 0x8000_0080_5F9B_34FB)
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.full == full }

    open override var hash: Int { full.hashValue }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var description: String { uuidString }
}
