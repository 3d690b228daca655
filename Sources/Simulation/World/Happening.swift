import KomootNav

/// The kinds of scheduled events.
enum Happening: Sendable {
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
    /// A link's end is told to one side.
    case linkLoss(link: Int32, side: Side)
    /// The radio of one side is on again.
    case radioOn(Participant)
    /// The phone's queue has room again.
    case queueReady(peripheral: Int32)
    /// A phone that publishes by itself does so.
    case publication(peripheral: Int32)
    /// The phone is paired.
    case paired(peripheral: Int32)
    /// An entry of the script.
    case script(Int32)
    /// A task that sleeps wakes up.
    case sleeper(UInt64)
}

/// One of the two ends of links.
enum Side: Sendable {
    case central
    case peripheral
}

/// A central or a peripheral of the world.
enum Participant: Hashable, Sendable {
    case central(Int32)
    case peripheral(Int32)
}

/// What a link carries.
struct PDU: Sendable {
    enum Body: Sendable {
        case request(Request)
        case response(Response)
        case notification(handle: UInt16)
        case mtuChanged(Int32)
        case servicesChanged
    }

    let link: Int32
    /// The request's, given by the central's host and returned with the response.
    let token: UInt32
    let body: Body
    var payload: Payload
}

/// What a central asks for.
enum Request: Hashable, Sendable {
    /// A characteristic of a service, whose UUIDs are the payload.
    case discover
    case read(handle: UInt16)
    case readBlob(handle: UInt16, offset: UInt16)
    /// The payload is the value.
    case write(handle: UInt16)
    case subscribe(handle: UInt16, on: Bool)
}

/// What a peripheral answers.
enum Response: Sendable {
    /// The payload is the value.
    case value
    case done
    case characteristic(handle: UInt16, hasCCCD: Bool)
    case error(ATTError)
}
