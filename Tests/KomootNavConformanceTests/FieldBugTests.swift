import KomootNavConformance
import Testing

@Suite("A bug from the field")
struct FieldBugTests {
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

    @Test("is what makes the codec fail: without one it passes everything but reassembly and sessions")
    func naiveCodecPasses() {
        let testee = NaiveCodec(bug: nil)
        let others: Set<Vector.Operation> = [.reassembly, .centralSession, .peripheralSession]
        for vector in vectors where !others.contains(vector.operation) {
            let answer = testee.answer(vector.operation, vector.input)
            #expect(answer == vector.expected, "\(vector.id): \(vector.title)")
        }
    }

    @Test("is known for every flag of the fixtures")
    func flagsAreKnown() {
        let known = Set(FieldBug.allCases.map(\.rawValue))
        let named = Set(vectors.flatMap(\.flags))
        #expect(named == known)
    }
}
