import CyclingSensors
import Testing

@Suite("Control of a fitness machine")
struct MachineControlTests {
    @Test("Control of a fitness machine is asked for first, and each request waits for its answer")
    func order() {
        var rig = ControlRig()
        rig.handle(.setTarget(.power(watts: 150)))
        #expect(rig.told == [] && rig.requests == [])
        rig.handle(.connected(ControlRig.offer))
        #expect(rig.requests == [.subscribe] && rig.told == [.state(.waiting)])
        rig.done()
        #expect(rig.requests == [.write(.requestControl)])
        rig.done()
        #expect(rig.requests == [])
        rig.answer(0)
        #expect(rig.requests == [.power(150)])
        // The answer may come before the response to the write.
        let ticket = rig.ticket
        rig.answer(5)
        #expect(rig.told == [.state(.holding(.power(watts: 150)))])
        rig.handle(.done(ticket))
        #expect(rig.told == [] && rig.control.nextDeadline == nil)
        // Nothing is asked without a target.
        var idle = ControlRig()
        idle.handle(.connected(ControlRig.offer))
        idle.done()
        #expect(idle.requests == [] && idle.control.state == .idle)
    }

    @Test(
        "Control of a fitness machine clamps and rounds a target, unless the range makes no sense")
    func ranges() {
        typealias Power = SupportedSignedRange
        func watts(_ watts: Int16, _ range: Power?) -> TrainerControl.State {
            ControlRig.holding(
                .power(watts: watts), on: .fitnessMachine([.power], power: range)
            ).control.state
        }
        let range = Power(minimum: 12, maximum: 401, minimumIncrement: 5)
        for (wish, given) in [
            (0, 12), (14, 12), (15, 17), (150, 152), (149, 147), (400, 397), (401, 397),
            (.max, 397), (.min, 12),
        ] as [(Int16, Int16)] {
            #expect(watts(wish, range) == .holding(.power(watts: given)), "\(wish)")
        }
        for (low, high, step) in [(0, 0, 1), (800, 0, 5), (.max, .min, 1)]
            as [(
                Int16, Int16, UInt16
            )]
        {
            let range = Power(minimum: low, maximum: high, minimumIncrement: step)
            #expect(watts(153, range) == .holding(.power(watts: 153)), "\(range)")
        }
        for step: UInt16 in [0, 802, .max] {
            let range = Power(minimum: 0, maximum: 800, minimumIncrement: step)
            #expect(watts(153, range) == .holding(.power(watts: 153)))
            #expect(watts(900, range) == .holding(.power(watts: 800)))
        }
        #expect(watts(153, nil) == .holding(.power(watts: 153)))
        let whole = Power(minimum: .min, maximum: .max, minimumIncrement: .max)
        #expect(watts(.max, whole) == .holding(.power(watts: .max)))
    }

    @Test("Control of a fitness machine sends a resistance level as wide as its range is")
    func resistance() {
        func sent(_ level: Int16, _ range: SupportedResistanceRange?) -> TrainerControl.Request? {
            var rig = ControlRig.holding(
                .power(watts: 1),
                on: .fitnessMachine([.power, .resistance], resistance: range))
            rig.handle(.setTarget(.resistance(level: level)))
            return rig.requests.first
        }
        func level(_ level: ResistanceTarget) -> TrainerControl.Request {
            .write(.set(.resistance(level)))
        }
        let wide = SupportedRange<Int16>(minimum: -50, maximum: 1000, minimumIncrement: 10)
        #expect(sent(-77, .wide(wide)) == level(.wide(-50)))
        #expect(sent(444, .wide(wide)) == level(.wide(440)))
        let narrow = SupportedRange<UInt8>(minimum: 1, maximum: 250, minimumIncrement: 1)
        #expect(sent(300, .narrow(narrow)) == level(.narrow(250)))
        let none = SupportedRange<UInt8>(minimum: 9, maximum: 1, minimumIncrement: 1)
        #expect(sent(300, .narrow(none)) == level(.narrow(255)))
        #expect(sent(300, nil) == level(.wide(300)))
        // A status with the other width is the same level.
        var rig = ControlRig.holding(
            .resistance(level: 20), on: .fitnessMachine([.resistance], resistance: .narrow(narrow)))
        rig.status(.changed(.resistance(.wide(20))))
        #expect(rig.told == [])
        rig.status(.changed(.resistance(.wide(21))))
        #expect(rig.told == [.state(.changed(.resistance(.wide(21))))])
    }

    @Test("Control of a fitness machine never sends what is not offered, and tells that")
    func offers() {
        let targets: [TrainerTarget] = [
            .power(watts: 100), .resistance(level: 10), .simulation(.hill),
        ]
        let bits: [FitnessMachineFeature.Settable] = [.power, .resistance, .indoorBikeSimulation]
        for (target, bit) in zip(targets, bits) {
            var rig = ControlRig()
            rig.handle(
                .connected(
                    .fitnessMachine(
                        FitnessMachineFeature.Settable(
                            rawValue: ~bit.rawValue))))
            rig.done()
            rig.handle(.setTarget(target))
            #expect(rig.requests == [])
            #expect(rig.told == [.state(.refused(target, .notSupported))])
            let held = ControlRig.holding(target, on: .fitnessMachine(bit))
            #expect(held.control.state == .holding(target))
            rig.handle(.connected(.fec(FECCapabilities.Modes(rawValue: 0))))
            rig.done()
            #expect(rig.requests == [] && rig.control.state == .refused(target, .notSupported))
            rig.handle(.startSpinDown)
            #expect(rig.spinDowns == [.failed(.notSupported)])
        }
        var rig = ControlRig.holding(on: .fitnessMachine(.power))
        rig.handle(.startSpinDown)
        #expect(rig.requests == [] && rig.spinDowns == [.failed(.notSupported)])
    }

    @Test("Control of a fitness machine sends the newest target, and what is older changes nothing")
    func coalescing() {
        var rig = ControlRig.holding()
        rig.handle(.setTarget(.power(watts: 200)))
        for watts: Int16 in [205, 210, 215] {
            rig.handle(.setTarget(.power(watts: watts)))
            #expect(rig.requests == [])
        }
        rig.obey(5, .invalidParameter)
        #expect(rig.requests == [.power(215)] && rig.control.state == .waiting)
        rig.obey(5)
        #expect(rig.requests == [] && rig.control.state == .holding(.power(watts: 215)))
        rig.handle(.setTarget(.power(watts: 215)))
        #expect(rig.requests == [] && rig.told == [])
        // There and back again.
        rig.handle(.setTarget(.power(watts: 220)))
        rig.handle(.setTarget(.power(watts: 215)))
        rig.handle(.setTarget(.power(watts: 220)))
        rig.obey(5)
        #expect(rig.requests == [] && rig.control.state == .holding(.power(watts: 220)))
    }

    @Test("Control of a fitness machine takes the answer to another request for a fault")
    func otherAnswers() {
        var rig = ControlRig.holding()
        rig.answer(5)
        #expect(rig.told == [.fault(.otherAnswer(5))])
        rig.handle(.setTarget(.power(watts: 200)))
        rig.done()
        rig.answer(0)
        rig.answer(17, .controlNotPermitted)
        #expect(rig.told == [.fault(.otherAnswer(17))] && rig.requests == [])
        let foreign = ControlPointResponse(.cyclingPower, to: 5, result: .success)
        rig.handle(.answered(foreign.encoded().span))
        #expect(rig.told == [.fault(.otherAnswer(5))] && rig.control.state == .waiting)
        let empty: ContiguousArray<UInt8> = []
        rig.handle(.answered(empty.span))
        rig.handle(.status(empty.span))
        #expect(rig.told == [.fault(.invalid(SensorError(.truncated, at: 0)))])
        rig.handle(.frame(empty.span))
        #expect(rig.told == [.fault(.lateArrival)])
        rig.answer(5)
        #expect(rig.control.state == .holding(.power(watts: 200)))
    }

    @Test("Control of a fitness machine repeats what is not answered, tells the third, and pauses")
    func timeouts() {
        var rig = ControlRig.holding()
        rig.handle(.setTarget(.power(watts: 200)))
        var waits: [UInt64] = []
        for attempt in 1...11 {
            rig.done()
            waits.append(rig.passToRequest())
            #expect(rig.requests == [.power(200)])
            #expect(rig.control.state == (attempt < 3 ? .waiting : .unanswered))
        }
        #expect(waits == [3, 3, 4, 5, 7, 11, 19, 35, 67, 67, 67].map { $0 * 1000 })
        rig.obey(5)
        #expect(rig.control.state == .holding(.power(watts: 200)))
        // A write that is never done.
        rig.handle(.setTarget(.power(watts: 205)))
        // Another answer may still come before it.
        #expect(rig.passToRequest() == 3000)
        #expect(rig.passToRequest() == 40_000 && rig.faults == [.timedOut])
    }

    @Test(
        "Control of a fitness machine sends a newer target when the one before was unanswered three times"
    )
    func newerTarget() {
        var rig = ControlRig.holding()
        rig.handle(.setTarget(.power(watts: 200)))
        rig.done()
        rig.handle(.setTarget(.power(watts: 210)))
        var requests: [[TrainerControl.Request]] = []
        for _ in 1...3 {
            _ = rig.passToRequest()
            requests.append(rig.requests)
            rig.done()
        }
        #expect(requests == [[.power(200)], [.power(200)], [.power(210)]])
    }

    @Test("Control of a fitness machine tells why a target is refused, and waits for the next one")
    func refusals() {
        let cases: [(ControlPointResult, TrainerControl.Refusal)] = [
            (.opCodeNotSupported, .notSupported), (.invalidParameter, .result(.invalidParameter)),
            (.operationFailed, .result(.operationFailed)),
        ]
        for (result, why) in cases {
            var rig = ControlRig.holding()
            rig.handle(.setTarget(.power(watts: 200)))
            rig.obey(5, result)
            #expect(rig.told == [.state(.refused(.power(watts: 200), why))])
            #expect(rig.control.nextDeadline == nil)
            rig.handle(.setTarget(.power(watts: 200)))
            #expect(rig.requests == [.power(200)])
            rig.fail(0x0E)
            #expect(rig.control.state == .refused(.power(watts: 200), .att(.unlikelyError)))
        }
    }
}
