import CyclingSensors
import Testing

// Links and control that are lost.
extension MachineControlTests {
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
}
