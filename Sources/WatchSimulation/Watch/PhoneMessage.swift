package import ConnectIQBridge

/// What the phone's app of a run says to a watch.
package enum PhoneMessage: Hashable, Sendable {
    /// Only the newest counts.
    case instruction(NavigationMessage)
    /// It is sent in order, and not shown.
    case remark
    /// In beats per minute. It is batched.
    case heartRate(Int32)

    package var delivery: OutgoingMessage.Delivery {
        switch self {
        case .instruction: .newestOnly
        case .remark: .inOrder
        case .heartRate: .batched
        }
    }

    package func content(number: UInt64) -> MonkeyValue {
        switch self {
        case .instruction(let message): NumberedContent.navigation(message, number: number)
        case .remark: NumberedContent.remark(number: number)
        case .heartRate(let rate): NumberedContent.heartRate(rate, number: number)
        }
    }
}
