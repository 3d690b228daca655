/// A recorded ride in the format of the vendor's simulator kit: CSV without a header, 14 columns.
///
/// | column, from 0 | meaning |
/// |---|---|
/// | 8 | street |
/// | 9 | distance as displayed: `In 210 m`, `In 1.2 km`, `Now`, `Follow` or nothing |
/// | 10 | icon name, which tells the roundabouts apart |
/// | 11 | arrow |
/// | 12 | time of the instruction, milliseconds since 1970 |
///
/// Source: the rides that komoot published with its iOS simulator kit (BLEConnect, 2016,
/// Apache-2.0); `Fixtures/rides/README.md`.
public struct RideFile: Hashable, Sendable {
    /// A line that is no instruction.
    public struct Fault: Hashable, Sendable {
        /// The line's number, from 1.
        public let line: Int
        /// What is wrong with it.
        public let error: RideFileError
    }

    /// The number of columns of a line.
    public static let columnCount = 14

    /// The instructions in the order of the file.
    public let instructions: [RideInstruction]
    /// The lines that gave none, in the order of the file. Empty lines are not among them.
    public let faults: [Fault]

    /// Reads a file's bytes. Lines end with LF or CR LF.
    public init(_ bytes: Span<UInt8>) {
        var instructions: [RideInstruction] = []
        var faults: [Fault] = []
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
            if !content.isEmpty {
                do throws(RideFileError) {
                    instructions.append(try RideInstruction(line: content))
                } catch {
                    faults.append(Fault(line: number, error: error))
                }
            }
            start = end + 1
        }
        self.instructions = instructions
        self.faults = faults
    }
}
