import KomootNav
import KomootNavJSON
import Testing

@Suite("The JSON form of an event or an effect")
struct FormTests {
    /// Writes and reads values, and checks that each comes back the same.
    private func roundTrip<Value: JSONForm & Hashable>(_ values: [Value]) throws {
        for value in values {
            let line = value.json.description
            let json = try #require(JSONValue(line: line))
            #expect(try Value(json: json) == value, "\(line)")
        }
    }

    @Test("The JSON form of an event or an effect comes back the same when it is written and read")
    func roundTrips() throws {
        try roundTrip(Samples.centralEvents)
        try roundTrip(Samples.centralEffects)
        try roundTrip(Samples.peripheralEvents)
        try roundTrip(Samples.peripheralEffects)
        #expect(Samples.centralEvents.map(\.kind) == CentralSession.OwnedEvent.Kind.allCases)
        #expect(Samples.peripheralEvents.map(\.kind) == PeripheralSession.OwnedEvent.Kind.allCases)
        let effects = CentralSession.OwnedEffect.Kind.allCases
        #expect(Set(Samples.centralEffects.map(\.kind)) == Set(effects))
        let answers = PeripheralSession.OwnedEffect.Kind.allCases
        #expect(Set(Samples.peripheralEffects.map(\.kind)) == Set(answers))
    }

    @Test(
        "The JSON form of an event or an effect says with null that the radio doesn't tell a link's MTU"
    )
    func unknownMTU() throws {
        let link = Ticket(rawValue: 1)
        try roundTrip([
            CentralSession.OwnedEvent.connected(link: link, mtu: nil),
            .mtuChanged(link: link, mtu: nil),
        ])
        let line = #"{"event":"connected","link":1,"mtu":null}"#
        #expect(CentralSession.OwnedEvent.connected(link: link, mtu: nil).json.description == line)
        // A phone's end always knows it.
        let json = try #require(JSONValue(line: #"{"event":"connected","central":1,"mtu":null}"#))
        #expect(throws: MalformedForm.member("mtu")) {
            try PeripheralSession.OwnedEvent(json: json)
        }
    }

    /// Leaves each member out in turn, and checks that the form is refused and the error names it.
    private func refuseWithoutMembers<Value: JSONForm & Sendable>(
        _ values: [Value], named name: String
    ) {
        for value in values {
            guard case .object(let members) = value.json else { continue }
            // A read need not name an identifier.
            for member in members.keys where member != name && member != "identifier" {
                var fewer = members
                fewer[member] = nil
                #expect(throws: MalformedForm.member(member), "\(value)") {
                    try Value(json: .object(fewer))
                }
            }
        }
    }

    @Test(
        "The JSON form of an event or an effect needs every member: without one of them it is refused, and the error names it"
    )
    func members() {
        refuseWithoutMembers(Samples.centralEvents, named: "event")
        refuseWithoutMembers(Samples.peripheralEvents, named: "event")
        refuseWithoutMembers(Samples.centralEffects, named: "effect")
        refuseWithoutMembers(Samples.peripheralEffects, named: "effect")
        #expect(throws: MalformedForm.unknownName) {
            try CentralSession.OwnedEvent(json: .object(["event": .string("publish")]))
        }
        #expect(throws: MalformedForm.unknownName) {
            try PeripheralSession.OwnedEvent(json: .object([:]))
        }
    }

    @Test("The JSON form of an error can name every code")
    func errors() throws {
        let codes: [KomootNavError.Code] = [
            .truncated, .oversized, .malformedNotification, .invalidUTF8, .reservedNotZero,
            .unexpectedOffset, .attError(.invalidHandle), .restartsExhausted, .identifierMismatch,
            .bufferTooSmall, .invalidLayout,
        ]
        #expect(codes.map(\.name) == KomootNavError.codeNames)
        for code in codes {
            let error = KomootNavError(code, at: 5)
            #expect(KomootNavError(json: error.json) == error)
        }
        #expect(
            KomootNavError(json: .object(["code": .string("none"), "offset": .number(5)])) == nil)
    }
}
