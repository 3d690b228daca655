import KomootNav

@testable import KomootNavRecording

/// A link as a sniffer hears it, packet by packet.
struct AirLink {
    struct Packet {
        var time: Int64
        /// Everything after the preamble.
        var bytes: [UInt8]
        /// `nil` for advertising.
        var isFromCentral: Bool?
        var isSound = true
    }

    /// What happens to a packet of the peripheral.
    enum Fate {
        case heard
        /// The central does not hear it, so it comes again. The sniffer hears it.
        case lost
        /// Nobody hears it as it was sent, so it comes again.
        case garbled
    }

    struct Side {
        var number: UInt8 = 0
        var expected: UInt8 = 0
    }

    static let phone: [UInt8] = [1, 2, 3, 4, 0x0D, 0xC0]
    static let device: [UInt8] = [0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0xE4]
    static let start: Int64 = 1_700_000_000_000_000
    static let interval: Int64 = 30_000

    private(set) var packets: [Packet] = []
    private(set) var central = Side()
    private(set) var peripheral = Side()
    var time = start
    var address: UInt32 = 0x5065_5B1A
    var register = AirChecksum.register(0x17_F3C9)
    /// Whether each pair of packets comes in an event of its own; otherwise they follow each other at once.
    var pauses = true

    static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }

    mutating func send(
        _ pdu: [UInt8], _ address: UInt32, _ register: UInt32, isFromCentral: Bool? = nil,
        isSound: Bool = true
    ) {
        let checksum = AirChecksum.checksum(of: ContiguousArray(pdu).span, from: register)
        var bytes = Self.little(address, 4) + pdu + Self.little(checksum, 3)
        if !isSound { bytes[bytes.count - 4] ^= 0x10 }
        packets.append(
            Packet(time: time, bytes: bytes, isFromCentral: isFromCentral, isSound: isSound))
        time += Int64(8 * (1 + bytes.count) + 150)
    }

    /// A PDU of advertising, with random addresses.
    mutating func advertise(_ kind: UInt8, _ payload: [UInt8], isSound: Bool = true) {
        let flags: UInt8 = kind == 3 || kind == 5 ? 0xC0 : 0x40
        send(
            [kind | flags, UInt8(payload.count)] + payload, AirFrame.advertisingAddress,
            AirChecksum.advertising, isSound: isSound)
    }

    mutating func advertiseNavigation() {
        let uuid = (0..<16).reversed().map { NavigationService.uuid[$0] }
        advertise(0, Self.phone + [2, 1, 6, 17, 7] + uuid)
    }

    mutating func connect(device: [UInt8] = device, phone: [UInt8] = phone) {
        central = Side()
        peripheral = Side()
        let field = AirChecksum.register(register)
        advertise(
            5,
            device + phone + Self.little(address, 4) + Self.little(field, 3)
                + [2, 5, 0, 24, 0, 0, 0, 0xF4, 1] + [255, 255, 255, 255, 31, 0x27])
    }

    /// A packet of each side: its LLID and its payload. The sniffer hears both.
    ///
    /// - Parameters:
    ///   - fate: what happens to the peripheral's packet.
    ///   - isCentralHeard: whether the peripheral hears the central's as it was sent. It answers anyway.
    mutating func exchange(
        central payload: (UInt8, [UInt8]) = (1, []), peripheral answer: (UInt8, [UInt8]) = (1, []),
        _ fate: Fate = .heard, isCentralHeard: Bool = true
    ) {
        if pauses { time = Self.start + ((time - Self.start) / Self.interval + 1) * Self.interval }
        sendData(
            payload, from: \.central, to: \.peripheral, true, isHeard: isCentralHeard,
            isSound: true)
        sendData(
            answer, from: \.peripheral, to: \.central, false, isHeard: fate == .heard,
            isSound: fate != .garbled)
    }

    private mutating func sendData(
        _ packet: (llid: UInt8, payload: [UInt8]), from one: WritableKeyPath<AirLink, Side>,
        to other: WritableKeyPath<AirLink, Side>, _ isFromCentral: Bool, isHeard: Bool,
        isSound: Bool
    ) {
        let side = self[keyPath: one]
        send(
            [packet.llid | side.expected << 2 | side.number << 3, UInt8(packet.payload.count)]
                + packet.payload, address, register, isFromCentral: isFromCentral,
            isSound: isSound)
        guard isHeard else { return }
        if self[keyPath: other].number != side.expected { self[keyPath: other].number ^= 1 }
        if self[keyPath: other].expected == side.number { self[keyPath: other].expected ^= 1 }
    }

    /// A packet of the Attribute Protocol, in fragments of 27 bytes. The fate is the last one's.
    mutating func say(_ att: [UInt8], byCentral: Bool, _ fate: Fate = .heard) {
        let frame = Self.little(UInt32(att.count), 2) + [4, 0] + att
        for start in stride(from: 0, to: frame.count, by: 27) {
            let fragment = Array(frame[start..<min(start + 27, frame.count)])
            let packet: (UInt8, [UInt8]) = (start > 0 ? 1 : 2, fragment)
            if byCentral {
                exchange(central: packet)
            } else {
                if fate != .heard && start + 27 >= frame.count {
                    exchange(peripheral: packet, fate)
                }
                exchange(peripheral: packet)
            }
        }
    }

    /// A read of the navigation characteristic, with an MTU of 50.
    mutating func read(_ value: [UInt8], lastFate: Fate = .heard) {
        for start in stride(from: 0, through: value.count, by: 49) {
            let chunk = Array(value[start..<min(start + 49, value.count)])
            let offset = Self.little(UInt32(start), 2)
            say(start > 0 ? [0x0C, 0x12, 0] + offset : [0x0A, 0x12, 0], byCentral: true)
            say(
                [start > 0 ? 0x0D : 0x0B] + chunk, byCentral: false,
                chunk.count < 49 ? lastFate : .heard)
        }
    }

    /// MTU, discovery and subscription.
    mutating func prepare() {
        let characteristic = (0..<16).reversed().map {
            NavigationService.instructionCharacteristic[$0]
        }
        say([0x02, 50, 0], byCentral: true)
        say([0x03, 50, 0], byCentral: false)
        say([0x08, 0x10, 0, 0x13, 0, 0x03, 0x28], byCentral: true)
        say([0x09, 21, 0x11, 0, 0x12, 0x12, 0] + characteristic, byCentral: false)
        say([0x12, 0x13, 0, 1, 0], byCentral: true)
        say([0x13], byCentral: false)
    }

    mutating func terminate(_ reason: UInt8 = 0x13, byCentral: Bool = true) {
        let (packet, nothing): ((UInt8, [UInt8]), (UInt8, [UInt8])) = (
            (3, [0x02, reason]), (1, [])
        )
        exchange(central: byCentral ? packet : nothing, peripheral: byCentral ? nothing : packet)
    }

    /// Removes packets, as if the sniffer had not heard them.
    mutating func miss(where isMissed: (Int, Packet) -> Bool) {
        packets = packets.enumerated().filter { !isMissed($0.offset, $0.element) }.map(\.element)
    }
}

/// How a sniffer writes a packet.
enum AirForm: CaseIterable {
    case bare, told, untold, nordic0, nordic1, nordic2, nordic3

    var form: AirFrame.Form {
        switch self {
        case .bare: .bare
        case .told, .untold: .withHeader
        case .nordic0, .nordic1, .nordic2, .nordic3: .nordic
        }
    }

    /// Whether it tells the direction, and whether the checksum is right.
    var isTold: Bool { self != .bare && self != .untold }

    func bytes(of packet: AirLink.Packet, flags extra: UInt16 = 0) -> [UInt8] {
        func header(_ flags: UInt16) -> [UInt8] {
            [7, 0xC4, 0, 0, 0, 0, 0, 0] + AirLink.little(UInt32(flags | extra), 2) + packet.bytes
        }
        func nordic(_ version: UInt8) -> [UInt8] {
            let kind: UInt8 = version == 3 && packet.isFromCentral == nil ? 2 : 6
            let flags: UInt8 =
                (packet.isSound ? 1 : 0) | (packet.isFromCentral == true ? 2 : 0) | UInt8(extra)
            let size = UInt8(10 + packet.bytes.count)
            let head: [UInt8] =
                switch version {
                case 0: [0xBE, 0xEF, kind, 0, 0, 0, 0, size - 1]
                case 1: [4, 6, size, version, 0, 0, kind, 10]
                default: [4, size, 0, version, 0, 0, kind, 10]
                }
            return head + [flags, 7, 60, 0, 0, 0, 0, 0, 0] + packet.bytes
        }
        switch self {
        case .bare: return packet.bytes
        case .untold: return header(0x0003)
        case .told:
            let side: UInt16 = packet.isFromCentral.map { $0 ? 2 : 3 } ?? 0
            return header(0x0403 | (packet.isSound ? 0x0800 : 0) | side << 7)
        case .nordic0: return nordic(0)
        case .nordic1: return nordic(1)
        case .nordic2: return nordic(2)
        case .nordic3: return nordic(3)
        }
    }
}

/// What a translator gives for packets.
struct AirLog {
    struct Entry: Hashable {
        let record: CaptureRecord
        let packet: [UInt8]
    }

    private let form: AirFrame.Form
    var translator = AirTranslator()
    private(set) var entries: [Entry] = []
    private(set) var events: [CapturedEvent] = []
    private(set) var values: [[UInt8]] = []
    private(set) var damages: [CaptureDamage] = []
    private var traffic = NavigationTraffic()

    var findings: AirFindings { translator.findings }
    var kinds: [CapturedEvent.Kind] { events.map(\.kind) }
    /// What the reads gave.
    var reads: [[UInt8]] {
        var reads: [[UInt8]] = []
        for (event, value) in zip(events, values) {
            guard case .chunk(let offset) = event.kind else { continue }
            if offset == 0 || reads.isEmpty {
                reads.append(value)
            } else {
                reads[reads.count - 1] += value
            }
        }
        return reads
    }

    init(_ form: AirFrame.Form) { self.form = form }

    init(_ link: AirLink, _ form: AirForm, flags: UInt16 = 0) {
        self.init(form.form)
        for packet in link.packets { take(form.bytes(of: packet, flags: flags), at: packet.time) }
    }

    mutating func take(_ bytes: [UInt8], at time: Int64, missing: Int = 0) {
        let bytes = ContiguousArray(bytes)
        translator.take(
            bytes.span, form, at: .microseconds(time), fileOffset: 0, missingByteCount: missing,
            { record, packet in
                entries.append(
                    Entry(record: record, packet: packet.indices.map { packet[$0] }))
                traffic.handle(
                    record, packet,
                    { event, value in
                        events.append(event)
                        values.append(value.indices.map { value[$0] })
                    }, damage: { damages.append($0) })
            }, damage: { damages.append($0) })
    }
}
