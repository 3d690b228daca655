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

/// What a notification carries, in a form that can be kept: the owned form of `NotificationPayload`.
///
/// A notification is a reason to read. It proves no order; rely only on a completed read.
public enum NavigationNotification: Hashable, Sendable {
    /// The identifier alone.
    case identifier(InstructionIdentifier)
    /// The object or its beginning.
    case instruction(DecodedInstruction)

    /// Copies what a payload says.
    public init(_ payload: borrowing NotificationPayload) {
        switch payload {
        case .identifier(let identifier): self = .identifier(identifier)
        case .instruction(let view): self = .instruction(DecodedInstruction(view))
        }
    }

    /// Copies a notification's value from `Data` or any other collection of bytes, and reads it.
    ///
    /// - Parameters:
    ///   - bytes: the notification's value.
    ///   - layout: the layout that the phone is known to use; `nil` to detect it.
    ///   - extent: whether the value may have been cut. Leave the default unless you know that it
    ///     was not.
    /// - Throws: `KomootNavError`: `malformedNotification` for 0 to 3 and 5 to 8 bytes, and what
    ///   ``DecodedInstruction/init(decoding:layout:extent:)`` throws.
    public init(
        decoding bytes: some Collection<UInt8>, layout: InstructionLayout? = nil,
        extent: ObjectExtent = .possiblyCut
    ) throws(KomootNavError) {
        let copy = ContiguousArray(bounding: bytes)
        self.init(try NotificationPayload(decoding: copy.span, layout: layout, extent: extent))
    }
}
