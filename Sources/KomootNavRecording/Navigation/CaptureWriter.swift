import KomootNav

/// Writes a btsnoop (H4) or pcapng file with the traffic of devices and phones, as a log of ordinary Bluetooth LE:
/// connection, MTU, discovery, subscription, reads, notifications.
///
/// ```swift
/// var writer = CaptureWriter()
/// writer.write(.connected, at: time)
/// writer.write(.discovered(handle: CaptureWriter.valueHandle), at: time)
/// writer.write(.requested(offset: 0), at: time)
/// writer.write(.chunk(offset: 0), bytes.span, at: time)
/// file.write(writer.takeBytes())
/// ```
///
/// The addresses in it are zero. For sources see ``LinkTraffic`` and ``NavigationTraffic``.
public struct CaptureWriter: Sendable {
    /// The end of the connection that writes the log.
    public enum Host: String, Hashable, Sendable {
        /// The device's: requests are sent.
        case central
        /// The phone's: requests are received.
        case peripheral
    }

    /// The handle of the navigation characteristic's value until a `discovered` event gives another one.
    public static let valueHandle: UInt16 = 0x0012

    /// The end of the connection that writes the log, from the next event on.
    public var host: Host {
        didSet { link.isHostCentral = host == .central }
    }
    private var link: LinkWriter
    /// The value handle of each connection's navigation characteristic, if it is not the usual one.
    private var valueHandles: [UInt16: UInt16] = [:]
    /// The connections on which a read waits for its answer.
    private var waiting: Set<UInt16> = []

    /// Begins a file.
    public init(host: Host = .central) {
        self.host = host
        link = LinkWriter(isHostCentral: host == .central)
    }

    #if !hasFeature(Embedded)
        /// Begins a file of a form.
        package init(host: Host = .central, form: WrittenForm) {
            self.host = host
            link = LinkWriter(isHostCentral: host == .central, form)
        }
    #endif

    /// How many bytes ``takeBytes()`` would give.
    public var byteCount: Int { link.byteCount }

    /// Gives the bytes that were written since the last call, for the file.
    public mutating func takeBytes() -> ContiguousArray<UInt8> { link.takeBytes() }

    /// Writes what happened.
    ///
    /// - Parameters:
    ///   - kind: what happened.
    ///   - value: the bytes of a chunk or a notification.
    ///   - connection: the connection, from 1.
    ///   - time: when.
    public mutating func write(
        _ kind: CapturedEvent.Kind, _ value: Span<UInt8> = Span(), connection: Int = 1,
        at time: CaptureTime
    ) {
        link.choose(connection)
        switch kind {
        case .connected:
            valueHandles[connectionHandle] = nil
            waiting.remove(connectionHandle)
            link.writeConnection(at: time)
        case .disconnected(let reason): link.writeDisconnection(reason: reason, at: time)
        case .mtuAgreed(let mtu):
            // A side may have only one open request; while the central waits, the phone asks.
            link.writeMTU(mtu, byCentral: !waiting.contains(connectionHandle), at: time)
        case .foundAnother: break
        case .subscribed(let isOn, let error):
            #if !hasFeature(Embedded)
                writeSubscription(isOn: isOn, error: error, connection: connection, at: time)
            #endif
        case .discovered(let handle):
            valueHandles[connectionHandle] = handle
            writeDiscovery(at: time)
        case .requested(let offset):
            waiting.insert(connectionHandle)
            write(request(offset), byCentral: true, at: time)
        case .chunk(let offset):
            waiting.remove(connectionHandle)
            var answer: ContiguousArray<UInt8> = [
                offset == 0 ? AttributeOpcode.readResponse : AttributeOpcode.readBlobResponse
            ]
            answer.append(value)
            write(answer, byCentral: false, at: time)
        case .failed(let offset, let error):
            waiting.remove(connectionHandle)
            let opcode = request(offset)[0]
            let handle = valueHandle.littleEndianBytes
            write(
                [AttributeOpcode.errorResponse, opcode] + handle + [error.rawValue],
                byCentral: false,
                at: time)
        case .notified: link.writeNotification(of: valueHandle, value, at: time)
        }
    }

    /// Writes that the device found the CCCD, one handle after the value, and subscribed to notifications.
    public mutating func writeSubscription(connection: Int = 1, at time: CaptureTime) {
        link.choose(connection)
        let cccd = (valueHandle &+ 1).littleEndianBytes
        write([AttributeOpcode.findInformationRequest] + cccd + cccd, byCentral: true, at: time)
        write(
            [AttributeOpcode.findInformationResponse, 0x01] + cccd + [0x02, 0x29],
            byCentral: false, at: time)
        link.writeSubscription(cccd: valueHandle &+ 1, at: time)
    }

    #if !hasFeature(Embedded)
        /// Writes that the device subscribed to notifications, or ended that, and how the phone answered.
        ///
        /// - Parameters:
        ///   - isOn: whether the subscription begins; it ends if not.
        ///   - error: why the phone refused; `nil` if it did not.
        ///   - connection: the connection, from 1.
        ///   - time: when.
        mutating func writeSubscription(
            isOn: Bool, error: ATTError?, connection: Int, at time: CaptureTime
        ) {
            link.choose(connection)
            let cccd = (valueHandle &+ 1).littleEndianBytes
            write(
                [AttributeOpcode.writeRequest] + cccd + [isOn ? 1 : 0, 0], byCentral: true, at: time
            )
            var answer: ContiguousArray<UInt8> = [AttributeOpcode.writeResponse]
            if let error {
                answer = [AttributeOpcode.errorResponse, AttributeOpcode.writeRequest] + cccd
                answer.append(error.rawValue)
            }
            write(answer, byCentral: false, at: time)
        }
    #endif

    private var connectionHandle: UInt16 { link.connectionHandle }

    private var valueHandle: UInt16 { valueHandles[connectionHandle] ?? Self.valueHandle }

    private func request(_ offset: Int) -> ContiguousArray<UInt8> {
        let handle = valueHandle.littleEndianBytes
        return offset == 0
            ? [AttributeOpcode.readRequest] + handle
            : [AttributeOpcode.readBlobRequest] + handle
                + UInt16(clamping: offset).littleEndianBytes
    }

    /// Writes how a central finds the service and the characteristic.
    ///
    /// The service is two handles before the value, the declaration one before it, and a descriptor may be after it.
    private mutating func writeDiscovery(at time: CaptureTime) {
        let service = (valueHandle &- 2).littleEndianBytes
        let declaration = (valueHandle &- 1).littleEndianBytes
        let end = (valueHandle &+ 1).littleEndianBytes
        let uuid = NavigationService.uuid.wireBytes
        let first: ContiguousArray<UInt8> = [0x01, 0x00, 0xFF, 0xFF]
        write(
            [AttributeOpcode.findByTypeValueRequest] + first + [0x00, 0x28] + uuid, byCentral: true,
            at: time)
        write(
            [AttributeOpcode.findByTypeValueResponse] + service + end, byCentral: false, at: time)
        write(
            [AttributeOpcode.readByTypeRequest] + service + end + [0x03, 0x28], byCentral: true,
            at: time)
        write(
            [AttributeOpcode.readByTypeResponse, 21] + declaration + [0x12]
                + valueHandle.littleEndianBytes
                + NavigationService.instructionCharacteristic.wireBytes,
            byCentral: false, at: time)
    }

    private mutating func write(
        _ packet: ContiguousArray<UInt8>, byCentral: Bool, at time: CaptureTime
    ) {
        link.write(packet, byCentral: byCentral, at: time)
    }
}

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
