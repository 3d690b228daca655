import KomootNav

#if !hasFeature(Embedded)
    /// The log that a recorder writes, in which each link has a number.
    struct LinkLog<Link: Hashable> {
        private struct Known {
            let number: Int
            /// The earliest place at which a street was seen to begin.
            var streetOffset: Int?
        }

        private let replacesStreets: Bool
        private var writer: CaptureWriter
        /// When the first link began, from which times count.
        private var start: SessionTime?
        private var links: [Link: Known] = [:]
        private var lastNumber = 0

        init(of host: CaptureWriter.Host, replacesStreets: Bool) {
            self.replacesStreets = replacesStreets
            writer = CaptureWriter(host: host)
        }

        /// All that was written so far.
        var bytes: ContiguousArray<UInt8> {
            var writer = writer
            return writer.takeBytes()
        }

        /// Whether nothing more is written.
        var isFull: Bool { writer.byteCount >= LinkRecorder.capacity }

        /// Writes what happened on a link that has begun, or that it begins or ends.
        mutating func write(
            _ kind: CapturedEvent.Kind, _ value: ContiguousArray<UInt8> = [], on link: Link,
            at time: SessionTime
        ) {
            if case .connected = kind, !isFull {
                lastNumber += 1
                links[link] = Known(number: lastNumber)
                start = start ?? time
            }
            guard var known = links[link] else { return }
            var value = value
            if replacesStreets { Self.replaceStreet(in: &value, of: kind, &known.streetOffset) }
            links[link] = known
            if case .disconnected = kind { links[link] = nil }
            guard !isFull else { return }
            writer.write(
                kind, value.span, connection: known.number, at: captureTime(time))
        }

        /// Writes that the device subscribed, or ended its subscription, or why it could not.
        mutating func writeSubscription(
            on link: Link, isOn: Bool = true, error: ATTError? = nil, at time: SessionTime
        ) {
            guard let number = links[link]?.number, !isFull else { return }
            writer.writeSubscription(
                isOn: isOn, error: error, connection: number, at: captureTime(time))
        }

        /// Replaces a value's street, and all but an identifier before a layout is known.
        private static func replaceStreet(
            in value: inout ContiguousArray<UInt8>, of kind: CapturedEvent.Kind,
            _ earliest: inout Int?
        ) {
            var offset = 0
            let own: Int?
            switch kind {
            case .chunk(offset: 0): own = CaptureRedaction.streetOffset(ofRead: value.span)
            case .notified: own = CaptureRedaction.streetOffset(ofNotification: value.span)
            case .chunk(let first): (offset, own) = (first, earliest)
            default: return
            }
            let street = min(own ?? CaptureRedaction.identifierSize, earliest ?? .max)
            if own != nil, street < value.count { earliest = street }
            for index in value.indices.dropFirst(max(0, street - offset)) {
                value[index] = value[index].streetReplacement
            }
        }

        private func captureTime(_ time: SessionTime) -> CaptureTime {
            CaptureRedaction.epoch.advanced(
                by: .milliseconds(time.milliseconds(since: start ?? time)))
        }
    }
#endif
