import KomootNav

/// A phone without its links: what its system does for the app, and what its user does.
struct PhoneSystem: Sendable {
    var isAdvertising = false
    /// Whether the characteristic is served.
    var isServing = false
    var isNavigating = true
    var isRadioOn = true
    var isQueueFull = false
    /// How many objects were published.
    var objectCount = 0

    /// Bluetooth goes off, and takes everything along.
    mutating func switchOff() {
        isRadioOn = false
        isServing = false
        isAdvertising = false
        isQueueFull = false
    }

    func describe(to digest: inout StateDigest) {
        var flags: UInt64 = isAdvertising ? 1 : 0
        flags |= isServing ? 2 : 0
        flags |= isNavigating ? 4 : 0
        flags |= isRadioOn ? 8 : 0
        flags |= isQueueFull ? 16 : 0
        digest.add(flags)
        digest.add(objectCount)
    }
}

extension BrokenPromise: Breach {}

/// A world with a phone in it, whose links are the world's own.
protocol PhoneWorld: ExplorableWorld
where
    Step == ExplorationStep, Broken == BrokenPromise,
    Counterexample == ExplorationReport.Counterexample, Tally == Int
{
    associatedtype Phone: ExplorablePeripheral
    var setting: ExplorationSetting { get }
    /// Judges what happens.
    var referee: Referee { get }
    var phone: Phone { get set }
    var system: PhoneSystem { get set }
    /// Writes down what happens; `nil` while all states are visited.
    var recorder: ExplorationRecorder? { get set }
    /// The largest number of PDUs under way in one direction.
    var longestQueue: Int { get }
    /// Lets the world go on without faults.
    ///
    /// - Returns: the promise that was broken; `nil` if it recovered.
    mutating func recover() -> BrokenPromise?
    /// Milliseconds since the beginning.
    var now: UInt64 { get }
    /// Tells the devices that the services changed. Nobody is subscribed any more.
    mutating func endSubscriptions()
    /// - Returns: whether there was room in the queue.
    mutating func notify(
        _ central: PeripheralSession.Central, _ value: PeripheralSession.Value
    ) -> Bool
    mutating func answer(_ central: PeripheralSession.Central, _ value: PeripheralSession.Value)
    mutating func reject(_ central: PeripheralSession.Central, _ error: ATTError)
}

extension PhoneWorld {
    var microseconds: UInt64 { now * 1000 }
    var time: SessionTime { SessionTime(milliseconds: now) }

    func add(to tally: inout Int) { tally = max(tally, longestQueue) }

    /// Takes the steps again, and writes down what happens.
    func counterexample(
        _ broken: BrokenPromise, after steps: [ExplorationStep]
    ) -> ExplorationReport.Counterexample {
        var world = self
        let recorder = ExplorationRecorder()
        world.recorder = recorder
        for step in steps { world.perform(step) }
        if world.broken == nil { _ = world.recover() }
        recorder.record(
            .broken("\(broken.promise.rawValue): \(broken.evidence)"),
            at: broken.microseconds / 1000,
            link: nil)
        return ExplorationReport.Counterexample(
            broken: broken, steps: steps, events: recorder.events)
    }

    func note(_ words: String) { recorder?.record(.note(words), at: now, link: nil) }

    /// Tells the phone's state machine what happened, and does what it wants.
    mutating func feedPhone(
        _ event: borrowing PeripheralSession.Event, _ input: PhoneInput,
        _ bytes: Span<UInt8> = Span()
    ) {
        referee.observe(.told(input, at: time), of: 0, at: microseconds, bytes)
        phone.handle(event, at: time)
        while let effect = phone.nextEffect() { perform(effect) }
        referee.observe(.acted, of: 0, at: microseconds, Span())
    }

    private mutating func perform(_ effect: PeripheralSession.Effect) {
        switch effect {
        case .addService: changeServices(isServing: true)
        case .removeService: changeServices(isServing: false)
        case .startAdvertising: advertise(true)
        case .stopAdvertising: advertise(false)
        case .notify(let central, let value):
            // A radio refuses at once, while effects are still to be taken.
            if !notify(central, value) { phone.handle(.notificationRefused(central), at: time) }
        case .answer(let central, let value): answer(central, value)
        case .reject(let central, let error): reject(central, error)
        case .fault: break
        }
    }

    /// The phone's services change; connected devices are told, and must subscribe again.
    mutating func changeServices(isServing: Bool) {
        system.isServing = isServing
        endSubscriptions()
    }

    private mutating func advertise(_ isOn: Bool) {
        system.isAdvertising = isOn
        referee.observe(.advertising(isOn: isOn), of: 0, at: microseconds, Span())
        note(isOn ? "phone advertises" : "phone stops advertising")
    }

    mutating func publish(_ length: ExplorationStep.ObjectLength) {
        system.objectCount += 1
        let object = setting.object(system.objectCount, length)
        note("object \(system.objectCount) published, \(object.count) bytes")
        feedPhone(.publish(object.span), .published, object.span)
    }

    mutating func stopNavigating() {
        system.isNavigating = false
        feedPhone(.stopNavigation, .navigationStopped)
    }

    /// Something that a fault took from the phone is back.
    mutating func recoverPhone(_ recovery: ExplorationStep.Recovery) {
        switch recovery {
        case .phoneRadioOn:
            system.isRadioOn = true
            feedPhone(.radioOn, .radioOn)
        case .navigationStarted:
            system.isNavigating = true
            feedPhone(.startNavigation, .navigationStarted)
        case .queueReady:
            system.isQueueFull = false
            feedPhone(.notificationsReady, .queueReady)
        case .deviceRadioOn: break
        }
    }
}
