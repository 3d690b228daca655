/// Page 54: what a trainer can do.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECCapabilities: FECTypedPage {
    /// The modes of a trainer.
    public struct Modes: OptionSet, Hashable, Sendable {
        /// The bits on the wire.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It takes ``FECBasicResistance``.
        public static let basicResistance = Modes(rawValue: 1)
        /// It takes ``FECTargetPower``.
        public static let targetPower = Modes(rawValue: 2)
        /// It takes ``FECWindResistance`` and ``FECTrackResistance``.
        public static let simulation = Modes(rawValue: 4)
    }

    /// 54.
    public static let number: UInt8 = 54
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page without any mode.
    public init() { modes = [] }

    /// The strongest resistance in newtons; `nil` if it is not available.
    public var maximumResistance: UInt16? {
        get { page.availableUInt16(at: 5) }
        set { page.setUInt16(at: 5, to: newValue ?? .max) }
    }
    /// What it can do.
    public var modes: Modes {
        get { Modes(rawValue: page[7]) }
        set { page[7] = newValue.rawValue }
    }
}

/// Page 71: what became of the last command.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECCommandStatus: FECTypedPage {
    /// What became of a command: one byte. Any value is kept.
    public struct Status: RawRepresentable, Hashable, Sendable {
        /// The byte on the wire.
        public let rawValue: UInt8

        /// Creates a status from its byte, which can have any value.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It was done.
        public static let pass = Status(rawValue: 0)
        /// It failed.
        public static let fail = Status(rawValue: 1)
        /// The trainer can't do it.
        public static let notSupported = Status(rawValue: 2)
        /// The trainer refused it.
        public static let rejected = Status(rawValue: 3)
        /// It is being done.
        public static let pending = Status(rawValue: 4)
        /// There was no command.
        public static let uninitialized = Status(rawValue: 255)
    }

    /// 71.
    public static let number: UInt8 = 71
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page of a trainer that has had no command.
    public init() {}

    /// The page of the last command; `nil` if there was none.
    public var lastCommand: UInt8? {
        get { page.available(at: 1) }
        set { page[1] = newValue ?? .max }
    }
    /// A number that grows with each command.
    public var sequence: UInt8 {
        get { page[2] }
        set { page[2] = newValue }
    }
    /// What became of it.
    public var status: Status {
        get { Status(rawValue: page[3]) }
        set { page[3] = newValue.rawValue }
    }
    /// The command's bytes 4 to 7, the first one least significant.
    public var data: UInt32 {
        get { UInt32(truncatingIfNeeded: page.bits(at: 32, count: 32)) }
        set { page.setBits(at: 32, count: 32, to: UInt64(newValue)) }
    }
}

/// Page 80: who made the equipment.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECManufacturer: FECTypedPage {
    /// 80.
    public static let number: UInt8 = 80
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page that tells nothing.
    public init() {}

    /// The revision of the hardware.
    public var hardwareRevision: UInt8 {
        get { page[3] }
        set { page[3] = newValue }
    }
    /// The maker's number; Tacx is 89.
    public var manufacturer: UInt16 {
        get { page.uint16(at: 4) }
        set { page.setUInt16(at: 4, to: newValue) }
    }
    /// The maker's number of the model.
    public var model: UInt16 {
        get { page.uint16(at: 6) }
        set { page.setUInt16(at: 6, to: newValue) }
    }
}

/// Page 81: the software and the serial number.
///
/// Source: `Docs/Sensors.md`, clause 6.3.
public struct FECProduct: FECTypedPage {
    /// 81.
    public static let number: UInt8 = 81
    /// The page's bytes.
    public var page = FECPage(number: number)

    /// Takes a page of which the number is known to be this type's.
    init(taking page: FECPage) { self.page = page }

    /// Creates a page that tells nothing.
    public init() {}

    /// The smaller number of the software's revision; `nil` if there is none.
    public var supplementalRevision: UInt8? {
        get { page.available(at: 2) }
        set { page[2] = newValue ?? .max }
    }
    /// The revision of the software.
    public var softwareRevision: UInt8 {
        get { page[3] }
        set { page[3] = newValue }
    }
    /// The serial number; `nil` if there is none.
    public var serialNumber: UInt32? {
        get {
            let number = UInt32(truncatingIfNeeded: page.bits(at: 32, count: 32))
            return number == .max ? nil : number
        }
        set { page.setBits(at: 32, count: 32, to: UInt64(newValue ?? .max)) }
    }
}
