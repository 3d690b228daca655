import Foundation
import KomootNavJSON
import PropertyTesting
import RepositorySupport
import Testing

@testable import KomootNavConformance

@Suite("Exported vectors")
struct ExportTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    /// The files for C, made once for all tests.
    private static let files = Result { try CExport.files(GoldenFixtures.suite()) }
    private static let filesWithTitles = Result {
        try CExport.files(GoldenFixtures.suite(), withTitles: true)
    }

    /// Writes files, and runs a program in their folder.
    ///
    /// - Returns: its exit code and what it printed.
    private func run(
        _ command: [String], beside files: [ExportedFile]
    ) async throws -> (code: Int32, output: String) {
        try await ProgramTurns.take {
            let folder = try FileManager.default.makeTemporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            for file in files {
                try Data(file.content.utf8).write(to: folder.appendingPathComponent(file.name))
            }
            let printed = folder.appendingPathComponent("printed")
            try Data().write(to: printed)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = command
            process.currentDirectoryURL = folder
            process.standardOutput = try FileHandle(forWritingTo: printed)
            process.standardError = process.standardOutput
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return (process.terminationStatus, try String(contentsOf: printed, encoding: .utf8))
        }
    }

    @Test("Exported vectors for C have titles and flags if these are wanted")
    func titles() async throws {
        var files = try Self.filesWithTitles.get()
        let program = """
            #include "kbc_notification.h"
            #include <stdio.h>
            int main(void) {
                size_t index;
                for (index = 0; index < kbc_notification_count; index++) {
                    const kbc_notification_vector *vector = &kbc_notification_vectors[index];
                    printf("%s|%s|%s\\n", vector->id, vector->title, vector->flags);
                }
                return 0;
            }
            """
        files.append(ExportedFile(name: "main.c", content: program))
        let command = "cc -std=c99 -Wall -Wextra -Werror main.c -o main && ./main"
        let printed = try await run(["sh", "-c", command], beside: files)
        #expect(printed.code == 0)
        let vectors = suite.files.filter { $0.layer == "notification" }.flatMap(\.vectors)
        let lines = vectors.map {
            "\($0.id)|\($0.title)|\($0.flags.joined(separator: " "))\n"
        }
        #expect(printed.output == lines.joined())
        #expect(lines.contains { !$0.hasSuffix("|\n") })
    }

    @Test("Exported vectors for C have the words of each flag that they name, if titles are wanted")
    func flags() async throws {
        var files = try Self.filesWithTitles.get()
        let program = """
            #include "kbc_flags.h"
            #include <stdio.h>
            int main(void) {
                size_t index;
                for (index = 0; index < kbc_flag_count; index++) {
                    printf("%s|%s\\n", kbc_flags[index].flag, kbc_flags[index].effect);
                }
                return 0;
            }
            """
        files.append(ExportedFile(name: "main.c", content: program))
        let command = "cc -std=c99 -Wall -Wextra -Werror main.c -o main && ./main"
        let printed = try await run(["sh", "-c", command], beside: files)
        #expect(printed.code == 0)
        let vectors = suite.files.filter { CExport.layers.contains($0.layer) }.flatMap(\.vectors)
        let named = Set(vectors.flatMap(\.flags))
        #expect(named.count > 30)
        let lines = try named.sorted().map { "\($0)|\(try #require(suite.flags[$0]).effect)\n" }
        #expect(printed.output == lines.joined())
    }

    @Test(
        "Exported vectors for C are valid C99, as many as the suite has, with the ids and bytes of the suite"
    )
    func c() async throws {
        var files = try Self.files.get()
        let layers = CExport.layers.map { "kbc_" + $0.replacing("/", with: "_") }
        #expect(files.map(\.name) == ["kbc_vectors.h"] + layers.map { "\($0).h" })
        let arrays = [
            "decode", "encode", "street", "notification", "reassembly", "distance", "central",
            "peripheral",
        ]
        let program = """
            \(layers.map { "#include \"\($0).h\"" }.joined(separator: "\n"))
            #include <stdio.h>
            \(arrays.map { name in """
            static void print_\(name)(void) {
                size_t index;
                for (index = 0; index < kbc_\(name)_count; index++)
                    puts(kbc_\(name)_vectors[index].id);
            }
            """ }.joined(separator: "\n"))
            int main(void) {
                size_t index, place;
            \(arrays.map { "    print_\($0)();" }.joined(separator: "\n"))
                for (index = 0; index < kbc_decode_count; index++) {
                    for (place = 0; place < kbc_decode_vectors[index].bytes.size; place++)
                        printf("%02x", kbc_decode_vectors[index].bytes.at[place]);
                    puts("");
                }
                for (index = 0; index < kbc_peripheral_count; index++) {
                    const kbc_peripheral_vector *vector = &kbc_peripheral_vectors[index];
                    for (place = 0; place < vector->count; place++) {
                        const kbc_peripheral_step *step = &vector->steps[place];
                        printf("%u %u %u %u %d %u\\n", step->at, step->central, step->mtu_or_offset,
                               step->bytes.size, step->identifier != NULL, step->effect_count);
                    }
                }
                return 0;
            }
            """
        files.append(ExportedFile(name: "program.c", content: program))
        let compiled = try await run(
            [
                "sh", "-c",
                "cc -std=c99 -Wall -Wextra -Wpedantic -Werror program.c -o program && ./program",
            ], beside: files)
        #expect(compiled.code == 0, "\(compiled.output.prefix(1000))")
        let lines = compiled.output.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
        let ids = suite.files.filter { CExport.layers.contains($0.layer) }.flatMap(\.vectors).map(
            \.id)
        #expect(ids.count > 2000)
        #expect(lines.prefix(ids.count).sorted() == ids.sorted())
        let decoded = suite.vectors.filter { $0.operation == .decode }
        let bytes = decoded.map { $0.input["bytes"]?.string ?? "" }
        let steps = try suite.vectors.filter { $0.operation == .peripheralSession }
            .flatMap(stepLines)
        #expect(steps.count > 1000)
        #expect(Array(lines.dropFirst(ids.count)) == bytes + steps)
    }

    @Test(
        "Exported vectors for C hold no script that begins another, so that they fit into small devices",
        arguments: ["kbc_session_central.h", "kbc_session_peripheral.h", "kbc_reassembly.h"])
    func sharedScripts(_ name: String) throws {
        let header = try #require(try Self.files.get().first { $0.name == name })
        let scripts = header.content.components(separatedBy: "\n\n")
            .filter { $0.contains("_step kbc_") }
            .map { $0.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n") + "," }
            .sorted()
        #expect(scripts.count > 100)
        for (one, next) in zip(scripts, scripts.dropFirst()) {
            #expect(!next.hasPrefix(one))
        }
    }

    /// The steps of a phone's vector as the C program prints them.
    private func stepLines(_ vector: Vector) throws -> [String] {
        guard case .array(let events) = vector.input["events"],
            case .array(let steps) = vector.expected["steps"]
        else { throw ExportError(id: vector.id, member: "events") }
        return zip(events, steps).map { event, step in
            func number(_ member: String) -> UInt32? { event[member]?.unsigned }
            var effectCount = 0
            if case .array(let effects) = step["effects"] { effectCount = effects.count }
            let numbers: [UInt32] = [
                number("at") ?? 0, number("central") ?? 0, number("mtu") ?? number("offset") ?? 0,
                UInt32((event["bytes"]?.string ?? "").utf8.count / 2),
                event["identifier"] == nil ? 0 : 1, UInt32(effectCount),
            ]
            return numbers.map(String.init).joined(separator: " ")
        }
    }

    @Test("Exported vectors for Python can be imported, and hold exactly what the suite has")
    func python() async throws {
        var files = try PythonExport.files(suite)
        #expect(files.count == suite.files.count)
        let program = """
            import json, sys
            bytes_of = lambda value: value.hex() if isinstance(value, bytes) else value
            for name in sys.argv[1:]:
                assert open(f"{name}.py", "rb").read().isascii(), name
                for id, required, operation, given, expected in __import__(name).VECTORS:
                    line = [id, required, operation, given, expected]
                    print(json.dumps(line, default=bytes_of))
            """
        files.append(ExportedFile(name: "program.py", content: program))
        // Python takes long to compile them all, so two of each layer are imported unless more cases are asked for.
        let chosen = suite.files.indices.filter { index in
            asksForMore
                || suite.files[..<index].count { $0.layer == suite.files[index].layer } < 2
        }
        let modules = chosen.map { String(files[$0].name.dropLast(3)) }
        let vectors = chosen.flatMap { suite.files[$0].vectors }
        let imported = try await run(["python3", "-B", "program.py"] + modules, beside: files)
        #expect(imported.code == 0, "\(imported.output.suffix(1000))")
        let lines = imported.output.split(separator: "\n")
        #expect(lines.count == vectors.count)
        #expect(Set(vectors.map(\.operation)) == Set(suite.vectors.map(\.operation)))
        // One in twelve of each operation is compared: the form depends on the operation.
        let step = asksForMore ? 1 : 12
        var counts: [Vector.Operation: Int] = [:]
        for (line, vector) in zip(lines, vectors) {
            counts[vector.operation, default: 0] += 1
            guard (counts[vector.operation]! - 1).isMultiple(of: step) else { continue }
            let found = try #require(JSONValue(line: String(line)))
            let isRequired = vector.level == .required
            let expected: JSONValue = .array([
                .string(vector.id), .bool(isRequired), .string(vector.operation.rawValue),
                numbered(vector.input), numbered(vector.expected),
            ])
            #expect(numbered(found) == expected, "\(vector.id)")
        }
    }

    /// The members that can be above 2147483647.
    private static let largeMembers: Set<String> = [
        "identifier", "distanceInMeters", "cumulativeRevolutions", "rawValue", "measured",
        "settable", "value", "data", "serialNumber", "sent", "total",
    ]

    /// The value with numbers in place of decimal texts, which the suite uses for large numbers.
    private func numbered(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(numbered))
        case .object(let members):
            .object(
                members.reduce(into: [:]) { changed, member in
                    let isNumber = Self.largeMembers.contains(member.key)
                    let number = isNumber ? member.value.unsigned : nil
                    changed[member.key] =
                        number.map { .number(Int64($0)) } ?? numbered(member.value)
                })
        case .null, .bool, .number, .fraction, .string: value
        }
    }
}
