/// The app of a phone that navigates, as a campaign uses it.
package protocol PhoneApp: PeripheralApp {
    /// The user starts to navigate.
    func startNavigation()
    /// The user asks the phone to advertise.
    func startAdvertising()
    /// The app publishes a made-up object with a street of this many bytes; the key decides the rest.
    func publishInvented(streetByteCount: Int, key: UInt64)
    /// Arms a replacement: made-up objects are published before the phone answers the next read at an
    /// offset above zero.
    func arm(_ replacement: Replacement)
    /// The run is over.
    func end()
    /// Disarms all replacements.
    func disarmReplacements()
    /// What will be published before a read continues: one replacement for each read.
    var replacements: ContiguousArray<Replacement> { get }
}

/// What is published before the phone answers a read at an offset above zero.
package struct Replacement: Sendable {
    /// The length of each street.
    package let streetByteCount: Int
    /// Whether the phone must forget the object that is being read.
    package let forgetsOld: Bool
}
