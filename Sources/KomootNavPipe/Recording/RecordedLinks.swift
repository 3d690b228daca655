/// The links of a recorded pipe that are up. The device's end names them by tickets, the phone's end by centrals.
struct RecordedLinks: Sendable {
    struct Link: Sendable {
        /// The number of the connection in the log, from 1.
        let number: Int
        /// In bytes.
        var mtu: Int
        /// The value's handle, as long as a central has not used the characteristic.
        var undiscoveredHandle: UInt16?
        /// The read that is not answered yet.
        var read: Read?
    }

    struct Read: Sendable {
        /// Its ticket at the device's end, its central at the phone's.
        let key: UInt32
        let offset: Int
    }

    /// The device's only link: `nil` until it asks for one. Always `nil` at the phone's end.
    var ofDevice: UInt32?

    private var links: [UInt32: Link] = [:]
    private var count = 0

    /// The names of the links, in order.
    var names: [UInt32] { links.keys.sorted() }

    /// A link; `nil` if it is not up. Setting the members of a link that is not up changes nothing.
    subscript(name: UInt32) -> Link? {
        get { links[name] }
        set { if links[name] != nil { links[name] = newValue } }
    }

    mutating func connect(_ name: UInt32, mtu: Int) {
        count += 1
        links[name] = Link(number: count, mtu: mtu)
    }

    /// Takes the offset of the unanswered read with this key; `nil` if there is none.
    mutating func takeRead(_ key: UInt32, on name: UInt32) -> Int? {
        guard let read = links[name]?.read, read.key == key else { return nil }
        links[name]?.read = nil
        return read.offset
    }
}
