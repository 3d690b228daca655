#if !hasFeature(Embedded)
    /// The form of a log that is written.
    package enum WrittenForm: Sendable {
        /// btsnoop (H4), as Android writes it.
        case btsnoop
        /// pcapng, as Wireshark writes it.
        case pcapng

        /// The form of a file with this name: pcapng if the name ends so, otherwise btsnoop.
        package init(ofFileNamed name: String) {
            self = name.hasSuffix(".pcapng") ? .pcapng : .btsnoop
        }
    }

    extension Pcapng {
        /// What a file begins with: a section, little-endian, and one interface with times in microseconds.
        static func header(_ linkType: LinkType) -> ContiguousArray<UInt8> {
            // Version 1.0, and a length that is not told.
            let section = little(0x1A2B_3C4D) + [1, 0, 0, 0] + little(.max) + little(.max)
            return block(0x0A0D_0D0A, section) + block(1, little(linkType.rawValue) + little(0))
        }

        /// A packet of link type 201.
        ///
        /// - Parameters:
        ///   - packet: the packet, from the transport's byte on.
        ///   - isSent: whether the host sent it.
        ///   - time: when; a time before 1970 becomes the beginning of 1970.
        static func block(
            of packet: ContiguousArray<UInt8>, isSent: Bool, at time: CaptureTime
        ) -> ContiguousArray<UInt8> {
            let microseconds = UInt64(max(time.microsecondsSince1970, 0))
            let size = little(UInt32(packet.count + 4))
            let moment =
                little(UInt32(microseconds >> 32))
                + little(UInt32(truncatingIfNeeded: microseconds))
            return block(
                6, little(0) + moment + size + size + [0, 0, 0, isSent ? 0 : 1] + packet)
        }

        private static func block(
            _ type: UInt32, _ content: ContiguousArray<UInt8>
        ) -> ContiguousArray<UInt8> {
            let padding = ContiguousArray<UInt8>(repeating: 0, count: -content.count & 3)
            let size = little(UInt32(12 + content.count + padding.count))
            return little(type) + size + content + padding + size
        }

        private static func little(_ number: UInt32) -> ContiguousArray<UInt8> {
            UInt16(truncatingIfNeeded: number).littleEndianBytes
                + UInt16(truncatingIfNeeded: number >> 16).littleEndianBytes
        }
    }
#endif
