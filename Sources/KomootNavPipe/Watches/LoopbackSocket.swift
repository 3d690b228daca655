import Foundation

/// A TCP socket that only programs of this machine reach. It never blocks.
package struct LoopbackSocket {
    /// The system refused.
    package struct Failure: Error {
        /// Why, in the system's words.
        package let reason: String

        fileprivate init() { reason = SystemReason.text(errno) }
    }

    /// What came.
    enum Arrival {
        /// This many bytes.
        case bytes(Int)
        /// Nothing yet.
        case nothing
        /// The other end has closed the connection.
        case end
        case failed(Failure)
    }

    let descriptor: Int32

    private init(descriptor: Int32) throws(Failure) {
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw Failure() }
        guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw failureAfterClosing() }
        #if canImport(Darwin)
            var isOn: Int32 = 1
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, 4)
        #endif
    }

    /// Listens on 127.0.0.1.
    ///
    /// - Parameter port: 0 for one that the system chooses.
    package init(listeningOn port: UInt16) throws(Failure) {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        try self.init(descriptor: socket(AF_INET, type, 0))
        // A port of which only connections are left, which have ended, is free.
        var isOn: Int32 = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) == 0
            }
        }
        guard isBound, listen(descriptor, 4) == 0 else { throw failureAfterClosing() }
    }

    /// The port of its own end.
    package var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size) == 0
            }
        }
        return isKnown ? UInt16(bigEndian: address.sin_port) : 0
    }

    /// The next connection of a socket that listens; `nil` if nobody connects.
    func accepted() throws(Failure) -> LoopbackSocket? {
        let other = accept(descriptor, nil, nil)
        // Whoever wanted to connect may be gone already.
        if other < 0, Self.isTemporary(errno) || errno == ECONNABORTED { return nil }
        return try LoopbackSocket(descriptor: other)
    }

    /// Reads what is there.
    func read(into bytes: inout ContiguousArray<UInt8>) -> Arrival {
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        }
        guard count < 0 else { return count > 0 ? .bytes(count) : .end }
        return Self.isTemporary(errno) ? .nothing : .failed(Failure())
    }

    /// Writes as many bytes as there is room for.
    ///
    /// - Returns: their number.
    func write(_ bytes: ContiguousArray<UInt8>) throws(Failure) -> Int {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe send(descriptor, buffer.baseAddress, buffer.count, flags)
        }
        guard count < 0 else { return count }
        guard Self.isTemporary(errno) else { throw Failure() }
        return 0
    }

    func end() { _ = close(descriptor) }

    private func failureAfterClosing() -> Failure {
        let failure = Failure()
        end()
        return failure
    }

    private static func isTemporary(_ code: Int32) -> Bool {
        code == EAGAIN || code == EWOULDBLOCK || code == EINTR
    }
}
