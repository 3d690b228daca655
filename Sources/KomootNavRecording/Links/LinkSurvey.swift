import KomootNav

#if !hasFeature(Embedded)
    /// What a log shows of its links beside reads and notifications: descriptors, subscriptions and encryption.
    ///
    /// Source: Bluetooth Core Specification, Vol 3 Part F, 3.4.3.2 and 3.4.5; Part G, 3.3.3; Vol 4 Part E, 7.7.8 and 7.7.59.
    package struct LinkSurvey: Sendable {
        /// What is known of the attributes of one side of a connection.
        fileprivate struct Attributes: Sendable {
            /// Their types, as Find Information Responses show them.
            var types: [UInt16: UUID128] = [:]
            /// Those to which two bytes were written, as a CCCD takes them, and whether that was accepted.
            var writes: [UInt16: Bool] = [:]
            var openWrite: UInt16?
        }

        /// What is known of a connection.
        struct Link: Sendable {
            /// Whether it was encrypted at any time.
            fileprivate(set) var isEncrypted = false
            /// The attributes of the host that keeps the log, and of the other device.
            fileprivate var (own, others) = (Attributes(), Attributes())
        }

        private static let mostLinks = 256
        private static let mostAttributes = 512
        /// How many handles after a value its descriptors are looked for.
        private static let mostDescriptors: UInt16 = 16
        static let declarations = [0x2800, 0x2801, 0x2802, 0x2803].map {
            UUID128(assignedNumber: $0)
        }
        static let subscription = UUID128(assignedNumber: 0x2902)

        /// By the number of the connection, from 1.
        private(set) var links: [Int: Link] = [:]
        private var traffic = LinkTraffic()

        package init() {}

        /// Takes a record.
        package mutating func take(_ record: CaptureRecord, _ packet: Span<UInt8>) {
            takeEncryption(record, packet)
            var traffic = LinkTraffic()
            swap(&traffic, &self.traffic)
            traffic.handle(record, packet) { event, number, bytes in
                guard event == .attributePDU else { return }
                update(number) { $0.take(bytes, isSent: record.isSent) }
            }
            swap(&traffic, &self.traffic)
        }

        private mutating func takeEncryption(_ record: CaptureRecord, _ packet: Span<UInt8>) {
            let success: UInt8 = 0
            // Encryption Change, in two versions.
            guard record.kind == .event, packet.count >= 6, [0x08, 0x59].contains(packet[0]),
                packet[2] == success, packet[5] != 0,
                let number = traffic.number(of: packet.littleEndian16(at: 3), in: record)
            else { return }
            update(number) { $0.isEncrypted = true }
        }

        private mutating func update(_ number: Int, _ body: (inout Link) -> Void) {
            guard links[number] != nil || links.count < Self.mostLinks else { return }
            body(&links[number, default: Link()])
        }

        /// What a connection shows of the characteristic's descriptors.
        ///
        /// - Parameters:
        ///   - number: of the connection, from 1.
        ///   - handle: of the characteristic's value.
        ///   - isHostServing: whether it is the host that keeps the log that has the characteristic.
        /// - Returns: their types, `nil` if nobody asked for them; and whether a subscription was accepted, `nil` if none was
        ///   asked for.
        func descriptors(
            on number: Int, of handle: UInt16, isHostServing: Bool
        ) -> (types: [UUID128]?, isSubscribed: Bool?) {
            guard let link = links[number] else { return (nil, nil) }
            let known = isHostServing ? link.own : link.others
            var types: [UUID128] = []
            var isListed = false
            for next in (handle...).prefix(Int(Self.mostDescriptors)).dropFirst() {
                guard let type = known.types[next] else { break }
                isListed = true
                if Self.declarations.contains(type) { break }
                types.append(type)
            }
            let nearby = (handle...).prefix(Int(Self.mostDescriptors)).dropFirst()
            let place = nearby.first {
                known.types[$0].map { $0 == Self.subscription } ?? (known.writes[$0] != nil)
            }
            return (isListed ? types : nil, place.flatMap { known.writes[$0] })
        }
    }

    extension LinkSurvey.Link {
        fileprivate mutating func take(_ packet: Span<UInt8>, isSent: Bool) {
            guard let opcode = packet.isEmpty ? nil : packet[0] else { return }
            if AttributeOpcode.isRequest(opcode) != isSent {
                own.take(opcode, packet)
            } else {
                others.take(opcode, packet)
            }
        }
    }

    extension LinkSurvey.Attributes {
        fileprivate mutating func take(_ opcode: UInt8, _ packet: Span<UInt8>) {
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
