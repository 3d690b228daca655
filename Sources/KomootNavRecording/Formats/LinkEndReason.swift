import KomootNav

/// Reasons for the end of a link: HCI error codes.
///
/// Source: Bluetooth Core Specification, Vol 1 Part F, 1.3.
package enum LinkEndReason {
    /// Nothing came from the other end any more.
    package static let timeout: UInt8 = 0x08
    /// The host that keeps the log ended it.
    package static let byLocalHost: UInt8 = 0x16
    /// Nobody knows.
    package static let unspecified: UInt8 = 0x1F

    /// Whether the device ended the link to a phone.
    ///
    /// - Parameter isHostServing: whether the host that keeps the log is the phone.
    package static func isByDevice(_ reason: UInt8, isHostServing: Bool) -> Bool {
        isHostServing ? 0x13...0x15 ~= reason : reason == byLocalHost
    }

    /// The code and, if it is one that ends links of Bluetooth Low Energy, its name, as in `0x08 Connection Timeout`.
    package static func words(_ reason: UInt8) -> String {
        let code = "0x" + HexDigits.uppercase(reason)
        return name(reason).map { "\(code) \($0)" } ?? code
    }

    /// The name that the specification gives the code; `nil` for one that does not end links of Bluetooth Low
    /// Energy.
    package static func name(_ reason: UInt8) -> String? {
        switch reason {
        case 0x02: "Unknown Connection Identifier"
        case 0x03: "Hardware Failure"
        case 0x05: "Authentication Failure"
        case 0x06: "PIN or Key Missing"
        case 0x07: "Memory Capacity Exceeded"
        case timeout: "Connection Timeout"
        case 0x13: "Remote User Terminated Connection"
        case 0x14: "Remote Device Terminated Connection due to Low Resources"
        case 0x15: "Remote Device Terminated Connection due to Power Off"
        case byLocalHost: "Connection Terminated By Local Host"
        case 0x1A: "Unsupported Remote Feature"
        case 0x1E: "Invalid LL Parameters"
        case unspecified: "Unspecified Error"
        case 0x20: "Unsupported LL Parameter Value"
        case 0x22: "LL Response Timeout"
        case 0x23: "LL Procedure Collision"
        case 0x25: "Encryption Mode Not Acceptable"
        case 0x28: "Instant Passed"
        case 0x29: "Pairing With Unit Key Not Supported"
        case 0x2A: "Different Transaction Collision"
        case 0x2F: "Insufficient Security"
        case 0x3A: "Controller Busy"
        case 0x3B: "Unacceptable Connection Parameters"
        case 0x3D: "Connection Terminated due to MIC Failure"
        case 0x3E: "Connection Failed to be Established"
        default: nil
        }
    }
}
