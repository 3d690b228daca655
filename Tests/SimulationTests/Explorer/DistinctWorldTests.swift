import KomootNav
import Testing

@testable import Simulation

/// An exploration visits a state once for each digest, so what can change the future must change the
/// digest. The sessions have such tests of their own.
@Suite("Worlds that differ in one thing")
struct DistinctWorldTests {
    typealias World = ExploredWorld<CentralSession, PeripheralSession>

    /// One thing in which a world can differ from another.
    struct Difference: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (inout World) -> Void

        init(_ description: String, _ make: @escaping @Sendable (inout World) -> Void) {
            testDescription = description
            self.make = make
        }
    }

    /// The device reads a whole value for the first time. Time has passed since the beginning.
    private static func world() -> World {
        let explorer = Explorer(profile: .ios, radio: .wholeValues)
        var world = World(
            ExplorationSetting(phone: explorer.phone, radio: .wholeValues),
            device: CentralSession(CentralSession.Configuration(radio: .wholeValues)),
            phone: PeripheralSession(explorer.phone),
            budget: ExplorationBudget(publications: 1, faults: 1, delays: 1))
        world.perform(.published(.longerThanChunk))
        world.perform(.phoneDeadline)
        while world.rest.longRead == nil, world.isUnderWay { world.letArrive() }
        world.letArrive()
        return world
    }

    static let differences =
        budget + radios + links + judgements + [
            Difference("the phone's system") { $0.system.isServing.toggle() },
            Difference("advertising") { $0.system.isAdvertising.toggle() },
            Difference("the user") { $0.system.isNavigating.toggle() },
            Difference("the phone's Bluetooth") { $0.system.isRadioOn.toggle() },
            Difference("the queue") { $0.system.isQueueFull.toggle() },
            Difference("how many objects there were") { $0.system.objectCount += 1 },
        ]

    private static let budget = [
        Difference("publications") { $0.rest.budget.publications += 1 },
        Difference("faults") { $0.rest.budget.faults += 1 },
        Difference("delays") { $0.rest.budget.delays += 1 },
    ]

    private static let radios = [
        Difference("the device's Bluetooth") { $0.rest.isDeviceRadioOn.toggle() },
        Difference("the scan") { $0.rest.isScanning.toggle() },
        Difference("whether they met") { $0.rest.hasMet.toggle() },
        Difference("the radio's subscription") { $0.rest.isSubscribed.toggle() },
        Difference("what the radio owes") { $0.rest.owed = nil },
        Difference("whether the radio reads") { $0.rest.longRead = nil },
        Difference("how far the radio has read") { world in
            let byte: ContiguousArray<UInt8> = [7]
            _ = world.rest.longRead?.receive(byte.span, mtu: 23)
        },
    ]

    private static let links = [
        Difference("coming up") { $0.rest.links[0].isComingUp.toggle() },
        Difference("up for the device") { $0.rest.links[0].isUpForDevice.toggle() },
        Difference("up for the phone") { $0.rest.links[0].isUpForPhone.toggle() },
        Difference("lost") { $0.rest.links[0].isLost.toggle() },
        Difference("the MTU") { $0.rest.links[0].mtu += 1 },
        Difference("the link's subscription") { $0.rest.links[0].isSubscribed.toggle() },
        Difference("an owed subscription") { $0.rest.links[0].owesSubscription.toggle() },
        Difference("the outstanding request") { $0.rest.links[0].outstanding = nil },
        Difference("what goes to the phone") { world in
            world.rest.links[0].toPhone.append(ExploredPDU(body: .gone))
        },
        Difference("what goes to the device") { world in
            world.rest.links[0].toDevice.append(ExploredPDU(body: .serviceChanged))
        },
    ]

    /// What the referee knows.
    private static let judgements = [
        Difference("hostile") { $0.rest.knowledge.isHostile.toggle() },
        device("started") { $0.isStarted.toggle() },
        device("Bluetooth off") { $0.isRadioOff.toggle() },
        device("searching") { $0.isSearching.toggle() },
        device("the next link") { $0.nextLink = nil },
        device("the link") { $0.link = nil },
        device("the device's MTU") { $0.mtu += 1 },
        device("found") { $0.knowsCharacteristic.toggle() },
        device("no object") { $0.hasNoObject.toggle() },
        device("a change during a request") { $0.isDiscounted.toggle() },
        device("failures") { $0.failures += 1 },
        device("values since") { $0.valuesSinceFailure += 1 },
        device("an unchanged beginning") { $0.beginsUnchanged.toggle() },
        device("the last whole object") { $0.lastWhole = 7 },
        device("the object that is shown") { $0.shownWhole = 7 },
        device("the status") { $0.status = .ended },
        device("the request") { $0.outstanding = nil },
        device("its offset") { $0.outstanding?.isAtBeginning.toggle() },
        device("when something arrived") { $0.lastArrival -= 1000 },
        phone("navigation") { $0.isNavigating.toggle() },
        phone("the phone's radio") { $0.isRadioOn.toggle() },
        phone("it advertises") { $0.isAdvertising.toggle() },
        phone("the newest object") { $0.newestObject = 7 },
        phone("the place's MTU") { $0.links[0].mtu += 1 },
        phone("the place's subscription") { $0.links[0].isSubscribed.toggle() },
        phone("a refusal") { $0.links[0].refusedAt = 0 },
        phone("a watchdog") { $0.links[0].watchdog = .fired },
        phone("an arrival") { $0.links[0].hasArrived.toggle() },
        phone("a snapshot") { $0.links[0].snapshot = 7 },
    ]

    private static func device(
        _ description: String, _ make: @escaping @Sendable (inout DeviceRecord) -> Void
    ) -> Difference {
        Difference("the device: \(description)") { make(&$0.rest.knowledge.devices[0]) }
    }

    private static func phone(
        _ description: String, _ make: @escaping @Sendable (inout PhoneModel) -> Void
    ) -> Difference {
        Difference("the phone: \(description)") { make(&$0.rest.knowledge.phone) }
    }

    @Test("Worlds that differ in one thing have different digests", arguments: differences)
    func distinct(_ difference: Difference) {
        var one = Self.world()
        #expect(one.rest.longRead != nil && one.rest.owed != nil)
        var other = one
        difference.make(&other)
        #expect(one.digest(countsBudget: true) != other.digest(countsBudget: true))
    }
}
