import Foundation

/// A value that one thread at a time may use. The standard library's mutex needs newer systems than this
/// package does.
///
/// It may be marked as sendable because each use holds the lock.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<R>(_ body: (inout Value) -> R) -> R {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
