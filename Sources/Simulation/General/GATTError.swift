public import LinkVocabulary

/// Why a request of a ``GATTClient`` failed.
public enum GATTError: Error, Hashable, Sendable {
    /// There is no link.
    case notConnected
    /// The link ended before the answer came.
    case disconnected
    /// The server answered with an error.
    case refused(ATTError)
}

extension GATTError: CustomStringConvertible {
    /// Why the request failed, as a sentence.
    public var description: String {
        switch self {
        case .notConnected: "there is no link: connect first"
        case .disconnected: "the link ended before the answer came: connect again"
        case .refused(let error): "the server refused the request with the ATT error \(error.words)"
        }
    }
}
