import Simulation

/// The source of a generator's choices. It draws them from a seed and records them, or replays
/// them.
///
/// A generator is any function that draws from it. The choices decide the whole generated value, so
/// shrinking them shrinks the value, and no generator needs a shrinker of its own.
public struct Choices {
    /// What was drawn so far.
    public private(set) var drawn: [UInt64] = []

    private var random: SplitMix64?
    private let replayed: [UInt64]

    /// Draws from a seed.
    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        replayed = []
    }

    /// Replays choices. After the last one, every choice is the simplest.
    init(replaying choices: [UInt64]) {
        random = nil
        replayed = choices
    }

    /// A number from 0 to `bound`, both included. Smaller numbers are simpler.
    public mutating func number(upTo bound: UInt64) -> UInt64 {
        let choice: UInt64
        if random != nil {
            let raw = random?.next() ?? 0
            choice = bound == .max ? raw : raw % (bound + 1)
        } else {
            let raw = drawn.count < replayed.count ? replayed[drawn.count] : 0
            choice = min(raw, bound)
        }
        drawn.append(choice)
        return choice
    }

    /// An integer in a range. Integers nearer to the lower bound are simpler.
    public mutating func integer(in range: ClosedRange<Int>) -> Int {
        let width = UInt64(bitPattern: Int64(range.upperBound) &- Int64(range.lowerBound))
        return range.lowerBound &+ Int(truncatingIfNeeded: number(upTo: width))
    }

    /// Any value of an integer type.
    public mutating func any<Integer: FixedWidthInteger & UnsignedInteger>(
        _: Integer.Type
    ) -> Integer {
        Integer(truncatingIfNeeded: number(upTo: UInt64(truncatingIfNeeded: Integer.max)))
    }

    /// A Boolean; `false` is simpler.
    public mutating func bool() -> Bool { number(upTo: 1) == 1 }

    /// One of the elements, of which there must be at least one. The first is the simplest.
    public mutating func element<Element>(of elements: [Element]) -> Element {
        elements[integer(in: 0...(elements.count - 1))]
    }

    /// A list. Before each element comes the choice to go on, so shrinking can remove elements from
    /// the middle.
    public mutating func list<Element>(
        atMost count: Int, _ element: (inout Choices) -> Element
    ) -> [Element] {
        var elements: [Element] = []
        // Each choice ends the list with a chance of about one in `count`, so lists of every length
        // come up.
        while elements.count < count && number(upTo: UInt64(count)) != 0 {
            elements.append(element(&self))
        }
        return elements
    }

    /// Bytes.
    public mutating func bytes(atMost count: Int) -> [UInt8] {
        list(atMost: count) { $0.any(UInt8.self) }
    }
}
