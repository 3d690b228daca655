/// The flags of a value while it is encoded or decoded: which fields are there.
struct FlagField<Bits: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    var bits: Bits

    func has(_ bit: Int) -> Bool { bits & (1 << bit) != 0 }

    mutating func set(_ bit: Int, if isPresent: Bool) {
        if isPresent { bits |= 1 << bit } else { bits &= ~(1 << bit) }
    }
}
