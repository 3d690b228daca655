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

    @Test("Control of a fitness machine asks again for control that was lost, more and more seldom")
    func losses() {
        var rig = ControlRig.holding()
        var waits: [UInt64] = []
        for loss in 0..<10 {
            if loss % 2 == 0 {
                rig.status(.controlPermissionLost)
                // It is counted once.
                rig.status(.controlPermissionLost)
            } else {
                rig.handle(.setTarget(.power(watts: Int16(loss) * 5)))
                rig.obey(5, .controlNotPermitted)
            }
            #expect(rig.control.state == .controlLost && rig.requests == [])
            waits.append(rig.passToRequest())
            #expect(rig.requests == [.write(.requestControl)])
            rig.obey(0)
            rig.obey(5)
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 64, 64, 64].map { $0 * 1000 })
        rig.pass(milliseconds: 300_000)
        rig.status(.reset)
        #expect(rig.passToRequest() == 1000)
        // Control that is refused; and a machine that does not know the request.
        rig.obey(0, .operationFailed)
        #expect(rig.faults == [.refused(.result(.operationFailed))])
        #expect(rig.passToRequest() == 2000)
        rig.obey(0, .opCodeNotSupported)
        #expect(rig.requests == [.power(45)])
        // A time-out does not shorten the pause.
        rig.done()
        rig.status(.controlPermissionLost)
        #expect(rig.passToRequest() == 4000)
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

    @Test("Control of a fitness machine subscribes again, and waits while a procedure goes on")
    func procedures() {
        var rig = ControlRig.holding()
        rig.handle(.setTarget(.power(watts: 200)))
        rig.fail(0xFE)
        #expect(rig.faults.count == 1 && rig.passToRequest() == 1000)
        #expect(rig.requests == [.power(200)])
        rig.fail(0xFD)
        #expect(rig.passToRequest() == 1000 && rig.requests == [.subscribe])
        rig.done()
        #expect(rig.requests == [.power(200)])
        rig.fail(0xFD)
        #expect(rig.control.state == .unanswered)
        #expect(rig.passToRequest() == 1000)
        rig.fail(5)
        #expect(rig.passToRequest() == 2000 && rig.requests == [.subscribe])
        rig.handle(.done(Ticket(rawValue: 1)))
        #expect(rig.faults == [.lateArrival])
        rig.handle(.failed(Ticket(rawValue: 1), .unlikelyError))
        #expect(rig.faults == [.lateArrival])
    }

    @Test("Control of a fitness machine is asked for after each link, and the target restored")
    func reconnection() {
        var rig = ControlRig.holding()
        rig.handle(.disconnected)
        #expect(rig.told == [.state(.disconnected)])
        rig.handle(.disconnected)
        rig.answer(5)
        #expect(rig.told == [.fault(.lateArrival)])
        rig.handle(.setTarget(.power(watts: 250)))
        rig.handle(.connected(ControlRig.offer))
        rig.done()
        rig.obey(0)
        #expect(rig.requests == [.power(250)])
        // The link is lost under the request.
        rig.handle(.disconnected)
        rig.handle(.connected(ControlRig.offer))
        #expect(rig.requests == [.subscribe])
    }

    @Test(
        "Control of a fitness machine loses nothing by its own reset, and tells if that is refused")
    func ownReset() {
        var rig = ControlRig.holding()
        rig.handle(.setTarget(nil))
        // The status may come before the answer.
        rig.status(.reset)
        rig.obey(1)
        rig.handle(.setTarget(.power(watts: 100)))
        #expect(rig.requests == [.write(.requestControl)] && rig.control.state == .waiting)
        rig.obey(0)
        rig.obey(5)
        rig.handle(.setTarget(nil))
        rig.obey(1, .operationFailed)
        #expect(rig.faults == [.refused(.result(.operationFailed))] && rig.requests == [])
    }

    @Test(
        "Control of a fitness machine resets it when the rider wants nothing, also after a lost link"
    )
    func noTarget() {
        var rig = ControlRig.holding()
        rig.handle(.setTarget(nil))
        #expect(rig.requests == [.write(.reset)] && rig.told == [.state(.idle)])
        rig.obey(1)
        rig.status(.reset)
        #expect(rig.requests == [] && rig.control.nextDeadline == nil)
        rig.handle(.setTarget(.power(watts: 100)))
        #expect(rig.requests == [.write(.requestControl)])
        rig.obey(0)
        rig.handle(.disconnected)
        rig.handle(.setTarget(nil))
        rig.handle(.connected(ControlRig.offer))
        rig.done()
        rig.obey(0)
        #expect(rig.requests == [.write(.reset)])
        rig.obey(1, .controlNotPermitted)
        #expect(rig.passToRequest() == 1000)
        rig.obey(0)
        #expect(rig.requests == [.write(.reset)])
        rig.obey(1)
        // If somebody else has control, nothing is left to reset.
        rig.handle(.setTarget(.power(watts: 100)))
        rig.obey(0)
        rig.obey(5)
        rig.status(.controlPermissionLost)
        rig.handle(.setTarget(nil))
        #expect(rig.passToRequest() == 0 && rig.requests == [])
    }

    @Test("Control of a fitness machine tells what somebody else sets, and does not fight it")
    func changes() {
        var rig = ControlRig.holding()
        rig.status(.changed(.power(watts: 150)))
        #expect(rig.told == [])
        rig.status(.changed(.power(watts: 180)))
        #expect(rig.told == [.state(.changed(.power(watts: 180)))])
        #expect(rig.requests == [] && rig.control.nextDeadline == nil)
        rig.status(.changed(.power(watts: 150)))
        #expect(rig.told == [.state(.holding(.power(watts: 150)))])
        rig.status(.changed(.power(watts: 180)))
        rig.handle(.setTarget(.power(watts: 150)))
        #expect(rig.requests == [.power(150)])
        // The echo of an older target comes late.
        rig.status(.changed(.power(watts: 180)))
        rig.status(.other(opCode: 0x30, parameter: ShortBytes()))
        #expect(rig.told == [])
    }

    @Test(
        "Control of a fitness machine waits while that is stopped, and then sets the target again")
    func stops() {
        var rig = ControlRig.holding()
        rig.status(.startedOrResumedByUser)
        #expect(rig.told == [] && rig.requests == [])
        rig.status(.stoppedOrPausedByUser(.pause))
        #expect(rig.told == [.state(.stopped(.user(.pause)))])
        rig.handle(.setTarget(.power(watts: 160)))
        rig.handle(.startSpinDown)
        #expect(rig.requests == [] && rig.spinDowns == [.failed(.stopped)])
        rig.status(.stoppedBySafetyKey)
        #expect(rig.control.state == .stopped(.safetyKey))
        rig.status(.startedOrResumedByUser)
        #expect(rig.requests == [.power(160)])
    }

    @Test("Control of a fitness machine spins down, and sets the target again")
    func spinDown() {
        var rig = ControlRig.holding()
        rig.status(.spinDown(.requested))
        #expect(rig.spinDowns == [.requested] && rig.requests == [])
        rig.handle(.startSpinDown)
        #expect(rig.requests == [.write(.spinDown(.start))])
        rig.handle(.startSpinDown)
        #expect(rig.spinDowns == [.failed(.running)])
        rig.done()
        rig.answer(19, parameter: [0xB0, 0x04, 0xC4, 0x09])
        #expect(rig.spinDowns == [.started(speeds: 1200...2500)])
        #expect(rig.control.state == .spinningDown)
        rig.handle(.setTarget(.power(watts: 200)))
        #expect(rig.requests == [])
        rig.status(.spinDown(.stopPedaling))
        #expect(rig.spinDowns == [.stopPedaling])
        rig.status(.spinDown(.success))
        #expect(rig.spinDowns == [.succeeded] && rig.requests == [.power(200)])
        rig.status(.spinDown(.error))
        #expect(rig.spinDowns == [])
    }

    @Test("Control of a fitness machine tells why a spin down failed")
    func failedSpinDowns() {
        func running() -> ControlRig {
            var rig = ControlRig.holding()
            rig.handle(.startSpinDown)
            rig.obey(19)
            return rig
        }
        var rig = running()
        #expect(rig.spinDowns == [.started(speeds: nil)])
        #expect(rig.passToRequest() == 120_000)
        #expect(rig.spinDowns == [.failed(.timedOut)] && rig.requests == [.power(150)])
        let statuses: [(FitnessMachineStatus, TrainerControl.SpinDownFailure)] = [
            (.spinDown(.error), .error), (.stoppedBySafetyKey, .stopped),
            (.controlPermissionLost, .controlLost),
        ]
        for (status, failure) in statuses {
            rig = running()
            rig.status(status)
            #expect(rig.spinDowns == [.failed(failure)])
        }
        rig = running()
        rig.handle(.disconnected)
        #expect(rig.spinDowns == [.failed(.disconnected)])
        rig.handle(.startSpinDown)
        #expect(rig.spinDowns == [.failed(.disconnected)])
        rig = ControlRig.holding()
        rig.handle(.startSpinDown)
        rig.obey(19, .operationFailed)
        #expect(rig.spinDowns == [.failed(.refused(.result(.operationFailed)))])
        rig.handle(.startSpinDown)
        rig.fail(0x0E)
        #expect(rig.spinDowns == [.failed(.refused(.att(.unlikelyError)))])
        rig.handle(.startSpinDown)
        for _ in 1...3 {
            rig.done()
            _ = rig.passToRequest()
        }
        #expect(rig.spinDowns == [.failed(.timedOut)])
    }
}
