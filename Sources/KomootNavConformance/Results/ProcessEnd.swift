/// How a program ended.
public enum ProcessEnd: Hashable, Sendable {
    /// By itself, with this exit code.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
    /// It did not end, and was killed.
    case killed
}

extension ProcessEnd: CustomStringConvertible {
    /// The end in words.
    public var description: String {
        switch self {
        case .exited(let code): "it ended with exit code \(code)"
        case .signalled(let number): "signal \(number) ended it"
        case .killed: "it did not end, and was killed"
        }
    }
}
