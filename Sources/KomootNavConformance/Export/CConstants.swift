import KomootNav

/// The constants of `kbc_vectors.h`, made from the library's own names.
///
/// They are numbered in the order of the cases, which is the order of `knav.h`.
enum CConstants {
    /// The constant of each word that is a case of a type.
    static func named<Word>(_ words: Word.Type, prefix: String = "KBC_") -> [String: String]
    where Word: RawRepresentable<String> & CaseIterable {
        named(Word.allCases.map(\.rawValue), prefix: prefix)
    }

    /// The constant of each word.
    static func named(_ words: [String], prefix: String = "KBC_") -> [String: String] {
        Dictionary(uniqueKeysWithValues: words.map { ($0, prefix + $0.inCapitals) })
    }

    /// The constant of one word.
    static func name(of word: some RawRepresentable<String>, prefix: String = "KBC_") -> String {
        prefix + word.rawValue.inCapitals
    }

    /// The number, as text, of each word that is a case of a type.
    static func numbered<Word>(_ words: Word.Type) -> [String: String]
    where Word: RawRepresentable<String> & CaseIterable {
        Dictionary(
            uniqueKeysWithValues: Word.allCases.enumerated().map { ($1.rawValue, "\($0)") })
    }

    /// The number, as text, of a word that is a case of a type.
    static func number<Word>(of word: Word) -> String
    where Word: RawRepresentable<String> & CaseIterable & Equatable {
        // The place of a case in its own list always exists.
        "\(Array(Word.allCases).firstIndex(of: word) ?? 0)"
    }

    /// A `kbc_error`.
    static func error(_ error: KomootNavError) -> String {
        var attError: UInt8 = 0
        if case .attError(let reason) = error.code { attError = reason.rawValue }
        return "{KBC_\(error.code.name.inCapitals), \(attError), \(error.offset)}"
    }

    /// A `kbc_identifier`.
    static func identifier(_ identifier: InstructionIdentifier) -> String {
        let bytes: [UInt8] =
            switch identifier {
            case .uint32(let number): (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            case .uuid(let uuid):
                [uuid.high, uuid.low].flatMap { half in
                    (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - $0 * 8)) }
                }
            }
        return "{\(bytes.count), {\(bytes.map(String.init).joined(separator: ", "))}}"
    }

    /// An enumeration in C of words that are a type's cases.
    static func enumeration<Word>(of words: Word.Type, prefix: String = "KBC_") -> String
    where Word: RawRepresentable<String> & CaseIterable {
        enumeration(Word.allCases.map(\.rawValue), prefix: prefix)
    }

    /// An enumeration in C of words.
    static func enumeration(_ words: [String], prefix: String = "KBC_") -> String {
        enumeration(constants: words.map { prefix + $0.inCapitals })
    }

    /// An enumeration in C, on one line or on several of at most 100 characters.
    static func enumeration(constants names: [String]) -> String {
        let items = names.enumerated().map { "\($1) = \($0)" }
        let oneLine = "enum { \(items.joined(separator: ", ")) };"
        if oneLine.count <= 100 { return oneLine }
        var lines: [String] = []
        var line = "   "
        for (number, name) in names.enumerated() {
            let item = " \(name) = \(number)" + (number == names.count - 1 ? "" : ",")
            if line.count + item.count > 100 {
                lines.append(line)
                line = "   "
            }
            line += item
        }
        return "enum {\n\((lines + [line]).joined(separator: "\n"))\n};"
    }
}

extension CConstants {
    /// The errors, in the order of their numbers. `knav.h` has one more, of a caller's mistake, which no vector
    /// expects; it came before those of encoding.
    static let errors: [String] = {
        let codes = KomootNavError.codeNames
        let encoding = codes.firstIndex(of: KomootNavError.Code.identifierMismatch.name)
        let decoding = codes[..<(encoding ?? codes.endIndex)]
        return ["ok"] + decoding + ["invalidArgument"] + codes[decoding.endIndex...]
    }()
    /// The events of the device's session, in the order of their numbers.
    static let centralEvents = CentralSession.OwnedEvent.Kind.allCases.map(\.cName)
    /// The effects of the device's session, in the order of their numbers.
    static let centralEffects = CentralSession.OwnedEffect.Kind.allCases.map(\.cName)
    /// The events of the phone's session, in the order of their numbers: those that concern no central first.
    static let peripheralEvents =
        (PeripheralSession.OwnedEvent.Kind.allCases.filter { !$0.isOfCentral }
        + PeripheralSession.OwnedEvent.Kind.allCases.filter(\.isOfCentral)).map(\.cName)
    /// The effects of the phone's session, in the order of their numbers.
    static let peripheralEffects = PeripheralSession.OwnedEffect.Kind.allCases.map(\.cName)
}

extension CentralSession.OwnedEvent.Kind {
    /// The constant.
    var cName: String { CConstants.name(of: self) }
}

extension CentralSession.OwnedEffect.Kind {
    /// The constant.
    var cName: String { CConstants.name(of: self) }
}

extension PeripheralSession.OwnedEvent.Kind {
    /// Whether it happens to one of the phone's centrals.
    var isOfCentral: Bool {
        switch self {
        case .connected, .disconnected, .mtuChanged, .subscribed, .unsubscribed, .read,
            .notificationRefused:
            true
        case .startNavigation, .stopNavigation, .startAdvertising, .publish, .notificationsReady,
            .radioOff, .radioOn, .timePassed:
            false
        }
    }

    /// The constant. Prefixes keep it apart from the device's constants.
    var cName: String {
        switch self {
        case .connected, .disconnected, .mtuChanged, .subscribed, .unsubscribed, .read:
            CConstants.name(of: self, prefix: "KBC_CENTRAL_")
        case .radioOff, .radioOn, .timePassed: CConstants.name(of: self, prefix: "KBC_PERIPHERAL_")
        case .startNavigation, .stopNavigation, .startAdvertising, .publish, .notificationRefused,
            .notificationsReady:
            CConstants.name(of: self)
        }
    }
}

extension PeripheralSession.OwnedEffect.Kind {
    /// The constant. It differs from the name if the phone's events or the device's effects have that name.
    var cName: String {
        switch self {
        case .startAdvertising: "KBC_ADVERTISE"
        case .fault: "KBC_PERIPHERAL_FAULT"
        case .addService, .removeService, .stopAdvertising, .notify, .answer, .reject:
            CConstants.name(of: self)
        }
    }
}

extension String {
    /// `possiblyCut` as `POSSIBLY_CUT`, `invalidUTF8` as `INVALID_UTF8`.
    fileprivate var inCapitals: String {
        var capitals = ""
        var last: Character?
        for character in self {
            if character.isUppercase && last?.isLowercase == true { capitals += "_" }
            capitals += character.uppercased()
            last = character
        }
        return capitals
    }
}
