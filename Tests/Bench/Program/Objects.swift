import KomootNav

/// Eight objects of the same street, one after the other in memory. Each decoding takes the next one, so that no
/// compiler can decode once for all repetitions.
struct Objects {
    private static let count = 8

    let street: String
    let bytes: ContiguousArray<UInt8>
    private let size: Int

    init(street: String) throws(KomootNavError) {
        var bytes: ContiguousArray<UInt8> = []
        for number in 0..<UInt32(Self.count) {
            let instruction = NavigationInstruction(
                identifier: .uint32(0x1234_5678 + number), arrow: .left,
                distanceInMeters: 1960 + number, street: Street(street))
            bytes += try instruction.encoded(as: .deployed)
        }
        self.street = street
        self.bytes = bytes
        size = bytes.count / Self.count
    }

    /// Where the object for a repetition is.
    @inline(__always)
    func range(for repetition: Int) -> Range<Int> {
        let start = (repetition & (Self.count - 1)) * size
        return start..<start + size
    }
}
