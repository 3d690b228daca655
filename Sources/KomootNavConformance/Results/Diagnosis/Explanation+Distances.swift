extension Explanation {
    /// What explains the answers in those styles for each of which a rule does, and what explains the others.
    static func ofDistances(_ results: [CaseResult]) -> [([CaseResult], Self)] {
        var fits: [String: DistanceFit] = [:]
        for style in ShownStyle.allCases {
            let ofStyle = results.filter { $0.style == style.rawValue && $0.observation != nil }
            if !ofStyle.isEmpty { fits[style.rawValue] = DistanceFit(style, ofStyle) }
        }
        let isFitting = { (result: CaseResult) in result.style.map { fits[$0] != nil } ?? false }
        let fitting = results.filter(isFitting)
        let others = results.filter { !isFitting($0) }
        let inOrder = ShownStyle.allCases.compactMap { fits[$0.rawValue] }
        return [(fitting, Self(fitting, inOrder)), (others, Self(others))]
    }

    /// The causes and relations of the rules by which a testee shows distances.
    static func distances(
        _ observations: [(CaseResult, Observation)], by fits: [DistanceFit]
    ) -> (blames: [Blame], relations: [Cause: [String: Relation]]) {
        var ids: [Cause: Set<String>] = [:]
        var doubtful: Set<Cause> = []
        for deviation in fits.flatMap(\.deviations) {
            ids[deviation.cause, default: []].formUnion(deviation.ids)
            if deviation.isDoubtful { doubtful.insert(deviation.cause) }
        }
        var relations: [Cause: [String: Relation]] = [:]
        for (result, observation) in observations where observation != .right {
            let id = result.vector.id
            let causes = ids.filter { $0.value.contains(id) }.keys
            // Each of several may change nothing by itself.
            for cause in causes.isEmpty ? ids.keys : causes {
                relations[cause, default: [:]][id] = Relation(
                    unexplained: Dictionary(
                        uniqueKeysWithValues: observation.differences.map {
                            ($0, Relation.Cost.exact)
                        }))
            }
        }
        let blames = ids.keys.sorted { $0.name < $1.name }.map { cause in
            Blame(
                cause: cause,
                isCertain: !doubtful.contains(cause) && ids[cause, default: []].count >= support)
        }
        return (blames, relations)
    }

    /// In which styles alone a cause shows, of those that can show it: "in style metric"; `nil` if in all.
    func remark(onStylesOf cause: Cause) -> String? {
        let able = fits.map(\.style).filter(cause.canShow)
        let showing = fits.filter { $0.deviations.contains { $0.cause == cause } }
        guard !showing.isEmpty, showing.count < able.count else { return nil }
        let names = showing.map(\.style.rawValue).sorted()
        let styles = names.count == 1 ? "style" : "styles"
        return "in \(styles) \(names.listed)"
    }
}

extension Explanation.Cause {
    /// Whether distances in a style can show it.
    fileprivate func canShow(in style: ShownStyle) -> Bool {
        switch self {
        case .bug(let flag): DistanceBug(rawValue: flag)?.canShow(in: style) ?? true
        case .habit(.distanceShown(let distances)): distances.canShow(in: style)
        case .habit: true
        }
    }
}

extension CaseResult {
    /// The style of showing distances that is asked for.
    fileprivate var style: String? { vector.input["style"]?.string }
}
