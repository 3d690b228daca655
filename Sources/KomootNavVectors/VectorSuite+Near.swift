extension VectorSuite {
    /// The ids that are most like a text that is none; none of them if nothing is like it.
    package func ids(near text: String, count: Int = 3) -> [String] {
        let text = Array(text.uppercased().utf8)
        let near = vectors.compactMap { vector -> (id: String, distance: Int)? in
            let id = Array(vector.id.utf8)
            // An id may lack its first or its last part. What lacks more was not meant.
            let most = id.count / 3
            guard abs(id.count - text.count) <= most else { return nil }
            let distance = Self.distance(id, text)
            return distance <= most ? (vector.id, distance) : nil
        }
        return near.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(count).map(\.id)
    }

    /// How many letters must be put in, left out or changed to make one text of the other (Levenshtein).
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (position, otherLetter) in other.enumerated() {
                let above = row[position + 1]
                row[position + 1] = min(
                    min(above, row[position]) + 1, diagonal + (letter == otherLetter ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }
}
