import Foundation
import KomootNavPipe
import Testing

@testable import KomootNavConformance

@Suite("What people read of an error")
struct ErrorSentenceTests {
    @Test(
        "names what is wrong, in a sentence that stands alone",
        arguments: [
            (
                VectorSuite.LoadingError.missingFolder("/x"),
                "The fixtures can't be used: there is no folder /x."
            ),
            (.missingLayer("codec"), "The fixtures can't be used: the layer codec is missing."),
            (
                .wrongCount(file: "a.json", declared: 2, found: 1),
                "The fixtures can't be used: a.json says it has 2 vectors, and has 1."
            ),
            (.repeatedID("KBC/1"), "The fixtures can't be used: two vectors have the id KBC/1."),
            (
                .unknownFlag("f", id: "KBC/1"),
                "The fixtures can't be used: KBC/1 names the flag f, which is not explained."
            ),
            (
                .mixedVersions(file: "a.json", "2", "3"),
                "The fixtures can't be used: a.json has version 2, the others have 3."
            ),
            (.badFile("a.json"), "The fixtures can't be used: a.json is not a file of vectors."),
        ])
    func loading(error: VectorSuite.LoadingError, sentence: String) {
        #expect((error as any Error).localizedDescription == sentence)
    }

    @Test("names the vector and the member that can't be exported")
    func export() {
        let error: any Error = ExportError(id: "KBC/1", member: "bytes")
        #expect(
            error.localizedDescription
                == "The vectors can't be exported: KBC/1 has no usable 'bytes'.")
    }
}
