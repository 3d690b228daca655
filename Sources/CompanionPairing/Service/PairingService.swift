/// The GATT service of a server, with this library's UUIDs. The sessions don't use them: an app that has to
/// work with others uses theirs.
///
/// Source: `Docs/Pairing.md`, clauses 1.2, 1.3 and 2.1.
public enum PairingService {
    /// The primary service; what a client scans for.
    public static var uuid: UUID128 {
        UUID128(high: 0xF84B_65BC_FF8C_4E07, low: 0x9191_433C_6402_3980)
    }
    /// The server's own name: read.
    public static var serverNameCharacteristic: UUID128 {
        UUID128(high: 0x33D6_980D_CB68_4FD9, low: 0xB5A1_F207_DBC5_099B)
    }
    /// The paired client's name, or `UNPAIRED`: read, write; notify, if the server tells changes.
    public static var pairedClientNameCharacteristic: UUID128 {
        UUID128(high: 0x9932_2B86_44C4_434C, low: 0xBE27_BA68_1F0B_B03B)
    }
}
