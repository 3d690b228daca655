import Foundation
import RepositorySupport
import Testing

/// The library looks for a delegate's methods by their selectors, and calls none that is misspelt. The compiler warns
/// of near misses only.
@Suite("The adapter's delegate methods are those that the library calls")
struct DeclarationTests {
    private static let declarations = "Tests/ConnectIQ/Declarations"
    private static let adapter = "Sources/ConnectIQAdapter/ConnectIQTransport.swift"

    @Test("The adapter has every method of the library's delegates, and no other")
    func delegates() throws {
        let declared = Self.methods(in: try Self.text(of: "\(Self.declarations)/Delegates.swift"))
        #expect(declared.mapValues(\.count).values.sorted() == [1, 1, 2])
        let own = Self.methods(in: try Self.text(of: Self.adapter))
        #expect(own == declared)
    }

    @Test(
        "A misspelt method of a delegate is found",
        arguments: [
            ("deviceCharacteristicsDiscovered", "deviceCharacteristicDiscovered"),
            ("from app: IQApp!", "fromApp app: IQApp!"),
            ("status: IQDeviceStatus", "state: IQDeviceStatus"),
            ("needsToInstallConnectMobile", "needsToInstallConnectMobil"),
            ("IQDevice!", "IQApp!"),
            ("ConnectIQTransport: IQDeviceEventDelegate", "ConnectIQTransport"),
        ])
    func planted(word: String, misspelt: String) throws {
        let source = try Self.text(of: Self.adapter)
        try #require(source.contains(word))
        let declared = Self.methods(in: try Self.text(of: "\(Self.declarations)/Delegates.swift"))
        #expect(Self.methods(in: source.replacingOccurrences(of: word, with: misspelt)) != declared)
    }

    @Test(
        "The page on watches has every declaration of the stand-in, and its selector has the same number of parts"
    )
    func page() throws {
        let rows = try Self.text(of: "Docs/Watch.md").split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("| `") }
        let listed = Dictionary(
            rows.compactMap { row -> (String, String)? in
                let cells = row.split(separator: "|").map {
                    $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
                }
                return cells.count >= 3 ? (cells[1], cells[0]) : nil
            }, uniquingKeysWith: { one, _ in one })
        let names = try Self.declaredNames()
        #expect(names.count > 25)
        #expect(names.subtracting(listed.keys).sorted() == [])
        for name in names {
            let count = listed[name]?.count { $0 == ":" }
            #expect(count == name.count { $0 == ":" }, "\(name)")
        }
    }

    /// The methods of each delegate, without white space: those that a protocol declares, or that an extension has
    /// which says that it conforms.
    private static func methods(in source: String) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        var delegate: String?
        let item =
            /(?:protocol (?<declared>IQ\w+Delegate)|extension ConnectIQTransport: (?<own>IQ\w+Delegate)|extension (?<other>\w+)|func (?<name>\w+)\((?<parameters>[^)]*)\))/
        for match in source.matches(of: item) {
            let output = match.output
            if let name = output.declared ?? output.own {
                delegate = String(name)
            } else if output.other != nil {
                delegate = nil
            } else if let name = output.name, let parameters = output.parameters, let delegate {
                let words = parameters.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                found[delegate, default: []].insert("\(name)(\(words))")
            }
        }
        return found
    }

    /// `register(forDeviceEvents:delegate:)` and so on, of all methods and initialisers of the stand-in.
    private static func declaredNames() throws -> Set<String> {
        var names = Set<String>()
        let path = Repository.root.appendingPathComponent(declarations).path
        for file in try FileManager.default.contentsOfDirectory(atPath: path) {
            let source = try text(of: "\(declarations)/\(file)")
            let item =
                /(?:func |(?<public>public )(?:convenience )?)(?<name>\w+)!?\((?<parameters>[^{]*?)\) ?(?:->|\{|\n)/
            for match in source.matches(of: item) {
                if match.output.public != nil && match.output.name != "init" { continue }
                let labels = match.output.parameters.matches(of: /(?<label>\w+)(?: \w+)?:/)
                    .map { "\($0.output.label):" }
                names.insert("\(match.output.name)(\(labels.joined()))")
            }
        }
        return names
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
}
