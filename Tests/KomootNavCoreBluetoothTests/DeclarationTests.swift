import Foundation
import RepositorySupport
import Testing

@Suite("The table of Core Bluetooth's declarations has all that the adapters use")
struct DeclarationTests {
    private static let standIn = "Tests/CoreBluetooth/Declarations"
    private static let adapters = "Sources/KomootNavCoreBluetooth"

    @Test(
        "The table of Core Bluetooth's declarations has the types, functions and constants that the adapters use"
    )
    func globals() throws {
        let table = try Self.table()
        let used = Set(try Self.source(in: Self.adapters).matches(of: /\bCB[A-Z]\w+/).map(\.output))
        #expect(used.count > 10)
        #expect(used.filter { !table.contains($0) } == [])
    }

    @Test(
        "The table of Core Bluetooth's declarations lists the methods and properties that the adapters use"
    )
    func members() throws {
        let adapters = try Self.source(in: Self.adapters)
        // Only members that the stand-in has can be Core Bluetooth's.
        let declared = try Self.source(in: Self.standIn)
            .matches(of: /\n *(?:public|open) [^\n\/]*?\b(?:func|var|let) (?<name>\w+)/)
            .filter { !$0.output.0.contains(/static |override |rawValue/) }
            .map { String($0.output.name) }
        let mentioned = Set(adapters.matches(of: /\.(?<name>\w+)/).map { String($0.output.name) })
        let used = Set(declared).intersection(mentioned)
        #expect(used.count > 20)
        #expect(used.subtracting(try Self.listed()).sorted() == [])
    }

    @Test(
        "The table of Core Bluetooth's declarations lists the delegates' methods that the adapters have"
    )
    func delegates() throws {
        let delegates = try Self.methodNames(in: Self.standIn)
        let used = try Self.methodNames(in: Self.adapters).intersection(delegates)
        #expect(used.count > 10)
        #expect(used.subtracting(try Self.listed()).sorted() == [])
    }

    /// In Objective-C, a class has a protocol's optional method only where it says that it conforms, or where the method
    /// is marked.
    @Test("Core Bluetooth can find every method of a delegate that the adapters have")
    func findable() throws {
        let delegates = try Self.methodNames(in: Self.standIn)
        let marked = /@objc\s+(?:#endif\s+)?func/
        let source = try Self.source(in: Self.adapters)
        #expect(source.matches(of: marked).count == 2)
        let types = source.split(separator: /\n    (?=(?:final )?class |extension )/)
        for type in types where !type.prefix(while: { $0 != "{" }).contains("Delegate") {
            let methods = Self.methodNames(of: String(type).replacing(marked, with: ""))
            #expect(methods.intersection(delegates) == [], "\(type.prefix(60))")
        }
    }

    private static func methodNames(in folder: String) throws -> Set<String> {
        methodNames(of: try source(in: folder))
    }

    /// What names the methods of delegates that a source declares: "didConnect", or "centralManagerDidUpdateState".
    private static func methodNames(of source: String) -> Set<String> {
        let methods = source.matches(
            of: /func (?<name>(?:centralManager|peripheral)\w*)\((?<parameters>[^{]*?)\)\s/)
        return Set(
            methods.map { method in
                let labels = method.output.parameters.matches(of: /(?<label>\w+)(?: \w+)?:/)
                let label = labels.map(\.output.label).first { $0.starts(with: /did|will|to[A-Z]/) }
                return String(label ?? method.output.name)
            })
    }

    /// The names in the table.
    private static func listed() throws -> Set<String> {
        let names = try table().matches(of: /`[^`]+`/).flatMap { $0.output.matches(of: /\w+/) }
        return Set(names.map { String($0.output) })
    }

    private static func table() throws -> String {
        try text(of: "Tests/Availability/declarations.csv")
    }

    private static func source(in folder: String) throws -> String {
        let path = Repository.root.appendingPathComponent(folder).path
        let files = try FileManager.default.subpathsOfDirectory(atPath: path)
        return try files.filter { $0.hasSuffix(".swift") }.map { try text(of: "\(folder)/\($0)") }
            .joined(separator: "\n")
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
}
