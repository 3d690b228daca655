import KomootNav
import PropertyTesting
import Testing

@Suite("For any radio")
struct DriverPropertyTests {
    typealias Event = CentralDriver<Int>.Event

    /// What a radio may do, whether or not anybody asked for it.
    enum Step {
        case event(Event, after: UInt64)
        case value(CentralDriver<Int>.ValueKind, ContiguousArray<UInt8>, from: Int)
        /// Answers the request that is owed, if there is one.
        case settle(error: ATTError?)
    }

    /// - Parameter isHonest: whether the radio answers only what it was asked, and only once.
    static func step(_ choices: inout Choices, isHonest: Bool) -> Step {
        let peer = choices.integer(in: 1...3)
        let bytes = choices.bool() ? ScriptedCentralRadio.object : choices.objectBytes()
        let error = choices.element(
            of: [ATTError.unlikelyError, .invalidHandle, .insufficientAuthentication])
        let pause = choices.element(of: [0, 1, 700, 4000, 5000, 10_000] as [UInt64])
        switch choices.integer(in: 0...(isHonest ? 15 : 21)) {
        case 0...3: return .settle(error: nil)
        case 4: return .settle(error: error)
        case 5: return .event(.found(peer), after: pause)
        case 6: return .event(.connected(peer, mtu: choices.element(of: [nil, 23, 50])), after: 0)
        case 7: return .event(.disconnected(peer), after: pause)
        case 8: return .event(.failedToConnect(peer), after: pause)
        case 9: return .event(.mtuChanged(peer, mtu: choices.element(of: [23, 50])), after: 0)
        case 10: return .event(.serviceChanged(peer), after: pause)
        case 11: return .event(choices.bool() ? .start : .stop, after: pause)
        case 12: return .event(choices.bool() ? .radioOff : .radioOn, after: pause)
        case 13, 14: return .event(.timePassed, after: pause)
        case 15: return .value(.notification, bytes, from: peer)
        case 16: return .value(.either, bytes, from: peer)
        case 17: return .value(.answer, bytes, from: peer)
        case 18: return .event(.discovered(peer, hasCCCD: choices.bool()), after: 0)
        case 19: return .event(.notDiscovered(peer), after: 0)
        case 20: return .event(.subscribed(peer), after: 0)
        default: return .event(.failed(peer, error), after: 0)
        }
    }

    /// What a radio does by itself, and what it does at once when it is asked.
    struct Ride: CustomStringConvertible {
        let kind: ChunkReassembler.Radio
        let steps: [Step]
        let reactions: [Step?]
        /// Whether it begins with a link on which a request is owed.
        let isConnected: Bool
        var description: String { "\(kind): \(steps), at once: \(reactions)" }

        init(_ choices: inout Choices, isHonest: Bool) {
            kind = choices.element(of: [.offsetReads, .wholeValues, .longReads, .oneCallback])
            isConnected = choices.bool()
            steps = choices.list(atMost: 40) { step(&$0, isHonest: isHonest) }
            reactions = choices.list(atMost: 40) {
                $0.bool() ? step(&$0, isHonest: isHonest) : nil
            }
        }
    }

    @Test("A central's driver never traps, and is woken whenever it waits for something")
    func anyRadio() throws {
        try checkProperty(
            "a central's driver never traps", count: 1000,
            generate: { Ride(&$0, isHonest: false) },
            holds: { Rider($0).fault })
    }

    @Test("A central's driver never waits for two answers at a time")
    func oneRequest() throws {
        var deliveries = 0
        let isWhole = try checkProperty(
            "a central's driver never waits for two answers", count: 1500,
            replaying: [0x404b_6715_084c_8896, 0x2697_594b_7aaf_90f1],
            generate: { Ride(&$0, isHonest: true) },
            holds: {
                let rider = Rider($0)
                deliveries += rider.deliveries
                return rider.fault ?? rider.secondRequest
            })
        if isWhole { #expect(deliveries > 500, "\(deliveries)") }
    }

    @Test(
        "A peripheral's driver never traps, answers every read once, and is woken whenever it waits"
    )
    func anyPeripheralRadio() throws {
        var answers = 0
        let isWhole = try checkProperty(
            "a peripheral's driver answers every read once", count: 1000,
            generate: { choices in
                (
                    choices.list(atMost: 60) { PhoneStep(&$0) },
                    choices.list(atMost: 20) { $0.bool() ? PhoneStep(&$0) : nil }
                )
            },
            holds: { steps, reactions in
                let rider = PhoneRider(steps, reactions)
                answers += rider.answered.count
                return rider.fault
            })
        if isWhole { #expect(answers > 1000) }
    }
}
