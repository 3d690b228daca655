extension Explanation {
    /// The results of those styles for each of which a rule explains the answers, and of the others.
    static func partsOfDistances(_ results: [CaseResult]) -> [[CaseResult]] {
        let observations = results.compactMap { result in result.observation.map { (result, $0) } }
        let fitting = ShownStyle.allCases.filter { style in
            DistanceFit(style, observations.filter { $0.0.isOf(style) }) != nil
        }
        let isFitting = { (result: CaseResult) in fitting.contains(where: result.isOf) }
        return [results.filter(isFitting), results.filter { !isFitting($0) }]
    }

    /// The causes and relations of a rule by which a testee shows distances, if there is one for each style.
    static func distances(
        _ observations: [(CaseResult, Observation)]
    ) -> (blames: [Blame], relations: [Cause: [String: Relation]])? {
        let shown = observations.filter { $0.0.vector.operation == .distance }
        guard !shown.isEmpty, shown.contains(where: { $0.1 != .right }) else { return nil }
        var ids: [Cause: Set<String>] = [:]
        var doubtful: Set<Cause> = []
        for style in ShownStyle.allCases {
            let ofStyle = shown.filter { $0.0.isOf(style) }
            guard !ofStyle.isEmpty else { continue }
            guard let fit = DistanceFit(style, ofStyle) else { return nil }
            for deviation in fit.deviations {
                ids[deviation.cause, default: []].formUnion(deviation.ids)
                if deviation.isDoubtful { doubtful.insert(deviation.cause) }
            }
        }
        var relations: [Cause: [String: Relation]] = [:]
        for (result, observation) in shown where observation != .right {
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
}

extension CaseResult {
    fileprivate func isOf(_ style: ShownStyle) -> Bool {
        vector.input["style"]?.string == style.rawValue
    }
}
