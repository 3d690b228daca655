/// A value without its zero words. A session is mostly unused room for objects, names and effects.
///
/// It copies the value's memory and counts no references. A session refers to nothing: it needs no heap.
package struct SparseValue<Value: Sendable>: Sendable {
    private static var wordCount: Int { (MemoryLayout<Value>.size + 7) / 8 }

    /// Pairs: how many zero words to skip, and how many words follow; then these words.
    private let words: ContiguousArray<UInt64>

    /// Copies a value that refers to nothing.
    package init(_ value: Value) {
        assert(_isPOD(Value.self), "\(Value.self) can refer to something")
        self.init(unowned: value)
    }

    /// Copies a value that may refer to something. The caller sees to it that this lives as long as
    /// the copy.
    package init(unowned value: Value) {
        var value = value
        words = unsafe withUnsafeBytes(of: &value) { memory in
            var words: ContiguousArray<UInt64> = []
            words.reserveCapacity(96)
            var header = -1
            var zeros: UInt64 = 0
            var position = 0
            while position < memory.count {
                let word = unsafe Self.word(memory, at: position)
                position += 8
                if word == 0 {
                    zeros += 1
                    header = -1
                } else {
                    if header < 0 {
                        header = words.count
                        words.append(zeros << 32)
                        zeros = 0
                    }
                    words[header] += 1
                    words.append(word)
                }
            }
            // It is kept by the million, so without room to grow.
            return unsafe words.withUnsafeBufferPointer { unsafe ContiguousArray($0) }
        }
    }

    /// The last word may be shorter than eight bytes.
    private static func word(_ memory: UnsafeRawBufferPointer, at position: Int) -> UInt64 {
        if position + 8 <= memory.count {
            return unsafe memory.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        }
        var word: UInt64 = 0
        for index in position..<memory.count {
            unsafe word |= UInt64(memory[index]) << UInt64(8 * (index - position))
        }
        return word.littleEndian
    }

    package var value: Value {
        // Not `withUnsafeTemporaryAllocation`: in a release build with `-enable-testing`, the compiler lets its closure
        // overwrite the error register.
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.wordCount * 8, alignment: MemoryLayout<Value>.alignment)
        defer { unsafe memory.deallocate() }
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        var target = 0
        var index = 0
        while index < words.count {
            target += Int(words[index] >> 32)
            let count = Int(words[index] & 0xFFFF_FFFF)
            for offset in 1...count {
                unsafe memory.storeBytes(
                    of: words[index + offset], toByteOffset: target * 8, as: UInt64.self)
                target += 1
            }
            index += count + 1
        }
        return unsafe memory.load(as: Value.self)
    }
}
