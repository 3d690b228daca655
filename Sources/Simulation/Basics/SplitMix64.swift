/// The generator SplitMix64 (Steele, Lea and Flood, 2014). A seed gives the same sequence on every
/// machine.
package struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// Creates a generator. Equal seeds give equal sequences.
    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    /// A number in a range, which must not be empty. It is a remainder, so it is not quite uniform.
    /// But it is the same with every version of the standard library, which does not promise that
    /// for its own draws.
    package mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// One of the elements; there must be at least one.
    package mutating func element<Element>(of elements: [Element]) -> Element {
        elements[number(in: 0...(elements.count - 1))]
    }

    /// Draws `true` with a probability of `numerator` in `denominator`.
    package mutating func happens(_ numerator: Int, in denominator: Int) -> Bool {
        number(in: 1...denominator) <= numerator
    }
}
