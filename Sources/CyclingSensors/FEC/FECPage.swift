/// A page of ANT+ fitness equipment: eight bytes, of which the first is its number.
///
/// The types of single pages, such as ``FECGeneralData``, read and write their fields in place, so
/// reserved bits and pages without a meaning stay as they are. ``content`` finds the type.
///
/// Source: `Docs/Sensors.md`, clause 6.
public struct FECPage: Hashable, Sendable {
    /// The number of bytes.
    public static let byteCount = 8

    /// The bytes, the first one least significant.
    public private(set) var word: UInt64

    /// Creates a page from its bytes, the first one least significant.
    public init(word: UInt64) { self.word = word }

    /// Creates a page of which every byte but the number is `FF`, which means reserved or not
    /// available.
    public init(number: UInt8) { word = ~0xFF | UInt64(number) }

    /// The page's number.
    public var number: UInt8 { self[0] }

    /// The byte at a position from 0 to 7; zero outside.
    public internal(set) subscript(position: Int) -> UInt8 {
        get { UInt8(truncatingIfNeeded: bits(at: 8 * position, count: 8)) }
        set { setBits(at: 8 * position, count: 8, to: UInt64(newValue)) }
    }

    private static let bitCount = 64

    /// Bits of the page, counted from the lowest bit of byte 0; zero outside.
    func bits(at start: Int, count: Int) -> UInt64 {
        guard start >= 0 && start + count <= Self.bitCount else { return 0 }
        return word >> UInt64(start) & (1 << UInt64(count) - 1)
    }

    mutating func setBits(at start: Int, count: Int, to value: UInt64) {
        guard start >= 0 && start + count <= Self.bitCount else { return }
        let mask: UInt64 = (1 << UInt64(count) - 1) << UInt64(start)
        word = word & ~mask | value << UInt64(start) & mask
    }

    func uint16(at position: Int) -> UInt16 {
        UInt16(truncatingIfNeeded: bits(at: 8 * position, count: 16))
    }

    mutating func setUInt16(at position: Int, to value: UInt16) {
        setBits(at: 8 * position, count: 16, to: UInt64(value))
    }

    /// A byte that means *not available* if it is `FF`.
    func available(at position: Int) -> UInt8? {
        self[position] == .max ? nil : self[position]
    }

    /// Two bytes that mean *not available* if they are `FFFF`.
    func availableUInt16(at position: Int) -> UInt16? {
        let value = uint16(at: position)
        return value == .max ? nil : value
    }
}

/// A page that has a type of its own.
///
/// Source: `Docs/Sensors.md`, clauses 6.3 and 6.4.
public protocol FECTypedPage: Hashable, Sendable {
    /// The number of these pages.
    static var number: UInt8 { get }
    /// The page's bytes.
    var page: FECPage { get set }
    /// Creates a page in which nothing is available.
    init()
}

extension FECTypedPage {
    /// Takes a page of this type's number; `nil` for any other.
    public init?(_ page: FECPage) {
        guard page.number == Self.number else { return nil }
        self.init()
        self.page = page
    }
}

/// A page, by its number.
///
/// Source: `Docs/Sensors.md`, clauses 6.3 and 6.4.
public enum FECContent: Hashable, Sendable {
    /// Page 16.
    case generalData(FECGeneralData)
    /// Page 17.
    case generalSettings(FECGeneralSettings)
    /// Page 25.
    case trainerData(FECTrainerData)
    /// Page 26.
    case trainerTorque(FECTrainerTorque)
    /// Page 48.
    case basicResistance(FECBasicResistance)
    /// Page 49.
    case targetPower(FECTargetPower)
    /// Page 50.
    case windResistance(FECWindResistance)
    /// Page 51.
    case trackResistance(FECTrackResistance)
    /// Page 54.
    case capabilities(FECCapabilities)
    /// Page 55.
    case userConfiguration(FECUserConfiguration)
    /// Page 70.
    case pageRequest(FECPageRequest)
    /// Page 71.
    case commandStatus(FECCommandStatus)
    /// Page 80.
    case manufacturer(FECManufacturer)
    /// Page 81.
    case product(FECProduct)
    /// A page of another number.
    case other(FECPage)
}

extension FECPage {
    /// The page as the type that belongs to its number.
    public var content: FECContent {
        switch number {
        case FECGeneralData.number: .generalData(FECGeneralData(taking: self))
        case FECGeneralSettings.number: .generalSettings(FECGeneralSettings(taking: self))
        case FECTrainerData.number: .trainerData(FECTrainerData(taking: self))
        case FECTrainerTorque.number: .trainerTorque(FECTrainerTorque(taking: self))
        case FECBasicResistance.number: .basicResistance(FECBasicResistance(taking: self))
        case FECTargetPower.number: .targetPower(FECTargetPower(taking: self))
        case FECWindResistance.number: .windResistance(FECWindResistance(taking: self))
        case FECTrackResistance.number: .trackResistance(FECTrackResistance(taking: self))
        case FECCapabilities.number: .capabilities(FECCapabilities(taking: self))
        case FECUserConfiguration.number: .userConfiguration(FECUserConfiguration(taking: self))
        case FECPageRequest.number: .pageRequest(FECPageRequest(taking: self))
        case FECCommandStatus.number: .commandStatus(FECCommandStatus(taking: self))
        case FECManufacturer.number: .manufacturer(FECManufacturer(taking: self))
        case FECProduct.number: .product(FECProduct(taking: self))
        default: .other(self)
        }
    }
}
