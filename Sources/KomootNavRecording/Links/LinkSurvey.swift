import KomootNav

#if !hasFeature(Embedded)
    /// What a log shows of its links beside reads and notifications: descriptors, subscriptions and encryption.
    ///
    /// Source: Bluetooth Core Specification, Vol 3 Part F, 3.4.3 to 3.4.5; Part G, 3.3.3; Vol 4 Part E, 7.7.8 and
    /// 7.7.59.
    package struct LinkSurvey: Sendable {
        /// What is known of the attributes of one side of a connection.
        fileprivate struct Attributes: Sendable {
            /// Their types, as far as responses show them.
            var types: [UInt16: UUID128] = [:]
            /// The handles of services.
            var services: [ClosedRange<UInt16>] = []
            /// Handles without an attribute.
            var holes: [ClosedRange<UInt16>] = []
            /// Those to which two bytes were written, as a CCCD takes them, and whether that was accepted.
            var writes: [UInt16: Bool] = [:]
            /// The first bytes of the request that waits for its answer, and when it was made; `nil` if the log's own
            /// host answers, which may do so at once.
            var request = OpenRequest<(bytes: ContiguousArray<UInt8>, time: CaptureTime?)>()
            /// The handle of Service Changed, if the log shows it.
            var serviceChanged: UInt16?
            /// From the first to the last handle whose service changed. What was there before is known until a device
            /// looks anew: it may have had navigation.
            var changed: ClosedRange<UInt16>?
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
        private static let mostDescriptors = 16
        private static let mostGaps = 256
        static let declarations = [0x2800, 0x2801, 0x2802, 0x2803].map {
            UUID128(assignedNumber: $0)
        }
        static let subscription = UUID128(assignedNumber: 0x2902)

        /// By the number of the connection, from 1.
        private(set) var links: [Int: Link] = [:]
        private var traffic = LinkTraffic()
        /// The times of records before which packets are missing.
        private var gaps: [CaptureTime] = []

        package init() {}

        /// Whether no packet is missing in a time.
        func isWhole(_ times: ClosedRange<CaptureTime>) -> Bool {
            gaps.count < Self.mostGaps
                && !gaps.contains { times.lowerBound < $0 && $0 <= times.upperBound }
        }

        /// Takes a record.
        package mutating func take(_ record: CaptureRecord, _ packet: Span<UInt8>) {
            if record.isAfterGap {
                if gaps.count < Self.mostGaps { gaps.append(record.time) }
                for number in links.keys { links[number]?.forgetRequests() }
            }
            takeEncryption(record, packet)
            var traffic = LinkTraffic()
            swap(&traffic, &self.traffic)
            traffic.handle(record, packet) { event, number, bytes in
                guard event == .attributePDU else { return }
                update(number) { $0.take(bytes, isSent: record.isSent, at: record.time) }
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
        /// - Returns: their types; whether the log shows that there are no others; and whether a subscription was
        ///   accepted, `nil` if none was asked for.
        func descriptors(
            on number: Int, of handle: UInt16, isHostServing: Bool
        ) -> (types: [UUID128], isWhole: Bool, isSubscribed: Bool?) {
            guard let link = links[number] else { return ([], false, nil) }
            let known = isHostServing ? link.own : link.others
            let service = known.services.first { $0.contains(handle) && $0.lowerBound < handle }
            let end = service?.upperBound ?? .max
            var types: [UUID128] = []
            var isSubscribed: Bool?
            var last = handle
            while last < end {
                let next = last + 1
                let write = known.writes[next]
                // What comes right after a value or a descriptor, and takes a subscription, is the CCCD.
                let type = known.types[next] ?? (write == true ? Self.subscription : nil)
                if let type, Self.declarations.contains(type) { break }
                if type == nil, let hole = known.holes.first(where: { $0.contains(next) }) {
                    last = hole.upperBound
                    continue
                }
                if type ?? Self.subscription == Self.subscription {
                    isSubscribed = isSubscribed ?? write
                }
                guard let type, types.count < Self.mostDescriptors else {
                    return (types, false, isSubscribed)
                }
                types.append(type)
                last = next
            }
            return (types, true, isSubscribed)
        }
    }

    extension LinkSurvey.Link {
        fileprivate mutating func forgetRequests() {
            own.request.forget()
            others.request.forget()
        }

        fileprivate mutating func take(
            _ packet: Span<UInt8>, isSent: Bool, at time: CaptureTime
        ) {
            guard let opcode = packet.isEmpty ? nil : packet[0] else { return }
            if AttributeOpcode.isRequest(opcode) != isSent {
                own.take(opcode, packet, at: time, isHostServing: true)
            } else {
                others.take(opcode, packet, at: time, isHostServing: false)
            }
        }
    }

    extension LinkSurvey.Attributes {
        /// How many bytes of a request are kept: opcode, handles and a type; or opcode, handle and a value of two
        /// bytes.
        private static var requestSize: Int { 7 }

        fileprivate mutating func take(
            _ opcode: UInt8, _ packet: Span<UInt8>, at time: CaptureTime, isHostServing: Bool
        ) {
            if AttributeOpcode.isRequest(opcode) {
                let size = min(packet.count, Self.requestSize)
                let bytes = ContiguousArray(copying: packet.extracting(first: size))
                request.ask((bytes, isHostServing ? nil : time), at: time)
            } else if AttributeOpcode.isResponse(opcode) {
                let request = request.answer(at: time)
                let bytes = request?.bytes ?? []
                // An answer at the very moment of its request was made up by the log's writer, unless it is to a
                // subscription.
                if request?.time == time, bytes.first != AttributeOpcode.writeRequest { return }
                take(opcode, packet, to: bytes.span)
            } else if let new = AttributeEvidence.changedHandles(packet, of: serviceChanged) {
                let old = changed ?? new
                changed =
                    min(old.lowerBound, new.lowerBound)...max(old.upperBound, new.upperBound)
            }
        }

        /// Takes a response to a request, which is empty if it is not known.
        private mutating func take(
            _ opcode: UInt8, _ packet: Span<UInt8>, to request: Span<UInt8>
        ) {
            let isRefusal = opcode == AttributeOpcode.errorResponse
            if isRefusal && packet.count < 5 { return }
            let asked = isRefusal ? packet[1] : opcode - 1
            let isKnown = !request.isEmpty && request[0] == asked
            let type: UInt16? =
                isKnown && request.count == Self.requestSize ? request.littleEndian16(at: 5) : nil
            let evidence = AttributeEvidence(
                packet, type: type.map { UUID128(assignedNumber: $0) },
                service: NavigationService.uuid)
            serviceChanged = evidence.serviceChangedHandle ?? serviceChanged
            if isRefusal
                ? asked == AttributeOpcode.findInformationRequest
                : Self.discoveries.contains(asked)
            {
                forgetChanged()
            }
            switch asked {
            case AttributeOpcode.findInformationRequest:
                // What is there comes in order, from the first handle on.
                var next = isKnown && request.count == 5 ? request.littleEndian16(at: 1) : nil
                if isRefusal {
                    guard let first = next, packet.littleEndian16(at: 2) == first,
                        packet[4] == ATTError.attributeNotFound.rawValue
                    else { return }
                    return noteHole(first, request.littleEndian16(at: 3))
                }
                evidence.forEachType { handle, type in
                    if let first = next, first < handle { noteHole(first, handle - 1) }
                    note(type, at: handle)
                    next = handle < .max ? handle + 1 : nil
                }
            case AttributeOpcode.readByTypeRequest where type == DeclarationList.type:
                guard !isRefusal else { return }
                for place in 0..<DeclarationList(packet).count {
                    let handle = packet.littleEndian16(at: 2 + place * Int(packet[1]))
                    note(UUID128(assignedNumber: DeclarationList.type), at: handle)
                }
            case AttributeOpcode.findByTypeValueRequest where type == Self.primaryService,
                AttributeOpcode.readByGroupTypeRequest where type == Self.primaryService:
                guard !isRefusal else { return }
                evidence.forEachService { range, _ in noteService(range) }
            case AttributeOpcode.writeRequest where isKnown && request.count == 5:
                // 1 asks for notifications, 2 for indications.
                guard [1, 2].contains(request.littleEndian16(at: 3)),
                    writes.count < LinkSurvey.mostAttributes
                else { return }
                let handle = request.littleEndian16(at: 1)
                writes[handle] = !isRefusal || writes[handle] == true
            default: break
            }
        }

        private static var primaryService: UInt16 { 0x2800 }
        private static let discoveries = [
            AttributeOpcode.findInformationRequest, AttributeOpcode.findByTypeValueRequest,
            AttributeOpcode.readByTypeRequest, AttributeOpcode.readByGroupTypeRequest,
        ]

        /// Forgets what was at handles whose services changed.
        private mutating func forgetChanged() {
            guard let changed else { return }
            self.changed = nil
            types = types.filter { !changed.contains($0.key) }
            writes = writes.filter { !changed.contains($0.key) }
            services.removeAll { $0.overlaps(changed) }
            let known = holes
            holes = []
            for hole in known {
                noteHole(hole.lowerBound, min(hole.upperBound, changed.lowerBound - 1))
                guard hole.upperBound > changed.upperBound else { continue }
                noteHole(max(hole.lowerBound, changed.upperBound + 1), hole.upperBound)
            }
        }

        private mutating func noteService(_ range: ClosedRange<UInt16>) {
            let service = UUID128(assignedNumber: Self.primaryService)
            if services.contains(where: { $0.overlaps(range) && $0 != range }) {
                // Services changed, and the device was not told.
                holes.removeAll { $0.overlaps(range) }
                types = types.filter { !range.contains($0.key) || $0.value != service }
            }
            services.removeAll { $0.overlaps(range) }
            if services.count < LinkSurvey.mostAttributes { services.append(range) }
            note(service, at: range.lowerBound)
        }

        private mutating func note(_ type: UUID128, at handle: UInt16) {
            // Services changed, and the device was not told.
            holes.removeAll { $0.contains(handle) }
            if types.count < LinkSurvey.mostAttributes { types[handle] = type }
        }

        private mutating func noteHole(_ first: UInt16, _ last: UInt16) {
            guard first <= last, holes.count < LinkSurvey.mostAttributes else { return }
            holes.append(first...last)
        }
    }
#endif
