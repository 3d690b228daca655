import KomootNav
import Testing

@Suite("An identifier")
struct InstructionIdentifierTests {
    @Test("An identifier of four bytes can be written as a number, and prints as one")
    func numbers() {
        let identifier: InstructionIdentifier = 4_294_967_295
        #expect(identifier == .uint32(.max))
        #expect(identifier.description == "4294967295")
    }

    @Test("An identifier of sixteen bytes prints as a UUID")
    func uuids() throws {
        let text = "01234567-89AB-4DEF-8123-456789ABCDEF"
        let identifier = InstructionIdentifier.uuid(try #require(UUID128(text)))
        #expect(identifier.description == text)
        #expect(identifier != 0x0123_4567)
    }

    @Test("An identifier is encoded with its least significant byte first, or in printed order")
    func bytes() throws {
        var instruction = NavigationInstruction(
            identifier: 0x0102_0304, arrow: .left, distanceInMeters: 0xA1B2_C3D4)
        let fields: [UInt8] = [0x05, 0xD4, 0xC3, 0xB2, 0xA1]
        let deployed = try instruction.encoded(as: .deployed)
        #expect(deployed == ContiguousArray([4, 3, 2, 1] + fields))
        let published = try instruction.encoded(as: .published)
        #expect(published == deployed + ContiguousArray(repeating: 0, count: 12))
        instruction.identifier = .uuid(
            UUID128(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F))
        #expect(try instruction.encoded(as: .legacy) == ContiguousArray(0...15) + fields)
    }
}
