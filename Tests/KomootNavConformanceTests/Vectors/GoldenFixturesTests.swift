import Foundation
import KomootNavConformance
import KomootNavFixtures
import RepositorySupport
import Testing

@Suite("The module of fixtures")
struct GoldenFixturesTests {
    @Test("The module of fixtures has the vectors that the repository has")
    func vectors() throws {
        let golden = try VectorSuite.golden()
        let suite = try GoldenFixtures.suite()
        #expect(golden.vectors.map(\.id) == suite.vectors.map(\.id))
        #expect(golden.version == VectorSuite.currentVersion)
    }

    @Test("The module of fixtures has the rides that the repository has")
    func rides() throws {
        let manager = FileManager.default
        let folder = try #require(Fixtures.rides)
        let found = try manager.contentsOfDirectory(atPath: folder.path)
        let expected = try manager.contentsOfDirectory(atPath: Repository.rides.path)
        #expect(found.sorted() == expected.sorted() && found.contains("city-loop.csv"))
    }

    @Test(
        "The module of fixtures says that all of the fixtures are missing, and what to do, if the program was moved"
    )
    func missing() {
        let error = #expect(throws: VectorSuite.LoadingError.self) {
            try VectorSuite.golden(in: nil)
        }
        guard case .missingBundle(let name) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(Fixtures.folder.map { $0.path.contains(name) } == true)
        #expect(
            error?.localizedDescription == "The fixtures can't be used: \(name) is not beside the "
                + "program: move it together with the program.")
    }
}
