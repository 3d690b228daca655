/// What a testee writes to its standard error, in bounded memory: the end of it, and the last lines that say what
/// happened. A sanitizer prints these first, and thousands of bytes after them.
struct ErrorOutput {
    /// How many bytes are kept of the end.
    static let keptLength = 4096
    /// How many telling lines are kept.
    static let keptLineCount = 4
    /// How many bytes are kept of a line.
    static let keptLineLength = 512

    private var end: [UInt8] = []
    /// The beginning of the line that has no end yet.
    private var line: [UInt8] = []
    private var tellingLines: [String] = []
    /// The first line that says where in its source the program was.
    private var frame: String?

    /// Takes the next bytes.
    mutating func append(_ bytes: [UInt8]) {
        end.append(contentsOf: bytes)
        end.removeFirst(max(0, end.count - Self.keptLength))
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index > 0 { endLine() }
            line += part.prefix(Self.keptLineLength - line.count)
        }
    }

    /// What was kept: the telling lines that the end no longer has, and the end.
    var text: String {
        let end = String(decoding: end, as: UTF8.self)
        let earlier = tellingLines.filter { !end.contains($0) }
        let frame = frame.flatMap { end.contains($0) ? nil : $0 }
        return (earlier + (frame.map { [$0] } ?? [])).map { $0 + "\n" }.joined() + end
    }

    private mutating func endLine() {
        let text = String(decoding: line, as: UTF8.self)
        line = []
        if frame == nil, text.isFrame { frame = text }
        guard text.isTelling else { return }
        tellingLines = (tellingLines + [text]).suffix(Self.keptLineCount)
    }
}
