import Foundation
import KomootNavConformance
import KomootNavPipe
import KomootNavRecording

/// `knav conformance export`.
enum ConformanceExportCommand: Command {
    static let name = "conformance export"
    static let summary = "write the golden fixtures as C arrays or as Python modules"

    static let syntax = Arguments.Syntax(
        options: ["--c-header", "--python", "--fixtures"], flags: ["--with-titles"])

    static let help = """
        usage: knav conformance export --c-header DIR [--with-titles] [--fixtures DIR]
               knav conformance export --python DIR [--fixtures DIR]

        Writes the golden fixtures for targets without standard input and output. The folder is created
        if it does not exist; files in it with the same names are replaced.

          --c-header DIR  C99 headers: kbc_vectors.h with the types, and one header of constant arrays for
                          each layer
          --with-titles   each C vector also has its title and the flags of the bugs that it catches; kbc_flags.h
                          says what each bug does
          --python DIR    modules of tuples for Python and MicroPython, one for each topic
          --fixtures DIR  the folder of the fixtures (Fixtures)
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let header = arguments.options["--c-header"]
        let python = arguments.options["--python"]
        guard let folder = header ?? python, header == nil || python == nil else {
            throw UsageError(message: "give either '--c-header' or '--python'")
        }
        let withTitles = arguments.flags.contains("--with-titles")
        guard header != nil || !withTitles else {
            throw UsageError(message: "'--with-titles' belongs to '--c-header'")
        }
        guard !folder.isEmpty else { throw UsageError(message: "the folder has no name") }
        guard let suite = FixturesFolder.suite(for: arguments) else { return .noInput }
        let files: [ExportedFile]
        do throws(ExportError) {
            files =
                header == nil
                ? try PythonExport.files(suite)
                : try CExport.files(suite, withTitles: withTitles)
        } catch {
            report(printable(error.description))
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
            return reportUnwritable(folder, systemReason(error))
        }
        print("\(counted(files.count, "file")) written to \(printable(folder))")
        return .success
    }
}
