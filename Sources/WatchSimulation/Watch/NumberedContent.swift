package import ConnectIQBridge
import LinkVocabulary

/// Contents of messages that can be told apart by a number (`Docs/Watch.md`, clause 13.1).
package enum NumberedContent {
    /// A key that a reader of a navigation message ignores.
    private static let numberKey: MonkeyKey = 9
    private static let heartRateKey: MonkeyKey = 10

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

    /// The rider's heart rate, in beats per minute.
    package static func heartRate(_ rate: Int32, number: UInt64) -> MonkeyValue {
        .dictionary([
            numberKey: .long(Int64(bitPattern: number)), heartRateKey: .number(rate),
        ])
    }

    /// The heart rate that a content says; `nil` if it says none.
    package static func heartRate(of content: MonkeyValue) -> Int32? {
        guard case .dictionary(let dictionary) = content,
            case .number(let rate)? = dictionary[heartRateKey]
        else { return nil }
        return rate
    }

    /// The numbers of a batch's messages, or of the only message; 0 for one that has none.
    package static func numbers(in content: MonkeyValue) -> [UInt64] {
        guard case .array(let contents) = content else { return [number(of: content) ?? 0] }
        return contents.map { number(of: $0) ?? 0 }
    }

    /// The number of a content; `nil` if it has none.
    package static func number(of content: MonkeyValue) -> UInt64? {
        guard case .dictionary(let dictionary) = content,
            case .long(let number)? = dictionary[numberKey]
        else { return nil }
        return UInt64(bitPattern: number)
    }
}

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

/// A store that takes its calls in order, one at a time. Each call takes a while.
package struct SimulatedDeviceStore {
    package enum Call {
        case load(Ticket)
        case store([WatchDevice], Ticket)
    }

    /// What was stored last.
    private var devices: [WatchDevice]
    private var lastEnd = SessionTime.zero

    init(_ devices: [WatchDevice]) { self.devices = devices }

    /// Takes a call that lasts so long, and returns when it ends.
    mutating func take(at now: SessionTime, milliseconds: Int) -> SessionTime {
        lastEnd = max(lastEnd, now).advanced(by: .milliseconds(milliseconds))
        return lastEnd
    }

    /// Does what a call asks for, and returns the answer.
    mutating func finish(_ call: Call, storeFails: Bool) -> CompanionSession.Event {
        switch call {
        case .load(let ticket): return .loaded(devices, ticket)
        case .store(_, let ticket) where storeFails: return .storeFailed(ticket)
        case .store(let devices, let ticket):
            self.devices = devices
            return .stored(ticket)
        }
    }
}
