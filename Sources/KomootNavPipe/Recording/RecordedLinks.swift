/// The links of a recorded pipe. The device's end names them by tickets, the phone's end by centrals.
struct RecordedLinks: Sendable {
    /// The numbers of the connections that are up.
    private(set) var numbers: [UInt32: Int] = [:]
    /// The MTU of each link, in bytes.
    var mtus: [UInt32: Int] = [:]
    /// The value's handle, for centrals that have not used the characteristic yet.
    var undiscovered: [UInt32: UInt16] = [:]
    /// The offsets of unanswered reads: by ticket at the device's end, by central at the phone's.
    var reads: [UInt32: [Int]] = [:]
    /// The device's only link: `nil` until it asks for one. Always `nil` at the phone's end.
    var ofDevice: UInt32?

    private var count = 0

    mutating func connect(_ link: UInt32, mtu: Int) {
        count += 1
        numbers[link] = count
        mtus[link] = mtu
    }

    mutating func disconnect(_ link: UInt32) {
        numbers[link] = nil
        undiscovered[link] = nil
        reads[link] = nil
        if link == ofDevice { reads = [:] }
    }

    /// Takes the offset of the oldest unanswered read; `nil` if there is none.
    mutating func takeRead(_ key: UInt32) -> Int? {
        guard var offsets = reads[key], !offsets.isEmpty else { return nil }
        let offset = offsets.removeFirst()
        reads[key] = offsets.isEmpty ? nil : offsets
        return offset
    }
}
