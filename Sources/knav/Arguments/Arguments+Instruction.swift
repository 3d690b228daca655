import KomootNav
import KomootNavPipe

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
