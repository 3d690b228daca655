/// What one end keeps between launches: its own name, and the name of the other end if they are paired.
///
/// Both are stored together, so that a program that ends at any moment leaves either the old names or
/// the new ones.
public struct PairingNames: Hashable, Sendable {
    /// The end's own name. It never changes.
    public let own: PairingName
    /// The other end's name; `nil` if it is paired with nobody.
    public var peer: PairingName?

    /// Creates the names of one end.
    public init(own: PairingName, peer: PairingName? = nil) {
        self.own = own
        self.peer = peer
    }
}
