/// A variable of an object that is confined to a world's executor.
///
/// An object's own variables are checked for overlapping accesses whenever they are used, which took a third
/// of a simulation's time. Here nothing is checked at run time; what makes it right is that all that touches
/// it runs on one executor, one job at a time, and that no access is open while a host is called.
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
        unsafeAddress { unsafe UnsafePointer(pointer) }
        nonmutating unsafeMutableAddress { unsafe pointer }
    }
}
