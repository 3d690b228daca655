import KomootNav
import KomootNavRecording

/// Records what the radio of a device does, as a log of the device.
///
/// The page does not learn how the characteristic was found, nor which requests the browser made by itself. For these
/// the log has the usual packets.
final class DeviceRecorder: Job {
    /// What the radio does; the numbers are those that the page gives, and `log-core.js` has them too.
    enum Event: Int32 {
        /// With the MTU; 0 if it is not known.
        case connected = 0
        /// With the MTU.
        case mtuChanged = 1
        case discovered = 2
        case subscribed = 3
        /// The device asks for a value, at an offset.
        case read = 4
        case answered = 5
        /// With the error's number.
        case failed = 6
        case notified = 7
        /// An answer if the device waits for one, otherwise a notification.
        case arrived = 8
        /// With the reason; 0 if it is not known.
        case disconnected = 9
    }

    private var writer = CaptureWriter(host: .central)
    private var mtu = ATT.defaultMTU
    /// The number of the current connection, or the last one.
    private var connection = 0
    private var isConnected = false
    /// The offset of the read that waits for its answer.
    private var offset: Int?

    func handle(_ event: Event, _ number: Int, _ bytes: Span<UInt8>, at time: CaptureTime) {
        if event == .connected { connect(at: time) }
        guard isConnected else { return }
        switch event {
        case .connected, .mtuChanged:
            guard number > ATT.defaultMTU else { break }
            mtu = number
            write(.mtuAgreed(mtu), at: time)
        case .discovered: write(.discovered(handle: CaptureWriter.valueHandle), at: time)
        case .subscribed: writer.writeSubscription(connection: connection, at: time)
        case .read: request(number, at: time)
        case .answered: answer(bytes, at: time)
        case .failed:
            let error = ATTError(rawValue: UInt8(clamping: number))
            if let offset { write(.failed(offset: offset, error), at: time) }
            offset = nil
        case .notified: write(.notified, bytes, at: time)
        case .arrived:
            if offset == nil { write(.notified, bytes, at: time) } else { answer(bytes, at: time) }
        case .disconnected:
            let reason = number > 0 ? UInt8(clamping: number) : LinkEndReason.timeout
            end(reason, at: time)
        }
        output.add(writer.takeBytes())
    }

    private func connect(at time: CaptureTime) {
        if isConnected { end(LinkEndReason.unspecified, at: time) }
        connection += 1
        isConnected = true
        mtu = ATT.defaultMTU
        write(.connected, at: time)
    }

    private func end(_ reason: UInt8, at time: CaptureTime) {
        write(.disconnected(reason: reason), at: time)
        isConnected = false
        offset = nil
    }

    private func request(_ start: Int, at time: CaptureTime) {
        offset = start
        write(.requested(offset: start), at: time)
    }

    private func answer(_ bytes: Span<UInt8>, at time: CaptureTime) {
        if offset == nil { request(0, at: time) }
        writer.writeAnswer(
            bytes, from: offset ?? 0, mtu: mtu, radioGoesOn: true, connection: connection, at: time)
        offset = nil
    }

    private func write(
        _ kind: CapturedEvent.Kind, _ bytes: Span<UInt8> = Span(), at time: CaptureTime
    ) {
        writer.write(kind, bytes, connection: connection, at: time)
    }
}
