package import KomootNav

/// Everything that bytes say as an instruction, and what speaks against it.
package struct InstructionFacts {
    /// A reason to doubt that bytes are a whole instruction of komoot's.
    package enum Doubt: String, Hashable, Sendable, CaseIterable {
        /// There are as many bytes as one answer or one notification holds at the MTU 23.
        case perhapsCut
        /// The distance is above half of the equator's length, or at least two of these hold: the distance is above
        /// 1000 km, the arrow is reserved, the street is not text.
        case perhapsForeign
    }

    /// How far apart two places can be, in metres.
    package static let halfEquator: UInt32 = 20_037_508

    /// The doubts.
    package let doubts: [Doubt]
    /// The instruction on one line, with the facts in parentheses.
    package let line: String

    /// - Parameters:
    ///   - view: the bytes.
    ///   - byteCount: how many bytes there are.
    package init(_ view: NavigationInstructionView, byteCount: Int) {
        var doubts: [Doubt] = []
        let isFull = byteCount == ATT.smallestPayload || byteCount == ATT.readPayload(mtu: 23)
        if view.extent == .whole && isFull { doubts.append(.perhapsCut) }
        let street = view.street.description
        var illFormed: Int?
        do throws(KomootNavError) { try view.street.validate() } catch { illFormed = error.offset }
        let oddities = [
            view.distanceInMeters > 1_000_000, view.arrow.isReserved,
            illFormed != nil || printable(street) != street,
        ]
        if oddities.count(where: { $0 }) > 1 || view.distanceInMeters > Self.halfEquator {
            doubts.append(.perhapsForeign)
        }
        self.doubts = doubts

        let distance = DistanceDisplay(distanceInMeters: view.distanceInMeters, style: .metric)
        var facts = [
            view.layout.description, "identifier \(view.identifier)",
            "arrow \(view.arrow.rawValue) \(view.arrow.name)", "\(view.distanceInMeters) m",
        ]
        if view.extent == .possiblyCut { facts.append("possibly cut") }
        if let illFormed { facts.append("invalid UTF-8 at byte \(illFormed)") }
        facts += doubts.map { $0.words }
        let shown = [view.arrow.glyph, "\(distance)", printable(street)].filter { !$0.isEmpty }
        line = "\(shown.joined(separator: "  "))  (\(facts.joined(separator: ", ")))"
    }
}

extension InstructionFacts.Doubt {
    /// The doubt in words.
    fileprivate var words: String {
        switch self {
        case .perhapsCut: "perhaps cut: at MTU 23 an answer holds 22 bytes, a notification 20"
        case .perhapsForeign: "perhaps not komoot's"
        }
    }
}
