/// A command line that can't be understood.
struct UsageError: Error {
    let message: String
}

/// The words after a command's name, sorted into options, flags and the rest.
///
/// `--name value` and `--name=value` mean the same; `--` ends the options; `-` is an ordinary word.
struct Arguments {
    /// What a command takes.
    struct Syntax {
        /// The names of options with a value.
        var options: Set<String> = []
        /// The names of options with a value that may be given several times.
        var lists: Set<String> = []
        /// The names of options without a value.
        var flags: Set<String> = []
        /// How many other words there may be, and what one of them is called.
        var words: ClosedRange<Int> = 0...0
        var wordName = ""
        /// Whether the other words come after `--`, so that none of them is taken for an option.
        var wordsFollowDashes = false
    }

    private(set) var options: [String: String] = [:]
    private(set) var lists: [String: [String]] = [:]
    private(set) var flags: Set<String> = []
    private(set) var words: [String] = []
    private(set) var asksForHelp = false

    init(_ arguments: [String], of syntax: Syntax) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                guard !syntax.wordsFollowDashes else {
                    throw UsageError(
                        message:
                            "'\(argument)' is not an option; put \(syntax.wordName) after '--'")
                }
                words.append(argument)
                continue
            }
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            let value = parts.count == 2 ? String(parts[1]) : nil
            if name == "--help" || name == "-h" {
                asksForHelp = true
                return
            } else if syntax.flags.contains(name) {
                guard value == nil else { throw UsageError(message: "'\(name)' takes no value") }
                flags.insert(name)
            } else if syntax.options.union(syntax.lists).contains(name) {
                guard let given = value ?? rest.popFirst() else {
                    throw UsageError(message: "'\(name)' needs a value")
                }
                guard syntax.options.contains(name) else {
                    lists[name, default: []].append(given)
                    continue
                }
                guard options.updateValue(given, forKey: name) == nil else {
                    throw UsageError(message: "'\(name)' is given twice")
                }
            } else {
                throw UsageError(message: "'\(name)' is not an option")
            }
        }
        guard words.count >= syntax.words.lowerBound else {
            throw UsageError(message: "\(syntax.wordName) is missing")
        }
        guard words.count <= syntax.words.upperBound else {
            let first = words[syntax.words.upperBound]
            throw UsageError(message: "'\(first)' is one argument too many")
        }
    }

    /// The value of an option, converted; `nil` if the option was not given.
    ///
    /// - Parameter meaning: what the option takes; part of the error message for any other value.
    func value<Value>(
        _ name: String, _ meaning: String, _ convert: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = options[name] else { return nil }
        guard let value = convert(text) else {
            throw UsageError(message: "'\(name)' takes \(meaning), not '\(text)'")
        }
        return value
    }

    /// The value of an option that is a time in decimal seconds.
    func seconds(_ name: String) throws(UsageError) -> Duration? {
        try value(name, "seconds from 0.01 to 3600") { text in
            guard text.allSatisfy({ "0123456789.".contains($0) }), let number = Double(text) else {
                return nil
            }
            return 0.01...3600 ~= number ? .seconds(number) : nil
        }
    }

    /// The same for an option that must be given.
    func required<Value>(
        _ name: String, _ meaning: String, _ convert: (String) -> Value?
    ) throws(UsageError) -> Value {
        guard let value = try value(name, meaning, convert) else {
            throw UsageError(message: "'\(name)' is missing")
        }
        return value
    }
}
