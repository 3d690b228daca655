/// Turns packets of LE's link layer, heard from the air, into what the phone's host would have logged.
///
/// | in the air | in the log |
/// |---|---|
/// | CONNECT_IND | LE Connection Complete, as the peripheral |
/// | beginnings and continuations of L2CAP packets | ACL data, sent if the peripheral sent it |
/// | the first packet that is encrypted, or that the sniffer decrypted | Encryption Change |
/// | LL_TERMINATE_IND of the central, with its error code | Disconnection Complete |
/// | LL_TERMINATE_IND of the peripheral | Disconnection Complete: Connection Terminated By Local Host |
/// | CONNECT_IND of the same devices | Disconnection Complete before it, with Connection Timeout |
///
/// Each peripheral is a controller of its own in the log, because handles of attributes are its own. Connections of
/// which the beginning was not heard are translated too, without a beginning. Packets that did not arrive as they were
/// sent, or were heard before, are left out. Where a packet is known to be missing, the next record is after a gap.
///
/// It knows 64 connections at most; a new one ends the one that was heard least recently.
///
/// Source: Bluetooth Core Specification, Vol 6 Part B, 2 and 4.5; Vol 4 Part E, 5.4.2, 7.7.5, 7.7.8 and 7.7.65.1.
struct AirTranslator: Sendable {
    typealias Body = (CaptureRecord, Span<UInt8>) -> Void

    private static let maximumConnectionCount = 64
    private static let handleCount = 0x0EFF

    /// What only the air shows.
    private(set) var findings = AirFindings()

    /// By access address.
    private var connections = ConnectionTable<AirConnection>()
    /// Room for a packet of the log.
    private var data: ContiguousArray<UInt8> = []
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
        if form == .withHeader, let plain = AirFrame.dewhitened(packet) {
            return take(
                plain.span, form, at: time, fileOffset: fileOffset,
                missingByteCount: missingByteCount, body, damage: damage)
        }
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
        guard request.accessAddress != AirFrame.advertisingAddress else { return }
        let address = Int(request.accessAddress)
        for (key, connection) in known
        where key == address || connection.isBetween(request.central, request.peripheral) {
            end(key, LinkEndReason.timeout, place, body)
        }
        makeRoom(place, body)
        connectionCount += 1
        var connection = AirConnection(request)
        connection.number = connectionCount
        connection.controller = controller(of: request.peripheral)
        connection.lastHeard = findings.packetCount
        connections.update(address) { $0 = connection }

        var event: ContiguousArray<UInt8> = [0x3E, 19, 0x01, 0x00]
        event += Self.bytes(Self.handle(connectionCount))
        event += [1, request.central.isRandom ? 1 : 0]
        for shift in stride(from: UInt64(0), to: 48, by: 8) {
            event.append(UInt8(truncatingIfNeeded: request.central.address >> shift))
        }
        event += request.parameters
        event.append(request.clockAccuracy)
        emit(.event, event.span, isSent: false, on: connection.controller, place, body)
    }

    private mutating func takeData(
        _ frame: AirFrame, _ packet: Span<UInt8>, _ place: AirPlace, _ body: Body
    ) {
        let key = Int(frame.accessAddress)
        if takeData(frame, packet, ofKnown: key, place, body) { return }
        if frame.remarks.isSound == false {
            findings.wrongChecksumCount += 1
            return
        }
        makeRoom(place, body)
        connections.update(key) { $0 = AirConnection() }
        _ = takeData(frame, packet, ofKnown: key, place, body)
    }

    /// - Returns: whether the connection is known.
    private mutating func takeData(
        _ frame: AirFrame, _ packet: Span<UInt8>, ofKnown key: Int, _ place: AirPlace, _ body: Body
    ) -> Bool {
        // Taken out, so that the connection is changed in place.
        var connections = ConnectionTable<AirConnection>()
        swap(&connections, &self.connections)
        let isKnown = connections.update(key) { connection in
            guard connection != nil else { return false }
            takeData(frame, packet, of: &connection, place, body)
            return true
        }
        swap(&connections, &self.connections)
        return isKnown
    }

    private mutating func takeData(
        _ frame: AirFrame, _ packet: Span<UInt8>, of connection: inout AirConnection?,
        _ place: AirPlace, _ body: Body
    ) {
        switch connection?.take(
            frame, packet, at: place.time, &findings, lastNumber: &connectionCount)
        {
        case .nothing, nil: break
        case .gap: isAfterGap = true
        case .data(let isFromCentral, let number, let controller, let missedCount):
            isAfterGap = isAfterGap || missedCount > 0
            emitData(
                frame, packet.extracting(frame.payload), isFromCentral, of: number, controller,
                place,
                body)
        case .end(let reason, let number, let controller, let missedCount):
            isAfterGap = isAfterGap || missedCount > 0
            emitEncryption(of: &connection, place, body)
            emitEnd(of: number, controller, reason, place, body)
        }
        // Data comes first: without it, nothing shows a connection whose beginning was not heard.
        emitEncryption(of: &connection, place, body)
    }

    private mutating func emitData(
        _ frame: AirFrame, _ payload: Span<UInt8>, _ isFromCentral: Bool, of number: Int,
        _ controller: UInt16, _ place: AirPlace, _ body: Body
    ) {
        let isContinuation = frame.flags & 0b11 == 0b01
        let boundary: UInt16 = isContinuation ? 0b01 : isFromCentral ? 0b10 : 0b00
        var data: ContiguousArray<UInt8> = []
        swap(&data, &self.data)
        data.removeAll(keepingCapacity: true)
        let handle = Self.handle(number) | boundary << 12
        let size = UInt16(clamping: payload.count + frame.missingByteCount)
        data.append(UInt8(truncatingIfNeeded: handle))
        data.append(UInt8(truncatingIfNeeded: handle >> 8))
        data.append(UInt8(truncatingIfNeeded: size))
        data.append(UInt8(truncatingIfNeeded: size >> 8))
        data.append(payload)
        emit(
            .acl, data.span, isSent: !isFromCentral, on: controller,
            missing: frame.missingByteCount, place, body)
        swap(&data, &self.data)
    }

    private mutating func emitEncryption(
        of connection: inout AirConnection?, _ place: AirPlace, _ body: Body
    ) {
        guard let number = connection?.showEncryption(), let connection else { return }
        let event: ContiguousArray<UInt8> = [0x08, 4, 0] + Self.bytes(Self.handle(number)) + [1]
        emit(.event, event.span, isSent: false, on: connection.controller, place, body)
    }

    /// The connections, the one that was heard least recently first.
    private var known: [(key: Int, connection: AirConnection)] {
        connections.keys.compactMap { key in connections[key].map { (key, $0) } }
            .sorted { $0.connection.lastHeard < $1.connection.lastHeard }
    }

    /// Ends the connection that was heard least recently, if there are too many. One of which nothing is in the log goes
    /// first: it may be noise.
    private mutating func makeRoom(_ place: AirPlace, _ body: Body) {
        let known = known
        guard known.count >= Self.maximumConnectionCount,
            let oldest = known.first(where: { !$0.connection.isInLog }) ?? known.first
        else { return }
        end(oldest.key, LinkEndReason.timeout, place, body)
    }

    /// Ends a connection, and forgets it.
    private mutating func end(_ key: Int, _ reason: UInt8, _ place: AirPlace, _ body: Body) {
        guard let connection = connections.removeValue(forKey: key), !connection.hasEnded else {
            return
        }
        emitEnd(of: connection.number, connection.controller, reason, place, body)
    }

    private mutating func emitEnd(
        of number: Int?, _ controller: UInt16, _ reason: UInt8, _ place: AirPlace, _ body: Body
    ) {
        guard let number else { return }
        let event: ContiguousArray<UInt8> =
            [0x05, 4, 0] + Self.bytes(Self.handle(number)) + [reason]
        emit(.event, event.span, isSent: false, on: controller, place, body)
    }

    private mutating func emit(
        _ kind: CaptureRecord.Kind, _ packet: Span<UInt8>, isSent: Bool, on controller: UInt16,
        missing: Int = 0, _ place: AirPlace, _ body: Body
    ) {
        var record = CaptureRecord(
            fileOffset: place.fileOffset, time: place.time, kind: kind, isSent: isSent,
            controller: controller, missingByteCount: missing)
        record.isAfterGap = isAfterGap
        isAfterGap = false
        body(record, packet)
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
