import KomootNavRecording

/// What the cases that nothing explains have in common, and no other case has.
///
/// Each trait says what was done, and when: the form of the answers, and a property of their cases. Both are the simplest
/// that fit all cases of an operation, so that a trait is what the suite saw, if not why. Instructions are looked at
/// together, decoded or notified.
struct CommonTraits {
    /// A sentence, and the cases that it is about.
    struct Trait {
        let operations: [Vector.Operation]
        let words: String
        let ids: Set<String>
        /// The members of which it tells what they are, in all cases in which they are wrong.
        var members: [String] = []

        /// Whether it tells more than a habit does: not only that a member is wrong, but what it is.
        func replaces(_ habit: Habit) -> Bool {
            habit.kind.vagueMember.map(members.contains) == true
                && Set(operations).isSuperset(of: habit.operations)
        }

        /// The trait in place of a habit, if it replaces one.
        func habit(insteadOf other: Habit?) -> Habit {
            Habit(
                kind: .common(words), operations: operations, shownCount: ids.count,
                caseCount: ids.count, nearestRight: other?.nearestRight, example: nil, styles: nil)
        }
    }

    /// The most traits of a member.
    private static let most = 3

    /// The traits of what nothing explains, and of the members of which habits say no more than that they are wrong.
    static func of(
        _ remainders: [Diagnosis.Remainder], vague: Set<String>, in results: [CaseResult]
    ) -> [Trait] {
        var ids = Dictionary(
            remainders.map { ($0.result.vector.id, Set($0.members)) }, uniquingKeysWith: { $1 })
        for result in results where !vague.isEmpty && result.verdict.isFailure {
            let names = vague.subtracting(streets).intersection(
                result.observation?.differences ?? [])
            if !names.isEmpty { ids[result.vector.id, default: []].formUnion(names) }
        }
        guard !ids.isEmpty else { return [] }
        let operations = Set(
            results.filter { ids[$0.vector.id] != nil }.map(\.vector.operation))
        let all = CaseResult.withEarlier(results)
        let instructions: [Vector.Operation] = [.decode, .notification]
        let groups =
            [instructions]
            + Vector.Operation.allCases.filter { !instructions.contains($0) }.map { [$0] }
        return groups.map { $0.filter(operations.contains) }.filter { !$0.isEmpty }.flatMap {
            group in
            let all = all.filter { group.contains($0.vector.operation) }
            let characters = characters(all, unexplained: ids)
            var rest = ids
            for id in characters.flatMap(\.ids) { rest[id]?.subtract(streets) }
            return characters + traits(of: all.flatMap(Sample.all), unexplained: rest, vague)
        }
    }

    /// A trait of cases of these operations.
    private static func trait(_ words: String, _ cases: [(id: String, Vector.Operation)]) -> Trait {
        let operations = Set(cases.map(\.1))
        return Trait(
            operations: Vector.Operation.allCases.filter(operations.contains), words: words,
            ids: Set(cases.map(\.id)))
    }

    private static let streets: Set = [
        Observation.streetName, Observation.streetTextName, Observation.textName,
    ]

    /// What characters become in too few cases for a habit.
    private static func characters(
        _ results: [CaseResult], unexplained: [String: Set<String>]
    ) -> [Trait] {
        let all = results.compactMap { result in result.observation.map { (result, $0) } }
            .filter {
                $0.1 == .right || !streets.isDisjoint(with: unexplained[$0.0.vector.id] ?? [])
            }
        for name in streets.sorted(by: >) {
            guard let map = CharacterMap(name, all) else { continue }
            let shown = all.filter { result, observation in
                guard case .differs(let members) = observation, let given = members[name] else {
                    return false
                }
                return given == map.value(insteadOf: result)
            }
            guard !shown.isEmpty else { continue }
            let words = "in a street, \(map.words) in \(counted(shown.count, "case"))"
            return [trait(words, shown.map { ($0.0.vector.id, $0.0.vector.operation) })]
        }
        return []
    }

    /// A trait before its members are put together.
    private struct Draft: Hashable {
        let form: String
        let property: String
        let covered: Set<Int>
    }

    private static func traits(
        of samples: [Sample], unexplained: [String: Set<String>], _ vague: Set<String>
    ) -> [Trait] {
        var wrong: [String: [Int]] = [:]
        for (index, sample) in samples.enumerated() {
            guard let names = unexplained[sample.id] else { continue }
            // Where the layout is wrong, all else is.
            let layout = Observation.layoutName
            let isMisread = sample.wrong.contains(layout)
            for member in sample.wrong
            where sample.isUnexplained(member, names) && (!isMisread || member == layout) {
                wrong[member, default: []].append(index)
            }
        }
        let columns = Columns(samples)
        var drafts: [(member: String, draft: Draft)] = []
        var told: Set<String> = []
        var examples: [Draft: String] = [:]
        for (member, all) in wrong.sorted(by: { $0.key < $1.key }) {
            // A wrong member makes its followers wrong.
            if let leader = followed[member], wrong[leader] != nil { continue }
            var rest = all
            for _ in 0..<most where !rest.isEmpty {
                let isVague = vague.contains(String(member.prefix { $0 != "." }))
                guard let best = best(member, rest, samples, columns, isVague) else { break }
                // A habit tells that more is wrong than this would explain.
                guard !isVague || 10 * best.property.covered.count >= 9 * all.count else { break }
                let covered = best.property.covered
                let form = best.form.words(covered.map { samples[$0] })
                let property = best.property.words(
                    without: form.told, count: Set(covered.map { samples[$0].id }).count)
                let draft = Draft(form: form.0, property: property, covered: covered)
                drafts.append((member, draft))
                examples[draft] = best.form.example(of: covered.map { samples[$0] })
                rest.removeAll(where: covered.contains)
                if isVague && covered.count == all.count { told.insert(member) }
            }
        }
        var joined: [(draft: Draft, members: [String])] = []
        for (member, draft) in drafts {
            if let place = joined.firstIndex(where: { $0.draft == draft }) {
                joined[place].members.append(member)
            } else {
                joined.append((draft, [member]))
            }
        }
        return joined.map { draft, members in
            let be = members.count > 1 ? "are" : "is"
            let subject =
                members == [Sample.answer] ? "" : "\(members.joined(separator: ", ")) \(be) "
            let example = members.count > 1 ? nil : examples[draft]
            let words =
                "\(subject)\(draft.form)\(draft.property)"
                + (example.map { ", for example \($0)" } ?? "")
            var trait = trait(words, draft.covered.map { (samples[$0].id, samples[$0].operation) })
            trait.members = members.filter(told.contains)
            return trait
        }
    }

    private static let followed = [
        Observation.arrowNameName: Observation.arrowName,
        Observation.streetTextName: Observation.streetName,
        Observation.faultName: Observation.streetName, "value": Observation.textName,
        "unit": Observation.textName, "now": Observation.textName,
    ]

    /// The form and the property that fit most.
    private static func best(
        _ member: String, _ wrong: [Int], _ samples: [Sample], _ columns: Columns,
        _ isVague: Bool
    ) -> (form: AnswerForm, property: Columns.Property)? {
        var best: (form: AnswerForm, property: Columns.Property)?
        for form in AnswerForm.all(member, wrong.map { samples[$0] })
        where form.isTelling || !isVague {
            let shown = wrong.filter { form.isShown(samples[$0]) }
            let others = samples.indices.filter { form.isRefuted(samples[$0]) }
            guard !shown.isEmpty, let property = columns.property(of: shown, not: others) else {
                continue
            }
            guard property.covered.count >= form.leastCount else { continue }
            let count = best?.property.covered.count ?? 0
            // A form that says less must fit many more.
            guard 4 * property.covered.count > 5 * count else { continue }
            best = (form, property)
        }
        return best
    }
}
