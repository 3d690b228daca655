import KomootNavRecording
package import Simulation

/// How fresh the screens of many runs were, by phone and radio.
package struct FreshnessTable: Hashable {
    /// The runs with one phone, one radio and, if it is not drawn from many, one MTU.
    package struct Row: Hashable {
        package let radio: String
        package let profile: String
        package let mtu: Int?
        package fileprivate(set) var freshness: Freshness

        fileprivate var rank: (Int, String, String) { (mtu ?? 0, radio, profile) }
    }

    /// In the order of their MTUs and names.
    package private(set) var rows: [Row]

    package init(_ found: [Freshness.Pair: Freshness]) {
        rows = found.map { pair, freshness in
            Row(
                radio: pair.radio.rawValue, profile: pair.profile.rawValue, mtu: pair.mtu,
                freshness: freshness)
        }.sorted { $0.rank < $1.rank }
    }

    mutating func add(_ other: Self) {
        for row in other.rows {
            if let index = rows.firstIndex(where: { $0.rank == row.rank }) {
                rows[index].freshness.add(row.freshness)
            } else {
                rows.append(row)
            }
        }
        rows.sort { $0.rank < $1.rank }
    }

    /// Whether it can be the table of so many runs.
    func isPlausible(ofRuns runs: Int) -> Bool {
        zip(rows, rows.dropFirst()).allSatisfy { $0.rank < $1.rank }
            && rows.allSatisfy {
                DeviceRadio(rawValue: $0.radio) != nil && PhoneProfile(rawValue: $0.profile) != nil
                    && LinkFault.mtus ~= $0.mtu ?? LinkFault.mtus.lowerBound
                    && $0.freshness.isPlausible(ofRuns: runs)
            }
    }

    /// The table as lines to read; none if there are no rows.
    var lines: [String] {
        guard let first = rows.first else { return [] }
        let titles = [
            "newest", "whole", "shown", "of possible whole", "median", "95 %", "reads/s",
            "advertised",
        ]
        func line(_ names: [String], _ figures: [String]) -> String {
            let left = zip(names, [4, 14, 14]).dropFirst(first.mtu == nil ? 1 : 0).map {
                $0 + String(repeating: " ", count: max(0, $1 - $0.count))
            }
            let right = zip(figures, titles).map { rightAligned($0, max($1.count, 7)) }
            return (left + right).joined(separator: " ")
        }
        return [line(["MTU", "radio", "phone"], titles)]
            + rows.map { line([$0.mtu.map(String.init) ?? "", $0.radio, $0.profile], $0.figures) }
    }
}

extension FreshnessTable.Row {
    /// What the table says in the order of its titles.
    fileprivate var figures: [String] {
        [
            percent(freshness.newestShare), percent(freshness.wholeShare),
            percent(freshness.shownShare), percent(freshness.possibleWholeShare),
            freshness.delayText(percent: 50), freshness.delayText(percent: 95),
            freshness.readsPerSecond.map { "\($0.inTenths)" } ?? "–",
            percent(freshness.advertisedShare),
        ]
    }
}

/// A share as a percentage.
private func percent(_ share: Double?) -> String {
    share.map { "\(($0 * 100).inTenths) %" } ?? "–"
}

private func share(_ part: Int, of all: Int) -> Double? {
    all == 0 ? nil : Double(part) / Double(all)
}

extension Freshness {
    /// For which share of the time the newest instruction was on the screen; `nil` without any time.
    package var newestShare: Double? { share(newestMilliseconds, of: milliseconds) }
    /// For which share of the time all of it was.
    package var wholeShare: Double? { share(wholeMilliseconds, of: milliseconds) }
    /// For which share of the time the phone advertised.
    package var advertisedShare: Double? { share(advertisedMilliseconds, of: milliseconds) }
    /// Which share of the instructions was shown at all.
    package var shownShare: Double? { share(shown, of: publications) }
    /// Which share of those that can be read to their ends became whole.
    package var possibleWholeShare: Double? { share(becameWhole, of: possible) }
    /// How many reads went out in a second.
    package var readsPerSecond: Double? { share(reads, of: milliseconds).map { $0 * 1000 } }

    fileprivate func delayText(percent: Int) -> String {
        delays.quantile(percent: percent).map { "\(Double($0) / 1000) s" } ?? "–"
    }

    /// A ride's freshness as a line to read; `nil` if no device had a link.
    package var line: String? {
        guard milliseconds > 0 else { return nil }
        let reads = (readsPerSecond ?? 0).inTenths
        return "newest on the screen \(percent(newestShare)) of the time, whole "
            + "\(percent(wholeShare)), after \(delayText(percent: 50)) (95 %: "
            + "\(delayText(percent: 95))); \(reads) reads a second, "
            + "advertised \(percent(advertisedShare)) of the time"
    }
}

extension FreshnessTable: Codable {
    package init(from decoder: any Decoder) throws { rows = try [Row](from: decoder) }
    package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
}

/// The names and the counts; also shares and delays, which are computed from the counts.
extension FreshnessTable.Row: Codable {
    private enum Key: String, CodingKey {
        case radio, profile, mtu, newestShare, wholeShare, shownShare, possibleWholeShare
        case medianMilliseconds, slowMilliseconds, readsPerSecond, advertisedShare
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        radio = try members.decode(String.self, forKey: .radio)
        profile = try members.decode(String.self, forKey: .profile)
        mtu = try members.decodeIfPresent(Int.self, forKey: .mtu)
        freshness = try Freshness(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try freshness.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(radio, forKey: .radio)
        try members.encode(profile, forKey: .profile)
        try members.encodeIfPresent(mtu, forKey: .mtu)
        try members.encodeIfPresent(freshness.newestShare, forKey: .newestShare)
        try members.encodeIfPresent(freshness.wholeShare, forKey: .wholeShare)
        try members.encodeIfPresent(freshness.shownShare, forKey: .shownShare)
        try members.encodeIfPresent(freshness.possibleWholeShare, forKey: .possibleWholeShare)
        let (median, slow) = (
            freshness.delays.quantile(percent: 50), freshness.delays.quantile(percent: 95)
        )
        try members.encodeIfPresent(median, forKey: .medianMilliseconds)
        try members.encodeIfPresent(slow, forKey: .slowMilliseconds)
        try members.encodeIfPresent(freshness.readsPerSecond, forKey: .readsPerSecond)
        try members.encodeIfPresent(freshness.advertisedShare, forKey: .advertisedShare)
    }
}
