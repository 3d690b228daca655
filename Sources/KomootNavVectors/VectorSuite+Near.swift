extension VectorSuite {
    /// The ids that are most like a text that is none; none of them if nothing is like it.
    package func ids(near text: String, count: Int = 3) -> [String] {
        let text = Array(text.uppercased().utf8)
        var near: [(id: String, distance: Int)] = []
        for vector in vectors {
            let id = Array(vector.id.utf8)
            // An id may lack its first or its last part. What lacks more was not meant. Nor do those count that are less
            // like it than enough others.
            let most = min(id.count / 3, near.count < count ? .max : near.last?.distance ?? 0)
            guard abs(id.count - text.count) <= most,
                let distance = Self.distance(id, text, atMost: most)
            else { continue }
            near.append((vector.id, distance))
            near.sort { ($0.distance, $0.id) < ($1.distance, $1.id) }
            if near.count > count { near.removeLast() }
        }
        return near.map(\.id)
    }

    /// How many letters must be put in, left out or changed to make one text of the other (Levenshtein); `nil` if more
    /// than a limit.
    private static func distance(_ one: [UInt8], _ other: [UInt8], atMost limit: Int) -> Int? {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            var least = row[0]
            for (position, otherLetter) in other.enumerated() {
                let above = row[position + 1]
                let distance = min(
                    min(above, row[position]) + 1, diagonal + (letter == otherLetter ? 0 : 1))
                row[position + 1] = distance
                least = min(least, distance)
                diagonal = above
            }
            // No row has less than the least of the one before.
            if least > limit { return nil }
        }
        return row[other.count] <= limit ? row[other.count] : nil
    }
}
