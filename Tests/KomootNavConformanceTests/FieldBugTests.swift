import KomootNavConformance
import Testing

@Suite("A bug from the field")
struct FieldBugTests {
    /// The bugs that no codec can have.
    static let readingBugs: Set = [
        "splicedObjects", "fixedPieceSize", "endingTakenAsError", "notificationMixedWithRead",
    ]

    let vectors: [Vector]

    init() throws {
        vectors = try GoldenFixtures.suite().vectors
    }

    @Test("is caught by every vector that names it", arguments: FieldBug.allCases)
    func caught(_ bug: FieldBug) {
        let meant = vectors.filter { $0.flags.contains(bug.rawValue) }
        #expect(!meant.isEmpty)
        let testee = NaiveCodec(bug: bug)
        for vector in meant {
            #expect(!testee.passes(vector), "\(vector.id) lets \(bug) pass")
        }
    }

    @Test(
        "is what makes the codec fail: without one it passes everything but reassembly and sessions"
    )
    func naiveCodecPasses() {
        let testee = NaiveCodec(bug: nil)
        let others: Set<Vector.Operation> = [.reassembly, .centralSession, .peripheralSession]
        for vector in vectors where !others.contains(vector.operation) {
            let answer = testee.answer(vector.operation, vector.input)
            #expect(answer == vector.expected, "\(vector.id): \(vector.title)")
        }
    }

    @Test("is known for every flag of the fixtures, and shows itself in decoding or in reading")
    func flagsAreKnown() {
        let decoding = Set(FieldBug.allCases.map(\.rawValue))
        let named = Set(vectors.flatMap(\.flags))
        #expect(named == decoding.union(Self.readingBugs))
        let reading: Set<Vector.Operation> = [.reassembly, .centralSession]
        for vector in vectors where !vector.flags.isEmpty {
            let isReading = reading.contains(vector.operation)
            let possible = isReading ? Self.readingBugs : decoding
            #expect(possible.isSuperset(of: vector.flags), "\(vector.id)")
        }
    }
}
