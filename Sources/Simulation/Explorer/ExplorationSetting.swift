import KomootNav

/// What stays the same in all states of an exploration.
final class ExplorationSetting: Sendable {
    /// How the phone serves.
    let phone: PeripheralSession.Configuration
    /// What the device's radio can do.
    let radio: DeviceRadio
    /// How long the objects are that the phone publishes.
    let lengths: ContiguousArray<ExplorationStep.ObjectLength>
    /// How many bytes of an answer the phone's system sends, whatever the MTU; `nil` for all.
    let largestAnswer: Int?
    /// What the MTU grows to, in bytes.
    let grownMTU: Int
    /// What may go wrong.
    let failures: ContiguousArray<ExplorationStep.Failure>

    init(
        phone: PeripheralSession.Configuration, radio: DeviceRadio,
        lengths: Set<ExplorationStep.ObjectLength> = Set(ExplorationStep.ObjectLength.allCases),
        largestAnswer: Int? = nil, grownMTU: Int = usualGrownMTU,
        failures: Set<ExplorationStep.Failure> = Set(ExplorationStep.Failure.allCases)
    ) {
        self.phone = phone
        self.radio = radio
        self.lengths = ContiguousArray(
            ExplorationStep.ObjectLength.allCases.filter(lengths.contains))
        self.largestAnswer = largestAnswer
        self.grownMTU = grownMTU
        self.failures = ContiguousArray(
            ExplorationStep.Failure.allCases.filter(failures.contains))
    }

    /// The MTU of new links, in bytes.
    static let mtu = ATT.defaultMTU
    /// What it grows to unless told otherwise.
    static let usualGrownMTU = 29

    private var chunkSize: Int {
        switch phone.chunkSize {
        case .readPayload: ATT.readPayload(mtu: Self.mtu)
        case .notificationPayload: ATT.notificationPayload(mtu: Self.mtu)
        case .smallestPayload: ATT.smallestPayload
        }
    }

    /// An object. It is as short as its length allows, so that there are few states.
    ///
    /// - Parameter number: from 1; objects with different numbers have no chunk in common.
    func object(_ number: Int, _ length: ExplorationStep.ObjectLength) -> ContiguousArray<UInt8> {
        let start = phone.layout.streetOffset
        let count =
            switch length {
            case .shorterThanChunk: max(start, chunkSize - 5)
            case .asLongAsChunk: chunkSize
            case .longerThanChunk: 2 * chunkSize + 4
            }
        let mark = UInt8(truncatingIfNeeded: number)
        var object = ContiguousArray<UInt8>(repeating: 0, count: start)
        object[0] = mark
        object[phone.layout.arrowOffset] = mark % 31
        object[phone.layout.distanceOffset] = mark
        while object.count < count { object.append(UInt8(ascii: "a") + mark % 26) }
        return object
    }
}
