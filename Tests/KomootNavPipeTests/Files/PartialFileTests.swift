import Foundation
import KomootNavPipe
import RepositorySupport
import Testing

@Suite("A file that is written whole or not at all")
struct PartialFileTests {
    @Test("A file that was made meanwhile is replaced only if it may be", arguments: [true, false])
    func raced(_ replaces: Bool) throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("out").path
        for isThere in [false, true] {
            var file = try #require(PartialFile(path: path))
            file.write("ours")
            if isThere { try Data("theirs".utf8).write(to: URL(fileURLWithPath: path)) }
            let isWritten = file.finish(replacing: replaces)
            let code = errno
            #expect(isWritten == (replaces || !isThere))
            if !isWritten { #expect(code == EEXIST) }
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text == (isWritten ? "ours" : "theirs"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == ["out"])
            try FileManager.default.removeItem(atPath: path)
        }
    }
}
