/// The GATT service by which a central finds a navigating phone.
///
/// The phone is the peripheral, and the device on the handlebar is the central.
///
/// Source: `Docs/Protocol.md`, clauses 1.1 to 1.4.
public enum NavigationService {
    /// The primary service; what a central scans for.
    public static var uuid: UUID128 {
        UUID128(high: 0x71C1_E128_D92F_4FA8, low: 0xA2B2_0F17_1DB3_436C)
    }
    /// The characteristic that holds the navigation instruction: notify, read.
    public static var instructionCharacteristic: UUID128 {
        UUID128(high: 0x503D_D605_9BCB_4F6E, low: 0xB235_270A_5748_3026)
    }
    /// A characteristic that the vendor's central mentions and no phone serves. Use it only to
    /// recognise one.
    public static var heartbeatCharacteristic: UUID128 {
        UUID128(high: 0x6D75_DBF0_D763_4147, low: 0x942A_D97B_1BC7_00CF)
    }
}
