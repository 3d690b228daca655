public import KomootNav

/// A kind of phone, as the protocol's sources describe it (clauses 2, 7, 8.1 and 9.11).
///
/// | profile | layout | notification | chunks | CCCD | lost devices |
/// |---|---|---|---|---|---|
/// | `published` | published | identifier | MTU − 1 | yes | one watchdog |
/// | `kit` | deployed | identifier; the object after a full queue | MTU − 1 | yes | one watchdog |
/// | `ios` | as `kit` | | | | |
/// | `android` | deployed | object, cut | 20 at MTU 23; 20, MTU − 3 or MTU − 1 above | yes | drawn |
/// | `androidNoCCCD` | deployed | none | as `android` | no | drawn |
public enum PhoneProfile: String, Hashable, Sendable, CaseIterable {
    /// The vendor's document to the letter.
    case published
    /// The vendor's simulator kit: it serves the newest object only, ends an object with an empty answer, and
    /// never repeats an instruction. Nothing is drawn.
    case kit
    /// Phones with iOS, as far as anyone knows: like the kit, but with the document's repeats, and with each
    /// ending and serving that a phone may have.
    case ios
    /// Phones with Android.
    case android
    /// Phones with Android to which nobody can subscribe.
    case androidNoCCCD

    /// The layout that it writes.
    public var layout: InstructionLayout {
        switch self {
        case .published: .published
        case .kit, .ios, .android, .androidNoCCCD: .deployed
        }
    }

    /// Draws a configuration of this profile. The draws decide what the profile leaves open: how an
    /// object ends (empty, 0x07 or 0x0B), which object a read continues from, and on Android the
    /// chunk size and how it finds out that a device is lost. ``kit`` leaves nothing open.
    ///
    /// - Parameters:
    ///   - mtu: the MTU of the links, in bytes.
    ///   - generator: the source of the draws.
    package func configuration(
        mtu: Int, using generator: inout SplitMix64
    ) -> PeripheralSession.Configuration {
        var configuration = PeripheralSession.Configuration(layout: layout)
        configuration.ending = generator.element(of: PeripheralSession.Ending.allCases)
        configuration.serving = generator.element(of: PeripheralSession.Serving.allCases)
        switch self {
        case .published: configuration.lossDetection = .sharedWatchdog
        case .kit:
            configuration.serving = .newestAlways
            configuration.ending = .empty
            configuration.repeats = false
            fallthrough
        case .ios:
            configuration.lossDetection = .sharedWatchdog
            configuration.retriedNotification = .object
        case .android, .androidNoCCCD:
            configuration.notification = .object
            configuration.retriedNotification = .object
            configuration.chunkSize =
                mtu <= ATT.defaultMTU
                ? .smallestPayload
                : generator.element(of: [.smallestPayload, .notificationPayload, .readPayload])
            configuration.hasCCCD = self == .android
            configuration.lossDetection = generator.element(
                of: PeripheralSession.LossDetection.allCases)
        }
        return configuration
    }
}
