import Foundation
import KomootNavConformance

/// `knav conformance export`.
enum ConformanceExportCommand: Command {
    static let syntax = Arguments.Syntax(options: ["--c-header", "--python", "--fixtures"])

    static let help = """
        usage: knav conformance export --c-header DIR | --python DIR [--fixtures DIR]

        Writes the golden fixtures for targets that have no pipe; the folder is made if it is not
        there, and files in it of the same names are replaced.

          --c-header DIR C99 headers: kbc_vectors.h with the forms, and one of constant arrays for each
                         layer
          --python DIR   modules of tuples for Python and MicroPython, one for each topic
          --fixtures DIR the folder of the fixtures (Fixtures)
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let header = arguments.options["--c-header"]
        let python = arguments.options["--python"]
        guard let folder = header ?? python, header == nil || python == nil else {
            throw UsageError(message: "it needs either '--c-header' or '--python'")
        }
        guard !folder.isEmpty else { throw UsageError(message: "the folder has no name") }
        guard let suite = FixturesFolder.suite(for: arguments) else { return .noInput }
        let files: [ExportedFile]
        do throws(ExportError) {
            files = header == nil ? try PythonExport.files(suite) : try CExport.files(suite)
        } catch {
            reportError("knav conformance export: \(printable(error.description))")
            return .badData
        }
        return write(files, to: folder)
    }

    private static func write(_ files: [ExportedFile], to folder: String) -> ExitCode {
        let url = URL(fileURLWithPath: folder)
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            for file in files {
                try Data(file.content.utf8).write(
                    to: url.appendingPathComponent(file.name), options: .atomic)
            }
        } catch {
            reportError("knav conformance export: '\(printable(folder))' can't be written to")
            return .outputFailed
        }
        print("\(counted(files.count, "file")) written to \(printable(folder))")
        return .success
    }
}
