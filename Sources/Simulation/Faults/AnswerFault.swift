public import LinkVocabulary

/// What goes wrong with the next answer to a read. A time is at most a day.
public enum AnswerFault: Hashable, Sendable {
    /// It is late, and so is everything that follows it on the link.
    case delayed(Duration)
    /// It is lost.
    case lost
    /// The radio reports it twice, the second time later.
    case repeated(Duration)
    /// It is an error instead. An error that ends an object makes the peripheral a hostile peer,
    /// because the object ends too early.
    case failed(ATTError)
    /// One byte of it is changed, by a hostile peer. The position is counted round.
    case corrupted(position: Int, mask: UInt8)
    /// Its length is changed, by a hostile peer.
    case resized(Int)
}

extension AnswerFault {
    /// Which of its numbers is out of range.
    var quantityOutOfRange: ImpossibleFault.Quantity? {
        switch self {
        case .lost, .failed: nil
        case .delayed(let time), .repeated(let time): .time.refusing(time)
        case .corrupted(let position, let mask):
            .position.refusing(position) ?? .mask.refusing(Int(mask))
        case .resized(let count): .length.refusing(count)
        }
    }
}

extension AnswerFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .delayed(let time): "answer delayed by \(time.millisecondsText)"
        case .lost: "answer lost"
        case .repeated(let time): "answer repeated after \(time.millisecondsText)"
        case .failed(let error): "error \(error.words) instead of an answer"
        case .corrupted(let position, let mask): "answer's byte \(position) changed by mask \(mask)"
        case .resized(let count): "answer's length changed to \(count)"
        }
    }
}
