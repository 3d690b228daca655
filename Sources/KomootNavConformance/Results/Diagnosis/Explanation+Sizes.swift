import KomootNavRecording

extension Explanation {
    /// Whether a bug that has a size shows from this size on, or has none: what is right at first has another size.
    ///
    /// - Parameter isHidden: whether something else may hide the bug in a case.
    static func isSharp(
        _ cause: Cause, _ relations: [String: Relation],
        _ measured: [String: [Habit.Measure: Int]], isHidden: (String) -> Bool = { _ in false }
    ) -> Bool {
        guard let measure = cause.measure else { return true }
        var shown: [Int] = []
        var idle: [Int] = []
        for (id, relation) in relations {
            guard let value = measured[id]?[measure] else { continue }
            if relation.isIdle || relation.isContradicted {
                if !isHidden(id) { idle.append(value) }
            } else if relation.unexplained.keys.contains(where: relation.explains) {
                shown.append(value)
            }
        }
        guard let first = shown.min() else { return true }
        return !idle.contains { $0 < first }
    }

    /// Whether a bug that has a size has no other: it shows from this size on, the size before that was run, and nothing like
    /// it shows below.
    func isSizeRight(of cause: Cause, beside others: [Cause]) -> Bool {
        guard let measure = cause.measure else { return true }
        guard sizesNotRun(of: cause) == nil else { return false }
        return relations.keys.filter { !scripted.contains($0) }.allSatisfy { operation in
            let own = relations(of: cause, beside: others, in: operation)
            let measured = measured[operation] ?? [:]
            let active = others.map { relations(of: $0, beside: [cause], in: operation) }
            let isHidden = { (id: String) in active.contains { $0[id] != nil } }
            guard Self.isSharp(cause, own, measured, isHidden: isHidden) else { return false }
            let names = own.values.reduce(into: Set<String>()) { names, relation in
                names.formUnion(relation.unexplained.keys.filter(relation.explains))
            }.intersection([Observation.breakdownName, Observation.arrowNameName])
            let sizes = own.keys.compactMap { measured[$0]?[measure] }
            guard let size = sizes.min() else { return true }
            return (weights[operation] ?? [:]).allSatisfy { id, differences in
                guard own[id] == nil, let value = measured[id]?[measure], value < size else {
                    return true
                }
                return isHidden(id) || names.isDisjoint(with: differences.keys)
            }
        }
    }

    /// The sizes just below that from which on a bug shows, if they were not run; `nil` if they were.
    private func sizesNotRun(of cause: Cause) -> Range<Int>? {
        guard let measure = cause.measure else { return nil }
        var first = Int.max
        var run: Set<Int> = []
        for (operation, related) in relations {
            let measured = measured[operation] ?? [:]
            let own = related[cause] ?? [:]
            let shown = own.filter { !$0.value.unexplained.isEmpty }
            guard let least = shown.keys.compactMap({ measured[$0]?[measure] }).min() else {
                continue
            }
            // What does not show from its size on does not begin earlier.
            guard !own.keys.contains(where: { (measured[$0]?[measure] ?? least) < least }) else {
                return nil
            }
            first = min(first, least)
            run.formUnion(measured.values.compactMap { $0[measure] })
        }
        guard let last = run.filter({ $0 < first }).max(), last + 1 < first else { return nil }
        return last + 1..<first
    }

    /// That a bug may have a lesser size, in words; `nil` if it can't.
    func remark(onSizeOf cause: Cause) -> String? {
        sizesNotRun(of: cause).map { sizes in
            let all = sizes.count == 1 ? "" : "\(sizes.lowerBound) to "
            let last = sizes.upperBound - 1
            let words =
                cause.measure == .arrow
                ? "arrow \(all)\(last)"
                : "streets of \(all)\(counted(last, "byte"))"
            return "it may begin earlier: \(words) were not run"
        }
    }
}

extension Explanation.Cause {
    /// What the size of a bug is one of; `nil` if it has none.
    fileprivate var measure: Habit.Measure? {
        guard case .bug(let flag) = self else { return nil }
        if flag.hasPrefix("streetOverflow") { return .streetSize }
        return flag.hasPrefix("arrowTableOverrun") ? .arrow : nil
    }
}
