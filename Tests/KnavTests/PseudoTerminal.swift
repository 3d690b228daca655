import Foundation
import RepositorySupport

/// `knav` in a terminal of a size, as a user sees it. On Linux.
struct PseudoTerminal {
    /// Everything that the program wrote to the terminal.
    let output: String
    /// How it ended; `nil` if a signal ended it.
    let exitCode: Int32?

    /// The output's lines, without what draws over the line before.
    var lines: [String] {
        output.replacingOccurrences(of: "\r\u{1B}[J", with: "\n").split { $0.isNewline }
            .map(String.init)
    }

    // Linux's TIOCSPTLCK and TIOCGPTN.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    /// The end of a terminal that gives what a program has written to it, and then fails to be read, because the
    /// program has ended: what a serial line does that is pulled out.
    static func pulledOut(after text: String) throws -> FileHandle {
        let (terminal, program) = try ends()
        _ = unsafe Array(text.utf8).withUnsafeBytes {
            unsafe write(program, $0.baseAddress, $0.count)
        }
        close(program)
        return FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    }

    /// Opens a new terminal: its own end, and the one for programs.
    private static func ends() throws -> (terminal: Int32, program: Int32) {
        let terminal = try opened("/dev/ptmx")
        var isLocked: Int32 = 0
        var number: Int32 = 0
        guard unsafe ioctl(terminal, setLock, &isLocked) == 0,
            unsafe ioctl(terminal, getNumber, &number) == 0
        else { throw POSIXError(.ENOTTY) }
        return (terminal, try opened("/dev/pts/\(number)"))
    }

    private static func opened(_ path: String) throws -> Int32 {
        let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(.ENOTTY) }
        return descriptor
    }

    /// Runs the program to its end, with its output and its errors in the terminal.
    ///
    /// - Parameter interruption: the text after which the user interrupts it; `nil` for never.
    init(
        _ arguments: [String], columns: UInt16, interruptedAfter interruption: String? = nil
    ) async throws {
        self = try await onOwnThread {
            let (terminal, program) = try Self.ends()
            var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
            let end = FileHandle(fileDescriptor: program, closeOnDealloc: true)
            let process = Process()
            process.executableURL = KnavProcess.executable
            process.arguments = arguments
            process.environment = ["TERM": "xterm"]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = end
            process.standardError = end
            try process.run()
            try end.close()
            var bytes: [UInt8] = []
            var isInterrupted = false
            var chunk = [UInt8](repeating: 0, count: 4096)
            // When the program has ended, reading fails.
            while true {
                let count = unsafe read(terminal, &chunk, chunk.count)
                guard count > 0 else { break }
                bytes += chunk[..<count]
                if let interruption, !isInterrupted,
                    String(decoding: bytes, as: UTF8.self).contains(interruption)
                {
                    isInterrupted = true
                    process.interrupt()
                }
            }
            process.waitUntilExit()
            close(terminal)
            return PseudoTerminal(
                output: String(decoding: bytes, as: UTF8.self),
                exitCode: process.terminationReason == .exit ? process.terminationStatus : nil)
        }
    }

    private init(output: String, exitCode: Int32?) {
        self.output = output
        self.exitCode = exitCode
    }
}

/// What a terminal shows that wraps its lines anew when its width changes, and moves the cursor with the text.
struct ReflowingScreen {
    /// The lines as they were written, each of which may take several rows.
    private(set) var lines: [[Character]] = [[]]
    private var line = 0
    private var column = 0
    private var wraps = true
    var columns: Int

    init(columns: Int) { self.columns = columns }

    /// What is shown, without the blanks at the ends.
    var text: [String] {
        lines.map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    mutating func write(_ text: String) {
        var rest = text.unicodeScalars.map(Character.init)[...]
        while let character = rest.popFirst() {
            switch character {
            case "\r": column = column / columns * columns
            case "\n": newLine()
            case "\u{1B}": obey(&rest)
            default: put(character)
            }
        }
    }

    private mutating func newLine() {
        line += 1
        // The terminal's driver makes CR LF of LF.
        column = 0
        if line == lines.count { lines.append([]) }
    }

    private mutating func put(_ character: Character) {
        while lines[line].count <= column { lines[line].append(" ") }
        lines[line][column] = character
        // Without wrapping, the cursor stays in the last column.
        column = wraps ? column + 1 : min(column + 1, columns - 1)
    }

    private mutating func obey(_ rest: inout ArraySlice<Character>) {
        guard rest.popFirst() == "[" else { return }
        var parameter = ""
        while let character = rest.popFirst() {
            guard character.isLetter else {
                parameter.append(character)
                continue
            }
            switch (character, parameter) {
            case ("A", _): goUp(rows: Int(parameter) ?? 1)
            case ("J", ""):
                lines[line].removeLast(max(0, lines[line].count - column))
                lines.removeLast(lines.count - line - 1)
            case ("K", ""):
                let end = (column / columns + 1) * columns
                for place in column..<max(column, min(end, lines[line].count)) {
                    lines[line][place] = " "
                }
            case ("l", "?7"): wraps = false
            case ("h", "?7"): wraps = true
            default: break
            }
            return
        }
    }

    private mutating func goUp(rows: Int) {
        for _ in 0..<rows {
            if column >= columns {
                column -= columns
            } else if line > 0 {
                line -= 1
                column += max(0, lines[line].count - 1) / columns * columns
            }
        }
    }
}
