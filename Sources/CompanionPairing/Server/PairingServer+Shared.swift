// For simulations and JSON forms, which treat both ends alike.
#if !hasFeature(Embedded)
    extension PairingServer.Event {
        /// The server's event for one of both ends.
        @_lifetime(immortal)
        package init(_ event: SharedPairingEvent) {
            switch event {
            case .start: self = .start
            case .loaded(let names): self = .loaded(names)
            case .loadFailed: self = .loadFailed
            case .stored(let ticket): self = .stored(ticket)
            case .storeFailed(let ticket): self = .storeFailed(ticket)
            case .unpair: self = .unpair
            case .radioOff: self = .radioOff
            case .radioOn: self = .radioOn
            case .timePassed: self = .timePassed
            }
        }
    }
#endif
