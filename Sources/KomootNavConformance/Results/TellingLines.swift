extension StringProtocol {
    /// Whether a line of a crashed program's output says what happened, in the words of a sanitizer or of a language's
    /// runtime. What these print after it is longer, and seldom needed.
    var isTelling: Bool {
        ["Sanitizer: ", "runtime error: ", "Fatal error: ", "panic: ", "panicked at "].contains {
            contains($0)
        }
    }
}

extension String {
    /// The lines of a crashed program's output that say what happened, as one line: the telling ones or, if there are
    /// none, the last ones that are not blank, and before them the last error that is named.
    package var essence: String {
        let lines = split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        let telling = lines.filter(\.isTelling)
        guard telling.isEmpty else { return telling.suffix(4).joined(separator: " | ") }
        let last = lines.suffix(6)
        let error = last.contains(where: \.namesError) ? nil : lines.last(where: \.namesError)
        return ((error.map { [$0] } ?? []) + last).joined(separator: " | ")
    }

    /// The essence, in at most so many characters: an error that is named, or else the end.
    package func essence(ofAtMost count: Int) -> String {
        let text = essence
        guard text.count > count else { return text }
        let lines = text.split(separator: " | ")
        guard let error = lines.last(where: \.namesError) else { return "…\(text.suffix(count))" }
        return error.count > count ? "\(error.prefix(count))…" : String(error)
    }
}

extension String {
    /// The words of a harness that refuses what it got; `nil` if there are none.
    var wordsOfHarness: String? {
        split(whereSeparator: \.isNewline).last { $0.hasPrefix("kbc_harness: ") }.map(String.init)
    }

    /// Where a program broke down, by what it wrote: "street.c:9", or the words of a harness.
    package var placeOfCrash: String? {
        if let wordsOfHarness { return wordsOfHarness }
        let lines = split(whereSeparator: \.isNewline)
        if let place = lines.lazy.filter(\.isTelling).compactMap(\.sourcePlace).first {
            return place
        }
        // Of the calls that led there, the first in a source that is not the sanitizer's; in Python the last.
        return lines.lazy.filter { $0.isFrame }.compactMap(\.sourcePlace).first
            ?? lines.last { $0.isPythonFrame && !$0.contains("kbc_harness.py") }?.sourcePlace
    }

    /// The exception that ended a program in Python, with its words.
    var exception: String? {
        let lines = split(whereSeparator: \.isNewline)
        guard let frame = lines.lastIndex(where: \.isPythonFrame) else { return nil }
        return lines[frame...].dropFirst().first { $0.first != " " }.map(String.init)
    }
}

extension StringProtocol {
    /// Whether a line is one of a sanitizer's calls, with a place in a source.
    var isFrame: Bool {
        let line = drop { $0 == " " }
        return line.first == "#" && line.contains(" in ") && sourcePlace != nil
    }

    /// Whether a line begins with the name of an error, as in "TypeError: x is not a function".
    var namesError: Bool {
        guard let colon = firstIndex(of: ":"), let name = split(separator: " ").first else {
            return false
        }
        let word = name.prefix { $0 != ":" }
        return name.startIndex < colon && (word.hasSuffix("Error") || word.hasSuffix("Exception"))
    }

    fileprivate var isPythonFrame: Bool { drop { $0 == " " }.hasPrefix("File \"") }

    /// The file and the line in a line of text, such as "a/street.c:9:74", or "File "street.py", line 9".
    var sourcePlace: String? {
        let words = split { " \"(),".contains($0) }
        if isPythonFrame, words.count > 3,
            let line = words.dropFirst(2).first(where: { Int($0) != nil })
        {
            return "\(words[1].split(separator: "/").last ?? words[1]):\(line)"
        }
        for word in words {
            let parts = word.split(separator: ":")
            guard parts.count > 1, let line = Int(parts[1]), line > 0,
                let file = parts[0].split(separator: "/").last
            else { continue }
            let name = file.split(separator: ".")
            guard name.count > 1, name.allSatisfy({ !$0.isEmpty }), Int(name[0]) == nil,
                let ending = name.last, ending.allSatisfy(\.isLetter),
                !file.hasPrefix("asan_"), !file.hasPrefix("sanitizer_"), file != "kbc_harness.h"
            else { continue }
            return "\(file):\(line)"
        }
        return nil
    }
}
