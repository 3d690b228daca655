import KomootNavConformance
import RepositorySupport

/// The golden fixtures, read once for all tests.
enum GoldenFixtures {
    private static let loaded = Result { try VectorSuite(contentsOf: Repository.fixtures) }

    /// The suite.
    ///
    /// - Throws: what reading it has thrown.
    static func suite() throws -> VectorSuite { try loaded.get() }
}
