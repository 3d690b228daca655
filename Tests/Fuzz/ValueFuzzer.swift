// The input is a byte that says how to read the log, and then the log. Whatever its bytes are: reading
// it in chunks gives the same as reading it at once; a notified value is of a characteristic that was
// found or given before; and what was found can be written as a log that has the same values.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzValues(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    // Not copied: the address sanitizer knows where these bytes end.
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    let setting = bytes[0]
    let file = bytes.extracting(1...)
    let handles = setting & 1 == 1 ? [0x12: givenCharacteristic] : [UInt16: UUID128]()
    let whole = ValueFacts(file, chunkSize: max(file.count, 1), handles: handles)
    let chunked = ValueFacts(file, chunkSize: Int(setting >> 1) + 1, handles: handles)
    check(whole == chunked, "at once \(whole), in chunks \(chunked)")
    whole.checkOrigins(given: handles)
    whole.checkCopy()
    return 0
}

/// The characteristic that is given for a handle.
private let givenCharacteristic = UUID128(assignedNumber: 0x2A63)

/// A characteristic, and the handle of its value.
private struct Place: Hashable {
    let uuid: UUID128
    let handle: UInt16

    init(_ uuid: UUID128, _ handle: UInt16) {
        self.uuid = uuid
        self.handle = handle
    }
}

/// Everything that reading a log gives.
private struct ValueFacts: Equatable {
    var events: [ValueEvent] = []
    var values: [ContiguousArray<UInt8>] = []
    var damage: [CaptureDamage] = []
    var error: CaptureError?

    init(_ file: Span<UInt8>, chunkSize: Int, handles: [UInt16: UUID128]) {
        var reader = ValueReader(handles: handles)
        do throws(CaptureError) {
            var start = 0
            while start < file.count {
                let chunk = file.extracting(start..<min(start + chunkSize, file.count))
                try reader.read(chunk, { take($0, $1) }, damage: { damage.append($0) })
                start += chunkSize
            }
            try reader.finish({ take($0, $1) }, damage: { damage.append($0) })
        } catch {
            self.error = error
        }
        check(reader.damageCount == damage.count, "\(reader.damageCount) places, \(damage)")
    }

    private mutating func take(_ event: ValueEvent, _ value: Span<UInt8>) {
        events.append(event)
        values.append(ContiguousArray(copied(value)))
    }

    func checkOrigins(given: [UInt16: UUID128]) {
        var known: [Int: Set<Place>] = [:]
        for event in events {
            switch event.kind {
            case .connected, .disconnected: known[event.connection] = []
            case .discovered(let uuid, let handle):
                known[event.connection, default: []].insert(Place(uuid, handle))
            case .notified(let uuid, let handle), .indicated(let uuid, let handle):
                let isKnown =
                    known[event.connection]?.contains(Place(uuid, handle)) == true
                    || given[handle] == uuid
                check(isKnown, "\(uuid) at \(handle) from nowhere in \(events)")
            }
        }
    }

    /// Writes the values as one service's, and reads them again.
    func checkCopy() {
        var written: [(UUID128, ContiguousArray<UInt8>)] = []
        for (event, value) in zip(events, values) {
            if case .notified(let uuid, _) = event.kind { written.append((uuid, value)) }
        }
        let service = CapturedService(
            UUID128(assignedNumber: 0x1816), characteristics: Array(Set(written.map(\.0))))
        do {
            var writer = try ValueCaptureWriter([service], mtu: ATT.maximumMTU)
            let time = CaptureTime(microsecondsSince1970: 0)
            writer.writeConnection(at: time)
            for (uuid, value) in written { try writer.write(value.span, of: uuid, at: time) }
            let log = writer.takeBytes()
            let copy = ValueFacts(log.span, chunkSize: log.count, handles: [:])
            var found: [(UUID128, ContiguousArray<UInt8>)] = []
            for (event, value) in zip(copy.events, copy.values) {
                if case .notified(let uuid, _) = event.kind { found.append((uuid, value)) }
            }
            check(copy.damage.isEmpty, "\(copy.damage)")
            check(found.elementsEqual(written, by: ==), "written \(written), found \(found)")
        } catch {
            // A cut capture may hold a value of which the length does not fit a notification.
            check(written.contains { $0.1.count > 65_532 }, "refused: \(error)")
        }
    }
}
