import KomootNav

#if !hasFeature(Embedded)
    /// What a log shows of its links beside reads and notifications: descriptors, subscriptions and encryption.
    ///
    /// Source: Bluetooth Core Specification, Vol 3 Part F, 3.4.3.2 and 3.4.5; Part G, 3.3.3; Vol 4 Part E, 7.7.8 and 7.7.59.
    package struct LinkSurvey: Sendable {
        /// What is known of a connection.
        struct Link: Sendable {
            /// The types of attributes, as Find Information Responses show them.
            fileprivate(set) var types: [UInt16: UUID128] = [:]
            /// The attributes to which two bytes were written, as a CCCD takes them, and whether that was accepted.
            fileprivate(set) var writes: [UInt16: Bool] = [:]
            /// Whether it was encrypted at any time.
            fileprivate(set) var isEncrypted = false
            fileprivate var openWrite: UInt16?
        }

        private static let mostLinks = 256
        private static let mostAttributes = 512
        /// How far behind a value its descriptors are looked for.
        private static let mostDescriptors: UInt16 = 16
        private static let declarations = [0x2800, 0x2801, 0x2802, 0x2803].map {
            UUID128(assignedNumber: $0)
        }
        static let subscription = UUID128(assignedNumber: 0x2902)

        /// By the number of the connection, from 1.
        private(set) var links: [Int: Link] = [:]
        private var traffic = LinkTraffic()
        /// The numbers of the open connections, by controller and handle.
        private var numbers: [Int: Int] = [:]

        package init() {}

        /// Takes a record.
        package mutating func take(_ record: CaptureRecord, _ packet: Span<UInt8>) {
            takeEncryption(record, packet)
            var traffic = LinkTraffic()
            swap(&traffic, &self.traffic)
            traffic.handle(record, packet) { event, number, bytes in
                take(event, number, bytes, record, packet)
            }
            swap(&traffic, &self.traffic)
        }

        private mutating func take(
            _ event: LinkTraffic.Event, _ number: Int, _ bytes: Span<UInt8>,
            _ record: CaptureRecord, _ packet: Span<UInt8>
        ) {
            switch event {
            case .connected:
                if packet.count >= 6 {
                    numbers[Self.place(record, packet.littleEndian16(at: 4))] = number
                }
            case .disconnected: numbers = numbers.filter { $0.value != number }
            case .attributePDU:
                guard links[number] != nil || links.count < Self.mostLinks else { return }
                links[number, default: Link()].take(bytes)
            case .openedEnhancedBearer: break
            }
        }

        private mutating func takeEncryption(_ record: CaptureRecord, _ packet: Span<UInt8>) {
            let success: UInt8 = 0
            // Encryption Change, in two versions.
            guard record.kind == .event, packet.count >= 6, [0x08, 0x59].contains(packet[0]),
                packet[2] == success, packet[5] != 0,
                let number = numbers[Self.place(record, packet.littleEndian16(at: 3))]
            else { return }
            links[number, default: Link()].isEncrypted = true
        }

        private static func place(_ record: CaptureRecord, _ handle: UInt16) -> Int {
            Int(record.controller) << 12 | Int(handle & 0x0FFF)
        }

        /// What a connection shows of the characteristic's descriptors.
        ///
        /// - Parameters:
        ///   - number: of the connection, from 1.
        ///   - handle: of the characteristic's value.
        /// - Returns: their types, `nil` if nobody asked for them; and whether a subscription was accepted, `nil` if none was
        ///   asked for.
        func descriptors(
            on number: Int, of handle: UInt16
        ) -> (types: [UUID128]?, isSubscribed: Bool?) {
            guard let link = links[number] else { return (nil, nil) }
            var types: [UUID128] = []
            var isListed = false
            for next in (handle...).prefix(Int(Self.mostDescriptors)).dropFirst() {
                guard let type = link.types[next] else { break }
                isListed = true
                if Self.declarations.contains(type) { break }
                types.append(type)
            }
            let nearby = (handle...).prefix(Int(Self.mostDescriptors)).dropFirst()
            let place = nearby.first {
                link.types[$0].map { $0 == Self.subscription } ?? (link.writes[$0] != nil)
            }
            return (isListed ? types : nil, place.flatMap { link.writes[$0] })
        }
    }

    extension LinkSurvey.Link {
        fileprivate mutating func take(_ packet: Span<UInt8>) {
            guard let opcode = packet.isEmpty ? nil : packet[0] else { return }
            switch opcode {
            case AttributeOpcode.findInformationResponse:
                AttributeEvidence(packet, type: nil, service: nil).forEachType { handle, type in
                    if types.count < LinkSurvey.mostAttributes { types[handle] = type }
                }
            case AttributeOpcode.writeRequest where packet.count == 5:
                // 1 asks for notifications, 2 for indications.
                openWrite =
                    [1, 2].contains(packet.littleEndian16(at: 3))
                    ? packet.littleEndian16(at: 1) : nil
            case AttributeOpcode.writeResponse: end(isAccepted: true)
            case AttributeOpcode.errorResponse
            where packet.count == 5 && packet[1] == AttributeOpcode.writeRequest:
                end(isAccepted: false)
            default: break
            }
        }

        private mutating func end(isAccepted: Bool) {
            guard let handle = openWrite, writes.count < LinkSurvey.mostAttributes else { return }
            writes[handle] = isAccepted || writes[handle] == true
            openWrite = nil
        }
    }
#endif
