import Foundation

/// A decoder like the one in the vendor's iOS kit: `NSData`, `getBytes` into one field after another, a
/// string from the rest. The benchmark compares with it. It knows one layout, checks one length and drops
/// a street that is not UTF-8.
struct VendorStyleDecoder {
    struct Instruction {
        var identifier: UInt32 = 0
        var arrow: UInt8 = 0
        var distance: UInt32 = 0
        var street: String?
    }

    private static let streetOffset = 9

    func decode(_ data: NSData) -> Instruction? {
        guard data.length >= Self.streetOffset else { return nil }
        var instruction = Instruction()
        unsafe data.getBytes(&instruction.identifier, range: NSRange(location: 0, length: 4))
        unsafe data.getBytes(&instruction.arrow, range: NSRange(location: 4, length: 1))
        unsafe data.getBytes(&instruction.distance, range: NSRange(location: 5, length: 4))
        let rest = NSRange(
            location: Self.streetOffset, length: data.length - Self.streetOffset)
        instruction.street = String(bytes: data.subdata(with: rest), encoding: .utf8)
        return instruction
    }
}
