import Foundation
import KomootNav
import KomootNavFoundation
import Testing

private let english = Locale(identifier: "en_GB")
private let german = Locale(identifier: "de_DE")

@Suite("Texts of errors")
struct ErrorTextTests {
    static let errors: [KomootNavError] = [
        .init(.truncated, at: 7), .init(.oversized, at: 512), .init(.malformedNotification, at: 1),
        .init(.invalidUTF8, at: 12), .init(.reservedNotZero, at: 9),
        .init(.unexpectedOffset, at: 44), .init(.attError(.unlikelyError), at: 22),
        .init(.attError(.insufficientEncryption), at: 0), .init(.attError(.invalidHandle), at: 0),
        .init(.attError(.attributeNotFound), at: 0), .init(.restartsExhausted, at: 0),
        .init(.identifierMismatch, at: 0), .init(.bufferTooSmall, at: 3),
        .init(.invalidLayout, at: 5),
    ]

    static let attErrors: [ATTError] = [
        .invalidHandle, .readNotPermitted, .writeNotPermitted, .insufficientAuthentication,
        .invalidOffset, .attributeNotFound, .attributeNotLong, .invalidAttributeValueLength,
        .unlikelyError, .insufficientEncryption, ATTError(rawValue: 0x80),
    ]

    @Test("Texts of errors are complete sentences, each of its own, in each language")
    func sentences() {
        for language in TextCatalogues.builtIn.languages {
            let locale = Locale(identifier: language)
            let refusal = KomootNavError(.attError(.unlikelyError), at: 0)
            let texts =
                (Self.errors + [refusal]).map { $0.text(locale: locale) }
                + Self.attErrors.map { $0.text(locale: locale) }
            for text in texts {
                expectComplete(text)
                #expect(text.hasSuffix("."))
            }
            // Three ATT errors say as much as the errors that hold them.
            #expect(Set(texts).count == texts.count - 3)
        }
    }

    @Test("Texts of errors say where, and count in the singular too")
    func places() {
        let truncated = KomootNavError(.truncated, at: 7)
        #expect(truncated.text(locale: english) == "The instruction is cut short after 7 bytes.")
        #expect(truncated.text(locale: german) == "Die Anweisung bricht nach 7 Bytes ab.")
        let short = KomootNavError(.malformedNotification, at: 1)
        #expect(short.text(locale: english).contains(" 1 byte,"))
        #expect(short.text(locale: german).contains(" einem Byte "))
        let street = KomootNavError(.invalidUTF8, at: 12)
        #expect(street.text(locale: english).contains("byte 12, counted from 0,"))
        #expect(street.text(locale: german).contains("Byte 12, gezählt ab 0,"))
        let stopped = KomootNavError(.attError(.unlikelyError), at: 22)
        #expect(
            stopped.text(locale: english)
                == "The phone sent 22 bytes of the instruction, and refused the rest (ATT error 0x0E)."
        )
        let refused = KomootNavError(.attError(.unlikelyError), at: 0)
        #expect(
            refused.text(locale: english)
                == "The phone refused to send the instruction (ATT error 0x0E).")
    }

    @Test("Texts of errors are the errors' localized descriptions")
    func localizedDescription() {
        for error in Self.errors {
            let expected = error.text(locale: .current)
            #expect((error as any Error).localizedDescription == expected)
            #expect(error.errorDescription == expected)
        }
        for error in Self.attErrors {
            let expected = error.text(locale: .current)
            #expect((error as any Error).localizedDescription == expected)
            #expect(error.errorDescription == expected)
        }
    }
}
