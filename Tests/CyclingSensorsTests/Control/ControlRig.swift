import CyclingSensors

@testable import struct CyclingSensors.TrainerControl
@testable import enum CyclingSensors.TrainerTiming

/// A machine with its clock, and what it did last.
struct ControlRig {
    var control = TrainerControl()
    var time = SessionTime.zero
    private(set) var requests: [TrainerControl.Request] = []
    private(set) var told: [TrainerControl.Update] = []
    private(set) var ticket = Ticket(rawValue: 0)

    static let offer = TrainerControl.Offer.fitnessMachine(
        [.power, .resistance, .indoorBikeSimulation, .spinDown],
        power: SupportedRange(minimum: 0, maximum: 800, minimumIncrement: 5),
        resistance: .wide(SupportedRange(minimum: 0, maximum: 100, minimumIncrement: 10)))
    static let modes: FECCapabilities.Modes = [.basicResistance, .targetPower, .simulation]

    var faults: [TrainerControl.Fault] {
        told.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
    }
    var spinDowns: [TrainerControl.SpinDown] {
        told.compactMap { if case .spinDown(let step) = $0 { step } else { nil } }
    }

    mutating func handle(_ event: borrowing TrainerControl.Event) {
        (requests, told) = ([], [])
        control.handle(event, at: time)
        while let effect = control.nextEffect() {
            switch effect {
            case .perform(let request, let ticket):
                requests.append(request)
                self.ticket = ticket
            case .tell(let update): told.append(update)
            }
        }
    }

    /// The last request is done.
    mutating func done() { handle(.done(ticket)) }

    mutating func fail(_ code: UInt8) { handle(.failed(ticket, ATTError(rawValue: code))) }

    mutating func pass(milliseconds: UInt64) {
        time = time.advanced(by: .milliseconds(milliseconds))
        handle(.timePassed)
    }

    /// Time passes until something is asked, or nothing is to be done any more.
    ///
    /// - Returns: the milliseconds.
    mutating func passToRequest() -> UInt64 {
        let start = time
        while let deadline = control.nextDeadline {
            time = max(time, deadline)
            handle(.timePassed)
            if !requests.isEmpty { break }
        }
        return time.milliseconds - start.milliseconds
    }

    mutating func answer(
        _ opCode: UInt8, _ result: ControlPointResult = .success, parameter: [UInt8] = []
    ) {
        let response = ControlPointResponse(
            .fitnessMachine, to: opCode, result: result,
            parameter: ShortBytes(parameter) ?? ShortBytes())
        handle(.answered(response.encoded().span))
    }

    /// The last request was written, and is answered.
    mutating func obey(_ opCode: UInt8, _ result: ControlPointResult = .success) {
        done()
        answer(opCode, result)
    }

    mutating func status(_ status: FitnessMachineStatus) {
        handle(.status(status.encoded().span))
    }

    mutating func frame(_ page: FECPage) {
        handle(.frame(FECFrame(page, message: .broadcast).encoded().span))
    }

    /// Page 71 about a command.
    mutating func commandStatus(
        _ page: FECPage, sequence: UInt8, _ status: FECCommandStatus.Status = .pass
    ) {
        var answer = FECCommandStatus()
        answer.lastCommand = page.number
        answer.sequence = sequence
        answer.status = status
        answer.data = UInt32(truncatingIfNeeded: page.word >> 32)
        frame(answer.page)
    }

    /// A machine that has control of a fitness machine, and this target.
    static func holding(
        _ target: TrainerTarget = .power(watts: 150), on offer: TrainerControl.Offer = offer
    ) -> ControlRig {
        var rig = ControlRig()
        rig.handle(.setTarget(target))
        rig.handle(.connected(offer))
        rig.done()
        rig.obey(0)
        guard case .write(let command) = rig.requests.first else { return rig }
        rig.obey(command.opCode)
        return rig
    }

    /// A machine that is subscribed to an FE-C trainer.
    static func fec(_ target: TrainerTarget?, modes: FECCapabilities.Modes = modes) -> ControlRig {
        var rig = ControlRig()
        rig.handle(.setTarget(target))
        rig.handle(.connected(.fec(modes)))
        rig.done()
        return rig
    }
}

extension TrainerControl.Request {
    static func power(_ watts: Int16) -> Self { .write(.set(.power(watts: watts))) }
}

extension IndoorBikeSimulation {
    static let hill = IndoorBikeSimulation(
        windSpeedInMillimetersPerSecond: -5000, gradeInHundredthsOfPercent: 300,
        rollingResistanceInTenThousandths: 40, windResistanceInHundredthsOfKilogramPerMeter: 51)
}
