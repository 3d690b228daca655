import ConnectIQBridge

extension MonkeyKey {
    /// Whether it is a number type's value that is not a number. To Foundation such a key may equal itself or not.
    var isNaN: Bool {
        switch self {
        case .float(let number): number.isNaN
        case .double(let number): number.isNaN
        case .number, .long, .boolean, .char, .string: false
        }
    }

    /// Whether it comes before another key in the pairs that are made from a dictionary of Foundation.
    func precedes(_ other: MonkeyKey) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let other)): one < other
        case (.long(let one), .long(let other)): one < other
        case (.float(let one), .float(let other)): one < other
        case (.double(let one), .double(let other)): one < other
        case (.boolean(let one), .boolean(let other)): !one && other
        case (.char(let one), .char(let other)): one < other
        case (.string(let one), .string(let other)):
            one.utf8.lexicographicallyPrecedes(other.utf8)
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .long: 1
        case .float: 2
        case .double: 3
        case .boolean: 4
        case .char: 5
        case .string: 6
        }
    }
}
