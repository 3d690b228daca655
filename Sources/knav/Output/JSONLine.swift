import Foundation
import KomootNavPipe

/// A value as one line of JSON, members sorted by name, with escapes as in `JSONValue.description`. It may
/// hold strings and finite numbers.
func jsonLine(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
        preconditionFailure("finite numbers and strings always have a JSON form")
    }
    return String(decoding: data, as: UTF8.self).withEscapedControls
}
