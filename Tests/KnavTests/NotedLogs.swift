import Foundation
import KomootNavRecording
import RepositorySupport

/// Logs of which something is said, in a folder of their own.
final class NotedLogs {
    private let folder: URL

    init() throws { folder = try FileManager.default.makeTemporaryFolder() }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    static let start = CaptureTime.microseconds(1_700_000_000_000_000)
    static let handle = CaptureWriter.valueHandle

    /// Writes a log into a file, with other bytes after its header, if there are any.
    func log(
        junk: Data = Data(), _ fill: (inout CaptureWriter) -> Void
    ) throws -> String {
        var writer = CaptureWriter()
        fill(&writer)
        let headerSize = 16
        let bytes = Data(writer.takeBytes())
        let file = bytes.prefix(headerSize) + junk + bytes.dropFirst(headerSize)
        try file.write(to: URL(fileURLWithPath: path("log")))
        return path("log")
    }

    /// A packet in H4 as a record of btsnoop, at the log's start.
    func record(_ packet: [UInt8], isSent: Bool = false) -> Data {
        func big(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
        }
        let size = big(UInt64(packet.count), 4)
        let flags = big((isSent ? 0 : 1) | (packet[0] == 4 ? 2 : 0), 4)
        let time = UInt64(Self.start.microsecondsSince1970) + 0x00DC_DDB3_0F2F_8000
        return Data(size + size + flags + big(0, 4) + big(time, 8) + packet)
    }

    /// An L2CAP packet as a record, on a connection.
    func record(
        l2cap payload: [UInt8], channel: UInt8, on connection: UInt8, isSent: Bool
    ) -> Data {
        let size = UInt8(payload.count)
        return record(
            [2, connection, isSent ? 0 : 0x20, size + 4, 0, size, 0, channel, 0] + payload,
            isSent: isSent)
    }

    /// Writes a read with one answer.
    func read(
        _ value: [UInt8] = CaptureCommandTests.object, connection: Int,
        _ writer: inout CaptureWriter
    ) {
        writer.write(.requested(offset: 0), connection: connection, at: Self.start)
        writer.write(
            .chunk(offset: 0), ContiguousArray(value).span, connection: connection,
            at: Self.start)
    }

    /// Writes a connection with a discovery and a read, and one with a read alone.
    func writeReconnection(_ writer: inout CaptureWriter) {
        for connection in 1...2 {
            writer.write(.connected, connection: connection, at: Self.start)
            if connection == 1 {
                writer.write(.discovered(handle: Self.handle), connection: 1, at: Self.start)
            }
            read(connection: connection, &writer)
            writer.write(.disconnected(reason: 0x13), connection: connection, at: Self.start)
        }
    }
}
