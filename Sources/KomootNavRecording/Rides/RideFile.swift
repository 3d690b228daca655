/// A recorded ride in the format of the vendor's simulator kit: CSV without a header, 14 columns.
///
/// | column, from 0 | meaning |
/// |---|---|
/// | 1, 2 | where the rider was: latitude and longitude in degrees; only maps need them |
/// | 8 | street |
/// | 9 | distance as displayed: a text in any language, such as `In 210 m`, `In 1.2 km`, `Now`, `Folgen` or nothing |
/// | 10 | icon name, which tells the roundabouts apart |
/// | 11 | arrow |
/// | 12 | time of the instruction, milliseconds since 1970 |
///
/// Source: the rides that komoot published with its iOS simulator kit (BLEConnect, 2016,
/// Apache-2.0); `Fixtures/rides/README.md`.
public struct RideFile: Hashable, Sendable {
    /// A line that is not empty.
    public struct Line: Hashable, Sendable {
        /// The line's number, from 1.
        public let number: Int
        /// The instruction on it, or why there is none.
        public let content: Result<RideInstruction, RideFileError>
        /// Where the rider was.
        package let position: RidePosition
    }

    /// The number of columns of a line.
    public static let columnCount = 14
    /// The longest line that is read, in bytes. An instruction's line has a few hundred.
    public static let maximumLineLength = 4096
    /// How many lines a program should read at most: those of twelve days with a line every second.
    package static let maximumLineCount = 1 << 20

    /// The lines in the order of the file, without the empty ones.
    public let lines: [Line]

    /// The instructions in the order of the file.
    public var instructions: [RideInstruction] { lines.compactMap { try? $0.content.get() } }

    /// The numbers of the lines with an instruction whose time is before that of the instruction above.
    package var linesBackInTime: [Int] {
        var last: CaptureTime?
        return lines.compactMap { line in
            guard let time = try? line.content.get().time else { return nil }
            defer { last = time }
            return last.map { time < $0 } == true ? line.number : nil
        }
    }

    /// Creates the file that has one line for each of a ride's instructions.
    package init(_ ride: RecordedRide) {
        lines = ride.instructions.enumerated().map { index, instruction in
            Line(number: index + 1, content: .success(instruction), position: .missing)
        }
    }

    /// Reads a file's bytes. Lines end with LF or CR LF.
    public init(_ bytes: Span<UInt8>) {
        var lines: [Line] = []
        var number = 0
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count && bytes[end] != UInt8(ascii: "\n") { end += 1 }
            number += 1
            var content = bytes.extracting(start..<end)
            if !content.isEmpty && content[content.count - 1] == UInt8(ascii: "\r") {
                content = content.extracting(..<(content.count - 1))
            }
            if !content.isEmpty { lines.append(Line(number: number, bytes: content)) }
            start = end + 1
        }
        self.lines = lines
    }
}

extension RideFile.Line {
    fileprivate init(number: Int, bytes: Span<UInt8>) {
        self.number = number
        do throws(RideFileError) {
            let fields = try RideLineFields(bytes)
            content = .success(try RideInstruction(fields))
            position = fields.position
        } catch {
            content = .failure(error)
            position = .missing
        }
    }
}
