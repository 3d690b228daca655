public import Foundation
public import KomootNav

extension NavigationInstruction {
    /// Encodes the instruction as a whole data object.
    ///
    /// - Parameter layout: the layout to write. There is no default, because only you know which
    ///   one the receiver needs.
    /// - Throws: `KomootNavError`: `identifierMismatch` if the identifier's width does not fit the
    ///   layout; `oversized` if the object would exceed 512 bytes.
    public func encodedData(as layout: InstructionLayout) throws(KomootNavError) -> Data {
        Data(try encoded(as: layout))
    }

    /// How far ahead, in metres, not rounded.
    public var distance: Measurement<UnitLength> { .meters(distanceInMeters) }
}

extension NavigationInstructionView {
    /// How far ahead, in metres, not rounded.
    public var distance: Measurement<UnitLength> { .meters(distanceInMeters) }
}

extension Measurement<UnitLength> {
    /// Every 32-bit number of metres is exact as a `Double`.
    fileprivate static func meters(_ meters: UInt32) -> Self {
        Measurement(value: Double(meters), unit: .meters)
    }
}
