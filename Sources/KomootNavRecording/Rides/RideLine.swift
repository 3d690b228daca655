import KomootNav

/// The fields of a ride file's line that has the right number of them.
struct RideLineFields {
    private enum Column {
        static let latitude = 1
        static let longitude = 2
        static let street = 8
        static let distance = 9
        static let icon = 10
        static let arrow = 11
        static let time = 12
    }

    private let fields: [String]

    /// Divides a line, without its line end.
    init(_ line: Span<UInt8>) throws(RideFileError) {
        guard line.count <= RideFile.maximumLineLength else { throw .oversizedLine }
        guard let text = try? StreetView(line).text(.strict) else { throw .malformedLine }
        guard let fields = commaSeparatedFields(of: text) else { throw .malformedLine }
        guard fields.count == RideFile.columnCount else { throw .columnCount(fields.count) }
        self.fields = fields
    }

    var position: RidePosition {
        RidePosition(latitude: fields[Column.latitude], longitude: fields[Column.longitude])
    }
    var street: Street { Street(fields[Column.street]) }
    var distance: String { fields[Column.distance] }
    var icon: String { fields[Column.icon] }
    var arrow: String { fields[Column.arrow] }
    var time: String { fields[Column.time] }
}

extension RideInstruction {
    /// Reads one line of a ride file, without its line end.
    public init(line: Span<UInt8>) throws(RideFileError) { try self.init(RideLineFields(line)) }

    init(_ fields: RideLineFields) throws(RideFileError) {
        let street = fields.street
        guard street.byteCount <= InstructionLayout.deployed.maximumStreetByteCount else {
            throw .oversizedStreet(byteCount: street.byteCount)
        }
        guard let distance = displayedDistance(fields.distance) else { throw .malformedDistance }
        guard let number = digits(fields.arrow).flatMap({ UInt8(exactly: $0) }) else {
            throw .malformedArrow
        }
        guard let time = milliseconds(fields.time) else { throw .malformedTime }
        self.init(
            time: CaptureTime(microsecondsSince1970: Int64(time) * 1000),
            arrow: recordedArrow(Arrow(rawValue: number), iconName: fields.icon),
            distanceInMeters: distance, street: street)
    }
}

/// The fields of a line. A field in double quotes may hold commas, and double quotes written twice.
///
/// - Returns: `nil` if a quoted field does not end, or something follows its end.
private func commaSeparatedFields(of line: String) -> [String]? {
    let comma: Unicode.Scalar = ","
    let quote: Unicode.Scalar = "\""
    var fields: [String] = []
    var rest = line.unicodeScalars[...]
    while true {
        var field = ""
        if rest.first == quote {
            rest.removeFirst()
            var isClosed = false
            while !isClosed, let end = rest.firstIndex(of: quote) {
                field.unicodeScalars.append(contentsOf: rest[..<end])
                rest = rest[rest.index(after: end)...]
                isClosed = rest.first != quote
                if !isClosed {
                    field.unicodeScalars.append(quote)
                    rest.removeFirst()
                }
            }
            guard isClosed, rest.isEmpty || rest.first == comma else { return nil }
        } else {
            let end = rest.firstIndex(of: comma) ?? rest.endIndex
            field.unicodeScalars.append(contentsOf: rest[..<end])
            rest = rest[end...]
        }
        fields.append(field)
        guard !rest.isEmpty else { return fields }
        rest.removeFirst()
    }
}

/// The metres of a display text in any language: the number in it, times 1000 if its unit is `km`; zero without a
/// number, as in `Now`, `Follow`, `Jetzt`, `Folgen` and nothing.
///
/// - Returns: `nil` for a number that is not of metres or kilometres, for a second number, and above `UInt32.max`
///   metres.
private func displayedDistance(_ text: String) -> UInt32? {
    var rest = text.unicodeScalars[...]
    guard let start = rest.firstIndex(where: { $0.isDecimalDigit }) else { return 0 }
    // A sign, a point or a letter before the number would make it another one.
    if start > rest.startIndex, !rest[rest.index(before: start)].properties.isWhitespace {
        return nil
    }
    rest = rest[start...]
    let whole = cut(&rest) { $0.isDecimalDigit }
    var fraction: String?
    if let point = rest.first, point == "." || point == "," {
        rest.removeFirst()
        fraction = cut(&rest) { $0.isDecimalDigit }
    }
    _ = cut(&rest) { $0.properties.isWhitespace }
    let unit = cut(&rest) { $0.properties.isAlphabetic }
    guard !rest.contains(where: { $0.isDecimalDigit }), let number = digits(whole),
        number <= UInt64(UInt32.max)
    else { return nil }
    switch unit {
    case "m":
        // Metres are displayed whole; a comma in them would be another country's thousands.
        return fraction == nil ? UInt32(exactly: number) : nil
    case "km":
        guard digits(fraction ?? "0") != nil else { return nil }
        // Three digits of a kilometre are metres; the rest is dropped.
        let meters = digits(((fraction ?? "") + "000").prefix(3)) ?? 0
        return UInt32(exactly: number * 1000 + meters)
    default:
        return nil
    }
}

/// Takes the scalars away from the beginning of a text for which a condition holds.
private func cut(
    _ rest: inout Substring.UnicodeScalarView, while condition: (Unicode.Scalar) -> Bool
) -> String {
    let end = rest.firstIndex { !condition($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(rest[..<end])
}

extension Unicode.Scalar {
    /// Whether it is a decimal digit, of any script. Digits other than 0 to 9 are not read, but they are a number.
    fileprivate var isDecimalDigit: Bool { properties.generalCategory == .decimalNumber }
}

/// The number that one to eighteen decimal digits make; `nil` for anything else.
private func digits(_ text: some StringProtocol) -> UInt64? {
    guard 1...18 ~= text.utf8.count,
        text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return UInt64(text)
}

/// The whole milliseconds of a decimal number, as in `1469106316093.226074`.
private func milliseconds(_ text: String) -> UInt64? {
    /// Up to about the year 5138, which fits any calendar, and 64 bits even in microseconds.
    let maximumDigits = 14
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.utf8.count <= maximumDigits,
        parts.count == 1 || digits(parts[1]) != nil
    else { return nil }
    return digits(whole)
}

/// The arrow that a recording means: its roundabouts are all arrow 14, and the icon tells which.
private func recordedArrow(_ arrow: Arrow, iconName: String) -> Arrow {
    /// The value that the vendor's kit uses for every roundabout.
    let anyRoundabout = Arrow(rawValue: 14)
    guard arrow == anyRoundabout else { return arrow }
    let prefix = "ic_nav_roundabout_"
    guard iconName.hasPrefix(prefix) else { return .roundaboutFallback }
    return switch iconName.dropFirst(prefix.count) {
    case "exit_cw": .roundaboutExitLeft
    case "exit_ccw": .roundaboutExitRight
    case "ccw1_1": .roundaboutCounterclockwise1of1
    case "ccw1_2": .roundaboutCounterclockwise1of2
    case "ccw1_3": .roundaboutCounterclockwise1of3
    case "ccw2_2": .roundaboutCounterclockwise2of2
    case "ccw2_3": .roundaboutCounterclockwise2of3
    case "ccw3_3": .roundaboutCounterclockwise3of3
    case "cw1_1": .roundaboutClockwise1of1
    case "cw1_2": .roundaboutClockwise1of2
    case "cw1_3": .roundaboutClockwise1of3
    case "cw2_2": .roundaboutClockwise2of2
    case "cw2_3": .roundaboutClockwise2of3
    case "cw3_3": .roundaboutClockwise3of3
    default: .roundaboutFallback
    }
}
