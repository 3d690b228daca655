public import Foundation

/// The folder that this package is in, found from this file's place in it.
public enum Repository {
    /// The top folder.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The golden fixtures.
    public static let fixtures = root.appendingPathComponent("Fixtures")

    /// The rides of our own making.
    public static let rides = fixtures.appendingPathComponent("rides")
    /// The path of a short ride through a city.
    public static let cityLoop = rides.appendingPathComponent("city-loop.csv").path
}
