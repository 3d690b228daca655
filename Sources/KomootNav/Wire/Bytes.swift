extension ContiguousArray<UInt8> {
    /// Copies bytes that may be an object. It copies at most one byte more than an object may have,
    /// so an oversized value stays oversized without being copied whole.
    init(boundedBytes bytes: some Collection<UInt8>) {
        self.init(bytes.prefix(ATT.maximumValueLength + 1))
    }
}

extension Span<UInt8> {
    /// Whether the bytes are equal. It compares eight at a time.
    func holdsSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let wordSize = 8
        let wordsEnd = count - count % wordSize
        return unsafe withUnsafeBytes { left in
            unsafe other.withUnsafeBytes { right in
                for position in stride(from: 0, to: wordsEnd, by: wordSize) {
                    let leftWord = unsafe left.loadUnaligned(
                        fromByteOffset: position, as: UInt64.self)
                    let rightWord = unsafe right.loadUnaligned(
                        fromByteOffset: position, as: UInt64.self)
                    if leftWord != rightWord { return false }
                }
                for position in wordsEnd..<count where unsafe left[position] != right[position] {
                    return false
                }
                return true
            }
        }
    }
}
