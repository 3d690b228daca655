import Foundation
import KomootNavJSON
import KomootNavRecording
import RepositorySupport
import Testing

@testable import KomootNavConformance

@Suite("What people read of an error")
struct ErrorSentenceTests {
    @Test(
        "What people read of an error names what is wrong, in a sentence that stands alone",
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

    @Test("What people read of an error names the vector and the member that can't be exported")
    func export() {
        let error: any Error = ExportError(id: "KBC/1", member: "bytes")
        #expect(
            error.localizedDescription
                == "The vectors can't be exported: KBC/1 has no usable 'bytes'.")
    }

    @Test(
        "An error of a log, a ride file, bytes or a run says what is wrong",
        arguments: [
            (
                CaptureError.unknownFormat,
                "The Bluetooth log can't be used: it is neither btsnoop, PacketLogger, pcap nor pcapng."
            ),
            (
                RideFileError.malformedArrow,
                "This line of the ride file can't be used: column 11: not an arrow from 0 to 255."
            ),
            (
                CaptureSurvey.Doubt.perhapsForeign([1, 3]),
                "It is not clear what to copy from the Bluetooth log: the handle may be another device's on connections 1, 3."
            ),
            (
                CaptureFixtures.Failure.withoutReads,
                "The Bluetooth log shows no read of a navigation characteristic."
            ),
            (
                ConformanceRun.Failure.notStarted(program: "./mine", reason: "it is gone"),
                "Nothing can be judged: the program './mine' can't be started: it is gone."
            ),
        ] as [(any Error, String)])
    func others(error: any Error, sentence: String) {
        #expect(error.localizedDescription == sentence)
    }

    @Test("An error of malformed text says where it is wrong")
    func places() throws {
        #expect(throws: (any Error).self) { try HexBytes.decode("0g") }
        do { _ = try HexBytes.decode("0g") } catch {
            #expect(
                (error as any Error).localizedDescription
                    == "The hexadecimal text is wrong at character 1, counted from 0.")
        }
        let suite = try GoldenFixtures.suite()
        do { _ = try ExpectedFailures("\nKBC/X", in: suite) } catch {
            let sentence = (error as any Error).localizedDescription
            #expect(sentence.hasPrefix("Line 2 of the expected failures can't be used: "))
        }
    }

    @Test("A testee's failure shows the vector, what was expected, and the answer")
    func testee() throws {
        struct Wrong: Testee {
            let says: JSONValue?
            func answer(_ operation: Vector.Operation, _ input: JSONValue) -> JSONValue? { says }
        }
        let vector = try #require(
            try GoldenFixtures.suite().vectors.first {
                $0.id == "KBC/DISTANCE/VENDOR/BV-01"
            })
        #expect(Wrong(says: vector.expected).failure(of: vector) == nil)
        let wrong = try #require(Wrong(says: .string("x")).failure(of: vector))
        #expect(wrong.hasPrefix("KBC/DISTANCE/VENDOR/BV-01 (clause "))
        #expect(
            wrong.contains("\(vector.title): \(vector.input) must give \(vector.expected), not "))
        #expect(wrong.hasSuffix("not \"x\""))
        let nothing = try #require(Wrong(says: nil).failure(of: vector))
        #expect(nothing.hasSuffix("not nothing"))
    }
}
