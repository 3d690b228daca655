public import Foundation

/// A central that has subscribed, or has asked for something.
open class CBCentral: CBPeer {
    /// The most bytes that one notification carries.
    public var maximumUpdateValueLength: Int { system?.maximumUpdateValueLength(of: number) ?? 20 }

    /// Its number among the centrals of its world.
    package let number: Int32
    weak var system: PeripheralSystem?

    init(_ number: Int32, identifier: UUID, of system: PeripheralSystem) {
        self.number = number
        self.system = system
        super.init(identifier: identifier)
    }
}

/// A read or a write that a central asks for.
open class CBATTRequest: NSObject {
    /// Who asks.
    public let central: CBCentral
    /// What it wants to read or write.
    public let characteristic: CBCharacteristic
    /// The position of the first byte.
    public let offset: Int
    /// What is written; for a read, what the app answers with.
    public var value: Data?

    /// The link and the token to answer on.
    let link: Int32
    let token: UInt32
    let isWrite: Bool

    init(
        _ central: CBCentral, _ characteristic: CBCharacteristic, offset: Int, value: Data? = nil,
        link: Int32, token: UInt32
    ) {
        self.central = central
        self.characteristic = characteristic
        self.offset = offset
        self.value = value
        isWrite = value != nil
        self.link = link
        self.token = token
        super.init()
    }
}
