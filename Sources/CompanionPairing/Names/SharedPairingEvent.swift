#if !hasFeature(Embedded)
    /// What happens to both ends alike: to the app, its store and its radio.
    package enum SharedPairingEvent: Hashable, Sendable {
        case start
        case loaded(PairingNames?)
        case loadFailed
        case stored(Ticket)
        case storeFailed(Ticket)
        case unpair
        case radioOff
        case radioOn
        case timePassed
    }
#endif
