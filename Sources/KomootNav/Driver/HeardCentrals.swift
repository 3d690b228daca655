/// The devices that were heard, and their handles in the session. The one heard longest ago comes first.
struct HeardCentrals<Central: Equatable> {
    private struct Entry {
        let central: Central
        let handle: PeripheralSession.Central
        /// Whether the session was told that it is connected.
        var isConnected = false
    }

    /// How many are remembered: more than the session tells apart, so it forgets them first.
    static var capacity: Int { 2 * PeripheralSession.maximumCentrals }

    private var entries: ContiguousArray<Entry> = []
    private var lastHandle: UInt32 = 0

    /// The handle of a device, which was heard just now.
    mutating func hear(_ central: Central) -> PeripheralSession.Central {
        let entry = take(central)
        entries.append(entry)
        return entry.handle
    }

    /// The handle of a device, which is connected.
    mutating func connect(_ central: Central) -> PeripheralSession.Central {
        var entry = take(central)
        entry.isConnected = true
        entries.append(entry)
        return entry.handle
    }

    func isConnected(_ central: Central) -> Bool {
        entries.contains { $0.central == central && $0.isConnected }
    }

    /// Forgets a device. Its next handle is another one.
    ///
    /// - Returns: its handle; if it was not heard before, one that was not used before.
    mutating func remove(_ central: Central) -> PeripheralSession.Central { take(central).handle }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    /// The device with a handle.
    subscript(handle: PeripheralSession.Central) -> Central? {
        entries.first { $0.handle == handle }?.central
    }

    /// Takes a device out, or makes room for a new one.
    private mutating func take(_ central: Central) -> Entry {
        if let position = entries.firstIndex(where: { $0.central == central }) {
            return entries.remove(at: position)
        }
        if entries.count == Self.capacity { entries.removeFirst() }
        lastHandle &+= 1
        return Entry(central: central, handle: PeripheralSession.Central(rawValue: lastHandle))
    }
}
