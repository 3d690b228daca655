/// Turns packets of LE's link layer, heard from the air, into what the phone's host would have logged.
///
/// | in the air | in the log |
/// |---|---|
/// | CONNECT_IND | LE Connection Complete, as the peripheral |
/// | beginnings and continuations of L2CAP packets | ACL data, sent if the peripheral sent it |
/// | LL_TERMINATE_IND, with its error code | Disconnection Complete |
/// | CONNECT_IND of the same devices | Disconnection Complete before it, with Connection Timeout |
///
/// Each peripheral is a controller of its own in the log, because handles of attributes are its own. Connections of
/// which the beginning was not heard are translated too, without a beginning. Packets that did not arrive as they were
/// sent, or were heard before, are left out. Where a packet is known to be missing, the next record is after a gap.
///
/// It knows 64 connections at most; a new one ends the one that was heard least recently.
///
/// Source: Bluetooth Core Specification, Vol 6 Part B, 2 and 4.5; Vol 4 Part E, 5.4.2, 7.7.5 and 7.7.65.1.
struct AirTranslator: Sendable {
    typealias Body = (CaptureRecord, Span<UInt8>) -> Void

    private static let maximumConnectionCount = 64
    private static let handleCount = 0x0EFF
    private static let connectionTimeout: UInt8 = 0x08

    /// What only the air shows.
    private(set) var findings = AirFindings()

    /// By access address.
    private var connections: [UInt32: AirConnection] = [:]
    private var connectionCount = 0
    /// The peripherals, each at the place of its controller.
    private var peripherals: [AirAddress] = []
    private var isAfterGap = false

    /// Takes one captured packet.
    ///
    /// - Parameters:
    ///   - packet: everything after the header of the pcap record.
    ///   - form: how it begins.
    ///   - time: when the sniffer heard it.
    ///   - fileOffset: where its record begins, in bytes from the start of the file.
    ///   - missingByteCount: how many bytes of it were not captured.
    ///   - body: called with each record, and with its packet.
    ///   - damage: called if it is shorter than its own lengths say.
    mutating func take(
        _ packet: Span<UInt8>, _ form: AirFrame.Form, at time: CaptureTime, fileOffset: UInt64,
        missingByteCount: Int, _ body: Body, damage: (CaptureDamage) -> Void
    ) {
        // The longest packet is far shorter.
        let missing = min(max(missingByteCount, 0), 0xFFFF)
        let place = AirPlace(time: time, fileOffset: fileOffset)
        switch AirFrame.content(of: packet, form, missingByteCount: missing) {
        case .malformed:
            damage(CaptureDamage(fileOffset: fileOffset, reason: .malformedPacket))
        case .nothing: break
        case .packet(let frame):
            findings.packetCount += 1
            if frame.isAdvertising {
                takeAdvertising(frame, packet, place, body)
            } else {
                takeData(frame, packet, place, body)
            }
        }
    }

    /// Packets are missing before the next one.
    mutating func noteGap() { isAfterGap = true }

    private mutating func takeAdvertising(
        _ frame: AirFrame, _ packet: Span<UInt8>, _ place: AirPlace, _ body: Body
    ) {
        guard frame.isSound(packet, from: AirChecksum.advertising) ?? true else {
            findings.wrongChecksumCount += 1
            return
        }
        switch AirAdvertising(flags: frame.flags, packet.extracting(frame.payload)) {
        case .navigation(let address): findings.noteAdvertiser(address, at: place.time)
        case .connection(let request): connect(request, place, body)
        case nil: break
        }
    }

    private mutating func connect(
        _ request: AirConnectRequest, _ place: AirPlace, _ body: Body
    ) {
        let address = request.accessAddress
        guard address != AirFrame.advertisingAddress else { return }
        let ending = connections.filter { key, connection in
            key == address || connection.isBetween(request.central, request.peripheral)
        }
        for (key, _) in ending.sorted(by: { $0.value.lastHeard < $1.value.lastHeard }) {
            end(key, Self.connectionTimeout, place, body)
        }
        makeRoom(place, body)
        connectionCount += 1
        var connection = AirConnection(request)
        connection.number = connectionCount
        connection.controller = controller(of: request.peripheral)
        connection.lastHeard = findings.packetCount
        connections[address] = connection

        var event: ContiguousArray<UInt8> = [0x3E, 19, 0x01, 0x00]
        event += Self.bytes(Self.handle(connectionCount))
        event += [1, request.central.isRandom ? 1 : 0]
        for shift in stride(from: UInt64(0), to: 48, by: 8) {
            event.append(UInt8(truncatingIfNeeded: request.central.address >> shift))
        }
        event += request.parameters
        event.append(request.clockAccuracy)
        emit(.event, event, isSent: false, on: connection, place, body)
    }

    private mutating func takeData(
        _ frame: AirFrame, _ packet: Span<UInt8>, _ place: AirPlace, _ body: Body
    ) {
        let key = frame.accessAddress
        if connections[key] == nil {
            if frame.remarks.isSound == false {
                findings.wrongChecksumCount += 1
                return
            }
            makeRoom(place, body)
        }
        // Taken out, so that it is changed in place.
        var connection = connections.removeValue(forKey: key) ?? AirConnection()
        connection.lastHeard = findings.packetCount
        if !connection.hasEnded {
            let payload = packet.extracting(frame.payload)
            switch connection.take(frame, packet, at: place.time, &findings) {
            case .nothing: break
            case .gap: isAfterGap = true
            case .data(let isFromCentral, let missedCount):
                isAfterGap = isAfterGap || missedCount > 0
                emitData(frame, payload, isFromCentral, &connection, place, body)
            case .end(let reason, let missedCount):
                isAfterGap = isAfterGap || missedCount > 0
                emitEnd(of: &connection, reason, place, body)
            }
        }
        connections[key] = connection
    }

    private mutating func emitData(
        _ frame: AirFrame, _ payload: Span<UInt8>, _ isFromCentral: Bool,
        _ connection: inout AirConnection, _ place: AirPlace, _ body: Body
    ) {
        if connection.number == nil {
            connectionCount += 1
            connection.number = connectionCount
        }
        let isContinuation = frame.flags & 0b11 == 0b01
        let boundary: UInt16 = isContinuation ? 0b01 : isFromCentral ? 0b10 : 0b00
        var data = Self.bytes(Self.handle(connection.number ?? 0) | boundary << 12)
        data += Self.bytes(UInt16(clamping: payload.count + frame.missingByteCount))
        for place in 0..<payload.count { data.append(payload[place]) }
        emit(
            .acl, data, isSent: !isFromCentral, on: connection, missing: frame.missingByteCount,
            place, body)
    }

    /// Ends the connection that was heard least recently, if there are too many. One of which nothing is in the log goes
    /// first: it may be noise.
    private mutating func makeRoom(_ place: AirPlace, _ body: Body) {
        guard connections.count >= Self.maximumConnectionCount else { return }
        let noise = connections.filter { !$0.value.isInLog }
        let candidates = noise.isEmpty ? connections : noise
        guard let oldest = candidates.min(by: { $0.value.lastHeard < $1.value.lastHeard }) else {
            return
        }
        end(oldest.key, Self.connectionTimeout, place, body)
    }

    /// Ends a connection, and forgets it.
    private mutating func end(_ key: UInt32, _ reason: UInt8, _ place: AirPlace, _ body: Body) {
        guard var connection = connections.removeValue(forKey: key), !connection.hasEnded else {
            return
        }
        emitEnd(of: &connection, reason, place, body)
    }

    private mutating func emitEnd(
        of connection: inout AirConnection, _ reason: UInt8, _ place: AirPlace, _ body: Body
    ) {
        connection.hasEnded = true
        guard let number = connection.number else { return }
        let handle = Self.bytes(Self.handle(number))
        emit(.event, [0x05, 4, 0] + handle + [reason], isSent: false, on: connection, place, body)
    }

    private mutating func emit(
        _ kind: CaptureRecord.Kind, _ bytes: ContiguousArray<UInt8>, isSent: Bool,
        on connection: AirConnection, missing: Int = 0, _ place: AirPlace, _ body: Body
    ) {
        var record = CaptureRecord(
            fileOffset: place.fileOffset, time: place.time, kind: kind, isSent: isSent,
            controller: connection.controller, missingByteCount: missing)
        record.isAfterGap = isAfterGap
        isAfterGap = false
        body(record, bytes.span)
    }

    /// The number of a peripheral as a controller. After 256 of them it starts again.
    private mutating func controller(of peripheral: AirAddress) -> UInt16 {
        if let place = peripherals.firstIndex(of: peripheral) { return UInt16(clamping: place) }
        if peripherals.count == 256 { peripherals.removeAll() }
        peripherals.append(peripheral)
        return UInt16(clamping: peripherals.count - 1)
    }

    private static func handle(_ number: Int) -> UInt16 {
        UInt16(clamping: (number - 1) % handleCount + 1)
    }

    private static func bytes(_ number: UInt16) -> ContiguousArray<UInt8> {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
}

/// When a packet was heard, and where it is in the file.
private struct AirPlace {
    let time: CaptureTime
    let fileOffset: UInt64
}
