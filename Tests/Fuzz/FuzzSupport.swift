// Compiled into every fuzz target, in one module with the library's sources; see `.ci/fuzz`.

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ends the process with a message if a promise is broken, even in optimised builds.
@inline(__always)
func check(
    _ holds: Bool, _ message: @autoclosure () -> String,
    file: StaticString = #fileID, line: UInt = #line
) {
    if !holds { fatalError(message(), file: file, line: line) }
}

/// The known layouts, and one unlike them.
let chosenLayouts = InstructionLayout.Known.allCases.map { InstructionLayout($0) } + [customLayout]

/// The layouts that are tried on every input; `nil` detects the layout.
let pinnedLayouts = [nil] + chosenLayouts.map { Optional($0) }

/// A layout unlike all known ones: its fields have another order, with gaps before, between and
/// after them, and they end after the smallest notification would.
let customLayout: InstructionLayout = {
    do {
        return try InstructionLayout(
            identifierFormat: .uint32, identifierOffset: 20, arrowOffset: 1, distanceOffset: 7,
            streetOffset: 26)
    } catch {
        fatalError("the custom layout is refused: \(error)")
    }
}()

let bothExtents: [ObjectExtent] = [.whole, .possiblyCut]

/// Everything that a decoded object holds.
struct Facts: Equatable {
    let layout: InstructionLayout
    let extent: ObjectExtent
    let instruction: NavigationInstruction

    init(_ view: NavigationInstructionView) {
        layout = view.layout
        extent = view.extent
        instruction = NavigationInstruction(view)
    }
}

/// What the protocol's text says about the bytes of an object, looked up slowly, byte by byte.
struct ExpectedObject {
    let layout: InstructionLayout
    let extent: ObjectExtent
    let identifier: InstructionIdentifier
    let arrow: UInt8
    let distanceInMeters: UInt32
    let street: ArraySlice<UInt8>

    init(
        _ bytes: [UInt8], layout pinned: InstructionLayout?, extent said: ObjectExtent
    ) throws(KomootNavError) {
        if bytes.count > 512 { throw KomootNavError(.oversized, at: 512) }
        extent = bytes.count < 20 ? .whole : said
        layout = if let pinned { pinned } else { try Self.detected(bytes, extent) }
        let fields = Self.fields(of: layout)
        let fieldsEnd = fields.map(\.upperBound).reduce(0, max)
        let needed = extent == .whole ? layout.streetOffset : fieldsEnd
        if bytes.count < needed { throw KomootNavError(.truncated, at: bytes.count) }
        for (position, byte) in bytes.prefix(layout.streetOffset).enumerated()
        where byte != 0 && !fields.contains(where: { $0.contains(position) }) {
            throw KomootNavError(.reservedNotZero, at: position)
        }
        func number(_ positions: Range<Int>) -> UInt64 {
            positions.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
        }
        let start = layout.identifierOffset
        switch layout.identifierFormat {
        case .uint32:
            identifier = .uint32(UInt32(number(start..<start + 4)))
        case .uuid:
            identifier = .uuid(
                UUID128(
                    high: number(start..<start + 8).byteSwapped,
                    low: number(start + 8..<start + 16).byteSwapped))
        }
        arrow = bytes[layout.arrowOffset]
        distanceInMeters = UInt32(number(layout.distanceOffset..<layout.distanceOffset + 4))
        street = bytes.dropFirst(layout.streetOffset)
    }

    private static func detected(
        _ bytes: [UInt8], _ extent: ObjectExtent
    ) throws(KomootNavError) -> InstructionLayout {
        if bytes.count < 9 { throw KomootNavError(.truncated, at: bytes.count) }
        if bytes.count < (extent == .whole ? 21 : 20) { return .deployed }
        if bytes[8] & 0xC0 == 0x80 && bytes[6] & 0xF0 == 0x40 { return .legacy }
        return bytes[9..<min(21, bytes.count)].allSatisfy { $0 == 0 } ? .published : .deployed
    }

    /// The bytes that belong to a field.
    private static func fields(of layout: InstructionLayout) -> [Range<Int>] {
        let identifier = layout.identifierOffset
        let width = layout.identifierFormat == .uint32 ? 4 : 16
        return [
            identifier..<identifier + width, layout.arrowOffset..<layout.arrowOffset + 1,
            layout.distanceOffset..<layout.distanceOffset + 4,
        ]
    }
}

/// Runs a function that throws only the library's error.
func outcome<Value: ~Copyable>(
    _ body: () throws(KomootNavError) -> Value
) -> Result<Value, KomootNavError> {
    do throws(KomootNavError) {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}

/// Bytes that decide what happens; zeros once they are used up.
struct Script {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isOver: Bool { position >= bytes.count }

    mutating func next() -> Int {
        guard !isOver else { return 0 }
        defer { position += 1 }
        return Int(bytes[position])
    }

    mutating func next(below bound: Int) -> Int { (next() << 8 | next()) % bound }
}

/// A readable form of bytes for messages.
func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map(HexDigits.lowercase).joined()
}

/// The bytes of a span, copied.
func copied(_ span: Span<UInt8>) -> [UInt8] {
    unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
}

/// Whether a span holds these bytes. A loop over them would spend its time on telling the fuzzer
/// about each comparison.
func isSame(_ span: Span<UInt8>, _ bytes: ArraySlice<UInt8>) -> Bool {
    unsafe span.withUnsafeBufferPointer { left in
        unsafe bytes.withUnsafeBufferPointer { right in unsafe isSame(left, right) }
    }
}

/// Whether a text has these bytes. Equal strings may have different ones.
func isSame(_ text: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    var text = text
    return text.withUTF8 { left in
        unsafe bytes.withUnsafeBufferPointer { right in unsafe isSame(left, right) }
    }
}

private func isSame(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
    guard left.count == right.count else { return false }
    guard let start = left.baseAddress, let other = right.baseAddress else { return true }
    return unsafe memcmp(start, other, left.count) == 0
}
