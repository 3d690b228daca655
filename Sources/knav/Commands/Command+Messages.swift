import ConnectIQBridge
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

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
