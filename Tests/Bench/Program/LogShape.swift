import KomootNav
import KomootNavRecording

/// A log to read: a file's header, and a MiB of records that can follow each other again and again.
struct LogShape {
    let name: String
    let headerSize: Int
    let bytes: ContiguousArray<UInt8>

    private static let blockSize = 1 << 20
    private static let connection: UInt16 = 0x0040
    /// Where the characteristic's handle is given, no discovery is needed.
    private static let otherHandle = CaptureWriter.valueHandle + 9

    /// The logs, each one of HCI in btsnoop and in pcapng.
    ///
    /// - small packets: each record of navigation is followed by another characteristic's
    /// - usual mix: what a phone logs that plays music beside: most bytes are audio's
    /// - air: small packets as a sniffer hears them, with empty packets and advertising between; the checksums
    ///   tell whether they arrived, and the times who sent them
    static func all() throws(KomootNavError) -> [LogShape] {
        let small = try packets(audioCount: 0)
        let usual = try packets(audioCount: 40)
        return [
            btsnoop("small packets", small), pcapng("small packets", small),
            btsnoop("usual mix", usual), pcapng("usual mix", usual), air("air", small),
        ]
    }

    /// A packet of HCI, with the transport's byte.
    private struct Packet {
        let time: CaptureTime
        let isSent: Bool
        let bytes: ContiguousArray<UInt8>
    }

    /// Objects that are notified and read in two chunks.
    private static func packets(audioCount: Int) throws(KomootNavError) -> [Packet] {
        var packets: [Packet] = []
        var size = 0
        var number: UInt32 = 0
        var time = CaptureTime(microsecondsSince1970: 1_700_000_000_000_000)
        func add(_ bytes: ContiguousArray<UInt8>, isSent: Bool) {
            packets.append(Packet(time: time, isSent: isSent, bytes: bytes))
            size += 24 + bytes.count
        }
        /// A packet of the Attribute Protocol.
        func say(_ att: ContiguousArray<UInt8>, isSent: Bool) {
            var packet: ContiguousArray<UInt8> = [2]
            let flags: UInt16 = isSent ? 0 : 0x2000
            for number in [connection | flags, UInt16(att.count + 4), UInt16(att.count), 4] {
                packet += little(number)
            }
            add(packet + att, isSent: isSent)
        }
        let handle = little(CaptureWriter.valueHandle)
        var foreign: ContiguousArray<UInt8> = [0x1B]
        foreign += little(otherHandle)
        foreign += (0..<24).map { UInt8($0) }
        // What a phone sends to headphones: another connection, another channel.
        var audio: ContiguousArray<UInt8> = [2, 0x0B, 0x00]
        for number: UInt16 in [668, 664, 0x0045] { audio += little(number) }
        audio += (0..<664).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let room = ATT.readPayload(mtu: ATT.defaultMTU)
        while size < blockSize {
            number += 1
            let object = ContiguousArray(
                try NavigationInstruction(
                    identifier: .uint32(number), arrow: .left, distanceInMeters: 1960,
                    street: Street(DecodingWorkloads.streets[1])
                ).encoded(as: .deployed))
            // The host that keeps the log is the phone.
            let exchange: [(ContiguousArray<UInt8>, Bool)] = [
                ([0x1B] + handle + object[..<4], true), ([0x0A] + handle, false),
                ([0x0B] + object[..<room], true),
                ([0x0C] + handle + little(UInt16(room)), false), ([0x0D] + object[room...], true),
            ]
            for (att, isSent) in exchange {
                time = time.advanced(by: .milliseconds(30))
                say(att, isSent: isSent)
                say(foreign, isSent: true)
            }
            for place in 0..<audioCount {
                time = time.advanced(by: .milliseconds(15))
                add(audio, isSent: true)
                // Number Of Completed Packets
                if place % 2 == 1 { add([4, 0x13, 5, 1, 0x0B, 0, 2, 0], isSent: false) }
            }
        }
        return packets
    }

    private static func btsnoop(_ name: String, _ packets: [Packet]) -> LogShape {
        var bytes = ContiguousArray("btsnoop\0".utf8)
        for number: UInt32 in [1, 1002] { bytes += little(number).reversed() }
        for packet in packets {
            let count = UInt32(packet.bytes.count)
            let isEvent = packet.bytes[0] == 4
            let flags: UInt32 = (packet.isSent ? 0 : 1) | (isEvent ? 2 : 0)
            let time = packet.time.microsecondsSince1970 + 0x00DC_DDB3_0F2F_8000
            for number in [count, count, flags, 0] { bytes += little(number).reversed() }
            bytes += little(UInt64(time)).reversed()
            bytes += packet.bytes
        }
        return LogShape(name: "\(name) in btsnoop", headerSize: 16, bytes: bytes)
    }

    private static func pcapng(_ name: String, _ packets: [Packet]) -> LogShape {
        var bytes: ContiguousArray<UInt8> = []
        func block(_ type: UInt32, _ content: ContiguousArray<UInt8>) {
            let padding = (4 - content.count % 4) % 4
            let size = little(UInt32(12 + content.count + padding))
            bytes += little(type) + size + content
            bytes += ContiguousArray(repeating: 0, count: padding) + size
        }
        block(0x0A0D_0D0A, little(0x1A2B_3C4D as UInt32) + [1, 0, 0, 0] + little(UInt64.max))
        block(1, little(201 as UInt32) + little(0 as UInt32))
        let headerSize = bytes.count
        for packet in packets {
            let time = UInt64(packet.time.microsecondsSince1970)
            let count = little(UInt32(4 + packet.bytes.count))
            let direction: ContiguousArray<UInt8> = [0, 0, 0, packet.isSent ? 0 : 1]
            block(
                6,
                little(0 as UInt32) + little(UInt32(time >> 32))
                    + little(UInt32(truncatingIfNeeded: time)) + count + count + direction
                    + packet.bytes)
        }
        return LogShape(name: "\(name) in pcapng", headerSize: headerSize, bytes: bytes)
    }

    private static func air(_ name: String, _ packets: [Packet]) -> LogShape {
        var bytes = little(0xA1B2_C3D4 as UInt32) + [2, 0, 4, 0] + little(0 as UInt64)
        bytes += little(65_535 as UInt32) + little(251 as UInt32)
        let headerSize = bytes.count
        var time: Int64 = 0
        func hear(_ address: UInt32, _ pdu: ContiguousArray<UInt8>, _ register: UInt32) {
            let packet = little(address) + pdu + checksum(of: pdu, from: register)
            let count = little(UInt32(packet.count))
            bytes += little(UInt32(time / 1_000_000)) + little(UInt32(time % 1_000_000))
            bytes += count + count + packet
            time += Int64(8 * (1 + packet.count) + 150)
        }
        func advertise(_ head: UInt8, _ payload: ContiguousArray<UInt8>) {
            hear(0x8E89_BED6, [head, UInt8(payload.count)] + payload, 0xAA_AAAA)
        }
        let request: ContiguousArray<UInt8> = [
            1, 2, 3, 4, 5, 0xC6, 6, 5, 4, 3, 2, 0xC1, 0x1A, 0x5B, 0x65, 0x50, 0, 0, 0, 2, 5, 0, 24,
            0, 0, 0, 0xF4, 1, 255, 255, 255, 255, 31, 0x27,
        ]
        time = packets[0].time.microsecondsSince1970 - 100_000
        advertise(0xC5, request)
        var event: UInt8 = 0
        /// An event of the connection: each side sends a packet, and hears the other's.
        func exchange(_ kind: UInt8, _ payload: ContiguousArray<UInt8>, isSent: Bool) {
            let number = event & 1
            for isPeripheral in [false, true] {
                let isEmpty = isPeripheral != isSent
                let expected = isPeripheral ? number ^ 1 : number
                let flags = (isEmpty ? 1 : kind) | number << 3 | expected << 2
                let size = isEmpty ? 0 : UInt8(payload.count)
                hear(0x5065_5B1A, [flags, size] + (isEmpty ? [] : payload), 0)
            }
            event &+= 1
        }
        for packet in packets {
            time = packet.time.microsecondsSince1970
            if event % 4 == 0 {
                advertise(0x40, [6, 5, 4, 3, 2, 0xC1] + (0..<31).map { UInt8($0) })
                time += 5_000
            }
            exchange(2, ContiguousArray(packet.bytes[5...]), isSent: packet.isSent)
            time += 5_000
            exchange(1, [], isSent: false)
            time += 5_000
        }
        exchange(3, [0x02, 0x13], isSent: false)
        return LogShape(name: name, headerSize: headerSize, bytes: bytes)
    }

    /// The checksum of a packet of the link layer, as it is sent, bit by bit.
    private static func checksum(
        of pdu: ContiguousArray<UInt8>, from register: UInt32
    ) -> ContiguousArray<UInt8> {
        var register = register
        for byte in pdu {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xDA_6000 : 0) }
        }
        return ContiguousArray(little(register)[..<3])
    }
}

private func little<Number: FixedWidthInteger>(_ number: Number) -> ContiguousArray<UInt8> {
    ContiguousArray(
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number(8 * $0)) })
}
