import Testing

@testable import KomootNavConformance

@Suite("A testee's standard error")
struct ErrorOutputTests {
    private static let error =
        "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc 0x2 bp 0x3"
    private static let summary =
        "SUMMARY: AddressSanitizer: heap-buffer-overflow street.c:9:74 in street"

    /// A report of the address sanitizer with many frames, and the legend of its bytes.
    private static let report =
        "=======\n\(error)\n" + String(repeating: "    #1 0x559c in main street.c:9\n", count: 200)
        + "\n\(summary)\n" + String(repeating: "  0x7bb1: 00 00 fa fa\n", count: 300) + "ABORTING\n"

    @Test(
        "A testee's standard error keeps a sanitizer's first and last words, however it comes in parts",
        arguments: [1, 7, 9000])
    func sanitizer(_ length: Int) {
        var output = ErrorOutput()
        let bytes = Array(Self.report.utf8)
        for start in stride(from: 0, to: bytes.count, by: length) {
            output.append(Array(bytes[start..<min(start + length, bytes.count)]))
        }
        #expect(output.text.hasPrefix("\(Self.error)\n\(Self.summary)\n"))
        #expect(output.text.hasSuffix("ABORTING\n"))
        #expect(output.text.essence == "\(Self.error) | \(Self.summary)")
        let verdict = Verdict.crashed(.exited(1), lastErrors: output.text)
        #expect(
            verdict.explanation == "it crashed: it ended with exit code 1; it said: "
                + "\(Self.error) | \(Self.summary)")
    }

    @Test("A testee's standard error is shown once if its end has the telling lines")
    func short() {
        var output = ErrorOutput()
        let text = "hello\nx.c:1:2: runtime error: signed integer overflow\nbye\n"
        output.append(Array(text.utf8))
        #expect(output.text == text)
        #expect(text.essence == "x.c:1:2: runtime error: signed integer overflow")
    }

    @Test("A testee's standard error takes little memory, whatever is written")
    func bounded() {
        var output = ErrorOutput()
        let line = "runtime error: " + String(repeating: "x", count: 100_000) + "\n"
        for _ in 0..<20 { output.append(Array(line.utf8)) }
        let lines = ErrorOutput.keptLineCount * (ErrorOutput.keptLineLength + 1)
        #expect(output.text.utf8.count == lines + ErrorOutput.keptLength)
    }

    @Test(
        "A testee's standard error is told by its telling lines, or by its last six and an error's name",
        arguments: [
            ("a\n\n \nb\n", "a | b"), ("1\n2\n3\n4\n5\n6\n7", "2 | 3 | 4 | 5 | 6 | 7"), ("", ""),
            (
                "Main.swift:3: Fatal error: Index out of range\n1\n2\n3\n4\n5\n6\n7\n",
                "Main.swift:3: Fatal error: Index out of range"
            ),
            (
                "a.js:9\n  throw err;\nError: Cannot find module '/x.js'\n1\n2\n3\n4\n5\n6\n",
                "Error: Cannot find module '/x.js' | 1 | 2 | 3 | 4 | 5 | 6"
            ),
            (
                "panic: runtime error: index out of range [7]\n\ngoroutine 1 [running]:\n",
                "panic: runtime error: index out of range [7]"
            ),
        ])
    func essence(_ text: String, _ essence: String) { #expect(text.essence == essence) }

    @Test("Of a standard error that is too long, an error's line is told, or else the end")
    func shortEssence() {
        let calls = (1...9).map { "    at call \($0)\n" }.joined()
        #expect(("Error [X]: gone\n" + calls).essence(ofAtMost: 20) == "Error [X]: gone")
        #expect(calls.essence(ofAtMost: 6) == "…call 9")
        #expect("ValueError: 12345".essence(ofAtMost: 12) == "ValueError: …")
    }

    @Test(
        "A testee's standard error says where it crashed, if a sanitizer, a language or the harness does",
        arguments: [
            (
                "src/x.c:17:28: runtime error: index 32 out of bounds for type 'char *[32]'",
                "x.c:17"
            ),
            (
                "SUMMARY: AddressSanitizer: heap-buffer-overflow /tmp/street.c:9:74 in street",
                "street.c:9"
            ),
            (
                """
                    #0 0x7f3e in memcpy sanitizer_common/sanitizer_interceptors.inc:115
                    #1 0x559c in show(unsigned char const*) /home/me/turn.cpp:31
                    #2 0x559d in main /home/me/turn.cpp:80
                SUMMARY: AddressSanitizer: stack-buffer-overflow (/tmp/testee+0x12) in memcpy
                """, "turn.cpp:31"
            ),
            ("thread 'main' panicked at src/main.rs:10:5:\nindex out of bounds", "main.rs:10"),
            ("Main.swift:3: Fatal error: Index out of range", "Main.swift:3"),
            (
                "Traceback:\n  File \"a/run.py\", line 3, in <module>\n  File \"a/turn.py\", line 12, in decode\nIndexError",
                "turn.py:12"
            ),
            (
                "Traceback:\n  File \"a/turn.py\", line 12, in decode\n  File \"kbc_harness.py\", line 9, in run\nIndexError",
                "turn.py:12"
            ),
            ("kbc_harness: the street has no bytes", "kbc_harness: the street has no bytes"),
            ("at 12:30:05 it said 1.5:2", nil), ("", nil),
        ])
    func place(_ text: String, _ place: String?) { #expect(text.placeOfCrash == place) }

    @Test("A testee's standard error quotes an exception of Python, with its words")
    func exception() {
        let frames = "Traceback:\n  File \"a.py\", line 3, in decode\n    table[29]\n"
        #expect("\(frames)IndexError: out of range\n".exception == "IndexError: out of range")
        #expect("x.c:17:28: runtime error: index 32\nIndexError".exception == nil)
    }

    @Test("A testee's standard error keeps the first call that has a source, however much follows")
    func frame() {
        var output = ErrorOutput()
        output.append(Array("==7==ERROR: AddressSanitizer: x\n    #1 0x5 in turn my.c:31\n".utf8))
        output.append(Array(String(repeating: "  0x7bb1: 00 00 fa fa\n", count: 300).utf8))
        #expect(output.text.placeOfCrash == "my.c:31")
    }
}
