import KomootNav

/// What a packet of advertising says.
///
/// Source: Bluetooth Core Specification, Vol 6 Part B, 2.3; Vol 3 Part C, 11, for the data; Core Specification
/// Supplement, Part A, 1.1, for the service.
enum AirAdvertising {
    /// A device advertises navigation.
    case navigation(AirAddress)
    /// A connection begins.
    case connection(AirConnectRequest)

    private static let addressSize = 6

    /// Reads a packet; `nil` if it says nothing that counts.
    init?(flags: UInt8, _ payload: Span<UInt8>) {
        let isSenderRandom = flags & 0x40 != 0
        switch flags & 0x0F {
        case 0x00, 0x02, 0x04, 0x06:
            guard payload.count >= Self.addressSize,
                Self.holdsNavigation(payload.extracting(Self.addressSize...))
            else { return nil }
            self = .navigation(payload.address(at: 0, isRandom: isSenderRandom))
        case 0x07:
            // The length of a second header, its flags, and the address, if the first flag is set.
            guard payload.count >= 2 + Self.addressSize, payload[1] & 0x01 != 0 else { return nil }
            let end = 1 + Int(payload[0] & 0x3F)
            guard end >= 2 + Self.addressSize, end <= payload.count,
                Self.holdsNavigation(payload.extracting(end...))
            else { return nil }
            self = .navigation(payload.address(at: 2, isRandom: isSenderRandom))
        case 0x05:
            guard payload.count == AirConnectRequest.size else { return nil }
            self = .connection(
                AirConnectRequest(
                    payload, isCentralRandom: isSenderRandom,
                    isPeripheralRandom: flags & 0x80 != 0))
        default: return nil
        }
    }

    /// Whether the service is in a list of 128-bit UUIDs, whole or not.
    private static func holdsNavigation(_ data: Span<UInt8>) -> Bool {
        let uuid = NavigationService.uuid
        var start = 0
        while start < data.count {
            let end = start + 1 + Int(data[start])
            guard end > start + 1, end <= data.count else { return false }
            if data[start + 1] == 0x06 || data[start + 1] == 0x07 {
                var place = start + 2
                while place + UUID128.byteCount <= end {
                    let isFound = (0..<UUID128.byteCount).allSatisfy {
                        data[place + $0] == uuid[UUID128.byteCount - 1 - $0]
                    }
                    if isFound { return true }
                    place += UUID128.byteCount
                }
            }
            start = end
        }
        return false
    }
}

/// CONNECT_IND or AUX_CONNECT_REQ.
///
/// | bytes | little-endian |
/// |---|---|
/// | 0–5, 6–11 | addresses of the central and the peripheral |
/// | 12–15 | access address |
/// | 16–18 | CRCInit |
/// | 19–21 | window |
/// | 22–27 | interval, latency, timeout |
/// | 28–33 | channels, hop, clock accuracy of the central |
struct AirConnectRequest {
    static let size = 34

    let central: AirAddress
    let peripheral: AirAddress
    let accessAddress: UInt32
    let register: UInt32
    /// Interval, latency and timeout, as HCI has them too.
    let parameters: ContiguousArray<UInt8>
    let clockAccuracy: UInt8

    fileprivate init(_ payload: Span<UInt8>, isCentralRandom: Bool, isPeripheralRandom: Bool) {
        central = payload.address(at: 0, isRandom: isCentralRandom)
        peripheral = payload.address(at: 6, isRandom: isPeripheralRandom)
        accessAddress = payload.number32(at: 12, isLittleEndian: true)
        register = AirChecksum.register(
            UInt32(payload.littleEndian16(at: 16)) | UInt32(payload[18]) << 16)
        parameters = ContiguousArray((22..<28).map { payload[$0] })
        clockAccuracy = payload[33] >> 5
    }
}

extension Span<UInt8> {
    fileprivate func address(at offset: Int, isRandom: Bool) -> AirAddress {
        let low = UInt64(number32(at: offset, isLittleEndian: true))
        return AirAddress(low | UInt64(littleEndian16(at: offset + 4)) << 32, isRandom: isRandom)
    }
}
