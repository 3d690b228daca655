package import ConnectIQBridge

/// Contents of messages that can be told apart by a number (`Docs/Watch.md`, clause 13.1).
package enum NumberedContent {
    /// A key that a reader of a navigation message ignores.
    private static let numberKey: MonkeyKey = 9

    /// A navigation message.
    package static func navigation(_ message: NavigationMessage, number: UInt64) -> MonkeyValue {
        guard case .dictionary(var dictionary) = message.value else { return message.value }
        dictionary[numberKey] = .long(Int64(bitPattern: number))
        return .dictionary(dictionary)
    }

    /// A message with nothing in it that is shown.
    package static func remark(number: UInt64) -> MonkeyValue {
        .dictionary([numberKey: .long(Int64(bitPattern: number))])
    }

    /// The number of a content; `nil` if it has none.
    package static func number(of content: MonkeyValue) -> UInt64? {
        guard case .dictionary(let dictionary) = content,
            case .long(let number)? = dictionary[numberKey]
        else { return nil }
        return UInt64(bitPattern: number)
    }
}
