package import LinkVocabulary

/// The kinds of scheduled events.
package enum Happening: Sendable {
    /// A host's own deadline.
    case wake(Participant)
    /// A scanning central may hear advertising.
    case scanning(central: Int32, epoch: UInt32)
    /// A connection may come up.
    case connecting(link: Int32)
    /// A PDU arrives.
    case arrival(PDU)
    /// A request may have been unanswered for as long as ATT allows.
    case transactionTimeout(link: Int32)
    /// One side is told that its link is gone.
    case linkLoss(link: Int32, side: Side)
    /// The radio of one side is on again.
    case radioOn(Participant)
    /// A peripheral's queue has room again.
    case queueReady(peripheral: Int32)
    /// A time at which a peripheral's host asked to be called.
    case alarm(peripheral: Int32)
    /// A peripheral is paired.
    case paired(peripheral: Int32)
    /// Something that the world was asked to do.
    case action(Int32)
    /// A sleeping task wakes up.
    case sleeper(UInt64)
}

/// One of the two ends of links.
package enum Side: Sendable {
    case central
    case peripheral
}

/// A central or a peripheral of the world.
package enum Participant: Hashable, Sendable {
    case central(Int32)
    case peripheral(Int32)
}

/// What a link carries.
package struct PDU: Sendable {
    package enum Body: Sendable {
        case request(Request)
        case response(Response)
        case notification(handle: UInt16)
        case mtuChanged(Int32)
        case serviceChanged
    }

    package let link: Int32
    /// The token of the request. The central's host chose it, and the response carries it too.
    package let token: UInt32
    package let body: Body
    package var payload: Payload
}

/// What a central asks for.
package enum Request: Hashable, Sendable {
    /// A characteristic of a service; the payload is the UUIDs of both.
    case discover
    case read(handle: UInt16)
    case readBlob(handle: UInt16, offset: UInt16)
    /// The payload is the value.
    case write(handle: UInt16)
    /// The same without a response, and with the token ``noResponse``.
    case writeCommand(handle: UInt16)
    case subscribe(handle: UInt16, on: Bool)

    /// The token of a request that is not answered.
    package static let noResponse: UInt32 = 0
}

/// What a peripheral answers.
package enum Response: Sendable {
    /// The payload is the value.
    case value
    case done
    case characteristic(handle: UInt16, hasCCCD: Bool)
    case error(ATTError)
}
