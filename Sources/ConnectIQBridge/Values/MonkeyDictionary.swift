/// A dictionary of Monkey C. It keeps the order of its pairs, and no two have the same key.
public struct MonkeyDictionary: Hashable, Sendable {
    /// A key and its value.
    public struct Pair: Hashable, Sendable {
        /// The key.
        public let key: MonkeyKey
        /// The value.
        public let value: MonkeyValue

        /// Creates a pair.
        public init(key: MonkeyKey, value: MonkeyValue) {
            self.key = key
            self.value = value
        }
    }

    /// The pairs in order.
    public private(set) var pairs: [Pair]

    /// Creates an empty dictionary.
    public init() { pairs = [] }

    /// Creates a dictionary.
    ///
    /// - Throws: `duplicateKey`; the offset is the number of pairs before the second one with that key.
    public init(_ pairs: [Pair]) throws(MonkeyError) {
        var keys = Set<MonkeyKey>(minimumCapacity: pairs.count)
        for (position, pair) in pairs.enumerated() {
            guard keys.insert(pair.key).inserted else {
                throw MonkeyError(.duplicateKey, at: position)
            }
        }
        self.pairs = pairs
    }

    /// Creates a dictionary of pairs whose keys are known to differ.
    init(unique pairs: [Pair]) { self.pairs = pairs }

    /// Creates a dictionary from a literal, whose keys must differ.
    init(literal pairs: [(MonkeyKey, MonkeyValue)]) {
        self.init()
        for (key, value) in pairs {
            precondition(self[key] == nil, "a dictionary literal has the same key twice")
            self.pairs.append(Pair(key: key, value: value))
        }
    }

    /// The value of a key; `nil` if there is none. A new key is added at the end; `nil` removes the pair.
    /// It looks at one pair after the other.
    public subscript(key: MonkeyKey) -> MonkeyValue? {
        get { pairs.first { $0.key == key }?.value }
        set {
            guard let position = pairs.firstIndex(where: { $0.key == key }) else {
                if let newValue { pairs.append(Pair(key: key, value: newValue)) }
                return
            }
            if let newValue {
                pairs[position] = Pair(key: key, value: newValue)
            } else {
                pairs.remove(at: position)
            }
        }
    }
}

extension MonkeyDictionary: ExpressibleByDictionaryLiteral {
    /// A dictionary. The keys must differ.
    public init(dictionaryLiteral pairs: (MonkeyKey, MonkeyValue)...) {
        self.init(literal: pairs)
    }
}
