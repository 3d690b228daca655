#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A value that one thread at a time may use. The standard library's mutex needs newer systems than
/// this package does.
@safe
package final class Lock<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "a mutex can't be made")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    package func with<R>(_ body: (inout Value) -> R) -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}

/// A variable of an object that only code on a world's executor uses.
///
/// Swift checks each use of an object's own variables for overlapping accesses, which took a third
/// of a simulation's time. This type checks nothing at run time. That is safe because all code that
/// uses it runs on one executor, one job at a time, and because no access is open while a host is
/// called.
@safe
struct Confined<Value>: ~Copyable {
    private let pointer: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: value)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    var value: Value {
        unsafeAddress { unsafe address }
        nonmutating unsafeMutableAddress { unsafe mutableAddress }
    }

    // An owner that gives the value a name of its own needs these. Its accessor must be an address
    // too: one that yields the value would copy all of it whenever a part is used.
    var address: UnsafePointer<Value> { unsafe UnsafePointer(pointer) }
    var mutableAddress: UnsafeMutablePointer<Value> { unsafe pointer }
}
