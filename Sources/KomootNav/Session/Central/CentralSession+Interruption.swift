// What a radio may tell while effects are still to be taken.
extension CentralSession {
    /// A failure that waits until all effects are taken.
    struct Interruption: Sendable {
        let ticket: Ticket
        /// `nil` if the link is down.
        let error: ATTError?
        let time: SessionTime
        let weight: Weight
    }

    /// How much a failure counts among several.
    enum Weight: UInt8, Sendable {
        /// Its ticket is not awaited.
        case late
        /// The outstanding request failed.
        case failed
        /// The link is down: it has no requests any more.
        case disconnected
    }

    /// Keeps a failure. One place is enough, because only one request is outstanding, on one link.
    mutating func interrupt(with event: Event, at time: SessionTime) {
        let told: Interruption
        switch event {
        case .disconnected(let ticket):
            told = Interruption(
                ticket: ticket, error: nil, time: time,
                weight: ticket == awaitedLink ? .disconnected : .late)
        case .failed(let ticket, let error):
            told = Interruption(
                ticket: ticket, error: error, time: time,
                weight: ticket == awaitedRequest ? .failed : .late)
        default: preconditionFailure("effects of the last event were not taken")
        }
        if let kept = interruption, told.weight.rawValue <= kept.weight.rawValue { return }
        interruption = told
    }

    /// The ticket of the link that is up or coming up.
    var awaitedLink: Ticket? {
        switch state {
        case .stopped, .radioOff, .scanning: nil
        case .connecting(let ticket, _): ticket
        case .connected(let link): link.ticket
        }
    }

    /// The ticket of the outstanding request.
    var awaitedRequest: Ticket? {
        switch state {
        case .stopped, .radioOff, .scanning, .connecting: nil
        case .connected(let link): link.request?.ticket
        }
    }
}
