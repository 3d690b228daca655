import KomootNav

extension CaptureWriter {
    /// Writes the answer to a read. One with more bytes than a packet holds must have come in parts.
    ///
    /// - Parameters:
    ///   - bytes: all that the radio gave.
    ///   - offset: where in the value they begin.
    ///   - mtu: the connection's MTU.
    ///   - radioGoesOn: whether the radio reads by itself until the value ends. If the last packet was full, one
    ///     more request showed that it was the last. Nobody saw how the phone answered that: what is written is
    ///     Invalid Offset, because Wireshark's dissector calls an empty answer malformed.
    ///   - connection: the connection, from 1.
    ///   - time: when.
    package mutating func writeAnswer(
        _ bytes: Span<UInt8>, from offset: Int, mtu: Int, radioGoesOn: Bool, connection: Int,
        at time: CaptureTime
    ) {
        let room = ATT.readPayload(mtu: mtu)
        var start = 0
        repeat {
            let end = min(start + room, bytes.count)
            if start > 0 {
                write(.requested(offset: offset + start), connection: connection, at: time)
            }
            write(
                .chunk(offset: offset + start), bytes.extracting(start..<end),
                connection: connection, at: time)
            start = end
        } while start < bytes.count
        let total = offset + bytes.count
        guard radioGoesOn, bytes.count % room == 0, !bytes.isEmpty, total < ATT.maximumValueLength
        else { return }
        write(.requested(offset: total), connection: connection, at: time)
        write(.failed(offset: total, .invalidOffset), connection: connection, at: time)
    }
}
