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
        case FECGeneralData.number: content(FECContent.generalData)
        case FECGeneralSettings.number: content(FECContent.generalSettings)
        case FECTrainerData.number: content(FECContent.trainerData)
        case FECTrainerTorque.number: content(FECContent.trainerTorque)
        case FECBasicResistance.number: content(FECContent.basicResistance)
        case FECTargetPower.number: content(FECContent.targetPower)
        case FECWindResistance.number: content(FECContent.windResistance)
        case FECTrackResistance.number: content(FECContent.trackResistance)
        case FECCapabilities.number: content(FECContent.capabilities)
        case FECUserConfiguration.number: content(FECContent.userConfiguration)
        case FECPageRequest.number: content(FECContent.pageRequest)
        case FECCommandStatus.number: content(FECContent.commandStatus)
        case FECManufacturer.number: content(FECContent.manufacturer)
        case FECProduct.number: content(FECContent.product)
        default: .other(self)
        }
    }

    private func content<Typed: FECTypedPage>(_ make: (Typed) -> FECContent) -> FECContent {
        guard let typed = Typed(self) else { return .other(self) }
        return make(typed)
    }
}
