public import Foundation
@_exported public import KomootNavVectors

/// The golden fixtures as files of this module, for the tests of packages that depend on this one.
public enum Fixtures {
    /// The folder that the package manager makes of this module's files.
    fileprivate static let bundleName = "komoot-nav_KomootNavFixtures"
    /// How its name ends here.
    #if canImport(Darwin)
        fileprivate static let bundleEnding = "bundle"
    #else
        fileprivate static let bundleEnding = "resources"
    #endif

    /// The folder of the vectors, one folder a layer; `nil` if it is not beside the program.
    ///
    /// The package manager puts it beside the tests that it builds. Who moves a program must move it as well.
    public static var folder: URL? {
        let bundles = [Bundle.main, Bundle(for: Marker.self)] + Bundle.allBundles
        let places = bundles.flatMap { bundle in
            let beside = [bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent()]
            return (bundle.resourceURL.map { [$0] } ?? []) + beside
        }
        for place in places {
            for ending in ["bundle", "resources"] {
                let url = place.appendingPathComponent(bundleName).appendingPathExtension(ending)
                guard let bundle = Bundle(url: url) else { continue }
                return bundle.resourceURL ?? bundle.bundleURL
            }
        }
        return nil
    }

    /// The folder of the recorded rides; `nil` like ``folder``.
    public static var rides: URL? { folder?.appendingPathComponent("rides") }

    /// A class, by which its bundle is found where tests are bundles.
    private final class Marker {}
}

extension VectorSuite {
    /// Reads the vectors of this version of the package.
    ///
    /// - Throws: ``VectorSuite/LoadingError``: `missingBundle` if the files are not beside the program, or what
    ///   ``VectorSuite/init(contentsOf:and:)`` throws.
    public static func golden() throws(LoadingError) -> VectorSuite {
        try golden(in: Fixtures.folder)
    }

    /// Reads the vectors from a folder; `nil` if it was not found.
    package static func golden(in folder: URL?) throws(LoadingError) -> VectorSuite {
        guard let folder else {
            throw .missingBundle("\(Fixtures.bundleName).\(Fixtures.bundleEnding)")
        }
        return try VectorSuite(contentsOf: folder)
    }
}
