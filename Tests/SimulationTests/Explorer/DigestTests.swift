import KomootNav
import PropertyTesting
import Testing

@testable import Simulation

/// An exploration visits a state once for each digest, so worlds with equal digests must behave alike.
@Suite("Worlds with equal digests")
struct DigestTests {
    /// What follows from each step that is possible in a world.
    private func successors(
        of world: some PhoneWorld
    ) -> [ExplorationStep: StateDigest?] {
        var successors: [ExplorationStep: StateDigest?] = [:]
        world.forEachStep { step in
            var next = world
            next.perform(step)
            successors[step] = .some(next.broken == nil ? next.digest(countsBudget: true) : nil)
        }
        return successors
    }

    /// Visits worlds, deepest first. It compares what follows from each with what followed from the
    /// first one with its digest, and now and then goes on with both.
    private func compare<World: PhoneWorld>(from start: World, count: Int) {
        var known: [StateDigest: (world: World, successors: [ExplorationStep: StateDigest?])] = [:]
        var waiting = [start]
        var repetitions = 0
        while var world = waiting.popLast(), known.count < count {
            let digest = world.digest(countsBudget: true)
            let successors = successors(of: world)
            if let other = known[digest] {
                repetitions += 1
                guard other.successors == successors else {
                    let steps = successors.keys.filter { other.successors[$0] != successors[$0] }
                    Issue.record("worlds with equal digests differ after \(steps)")
                    return
                }
                guard repetitions % 10 != 0 || goOn(world, other.world) else { return }
                continue
            }
            known[digest] = (world, successors)
            world.forEachStep { step in
                var next = world
                next.perform(step)
                if next.broken == nil { waiting.append(next) }
            }
        }
        #expect(repetitions > 20)
    }

    /// Takes the same steps in two worlds for a while: whatever is under way arrives, then time passes.
    /// What the digest left out would show when the worlds part.
    ///
    /// - Returns: whether they stayed alike.
    private func goOn<World: PhoneWorld>(_ one: World, _ other: World) -> Bool {
        var (one, other) = (one, other)
        for count in 0..<60 {
            var steps: [ExplorationStep] = []
            one.forEachStep { steps.append($0) }
            guard let step = steps.first(where: \.isArrival) ?? steps.first(where: \.isDeadline)
            else { return true }
            one.perform(step)
            other.perform(step)
            let isBroken = one.broken != nil
            guard isBroken == (other.broken != nil),
                isBroken
                    || one.digest(countsBudget: true) == other.digest(countsBudget: true)
            else {
                Issue.record("worlds with equal digests part after \(count + 1) steps, at \(step)")
                return false
            }
            if isBroken { return true }
        }
        return true
    }

    @Test(
        "Worlds with equal digests have the same steps, which lead to worlds with equal digests",
        arguments: [PhoneProfile.published, .android], DeviceRadio.allCases)
    func behaveAlike(_ profile: PhoneProfile, _ radio: DeviceRadio) throws {
        let explorer = Explorer(profile: profile, radio: radio)
        // With this radio, states come again later.
        let count = try propertyRuns(radio == .coreBluetooth ? 2500 : 400)
        compare(
            from: ExploredWorld(
                ExplorationSetting(phone: explorer.phone, radio: radio),
                device: CentralSession(CentralSession.Configuration(radio: radio.reads)),
                phone: PeripheralSession(explorer.phone),
                budget: ExplorationBudget(publications: 1, faults: 1, delays: 0)),
            count: count)
    }

    @Test(
        "Worlds with equal digests have the same steps if two devices use the phone",
        arguments: PhoneProfile.allCases)
    func behaveAlike(_ profile: PhoneProfile) throws {
        var explorer = Explorer(profile: profile, radio: .offsetReads)
        explorer.phone.serving = .snapshotPerRead
        compare(
            from: ServedWorld(
                ExplorationSetting(phone: explorer.phone, radio: .offsetReads),
                phone: PeripheralSession(explorer.phone),
                budget: ExplorationBudget(publications: 2, faults: 1, delays: 0)),
            count: try propertyRuns(400))
    }

    /// The variables of a value, by their names.
    private func variables(of value: Any) -> [String] {
        Mirror(reflecting: value).children.compactMap(\.label)
    }

    @Test(
        "Worlds with equal digests have equal referees: describe a new variable to the digest, then add it here"
    )
    func coversReferee() {
        let phone = PhoneModel(PeripheralSession.Configuration(layout: .deployed))
        #expect(
            variables(of: RefereeState(phone: phone)) == [
                "broken", "marks", "published", "devices", "phone", "isHostile",
            ])
        // What is counted between two checks is zero between two steps. Marks don't matter.
        #expect(
            variables(of: phone) == [
                "configuration", "isNavigating", "isRadioOn", "links", "newestObject", "limit",
                "isAdvertisingAgain", "missing", "watchdog", "repeatDue", "lastInput", "notified",
                "due",
                "retried", "answers", "dueAnswers", "isAdvertising", "hasGivenUp", "hasRepeated",
                "hasWatchdogFired",
            ])
        #expect(
            variables(of: PhoneModel.Link(number: 0, mtu: 23, lastHeard: 0)) == [
                "number", "mtu", "lastHeard", "isSubscribed", "refusedAt", "watchdog", "hasArrived",
                "snapshot", "firstChunk", "hasReadOn",
            ])
        // Liveness is judged by the world itself; the memory used does not change.
        #expect(
            variables(of: DeviceRecord(number: 0, radio: .offsetReads, mtu: 23)) == [
                "number", "radio", "isStarted", "isRadioOff", "isSearching", "nextLink", "link",
                "linkCount", "outstanding", "lastAnswer", "lastArrival", "knowsCharacteristic",
                "isSubscribed", "hasNoObject", "isDiscounted", "failures", "valuesSinceFailure",
                "beginsUnchanged", "lastWhole", "shownWhole", "memory", "status", "lastShown",
                "lastShownWhole",
                "mtu", "unseen", "unseenWhole",
            ])
        #expect(
            variables(of: LongRead(Ticket(rawValue: 1), at: 0)) == [
                "ticket", "offset", "token", "bytes", "hasChunk",
            ])
    }

    @Test("Worlds with equal digests give a kept phone back, whatever its session did since")
    func keptPhone() {
        var session = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
        session.handle(.startNavigation, at: SessionTime(milliseconds: 1000))
        _ = session.takeEffects()
        func publish(_ byte: UInt8) {
            let object = ContiguousArray<UInt8>(repeating: byte, count: 60)
            session.handle(.publish(object.span), at: SessionTime(milliseconds: 2000))
            _ = session.takeEffects()
        }
        func digest(_ session: PeripheralSession) -> StateDigest {
            var session = session
            var digest = StateDigest()
            session.describe(to: &digest, at: SessionTime(milliseconds: 3000)) { Int($0.rawValue) }
            return digest
        }
        for byte in 1...12 { publish(UInt8(byte)) }
        let kept = session.kept()
        let expected = digest(session)
        publish(13)
        #expect(digest(session) != expected)
        let restored = PeripheralSession(kept)
        #expect(digest(restored) == expected)
        #expect(restored.configuration == session.configuration)
    }

    @Test(
        "Worlds with equal digests give a kept device back; its session holds no references, for its memory is kept"
    )
    func keptDevice() {
        #expect(_isPOD(CentralSession.self))
        var session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
        func digest(_ session: CentralSession) -> StateDigest {
            var session = session
            var digest = StateDigest()
            session.describe(to: &digest, at: SessionTime(milliseconds: 3000))
            return digest
        }
        session.handle(.start, at: SessionTime(milliseconds: 1000))
        while session.nextEffect() != nil {}
        let kept = session.kept()
        let expected = digest(session)
        session.handle(.stop, at: SessionTime(milliseconds: 2000))
        while session.nextEffect() != nil {}
        #expect(digest(session) != expected)
        #expect(digest(CentralSession(kept)) == expected)
    }
}

extension ExplorationStep {
    fileprivate var isArrival: Bool {
        switch self {
        case .deliverToPhone, .deliverToDevice, .found, .connected: true
        default: false
        }
    }

    fileprivate var isDeadline: Bool { self == .deviceDeadline || self == .phoneDeadline }
}
