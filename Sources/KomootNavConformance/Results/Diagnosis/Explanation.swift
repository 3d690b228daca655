/// The bugs that together explain best what a testee got wrong.
///
/// Every difference costs as much as it stays unexplained, a bug that does not show where it should costs more, and
/// each bug costs something too. The best explanation costs least. So a bug is blamed only if it explains more than the
/// others do, of bugs that overlap the one that shows everywhere where it could, and two bugs at once are found though
/// each hides some of what the other does.
struct Explanation {
    /// What an explanation costs beyond what it leaves unexplained.
    private enum Price {
        /// A bug.
        static let bug = 150
        /// An operation in which a bug shows: a program may read the same thing in two places.
        static let operation = 50
        /// A case in which a bug should have shown.
        static let contradiction = 300
        /// The same, where another bug shows and may hide it.
        static let hidden = 50
        /// A case in which a bug could have shown.
        static let idle = 60
    }

    /// By how much a bug must better the explanation, with and without another one in its place, to be certain.
    static let margin = 100
    /// How many differences a bug must explain by itself to be certain.
    static let support = 2
    /// The most bugs that are looked for.
    static let greatestCount = 6
    /// The bugs that are considered for each operation: those that explain most.
    static let candidateCount = 9

    /// A bug that is blamed.
    struct Blame: Hashable {
        let flag: String
        /// Whether nothing else explains the same.
        let isCertain: Bool
    }

    typealias Operation = Vector.Operation

    /// What differs, by case.
    private let differences: [Operation: [String: [String]]]
    /// What each bug has to do with each case.
    let relations: [Operation: [String: [String: Relation]]]
    private var costs: [Operation: [[String]: Int]] = [:]

    init(_ results: [CaseResult]) {
        var differences: [Operation: [String: [String]]] = [:]
        var observations: [(CaseResult, Observation)] = []
        for result in results {
            guard let observation = result.observation else { continue }
            observations.append((result, observation))
            let names = observation.differences
            if !names.isEmpty {
                differences[result.vector.operation, default: [:]][result.vector.id] = names
            }
        }
        var relations: [Operation: [String: [String: Relation]]] = [:]
        for (result, observation) in observations {
            let vector = result.vector
            guard differences[vector.operation] != nil else { continue }
            for (flag, wrong) in vector.wrongAnswers ?? [:] {
                guard let relation = Relation(wrong, to: observation) else { continue }
                relations[vector.operation, default: [:]][flag, default: [:]][vector.id] = relation
            }
        }
        self.differences = differences
        self.relations = relations
    }

    /// What an explanation costs.
    mutating func cost(of flags: [String]) -> Int {
        var sum = Price.bug * flags.count
        for operation in differences.keys {
            let shown = flags.filter { relations[operation]?[$0] != nil }
            // A program with the bug in one place may be right in another.
            sum +=
                subsets(of: shown).map { cost(of: $0, in: operation) + Price.operation * $0.count }
                .min() ?? 0
        }
        return sum
    }

    /// What the bugs leave unexplained of one operation.
    mutating func cost(of flags: [String], in operation: Operation) -> Int {
        if let known = costs[operation]?[flags] { return known }
        let differences = self.differences[operation] ?? [:]
        let related = flags.compactMap { relations[operation]?[$0] }
        var sum = Relation.Cost.all * differences.values.reduce(0) { $0 + $1.count }
        for id in Set(related.flatMap(\.keys)) {
            let names = differences[id] ?? []
            sum += cost(of: related.compactMap { $0[id] }, names) - Relation.Cost.all * names.count
        }
        costs[operation, default: [:]][flags] = sum
        return sum
    }

    /// What the bugs leave unexplained of one case in which these names differ.
    private func cost(of relations: [Relation], _ names: [String]) -> Int {
        var sum = 0
        for name in names {
            sum += relations.compactMap { $0.unexplained[name] }.min() ?? Relation.Cost.all
        }
        let showing = relations.count { !$0.unexplained.isEmpty }
        for relation in relations {
            if relation.isContradicted {
                sum += showing > 0 ? Price.hidden : Price.contradiction
            } else if relation.isIdle {
                sum += Price.idle
            }
        }
        return sum
    }

    private func subsets(of flags: [String]) -> [[String]] {
        flags.reduce([[]]) { subsets, flag in subsets + subsets.map { $0 + [flag] } }
    }

    /// Whether a bug has something to do with what differs in a case.
    func explains(_ result: CaseResult, by flag: String) -> Bool {
        relations[result.vector.operation]?[flag]?[result.vector.id]?.unexplained.isEmpty == false
    }
}
