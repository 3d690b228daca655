import ConnectIQBridge
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// One command of the command line.
protocol Command {
    /// Its name: one word, or two for a command of a group.
    static var name: String { get }
    /// What it does, in one line.
    static var summary: String { get }
    /// The options and flags that it takes.
    static var syntax: Arguments.Syntax { get }
    /// What `--help` prints.
    static var help: String { get }

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode
}

extension Command {
    /// Reports something on standard error, under the command's name.
    static func report(_ text: String) { reportError("knav \(name): \(text)") }

    /// Reports what is wrong with a file.
    static func report(_ path: String, _ text: String) { report("'\(printable(path))': \(text)") }

    /// Reports that standard input can't be read, and why.
    static func report(_ failure: StandardInput.Failure) -> ExitCode {
        failure.report(as: name)
    }

    /// Reports that a file can't be written, and why.
    static func reportUnwritable(_ file: UnwritableFile) -> ExitCode {
        reportUnwritable(file.path, file.reason)
    }

    /// Reports that a file can't be written, and why: what `errno` says, or another reason.
    static func reportUnwritable(_ path: String, _ reason: String = systemReason()) -> ExitCode {
        .unwritable(path, reason, for: name)
    }

    /// Reads inputs in hexadecimal, one after the other; those that stand for no bytes are refused.
    static func readHex(
        _ words: some Sequence<String>, isJSON: Bool,
        _ body: (ContiguousArray<UInt8>, Int) -> ExitCode
    ) -> ExitCode {
        HexInput.read(words, for: name) { number, bytes in
            switch bytes {
            case .success(let bytes): body(bytes, number)
            case .failure(let error):
                refuse(input: number, error.code, at: error.offset, error.message, isJSON: isJSON)
            }
        }
    }

    /// Refuses one of several inputs: as a line of JSON, or on standard error.
    ///
    /// - Parameter message: what is wrong; `nil` to name the code and the byte.
    static func refuse(
        input number: Int, _ code: String, at offset: Int, _ message: String? = nil, isJSON: Bool
    ) -> ExitCode {
        if isJSON {
            var record = OutputRecord(errorCode: code, offset: offset)
            record.input = number
            print(jsonLine(record))
        } else {
            report("input \(number): \(message ?? "\(code) at byte \(offset)")")
        }
        return .badData
    }
}

/// Decodes and prints messages, one after the other.
struct MessageDecoder {
    /// The command that reports what is wrong.
    let command: any Command.Type
    let isJSON: Bool
    let isInstruction: Bool

    func show(_ bytes: ContiguousArray<UInt8>, number: Int) -> ExitCode {
        do throws(MonkeyError) {
            let value = try MonkeyValue(decoding: bytes.span)
            if isInstruction { return showInstruction(value, number: number) }
            if isJSON {
                print(JSONValue.object(["message": value.json]))
            } else {
                for line in MessageText(value).lines { Terminal().line(line) }
            }
            return .success
        } catch {
            return command.refuse(input: number, error.code.name, at: error.offset, isJSON: isJSON)
        }
    }

    private func showInstruction(_ value: MonkeyValue, number: Int) -> ExitCode {
        do throws(NavigationMessageError) {
            let message = try NavigationMessage(value)
            print(isJSON ? message.json.description : message.text)
            return .success
        } catch {
            if isJSON {
                print(JSONValue.object(["error": error.json, "input": .number(Int64(number))]))
            } else {
                command.report("input \(number): \(error)")
            }
            return .badData
        }
    }
}

extension Command {
    /// The bytes of the value that a text of JSON stands for; `nil` after a report, at the place that is named, if it
    /// has none.
    static func bytes(json text: String, _ place: String) -> ContiguousArray<UInt8>? {
        do throws(MalformedValue) {
            return serialized(try MonkeyValue(line: text), place)
        } catch {
            let path = error.path.isEmpty ? "" : " at \(printable(error.path))"
            report("\(place)\(path): \(error.explanation)")
            return nil
        }
    }

    /// The value's bytes; `nil` after a report, at the place that is named, if it can't be serialised.
    static func serialized(_ value: MonkeyValue, _ place: String) -> ContiguousArray<UInt8>? {
        do throws(MonkeyError) {
            return try value.encoded()
        } catch {
            report("\(place): \(error.code.name) at value \(error.offset)")
            return nil
        }
    }
}
