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
