package import LinkVocabulary

extension Request {
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
