import CompanionPairing
import KomootNav
import Testing

@Suite("A pairing name")
struct PairingNameTests {
    @Test("A pairing name has 1 to 64 bytes", arguments: [0, 1, 16, 63, 64, 65, 512])
    func length(count: Int) {
        let bytes = ContiguousArray((0..<count).map { UInt8(truncatingIfNeeded: $0 + 1) })
        let name = PairingName(bytes.span)
        #expect((name != nil) == (1...64 ~= count))
        if let name {
            #expect(name.bytes == bytes)
            #expect(name.byteCount == count)
        }
    }

    @Test("A pairing name is never UNPAIRED, but may begin with it or be written in lowercase")
    func unpaired() {
        #expect(PairingName("UNPAIRED") == nil)
        #expect(PairingName("UNPAIRED1") != nil)
        #expect(PairingName("UNPAIRE") != nil)
        #expect(PairingName("unpaired") != nil)
    }

    @Test("A pairing name equals a name of the same bytes only")
    func equality() {
        #expect(name("a") == name("a"))
        #expect(name("a") != name("b"))
        #expect(name("a") != name("a\0"))
        #expect(Set([name("a"), name("a"), name("a\0")]).count == 2)
    }

    @Test("A pairing name made from random bits has 16 hexadecimal digits")
    func random() {
        #expect(PairingName(random: 0x0123_4567_89AB_CDEF).description == "0123456789ABCDEF")
        #expect(PairingName(random: 0).description == "0000000000000000")
        #expect(PairingName(random: .max).byteCount == PairingName.randomByteCount)
    }

    @Test("A pairing name that is not well-formed UTF-8 is kept byte by byte, and can be shown")
    func illFormed() {
        let bytes: ContiguousArray<UInt8> = [0xFF, 0x41]
        let name = PairingName(bytes.span)
        #expect(name?.bytes == bytes)
        #expect(name?.description == "\u{FFFD}A")
    }

    @Test("A pairing name is read from a value, unless that is UNPAIRED or no name at all")
    func values() {
        func value(_ text: String) -> PairedName? {
            let bytes = ContiguousArray(text.utf8)
            return PairedName(bytes.span)
        }
        #expect(value("UNPAIRED") == .unpaired)
        #expect(value("phone") == .name(name("phone")))
        #expect(value("") == nil)
        #expect(value(String(repeating: "x", count: 65)) == nil)
        #expect(
            PairedName.unpaired.withBytes { ContiguousArray(copying: $0) }
                == ContiguousArray("UNPAIRED".utf8))
        #expect(PairedName.unpaired.name == nil)
    }
}
