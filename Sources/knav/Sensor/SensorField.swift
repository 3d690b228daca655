import KomootNav
import KomootNavPipe
import KomootNavRecording

/// The unit of a field: what a one stands for on the wire, and how a person is told.
struct SensorUnit: Hashable {
    /// The unit on the wire, such as `0.01 km/h`.
    let name: String
    /// The unit for people, such as `km/h`.
    let symbol: String
    /// The units for people in one on the wire.
    let factor: Double
    /// The digits after the point that a person is shown.
    let digits: Int

    /// A unit that is shown as it is sent.
    static func plain(_ symbol: String) -> SensorUnit {
        SensorUnit(name: symbol, symbol: symbol, factor: 1, digits: 0)
    }

    /// A part of a unit, written as a decimal number such as `0.01`.
    static func part(_ part: String, _ symbol: String) -> SensorUnit {
        let digits = part.split(separator: ".").dropFirst().first?.count ?? 0
        return SensorUnit(
            name: symbol.isEmpty ? part : "\(part) \(symbol)", symbol: symbol,
            factor: Double(part) ?? 1, digits: digits)
    }

    /// A fraction of a unit, such as 1/1024 s.
    static func fraction(_ divisor: UInt64, _ symbol: String) -> SensorUnit {
        SensorUnit(
            name: "1/\(divisor) \(symbol)", symbol: symbol, factor: 1 / Double(divisor), digits: 3)
    }

    static let perMinute = plain("/min")
    static let beatsPerMinute = plain("beats/min")
    static let watts = plain("W")
    static let meters = plain("m")
    static let seconds = plain("s")
    static let degrees = plain("°")
    static let kilojoules = plain("kJ")
    static let kilocalories = plain("kcal")
    static let hundredthsOfKilometersPerHour = part("0.01", "km/h")
    static let halfPerMinute = part("0.5", "/min")
    static let hundredthsOfPercent = part("0.01", "%")
    static let halfPercent = part("0.5", "%")
    static let ticks = fraction(1024, "s")
    static let wheelTicksOfPower = fraction(2048, "s")
    static let torque = fraction(32, "N m")
}

/// One field of a decoded value.
struct SensorField {
    /// What a field holds.
    enum Content {
        case number(Int64)
        case numbers([Int64])
        case text(String)
        case texts([String])
        case truth(Bool)
    }

    /// Its name, in JSON's manner: `lastWheelEventTime`.
    let name: String
    let content: Content
    let unit: SensorUnit?

    /// Its name as words: `last wheel event time`.
    var words: String {
        var words = ""
        var wasUppercase = true
        for character in name {
            if character.isUppercase && !wasUppercase { words += " " }
            wasUppercase = character.isUppercase
            words += character.lowercased()
        }
        return words
    }

    /// What it holds, for a person.
    var shown: String {
        switch content {
        case .number(let number): shown(number, withRaw: true)
        case .numbers(let numbers):
            numbers.isEmpty
                ? "none" : numbers.map { shown($0, withRaw: false) }.joined(separator: ", ")
        case .text(let text): printable(text)
        case .texts(let texts): texts.isEmpty ? "none" : texts.joined(separator: ", ")
        case .truth(let truth): truth ? "yes" : "no"
        }
    }

    private func shown(_ number: Int64, withRaw: Bool) -> String {
        guard let unit else { return "\(number)" }
        guard unit.factor != 1 else { return "\(number) \(unit.symbol)" }
        let text = decimal(Double(number) * unit.factor, digits: unit.digits)
        let symbol = unit.symbol.isEmpty ? "" : " \(unit.symbol)"
        return text + symbol + (withRaw ? "  (\(number) in \(unit.name))" : "")
    }

    /// What it holds, for a program.
    var json: JSONValue {
        let value: JSONValue =
            switch content {
            case .number(let number): .number(number)
            case .numbers(let numbers): .array(numbers.map { .number($0) })
            case .text(let text): .string(text)
            case .texts(let texts): .array(texts.map { .string($0) })
            case .truth(let truth): .bool(truth)
            }
        var members = ["value": value]
        if let unit { members["unit"] = .string(unit.name) }
        return .object(members)
    }
}

/// The fields of a decoded value, in its order.
struct SensorFields {
    private(set) var list: [SensorField] = []
    /// How many bytes follow the last field.
    var unreadByteCount = 0

    /// Adds a number, if it is there.
    mutating func add(_ name: String, _ value: (some BinaryInteger)?, _ unit: SensorUnit? = nil) {
        guard let value else { return }
        list.append(
            SensorField(name: name, content: .number(Int64(clamping: value)), unit: unit))
    }

    /// Adds numbers.
    mutating func add(_ name: String, _ values: [Int64], _ unit: SensorUnit? = nil) {
        list.append(SensorField(name: name, content: .numbers(values), unit: unit))
    }

    /// Adds a text.
    mutating func add(_ name: String, text: String) {
        list.append(SensorField(name: name, content: .text(text), unit: nil))
    }

    /// Adds a truth.
    mutating func add(_ name: String, isTrue: Bool) {
        list.append(SensorField(name: name, content: .truth(isTrue), unit: nil))
    }

    /// Adds a number that stands for something: its meaning by its place in a list, or the number.
    mutating func add(_ name: String, code: some BinaryInteger, _ meanings: [String]) {
        let place = Int(clamping: code)
        add(name, text: meanings.indices.contains(place) ? meanings[place] : "\(code)")
    }

    /// Adds the names of the bits that are set, from the lowest; a bit without a name is a number.
    mutating func add(_ name: String, bits: UInt32, _ names: [String]) {
        let set = (0..<32).filter { bits & 1 << UInt32($0) != 0 }
        let texts = set.map { names.indices.contains($0) ? names[$0] : "bit \($0)" }
        list.append(SensorField(name: name, content: .texts(texts), unit: nil))
    }

    /// Adds flags that have no meaning yet, if any is set.
    mutating func addReserved(flags: some BinaryInteger) {
        if flags != 0 { add("reservedFlags", flags) }
    }

    /// The fields as the members of an object.
    var json: JSONValue {
        .object(Dictionary(list.map { ($0.name, $0.json) }, uniquingKeysWith: { $1 }))
    }
}
