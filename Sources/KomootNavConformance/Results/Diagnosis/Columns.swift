import KomootNavRecording

/// The features of samples, by name, to be searched for what some have and others don't.
struct Columns {
    /// What samples have.
    struct Property {
        fileprivate let conditions: [Condition]
        let covered: Set<Int>

        /// The same in words, " in 5 cases, in which layout is …", without the values of some features. That is what the
        /// suite saw: another input with the same property may be answered well.
        func words(without told: Set<String>, count: Int) -> String {
            let left = conditions.filter { !$0.isValue || !told.contains($0.feature) }
            let words = left.map(\.words).joined(separator: " and ")
            let cases = counted(count, "case")
            return " in \(cases)" + (left.isEmpty ? "" : ", in which \(words)")
        }
    }

    fileprivate struct Condition {
        let feature: String
        let isValue: Bool
        let words: String
    }

    /// A value that a feature may have.
    private struct Trait: Hashable {
        let feature: String
        /// `nil` stands for any.
        let value: JSONValue?
        var isThere = true

        /// The feature without its article.
        private var noun: Substring {
            ["a ", "an "].first(where: feature.hasPrefix).map { feature.dropFirst($0.count) }
                ?? feature[...]
        }

        var condition: Condition {
            Condition(
                feature: feature, isValue: value != nil,
                words: value.map { Columns.words(feature, "\($0)") }
                    ?? (isThere ? "there is \(feature)" : "there is no \(noun)"))
        }
    }

    /// The numbers that bugs often depend on. Others may happen to be those of one case.
    private static let telling = [
        "size", "streetBytes.count", Observation.arrowName, Observation.distanceName,
        "input distanceInMeters", "attError", "right restarts", "earlier restarts",
    ]

    /// What there is or is not, whatever its value.
    static let reservedArrow = "a reserved arrow"
    static let illFormedStreet = "a street that is not UTF-8"
    static let instruction = "an instruction"
    private static let kinds: Set = [reservedArrow, illFormedStreet, instruction]

    /// Features with more values than this tell one case from another.
    private static let mostValues = 24
    private static let mostNumbers = 8

    private let numbers: [(name: String, values: [Int?])]
    private let values: [(condition: Condition, has: [Bool])]

    init(_ samples: [Sample]) {
        var numbers: [String: [Int?]] = [:]
        var kinds: [Trait: [Bool]] = [:]
        let byOperation = Dictionary(grouping: samples, by: \.operation).values.map { samples in
            Set(samples.flatMap(\.features.keys))
        }
        var features: [String: [(index: Int, value: JSONValue)]] = [:]
        for (index, sample) in samples.enumerated() {
            for (name, value) in sample.features {
                features[name, default: []].append((index, value))
            }
        }
        let none = [Bool](repeating: false, count: samples.count)
        let noNumber = [Int?](repeating: nil, count: samples.count)
        for (name, all) in features {
            // What an operation never has tells only which one it is.
            if all.count < samples.count, byOperation.allSatisfy({ $0.contains(name) }) {
                var has = none
                for (index, _) in all { has[index] = true }
                kinds[Trait(feature: name, value: nil)] = has
                kinds[Trait(feature: name, value: nil, isThere: false)] = has.map { !$0 }
            }
            guard !Self.kinds.contains(name) else { continue }
            let ofNumbers = all.map { $0.value.unsigned.map { Int($0) } }
            let distinct = Set(ofNumbers.compactMap { $0 })
            if !distinct.isEmpty {
                var values = noNumber
                for (place, number) in zip(all, ofNumbers) { values[place.index] = number }
                numbers[name] = values
            }
            let isFew = distinct.count <= Self.mostNumbers
            let texts = zip(all, ofNumbers).filter { $1 == nil || $1 == 0 || isFew }.map(\.0)
            var has: [JSONValue: [Bool]] = [:]
            for (index, text) in texts {
                has[text, default: none][index] = true
                guard has.count <= Self.mostValues else { break }
            }
            guard has.count <= Self.mostValues else { continue }
            for (value, has) in has { kinds[Trait(feature: name, value: value)] = has }
        }
        numbers["size"] = samples.map(\.size)
        self.numbers = numbers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        values = kinds.map { ($0.condition, $1) }.sorted { $0.0.words < $1.0.words }
    }

    /// The simplest property that the most of some samples have, and none of the others.
    func property(of some: [Int], not others: [Int]) -> Property? {
        guard !others.isEmpty else {
            return some.count > 1 ? Property(conditions: [], covered: Set(some)) : nil
        }
        var best: (property: Property, score: Int)?
        func consider(_ all: [Condition], _ covered: [Int], _ price: Int = 0) {
            // One case has many properties.
            guard covered.count > 1 || covered.count == some.count && all.count + price == 1
            else { return }
            let score = covered.count * 8 - (all.count - 1 + price) * some.count
            guard score > best?.score ?? 0 else { return }
            best = (Property(conditions: all, covered: Set(covered)), score)
        }
        for range in ranges(of: some, not: others) {
            consider([range.condition], range.covered, range.price)
        }
        for (condition, has) in values {
            let ofSome = some.filter { has[$0] }
            guard !ofSome.isEmpty else { continue }
            let ofOthers = others.filter { has[$0] }
            if ofOthers.isEmpty {
                consider([condition], ofSome)
                continue
            }
            guard ofOthers.count < others.count || ofSome.count < some.count else { continue }
            for (second, alsoHas) in values {
                let both = ofSome.filter { alsoHas[$0] }
                guard !both.isEmpty, !ofOthers.contains(where: { alsoHas[$0] }) else { continue }
                consider([condition, second], both)
            }
            for range in ranges(of: ofSome, not: ofOthers) {
                consider([condition, range.condition], range.covered, range.price)
            }
        }
        return best?.property
    }

    /// The ranges of numbers that only some samples have.
    private func ranges(
        of some: [Int], not others: [Int]
    ) -> [(condition: Condition, covered: [Int], price: Int)] {
        var ranges: [(Condition, [Int], Int)] = []
        for (name, numbers) in numbers where some.contains(where: { numbers[$0] != nil }) {
            let refuted = Set(others.compactMap { numbers[$0] })
            let forbidden = refuted.sorted()
            let allowed = some.filter { numbers[$0].map { !refuted.contains($0) } ?? false }
            guard !forbidden.isEmpty else { continue }
            let groups = Dictionary(grouping: allowed) { index in
                forbidden.countBefore(numbers[index] ?? 0)
            }
            for (place, covered) in groups.sorted(by: { $0.key < $1.key }) {
                let values = covered.compactMap { numbers[$0] }
                guard let least = values.min(), let greatest = values.max() else { continue }
                let isOne = least == greatest
                let isBetween = !isOne && place != forbidden.count && place != 0
                let words =
                    isOne
                    ? "\(least)"
                    : isBetween
                        ? "\(least) to \(greatest)"
                        : place == 0
                            ? "\(greatest) or \(Self.isCount(name) ? "fewer" : "less")"
                            : "\(least) or more"
                let price = Self.telling.contains(name) ? 0 : 2
                let condition = Condition(
                    feature: name, isValue: false, words: Self.words(name, words))
                ranges.append((condition, covered, price))
            }
        }
        return ranges
    }

    /// Whether a feature says how many there are of something.
    private static func isCount(_ feature: String) -> Bool {
        feature == "size" || feature.hasSuffix("count") || feature.hasSuffix("restarts")
    }

    /// A feature and its values, in words.
    private static func words(_ feature: String, _ values: String) -> String {
        switch feature {
        case "size" where values == "1": "there is 1 byte"
        case "size": "there are \(values) bytes"
        case "streetBytes.count" where values == "0": "the street is empty"
        case "streetBytes.count" where values == "1": "the street has 1 byte"
        case "streetBytes.count": "the street has \(values) bytes"
        case _ where feature.hasPrefix("right "):
            "\(feature.dropFirst("right ".count)) should be \(values)"
        default: "\(feature) is \(values)"
        }
    }
}

extension [Int] {
    /// How many values of a sorted list come before a number.
    fileprivate func countBefore(_ number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
