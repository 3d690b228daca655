public import KomootNav

/// Visits every state that a phone, a device and the link between them can reach, and checks every
/// promise in each.
///
/// ```swift
/// let report = Explorer(profile: .ios, radio: .offsetReads).run()
/// print(report.isClean ? "\(report.states) states" : "\(report.counterexamples)")
/// ```
///
/// A campaign draws long rides; an exploration leaves nothing out of short ones. Both ends are the
/// library's sessions, unchanged. In each state the next thing may be the arrival of any PDU, a
/// deadline, a publication or a fault, up to the given numbers. States that will behave alike are
/// visited once, the nearest first, so a counterexample is a shortest one.
public struct Explorer: Hashable, Sendable {
    /// How the phone serves.
    public var phone: PeripheralSession.Configuration
    /// What the device's radio can do.
    public var radio: DeviceRadio
    /// How many objects the phone publishes.
    public var publications: Int
    /// How often something goes wrong.
    public var faults: Int
    /// How often a deadline passes although a PDU is under way.
    public var delays: Int
    /// What may go wrong between a phone and a device. If that is little, it can go wrong more often.
    var failures = Set(ExplorationStep.Failure.allCases)
    /// How long the objects are that the phone publishes, without a second device.
    var lengths = Set(ExplorationStep.ObjectLength.allCases)
    /// How many bytes of an answer the phone's system sends, whatever the MTU; `nil` for all.
    var largestAnswer: Int?
    /// What the MTU grows to, in bytes.
    var grownMTU = ExplorationSetting.usualGrownMTU
    /// The exploration ends, unfinished, when it has found this many states. Each takes 150 to 200
    /// bytes.
    public var maximumStates = 60_000_000

    /// Creates an explorer. What the profile leaves open is as in the vendor's kit.
    public init(
        profile: PhoneProfile, radio: DeviceRadio, publications: Int = 2, faults: Int = 1,
        delays: Int = 1
    ) {
        var random = SplitMix64(seed: 0)
        phone = profile.configuration(mtu: ExplorationSetting.mtu, using: &random)
        phone.ending = .empty
        phone.serving = .newestAlways
        self.radio = radio
        self.publications = publications
        self.faults = faults
        self.delays = delays
    }

    /// Visits all states.
    ///
    /// - Parameter progress: called with the report so far, now and then and when a promise is broken
    ///   for the first time. Returns whether to go on.
    public func run(progress: ((ExplorationReport) -> Bool)? = nil) -> ExplorationReport {
        run(
            device: CentralSession(CentralSession.Configuration(radio: radio.reads)),
            phone: PeripheralSession(phone), progress: progress)
    }

    /// Visits all states of other state machines.
    func run(
        device: some ExplorableCentral, phone machine: some ExplorablePeripheral,
        progress: ((ExplorationReport) -> Bool)? = nil
    ) -> ExplorationReport {
        let start = ExploredWorld(
            ExplorationSetting(
                phone: phone, radio: radio, lengths: lengths, largestAnswer: largestAnswer,
                grownMTU: grownMTU, failures: failures),
            device: device, phone: machine, budget: budget)
        return run(start, progress: progress)
    }

    /// Visits all states of the phone alone, against two devices that do whatever a device can do:
    /// connect, subscribe, read on or anew, and leave. ``radio`` and ``delays`` don't matter.
    ///
    /// - Parameter progress: as in ``run(progress:)``.
    public func runWithTwoDevices(
        progress: ((ExplorationReport) -> Bool)? = nil
    ) -> ExplorationReport {
        runWithTwoDevices(phone: PeripheralSession(phone), progress: progress)
    }

    /// Visits all states of another phone.
    func runWithTwoDevices(
        phone machine: some ExplorablePeripheral, progress: ((ExplorationReport) -> Bool)? = nil
    ) -> ExplorationReport {
        let start = ServedWorld(
            ExplorationSetting(phone: phone, radio: radio), phone: machine, budget: budget)
        return run(start, progress: progress)
    }

    private func run(
        _ start: some PhoneWorld, progress: ((ExplorationReport) -> Bool)?
    ) -> ExplorationReport {
        var exploration = Exploration(start, maximumStates: maximumStates, tally: 0)
        return ExplorationReport(
            exploration.run { findings in progress?(ExplorationReport(findings)) ?? true })
    }

    private var budget: ExplorationBudget {
        ExplorationBudget(publications: publications, faults: faults, delays: delays)
    }
}
