/// What was answered instead of the right value of a member, as a rule that gives it.
struct AnswerForm {
    let member: String
    /// "3 too great".
    let words: String
    /// What the rule gives; `nil` if it gives nothing, and a value of `nil` if the member is missing. Without a rule, anything
    /// wrong fits.
    private let value: ((Sample) -> JSONValue??)?
    /// Whether the rule always gives the same.
    private var isValue = false
    /// In how many cases it is told at least.
    private(set) var leastCount = 1
    /// Whether a sample is one of those that the form is about, by whether it is wrong.
    private let isAbout: (Sample, Bool) -> Bool

    init(
        member: String, words: String, value: ((Sample) -> JSONValue??)?,
        isAbout: @escaping (Sample, Bool) -> Bool = { _, _ in true }
    ) {
        self.member = member
        self.words = words
        self.value = value
        self.isAbout = isAbout
    }

    /// Whether it says more than that something is wrong.
    var isTelling: Bool { value != nil }

    /// What there is instead of what should be, if that is the same in all of some samples, and the features that this tells.
    func words(_ samples: [Sample]) -> (String, told: Set<String>) {
        func right(_ name: String) -> JSONValue? {
            let all = Set(samples.map { $0.right[name] })
            return all.count == 1 ? all.first ?? nil : nil
        }
        if words == Sample.noError, let code = right(Sample.code) {
            return ("\(words) \(code)", [Sample.code, "right " + Sample.code])
        }
        guard isValue, let right = right(member), right.string?.utf8.count ?? 0 <= Self.longest
        else { return (words, []) }
        return ("\(words) instead of \(right)", [member, "right " + member])
    }

    /// What one of some samples has instead of what it should, if the form says no more than that it is wrong.
    func example(of samples: [Sample]) -> String? {
        guard !isTelling else { return nil }
        return Self.example(samples.map { ($0.given?[member], $0.right[member]) })
    }

    /// The shortest example of what is shown instead of what: "10 instead of 12". Long texts are left out. A street of
    /// letters is better than a strange one.
    static func example(_ pairs: [(given: JSONValue?, right: JSONValue?)]) -> String? {
        pairs.compactMap { given, right -> (rank: Int, words: String)? in
            guard let given, let right else { return nil }
            let texts = ["\(given)", "\(right)"]
            guard texts.allSatisfy({ $0.utf8.count <= longest + 2 }) else { return nil }
            let isOrdinary = right.string?.allSatisfy { $0.isLetter || $0 == " " } == true
            return (isOrdinary ? 0 : 1, texts.joined(separator: " instead of "))
        }.min {
            ($0.rank, $0.words.utf8.count, $0.words) < ($1.rank, $1.words.utf8.count, $1.words)
        }?.words
    }

    /// Whether a wrong answer is what the rule gives.
    func isShown(_ sample: Sample) -> Bool {
        guard let value else { return isAbout(sample, true) }
        guard let given = sample.given, case .some(let value) = value(sample) else { return false }
        return given[member] == value
    }

    /// Whether an answer is something else than what the rule gives.
    func isRefuted(_ sample: Sample) -> Bool {
        guard let value else {
            return isAbout(sample, false) && !sample.wrong.contains(member)
        }
        guard let given = sample.given, case .some(let value) = value(sample) else { return false }
        return given[member] != value
    }

    /// The longest text that is told.
    private static let longest = 24

    /// The forms that wrong answers may have, the most telling first.
    static func all(_ member: String, _ samples: [Sample]) -> [Self] {
        if member == Sample.answer { return ofAnswers(samples) }
        func form(_ words: String, _ value: @escaping (Sample) -> JSONValue??) -> Self {
            Self(member: member, words: words, value: value)
        }
        // Two objects in a row may have the same value, and a wrong value the same low bits or the same tens.
        func doubtful(_ words: String, _ value: @escaping (Sample) -> JSONValue??) -> Self {
            var form = form(words, value)
            form.leastCount = 3
            return form
        }
        func number(_ sample: Sample) -> Int64? {
            sample.right[member]?.unsigned.map(Int64.init)
        }
        var forms: [Self] = [
            doubtful("the one before") { sample in sample.before[member].map { .some($0) } },
            form("the number of bytes") { $0.size.map { .some(.size($0)) } },
            form("where the bytes so far end") { sample in
                guard sample.isStep, let size = sample.size,
                    let begin = sample.before[member]?.unsigned
                else { return nil }
                return .some(.size(Int(begin) + size))
            },
            form("rounded as a 32-bit float") { sample in
                number(sample).map { .some(.integer(UInt32(clamping: Int64(Float($0))))) }
            },
        ]
        for bits in [4, 5, 6, 7, 8, 16, 24, 31] {
            forms.append(
                doubtful("only its lower \(bits) bits") { sample in
                    number(sample).map { .some(.integer(UInt32($0 & (1 << bits - 1)))) }
                })
        }
        forms.append(
            form("negative") { sample in
                number(sample).map { .some(.number(Int64(Int32(truncatingIfNeeded: $0)))) }
            })
        if let count = mostOften(
            samples.compactMap { sample in
                number(sample).flatMap { right in
                    sample.given?[member]?.unsigned.map { Int64($0) - right }
                }
            })
        {
            forms.append(
                form("\(abs(count)) too \(count < 0 ? "small" : "great")") { sample in
                    number(sample).flatMap { UInt32(exactly: $0 + count) }
                        .map { .some(.integer($0)) }
                })
        }
        if let order = samples.lazy.compactMap({ Order($0.right[member], $0.given?[member]) }).first
        {
            forms.append(
                form("its bytes in the order \(order)") { sample in
                    sample.right[member].flatMap(order.applied).map { .some($0) }
                })
        }
        for (words, change) in [
            ("in small letters", { $0.lowercased() }), ("in capitals", { $0.uppercased() }),
        ] as [(String, (String) -> String)] {
            forms.append(
                form(words) { sample in
                    sample.right[member]?.string.map { .some(.string(change($0))) }
                })
        }
        if let value = mostOften(samples.map { $0.given?[member] }),
            value?.string?.utf8.count ?? 0 <= longest
        {
            var form = form(value.map { "\($0)" } ?? "missing") { sample in
                sample.right[member] == value ? nil : .some(value)
            }
            form.isValue = value != nil
            forms.append(form)
        }
        for step in [10, 5, 100] as [Int64] {
            forms.append(
                doubtful("rounded down to a multiple of \(step)") { sample in
                    number(sample).map { .some(.integer(UInt32($0 / step * step))) }
                })
        }
        forms.append(Self(member: member, words: "wrong", value: nil))
        return forms
    }

    /// The forms of whole answers: each kind of them, among the cases that should have an error or should have none.
    private static func ofAnswers(_ samples: [Sample]) -> [Self] {
        let kinds = Dictionary(grouping: samples) { $0.kindOfAnswer }
        let forms = kinds.map { kind, some in
            let isError = Set(some.map { Sample.isError($0.right) })
            return Self(member: Sample.answer, words: kind, value: nil) { sample, isWrong in
                isError.contains(Sample.isError(sample.right))
                    && (!isWrong || sample.kindOfAnswer == kind)
            }
        }.sorted { $0.words < $1.words }
        let any = Self(member: Sample.answer, words: "the answer is wrong", value: nil)
        return kinds.count == 1 ? forms : forms + [any]
    }

    private static func mostOften<Value: Hashable>(_ values: [Value]) -> Value? {
        var counts: [Value: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        return counts.max { ($0.value, "\($1.key)") < ($1.value, "\($0.key)") }?.key
    }

    /// Bytes of a value in another order.
    private struct Order: CustomStringConvertible {
        let places: [Int]

        /// The order of the bytes that were given; `nil` if it is the right one, or can't be told.
        init?(_ right: JSONValue?, _ given: JSONValue?) {
            guard let right = Self.bytes(right), let given = Self.bytes(given),
                Set(right).count == right.count, Set(right) == Set(given), right != given
            else { return nil }
            places = given.compactMap(right.firstIndex)
        }

        var description: String { places.map { "\($0)" }.joined(separator: " ") }

        func applied(_ value: JSONValue) -> JSONValue? {
            guard let bytes = Self.bytes(value), bytes.count == places.count else { return nil }
            let moved = places.map { bytes[$0] }
            if value.unsigned != nil {
                return .integer(moved.reversed().reduce(0) { $0 << 8 | UInt32($1) })
            }
            guard let text = value.string else { return nil }
            var digits = moved.flatMap { [$0 >> 4, $0 & 15] }.makeIterator()
            return .string(
                String(
                    text.map { character in
                        guard character.isHexDigit, let digit = digits.next() else {
                            return character
                        }
                        return Character(String(digit, radix: 16, uppercase: true))
                    }))
        }

        /// The bytes of a number, the least first, or of a text of hexadecimal digits.
        private static func bytes(_ value: JSONValue?) -> [UInt8]? {
            if let number = value?.unsigned {
                return (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
            guard let text = value?.string, text.utf8.count >= 8 else { return nil }
            let digits = text.filter { $0 != "-" }.compactMap(\.hexDigitValue)
            guard digits.count == text.filter({ $0 != "-" }).count, digits.count.isMultiple(of: 2)
            else { return nil }
            return stride(from: 0, to: digits.count, by: 2).map {
                UInt8(digits[$0] << 4 | digits[$0 + 1])
            }
        }
    }
}
