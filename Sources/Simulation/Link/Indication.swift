package import LinkVocabulary

/// What a central's host is told. `link` is the link's number; `linkToken` is the host's own name
/// for it.
package enum CentralIndication: Sendable {
    case wake
    case radioOff
    case radioOn
    case found(peripheral: Int32)
    case connected(link: Int32, linkToken: UInt32, mtu: Int)
    case disconnected(linkToken: UInt32)
    /// The payload is the response's.
    case response(Response, token: UInt32, linkToken: UInt32)
    /// The payload is the value.
    case notification(handle: UInt16, linkToken: UInt32)
    case mtuChanged(Int, linkToken: UInt32)
    case serviceChanged(linkToken: UInt32)
}

/// What a peripheral's host is told.
package enum PeripheralIndication: Sendable {
    case wake
    case radioOff
    case radioOn
    case connected(link: Int32, mtu: Int)
    case disconnected(link: Int32)
    case mtuChanged(link: Int32, Int)
    case read(link: Int32, characteristic: UUID128, offset: Int, token: UInt32)
    /// The payload is the value.
    case write(link: Int32, characteristic: UUID128, token: UInt32)
    case subscribed(link: Int32, characteristic: UUID128)
    case unsubscribed(link: Int32, characteristic: UUID128)
    case queueReady
    case alarm
}

/// The software at an end of links.
package protocol LinkHost: AnyObject, Sendable {
    /// The calls of its app that have not returned. To be asked for on the world's executor.
    nonisolated var waitingCalls: [String] { get }
}

/// The software at a central's end of its links.
package protocol CentralHost: LinkHost {
    nonisolated func hear(_ indication: CentralIndication, _ payload: Span<UInt8>)
}

/// The software at a peripheral's end of its links.
package protocol PeripheralHost: LinkHost {
    nonisolated func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>)
}

extension LinkHost {
    package nonisolated var waitingCalls: [String] { [] }
}

extension Request {
    /// The call of an app that asks for this.
    var call: String {
        switch self {
        case .discover: "discover"
        case .read, .readBlob: "read"
        case .write, .writeCommand: "write"
        case .subscribe: "subscribe"
        }
    }

    /// A read at an offset. The first chunk has a request of its own.
    package static func read(handle: UInt16, at offset: Int) -> Request {
        guard let offset = UInt16(exactly: offset) else {
            preconditionFailure("an offset is a number from 0 to 65,535")
        }
        return offset == 0 ? .read(handle: handle) : .readBlob(handle: handle, offset: offset)
    }

    /// The payload of ``discover``.
    package static func uuids(
        of characteristic: UUID128, in service: UUID128
    ) -> ContiguousArray<UInt8> {
        var bytes: ContiguousArray<UInt8> = []
        for uuid in [service, characteristic] {
            for position in 0..<UUID128.byteCount { bytes.append(uuid[position]) }
        }
        return bytes
    }
}
