import KomootNavRecording

/// Why an input does not stand for bytes.
package enum HexInputFault: Error {
    /// The index of the first wrong character, from 0, and the character. If one is missing, the text's length
    /// and `nil`.
    case malformedHex(at: Int, Character?)
    /// It is a line of more than ``InputLines/maximumLength`` bytes.
    case oversized

    /// The name of what is wrong.
    package var code: String {
        switch self {
        case .malformedHex: "malformedHex"
        case .oversized: "oversized"
        }
    }

    /// Where: at which character, or at which byte of an oversized line.
    package var offset: Int {
        switch self {
        case .malformedHex(let offset, _): offset
        case .oversized: InputLines.maximumLength
        }
    }

    /// What is wrong, and where.
    package var message: String {
        switch self {
        case .malformedHex(let offset, let character):
            let fault = character.map {
                "'\(printable(String($0)))' is not a hexadecimal digit"
            }
            return "malformedHex at character \(offset): \(fault ?? "a byte has two digits")"
        case .oversized: return InputLines.tooLong
        }
    }

    /// The bytes that a text stands for, or why it stands for none.
    package static func bytes(in text: String) -> Result<ContiguousArray<UInt8>, HexInputFault> {
        do throws(HexBytes.Misplaced) {
            return .success(try HexBytes.decode(spaced: text))
        } catch {
            return .failure(.malformedHex(at: error.offset, error.character))
        }
    }
}
