import KomootNav

/// A btsnoop file (H4) written packet by packet, for packets that `CaptureWriter` never writes.
struct RawLog {
    private(set) var bytes: ContiguousArray<UInt8> =
        ContiguousArray("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEA]
    private var time: UInt64 = 0x00DC_DDB3_0F2F_8000 + 1_700_000_000_000_000

    /// The time between two packets, in microseconds.
    var interval: UInt64 = 10_000
    private var droppedCount: UInt64 = 0

    /// Raises the count of dropped packets.
    mutating func dropPackets() { droppedCount += 3 }

    /// Lets seconds pass.
    mutating func wait(_ seconds: UInt64) { time += seconds * 1_000_000 }

    /// Adds a packet, an interval after the last one.
    ///
    /// - Parameter captured: how many of its bytes; `nil` for all.
    mutating func add(_ packet: [UInt8], isSent: Bool = false, captured: Int? = nil) {
        time += interval
        let isCommandOrEvent = packet[0] == 1 || packet[0] == 4
        let flags: UInt64 = (isSent ? 0 : 1) | (isCommandOrEvent ? 2 : 0)
        let count = captured ?? packet.count
        bytes += Self.big(UInt64(packet.count), 4) + Self.big(UInt64(count), 4)
        bytes += Self.big(flags, 4) + Self.big(droppedCount, 4) + Self.big(time, 8)
        bytes += packet.prefix(count)
    }

    /// Adds an L2CAP packet on a connection, in one segment.
    mutating func add(
        l2cap payload: [UInt8], channel: UInt16, on handle: UInt16, isSent: Bool,
        captured: Int? = nil
    ) {
        let l2cap = Self.little(UInt16(payload.count)) + Self.little(channel) + payload
        let flags: UInt16 = isSent ? 0 : 0b10 << 12
        add(
            [2] + Self.little(handle | flags) + Self.little(UInt16(l2cap.count)) + l2cap,
            isSent: isSent, captured: captured)
    }

    /// Adds a packet of the Attribute Protocol.
    mutating func add(att payload: [UInt8], on handle: UInt16, isSent: Bool) {
        add(l2cap: payload, channel: 4, on: handle, isSent: isSent)
    }

    /// Adds the beginning of a connection with a device.
    mutating func connect(_ handle: UInt16, to address: [UInt8]) {
        let parameters: [UInt8] = [24, 0, 0, 0, 0xF4, 1, 0]
        add([4, 0x3E, 19, 1, 0] + Self.little(handle) + [0, 1] + address + parameters)
    }

    /// Adds the end of a connection.
    mutating func disconnect(_ handle: UInt16) {
        add([4, 0x05, 4, 0] + Self.little(handle) + [0x13])
    }

    /// Adds a request for declarations and the response that the navigation characteristic is there: on the peer, or
    /// on the host.
    mutating func discover(_ value: UInt16, on handle: UInt16, isHostServing: Bool = false) {
        let uuid = NavigationService.instructionCharacteristic
        let wire = (0..<UUID128.byteCount).reversed().map { uuid[$0] }
        add(att: [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], on: handle, isSent: !isHostServing)
        let entry = Self.little(value &- 1) + [0x12] + Self.little(value) + wire
        add(att: [0x09, 21] + entry, on: handle, isSent: isHostServing)
    }

    /// Adds a read with one answer, from the peer or from the host.
    mutating func read(
        _ value: UInt16, _ answer: [UInt8], on handle: UInt16, isHostServing: Bool = false
    ) {
        add(att: [0x0A] + Self.little(value), on: handle, isSent: !isHostServing)
        add(att: [0x0B] + answer, on: handle, isSent: isHostServing)
    }

    static func little(_ number: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }

    static func big(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
    }
}
