// What the rider is told.
extension CentralSession {
    /// Reports the status if it has changed.
    mutating func reportStatus() {
        let current = currentStatus
        guard current != status else { return }
        status = current
        effects.append(.report(current))
    }

    private var currentStatus: Status {
        switch state {
        case .stopped: .stopped
        case .radioOff: .radioOff
        case .scanning, .connecting: shown.hasEnded ? .ended : .searching
        case .connected(let link):
            if isSilent(link) {
                .silent
            } else if link.needsPairingToRead || link.owesSubscription {
                .pairingRequired
            } else if link.hasValue {
                shown.isStale ? .stale : .navigating
            } else {
                shown.hasEnded ? .ended : .waiting
            }
        }
    }
}
