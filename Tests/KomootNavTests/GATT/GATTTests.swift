import KomootNav
import PropertyTesting
import Testing

@Suite("ATT sizes")
struct ATTTests {
    @Test("ATT sizes are one and three bytes less than the MTU, which counts as at least 23")
    func sizes() {
        for mtu in [23, 50, 185, 517] {
            #expect(ATT.readPayload(mtu: mtu) == mtu - 1)
            #expect(ATT.notificationPayload(mtu: mtu) == mtu - 3)
        }
        #expect(ATT.readPayload(mtu: 24) == 23)
        #expect(ATT.notificationPayload(mtu: 24) == 21)
        for mtu in [Int.min, -1, 0, 22] {
            #expect(ATT.readPayload(mtu: mtu) == 22)
            #expect(ATT.notificationPayload(mtu: mtu) == 20)
        }
        #expect(ATT.readPayload(mtu: Int.max) == Int.max - 1)
        #expect(ATT.notificationPayload(mtu: Int.max) == Int.max - 3)
        #expect(ATT.defaultMTU == 23 && ATT.maximumMTU == 65_535)
        #expect(ATT.maximumValueLength == 512)
        #expect(ATT.smallestPayload == ATT.notificationPayload(mtu: ATT.defaultMTU))
    }

    @Test("Errors print in hexadecimal")
    func errors() {
        #expect(ATTError.attributeNotFound.description == "0x0A")
        #expect(ATTError(rawValue: 0xFF).description == "0xFF")
        let codes: [(ATTError, UInt8)] = [
            (.invalidHandle, 0x01), (.readNotPermitted, 0x02), (.insufficientAuthentication, 0x05),
            (.invalidOffset, 0x07), (.attributeNotFound, 0x0A), (.attributeNotLong, 0x0B),
            (.unlikelyError, 0x0E), (.insufficientEncryption, 0x0F),
        ]
        for (error, code) in codes { #expect(error.rawValue == code) }
        #expect(ATTError.attributeNotFound.name == "Attribute Not Found")
        #expect(ATTError.attributeNotFound.words == "0x0A Attribute Not Found")
        #expect(ATTError(rawValue: 0x9F).words == "0x9F Application Error")
        for code: UInt8 in [0x00, 0x14, 0x7F, 0xA0, 0xDF] {
            let error = ATTError(rawValue: code)
            #expect(error.name == nil && error.words == error.description)
        }
    }
}

@Suite("A 128-bit UUID")
struct UUID128Tests {
    @Test("A 128-bit UUID prints uppercase and hyphenated, and can be read back in either case")
    func text() throws {
        let text = "71C1E128-D92F-4FA8-A2B2-0F171DB3436C"
        #expect(NavigationService.uuid.description == text)
        #expect(UUID128(text) == NavigationService.uuid)
        #expect(UUID128(text.lowercased()) == NavigationService.uuid)
        #expect(
            NavigationService.instructionCharacteristic.description
                == "503DD605-9BCB-4F6E-B235-270A57483026")
        #expect(
            NavigationService.heartbeatCharacteristic.description
                == "6D75DBF0-D763-4147-942A-D97B1BC700CF")
    }

    @Test("A 128-bit UUID can be read back from its text, but not if any character is replaced")
    func anyText() throws {
        try checkProperty("a UUID's text is its own", count: 300) { choices in
            (
                uuid: UUID128(high: choices.any(UInt64.self), low: choices.any(UInt64.self)),
                position: choices.integer(in: 0...35),
                character: choices.element(of: ["G", "g", "/", ":", "@", "`", " ", "é", "\0", ""])
            )
        } holds: { (uuid, position, character) in
            let text = uuid.description
            if UUID128(text) != uuid || UUID128(text.lowercased()) != uuid { return text }
            var characters = text.map(String.init)
            let isHyphen = characters[position] == "-"
            if isHyphen != [8, 13, 18, 23].contains(position) { return "a hyphen at \(position)" }
            for wrong in [character, isHyphen ? "0" : "-"] {
                characters[position] = wrong
                if UUID128(characters.joined()) != nil { return "takes \(characters.joined())" }
            }
            return nil
        }
    }

    @Test("A 128-bit UUID can't be read from any other text")
    func badText() {
        let texts = [
            "", "71C1E128", "71C1E128-D92F-4FA8-A2B2-0F171DB3436",
            "71C1E128D92F4FA8A2B20F171DB3436C",
            "71C1E128-D92F-4FA8-A2B2-0F171DB3436CA", "71C1E128-D92F-4FA8-A2B2-0F171DB3436G",
            "71C1E128-D92F-4FA8-A2B2-0F171DB3436C ", "71C1E128-D92F-4FA8A-2B2-0F171DB3436C",
            "７1C1E128-D92F-4FA8-A2B2-0F171DB3436C", String(repeating: "-", count: 36),
        ]
        for text in texts { #expect(UUID128(text) == nil, "\(text)") }
    }

    @Test("A 128-bit UUID has sixteen bytes in printed order, and zeros beyond")
    func bytes() {
        let uuid = UUID128(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
        for position in 0..<16 { #expect(uuid[position] == UInt8(position)) }
        for position in [-1, 16, Int.min, Int.max] { #expect(uuid[position] == 0) }
    }
}
