import KomootNavConformance
import RepositorySupport

/// The golden fixtures, read once for all tests.
enum GoldenFixtures {
    private static let loaded = Result { try VectorSuite(contentsOf: Repository.fixtures) }

    /// The suite.
    ///
    /// - Throws: the error of the one attempt to read it.
    static func suite() throws -> VectorSuite { try loaded.get() }
}
