import KomootNav
import KomootNavFoundation
import Testing

@Suite("Symbols of arrows")
struct SystemImageTests {
    /// The symbols that SF Symbols 4.1 lists for iOS 16.0, macOS 13.0, tvOS 16.0 and watchOS 9.0 or
    /// older systems.
    private static let available: Set<String> = [
        "1.circle", "1.circle.fill", "2.circle", "2.circle.fill", "3.circle", "3.circle.fill",
        "arrow.down.left", "arrow.down.right", "arrow.left.circle", "arrow.right.circle",
        "arrow.triangle.2.circlepath", "arrow.turn.up.left", "arrow.turn.up.right", "arrow.up",
        "arrow.up.left", "arrow.up.right", "arrow.uturn.down", "exclamationmark.triangle", "flag",
        "flag.checkered", "questionmark.circle",
    ]

    @Test("Symbols of arrows exist on every supported system, and all of them are used")
    func exist() {
        let names = (UInt8.min...UInt8.max).map { Arrow(rawValue: $0).systemImageName }
        #expect(Set(names) == Self.available)
    }

    @Test("Symbols of arrows are a question mark for reserved arrows only")
    func reserved() {
        for rawValue in UInt8.min...UInt8.max {
            let arrow = Arrow(rawValue: rawValue)
            #expect(
                (arrow.systemImageName == "questionmark.circle") == arrow.isReserved, "\(arrow)")
        }
    }

    @Test("Symbols of arrows point the way that the arrow does")
    func sides() {
        for rawValue in UInt8.min...UInt8.max {
            let arrow = Arrow(rawValue: rawValue)
            let name = arrow.name.lowercased()
            #expect(arrow.systemImageName.contains("left") == name.contains("left"), "\(arrow)")
            #expect(arrow.systemImageName.contains("right") == name.contains("right"), "\(arrow)")
        }
    }

    @Test(
        "Symbols of arrows are a table of the arrows with a name, each with the systems that have it"
    )
    func table() {
        let table = ArrowSystemImage.all
        #expect(table.map(\.arrow) == Arrow.named)
        for image in table {
            #expect(image == image.arrow.systemImage)
            #expect(image.name == image.arrow.systemImageName)
            let systems = image.firstSystems
            // The systems of the package's manifest have every symbol.
            #expect(systems.iOS <= 16 && systems.macOS <= 13 && systems.tvOS <= 16)
            #expect(systems.watchOS <= 9 && systems.visionOS <= 1)
        }
    }

    @Test("Symbols of arrows have a fallback that the first systems with SF Symbols have")
    func fallbacks() {
        var replaced: [String: String] = [:]
        for image in ArrowSystemImage.all {
            let isOldest = image.firstSystems == Arrow.straight.systemImage.firstSystems
            #expect((image.fallbackName == image.name) == isOldest, "\(image.arrow)")
            if !isOldest { replaced[image.name] = image.fallbackName }
        }
        #expect(Arrow.straight.systemImage.firstSystems.iOS == 13)
        #expect(
            replaced == [
                "flag.checkered": "flag.fill", "arrow.triangle.2.circlepath": "arrow.2.circlepath",
            ])
        #expect(Arrow(rawValue: 13).systemImage.fallbackName == "questionmark.circle")
    }
}
