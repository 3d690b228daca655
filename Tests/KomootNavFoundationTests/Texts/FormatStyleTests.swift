import Foundation
import KomootNav
import KomootNavFoundation
import Testing

@Suite("Formats of an instruction")
struct FormatStyleTests {
    private static let ireland = Locale(identifier: "en_IE")
    private let instruction = SpokenTextTests.instruction(.left, 1_200, "Lennéstraße")

    @Test("Formats of an instruction give the same texts as the methods")
    func forms() {
        let locale = Self.ireland
        #expect(instruction.formatted(.shortNavigation(locale: locale)) == "Turn left")
        #expect(instruction.formatted(.navigationDistance(locale: locale)) == "1.2 km")
        #expect(instruction.formatted(.navigationDistance(.uk, locale: locale)) == "0.7 mi")
        #expect(
            instruction.formatted(.spokenNavigation(locale: locale))
                == "In 1.2 kilometres, turn left into Lennéstraße")
        #expect(
            instruction.formatted(.spokenNavigation(.uk, extent: .possiblyCut, locale: locale))
                == "In 0.7 miles, turn left")
        let german = Locale(identifier: "de_DE")
        #expect(
            instruction.formatted(.spokenNavigation().locale(german))
                == instruction.spokenText(locale: german))
    }

    @Test(
        "Formats of an instruction can be stored and read again, and keep everything in another locale",
        arguments: NavigationInstructionFormatStyle.Form.allCases)
    func codable(form: NavigationInstructionFormatStyle.Form) throws {
        let format = NavigationInstructionFormatStyle(
            form, style: .imperial, extent: .possiblyCut, locale: Self.ireland)
        let data = try JSONEncoder().encode(format)
        let read = try JSONDecoder().decode(NavigationInstructionFormatStyle.self, from: data)
        #expect(read == format)
        let german = format.locale(Locale(identifier: "de"))
        #expect(german.locale.identifier == "de")
        #expect(german.locale(Self.ireland) == format)
    }
}
