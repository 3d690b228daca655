import KomootNav
import KomootNavPipe
import Simulation

/// Settings of sessions and of their links.
extension Arguments {
    /// The layout that is pinned; `nil` for the detected one.
    func layout() throws(UsageError) -> InstructionLayout? {
        try value("--layout", LayoutChoice.names.listed, LayoutChoice.init(name:))?.pinned
    }

    /// The value of `--radio`; usually a radio that reads at offsets.
    func radio() throws(UsageError) -> ChunkReassembler.Radio {
        try value(
            "--radio", ChunkReassembler.Radio.names.listed, ChunkReassembler.Radio.init(name:))
            ?? .offsetReads
    }

    /// The value of `--mtu`.
    func mtu() throws(UsageError) -> Int? {
        try value("--mtu", "a number from 23 to 517") {
            Int($0).flatMap { LinkFault.mtus ~= $0 ? $0 : nil }
        }
    }

    /// The value of `--speed`.
    func speed() throws(UsageError) -> Double? {
        try value("--speed", "a number from 0.01 to 10000") {
            Double($0).flatMap { (0.01...10_000).contains($0) ? $0 : nil }
        }
    }

    /// The value of `--seed`.
    func seed() throws(UsageError) -> UInt64? {
        try value("--seed", "a number from 0 to 2⁶⁴ − 1") { UInt64($0) }
    }
}

/// The options of an instruction.
extension Arguments {
    /// `--arrow`, which must be given.
    func arrow() throws(UsageError) -> Arrow {
        try required("--arrow", "a number or the name of an arrow") { text in
            if let number = UInt8(text) { return Arrow(rawValue: number) }
            return Arrow(name: text)
        }
    }

    /// `--distance`, which must be given.
    func distance() throws(UsageError) -> UInt32 {
        try required("--distance", "a number of metres") { UInt32($0) }
    }

    /// `--street` or `--street-hex`; empty without them.
    func street() throws(UsageError) -> Street {
        let bytes = try value("--street-hex", "pairs of hexadecimal digits") {
            try? HexBytes.decode($0)
        }
        guard let bytes else { return Street(options["--street"] ?? "") }
        guard options["--street"] == nil else {
            throw UsageError(message: "use only one of '--street' and '--street-hex'")
        }
        return Street(bytes.span)
    }
}

/// The names of a vocabulary, in its order.
func names<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> [String] {
    type.allCases.map(\.rawValue)
}

extension [String] {
    /// The words as a usage line has them: `a|b|c`.
    var alternatives: String { joined(separator: "|") }

    /// The words as a sentence has them: `a, b or c`.
    var listed: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or \(last)"
    }
}

extension DistanceStyle {
    /// The styles that are made for riders.
    static let forRiders = allCases.filter { $0 != .vendor }
}

extension Arguments {
    /// The value of an option that takes one of a vocabulary's names; `nil` if the option was not given.
    func choice<Choice: RawRepresentable<String>>(
        _ option: String, of choices: some Collection<Choice>
    ) throws(UsageError) -> Choice? {
        try value(option, choices.map(\.rawValue).listed) { text in
            choices.first { $0.rawValue == text }
        }
    }
}
