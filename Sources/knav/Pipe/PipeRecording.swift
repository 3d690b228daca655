import Foundation
import KomootNav
import KomootNavConformance
import KomootNavRecording

/// Writes what passes through a pipe as the Bluetooth log of its radio.
///
/// What a pipe is not told of is written as it usually is: how the characteristic was found, and the
/// requests below a whole value.
struct PipeRecording {
    private var writer: CaptureWriter
    private var file: PartialFile
    /// When the pipe's clock began, in microseconds since 1970.
    private let start: Int64
    private var now: Int64
    /// Whether no time was beyond what a reader takes for one.
    private var isTimeWritable = true
    private var links = Links()
    private var readsWholeValues = false

    /// The latest time that is written, in milliseconds since 1970: a hundred years.
    private static let latestTime: Int64 = 3_155_760_000_000

    /// Reasons for a link's end: HCI error codes.
    private static let timeout: UInt8 = 0x08
    private static let byLocalHost: UInt8 = 0x16
    private static let unspecified: UInt8 = 0x1F

    /// The links as both ends have them: the device's by tickets, the phone's by centrals.
    private struct Links {
        /// The numbers of the connections that are up.
        var numbers: [UInt32: Int] = [:]
        var mtus: [UInt32: Int] = [:]
        /// Where the characteristic is for centrals that have not used it yet.
        var undiscovered: [UInt32: UInt16] = [:]
        var count = 0
        /// The reads that are not answered, by their tickets, or by the phone's centrals.
        var reads: [UInt32: [Int]] = [:]
        /// The one link of the device.
        var ofDevice: UInt32 = 0
    }

    init(_ file: PartialFile, host: CaptureWriter.Host, start: Int64) {
        self.file = file
        self.start = start
        now = start
        writer = CaptureWriter(host: host)
    }

    /// Takes a line.
    mutating func add(_ line: PipeLine) {
        switch line.kind {
        case .event(let name):
            if let at = line.json["at"]?.milliseconds {
                isTimeWritable = isTimeWritable && 0...Self.latestTime ~= at
                now = start &+ at &* 1000
            }
            guard isTimeWritable else { return }
            takeEvent(name, line.json)
        case .effect where isTimeWritable: takeEffect(line.json["effect"]?.string ?? "", line.json)
        case .greeting: readsWholeValues = line.json["radio"]?.string == "wholeValues"
        case .effect, .state, .refusal: break
        }
        file.write(Data(writer.takeBytes()))
    }

    /// Gives the file its name, if all could be written.
    mutating func finish() -> Bool {
        guard isTimeWritable else {
            file.discard()
            return false
        }
        return file.finish()
    }

    private mutating func takeEvent(_ name: String, _ json: JSONValue) {
        let central = json["central"]?.unsigned
        let link = central ?? json["link"]?.unsigned ?? links.ofDevice
        let ticket = json["ticket"]?.unsigned
        let bytes = json.hexBytes
        switch name {
        case "connected": connect(link, json)
        case "disconnected": disconnect(link, reason: json["reason"]?.byte ?? Self.timeout)
        case "mtuChanged":
            let mtu = Int(json["mtu"]?.unsigned ?? UInt32(ATT.defaultMTU))
            links.mtus[link] = mtu
            write(.mtuAgreed(mtu), link)
        case "discovered": discover(link, json)
        case "subscribed":
            discoverIfNeeded(link)
            guard let number = links.numbers[link] else { return }
            writer.writeSubscription(connection: number, at: now)
        case "read":
            discoverIfNeeded(link)
            request(Int(json["offset"]?.unsigned ?? 0), link, link)
        case "answered": answer(bytes, to: ticket, link)
        case "arrived" where !links.reads.isEmpty: answer(bytes, to: links.reads.keys.first, link)
        case "failed":
            let error = ATTError(rawValue: json["attError"]?.byte ?? 0)
            fail(error, ticket, link)
        case "notified", "arrived": write(.notified, link, bytes)
        case "radioOff":
            for link in links.numbers.keys.sorted() { disconnect(link, reason: Self.byLocalHost) }
        default: break
        }
    }

    private mutating func takeEffect(_ name: String, _ json: JSONValue) {
        let central = json["central"]?.unsigned ?? 0
        switch name {
        case "connect": links.ofDevice = json["link"]?.unsigned ?? 0
        case "disconnect": disconnect(json["link"]?.unsigned ?? 0, reason: Self.byLocalHost)
        case "read":
            guard let ticket = json["ticket"]?.unsigned else { return }
            request(Int(json["offset"]?.unsigned ?? 0), ticket, links.ofDevice)
        case "answer": answer(json.hexBytes, to: central, central)
        case "reject":
            fail(ATTError(rawValue: json["attError"]?.byte ?? 0), central, central)
        case "notify": write(.notified, central, json.hexBytes)
        default: break
        }
    }

    private mutating func connect(_ link: UInt32, _ json: JSONValue) {
        if json["central"] == nil {
            // The session takes no other link than the one that it has asked for, and that one once.
            guard link == links.ofDevice, links.numbers[link] == nil else { return }
        } else if links.numbers[link] != nil {
            disconnect(link, reason: Self.unspecified)
        }
        let mtu = Int(json["mtu"]?.unsigned ?? UInt32(ATT.defaultMTU))
        links.count += 1
        links.numbers[link] = links.count
        links.mtus[link] = mtu
        write(.connected, link)
        if mtu != ATT.defaultMTU { write(.mtuAgreed(mtu), link) }
        if json["central"] != nil { links.undiscovered[link] = valueHandle(json) }
    }

    private mutating func disconnect(_ link: UInt32, reason: UInt8) {
        write(.disconnected(reason: reason), link)
        links.numbers[link] = nil
        links.undiscovered[link] = nil
        links.reads[link] = nil
        if link == links.ofDevice { links.reads = [:] }
    }

    private mutating func discover(_ link: UInt32, _ json: JSONValue) {
        write(.discovered(handle: valueHandle(json)), link)
    }

    private func valueHandle(_ json: JSONValue) -> UInt16 {
        json["handle"]?.unsigned.flatMap { UInt16(exactly: $0) } ?? CaptureWriter.valueHandle
    }

    /// A phone is not told that it was looked at: that is so when its characteristic is used.
    private mutating func discoverIfNeeded(_ link: UInt32) {
        guard let handle = links.undiscovered.removeValue(forKey: link) else { return }
        write(.discovered(handle: handle), link)
    }

    private mutating func request(_ offset: Int, _ key: UInt32, _ link: UInt32) {
        guard links.numbers[link] != nil else { return }
        links.reads[key, default: []].append(offset)
        write(.requested(offset: offset), link)
    }

    private mutating func takeRead(_ key: UInt32?) -> Int? {
        guard let key, var offsets = links.reads[key], !offsets.isEmpty else { return nil }
        let offset = offsets.removeFirst()
        links.reads[key] = offsets.isEmpty ? nil : offsets
        return offset
    }

    /// An answer of more bytes than one packet has was asked for in parts.
    private mutating func answer(
        _ bytes: ContiguousArray<UInt8>, to key: UInt32?, _ link: UInt32
    ) {
        guard let offset = takeRead(key) else { return }
        let room = max(links.mtus[link] ?? ATT.defaultMTU, ATT.defaultMTU) - 1
        var start = 0
        repeat {
            let end = min(start + room, bytes.count)
            if start > 0 { write(.requested(offset: offset + start), link) }
            write(.piece(offset: offset + start), link, ContiguousArray(bytes[start..<end]))
            start = end
        } while start < bytes.count
        // A whole value whose last part was a full one was over when the phone said so.
        guard readsWholeValues, bytes.count % room == 0, !bytes.isEmpty,
            bytes.count < ATT.maximumValueLength
        else { return }
        write(.requested(offset: bytes.count), link)
        write(.piece(offset: bytes.count), link)
    }

    private mutating func fail(_ error: ATTError, _ key: UInt32?, _ link: UInt32) {
        guard let offset = takeRead(key) else { return }
        write(.failed(offset: offset, error), link)
    }

    private mutating func write(
        _ kind: CapturedEvent.Kind, _ link: UInt32, _ bytes: ContiguousArray<UInt8> = []
    ) {
        guard let number = links.numbers[link] else { return }
        writer.write(kind, bytes.span, connection: number, at: now)
    }
}

extension JSONValue {
    fileprivate var milliseconds: Int64? {
        if case .number(let number) = self { return number }
        return nil
    }

    fileprivate var byte: UInt8? { unsigned.flatMap { UInt8(exactly: $0) } }

    fileprivate var hexBytes: ContiguousArray<UInt8> {
        self["bytes"]?.string.flatMap { try? HexBytes.decode($0) } ?? []
    }
}
