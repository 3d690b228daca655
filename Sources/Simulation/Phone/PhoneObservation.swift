/// What a phone's state machine was told, for whoever checks it.
enum PhoneObservation: Sendable {
    case navigationStarted
    case navigationStopped
    case advertisingWanted
    case published
    case connected(Int32, mtu: Int)
    case disconnected(Int32)
    case mtuChanged(Int32, Int)
    case subscribed(Int32)
    case unsubscribed(Int32)
    case read(Int32, offset: Int)
    case queueReady
    case radioOff
    case radioOn
    case timePassed
}
