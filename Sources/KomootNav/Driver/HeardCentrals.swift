/// The devices that are connected, and their handles in the session. The one heard longest ago comes first.
struct HeardCentrals<Central: Equatable> {
    private struct Entry {
        let central: Central
        let handle: PeripheralSession.Central
    }

    /// How many are remembered: more than the session tells apart, so it forgets them first.
    static var capacity: Int { 2 * PeripheralSession.maximumCentrals }

    private var entries: ContiguousArray<Entry> = []
    private var lastHandle: UInt32 = 0

    /// The handle of a device that subscribes or reads. For one that is not connected, a handle that was not used
    /// before, and that is forgotten again: the session knows such a device in no other way.
    mutating func hear(_ central: Central) -> PeripheralSession.Central {
        guard let position = position(of: central) else { return newHandle() }
        let entry = entries.remove(at: position)
        entries.append(entry)
        return entry.handle
    }

    /// The handle of a device, which is connected.
    mutating func connect(_ central: Central) -> PeripheralSession.Central {
        if isConnected(central) { return hear(central) }
        if entries.count == Self.capacity { entries.removeFirst() }
        let entry = Entry(central: central, handle: newHandle())
        entries.append(entry)
        return entry.handle
    }

    func isConnected(_ central: Central) -> Bool { position(of: central) != nil }

    /// The handle of a device that does nothing by itself; one that was not used before if it is not connected.
    mutating func handle(of central: Central) -> PeripheralSession.Central {
        position(of: central).map { entries[$0].handle } ?? newHandle()
    }

    /// Forgets a device. Its next handle is another one.
    ///
    /// - Returns: its handle; if it is not connected, one that was not used before.
    mutating func remove(_ central: Central) -> PeripheralSession.Central {
        position(of: central).map { entries.remove(at: $0).handle } ?? newHandle()
    }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    /// The device with a handle.
    subscript(handle: PeripheralSession.Central) -> Central? {
        entries.first { $0.handle == handle }?.central
    }

    private func position(of central: Central) -> Int? {
        entries.firstIndex { $0.central == central }
    }

    private mutating func newHandle() -> PeripheralSession.Central {
        lastHandle &+= 1
        return PeripheralSession.Central(rawValue: lastHandle)
    }
}
