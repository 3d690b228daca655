import Foundation

/// Connects to `knav watch listen` as the vendor's simulator does, as far as that is known.
final class SimulatorStandIn {
    private let descriptor: Int32

    init(port: UInt16) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isConnected = unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, size) == 0
            }
        }
        guard isConnected else { throw CocoaError(.fileReadUnknown) }
        // No test waits for ever.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        let limitSize = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, limitSize)
    }

    deinit { end() }

    func send(_ bytes: [UInt8]) {
        _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Sends bytes in pieces, with a pause after each.
    func send(_ bytes: [UInt8], inPiecesOf size: Int) {
        for start in stride(from: 0, to: bytes.count, by: size) {
            send(Array(bytes[start..<min(start + size, bytes.count)]))
            usleep(2000)
        }
    }

    /// Waits for as many bytes.
    ///
    /// - Returns: fewer if the connection ends before.
    func receive(_ count: Int) -> [UInt8] {
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while received.count < count {
            let wanted = min(chunk.count, count - received.count)
            let size = unsafe chunk.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, wanted)
            }
            guard size > 0 else { break }
            received += chunk[..<size]
        }
        return received
    }

    /// Sends nothing any more, and goes on reading.
    func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
