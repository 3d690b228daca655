import CyclingSensors
import Testing

// Procedures that the trainer has to end.
extension MachineControlTests {
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
