extension TrainerControl {
    /// What happened. Bytes are borrowed only for the call.
    public enum Event: ~Escapable {
        /// The rider wants this of the trainer; `nil` for nothing any more.
        case setTarget(TrainerTarget?)
        /// The rider wants a spin down: the trainer measures how it slows down.
        case startSpinDown
        /// The link is up, and it is known what the trainer offers.
        case connected(Offer)
        /// The link is down.
        case disconnected
        /// A request was done: subscribed, or written.
        case done(Ticket)
        /// A request was answered with an error.
        case failed(Ticket, ATTError)
        /// The control point indicated this value.
        case answered(Span<UInt8>)
        /// The fitness machine notified this status.
        case status(Span<UInt8>)
        /// The FE-C trainer notified this frame.
        case frame(Span<UInt8>)
        /// Only time has passed: ``TrainerControl/nextDeadline`` has come.
        case timePassed
    }

    /// What to do. Do effects in the order given.
    public enum Effect: Hashable, Sendable {
        /// Ask the trainer. Answer with `done` or `failed`, and with this ticket.
        case perform(Request, Ticket)
        /// Tell the rider.
        case tell(Update)
    }

    /// What the rider is told.
    public enum Update: Hashable, Sendable {
        /// Another state.
        case state(State)
        /// How the spin down goes.
        case spinDown(SpinDown)
        /// Something happened that should not. For a log: the machine has dealt with it and goes on.
        case fault(Fault)
    }

    /// How it stands with the target.
    public enum State: Hashable, Sendable {
        /// There is no link.
        case disconnected
        /// The rider wants nothing.
        case idle
        /// The target is on its way.
        case waiting
        /// The trainer has this target: the rider's, or the nearest that it can be given.
        case holding(TrainerTarget)
        /// The trainer does not take the target. What sends it again, rule T.4 says.
        case refused(TrainerTarget, Refusal)
        /// The trainer has not answered, or refused to be asked, three times. It is asked again after pauses (rule T.2).
        case unanswered
        /// Somebody else controls the trainer. It is asked for control again after a pause (rule T.3).
        case controlLost
        /// Somebody changed the target, perhaps with the machine's buttons. It stays until the rider sets one (T.9).
        case changed(FitnessMachineTarget)
        /// The machine was stopped or paused. The target is set when it is started again (rule T.10).
        case stopped(Stop)
        /// A spin down goes on; targets wait (rule T.11).
        case spinningDown
    }

    /// Who stopped a machine.
    public enum Stop: Hashable, Sendable {
        /// Its user.
        case user(SessionEnd)
        /// The safety key.
        case safetyKey
    }

    /// Why a trainer does not take a target.
    public enum Refusal: Hashable, Sendable {
        /// It does not offer such targets, or does not know the command.
        case notSupported
        /// The control point's answer.
        case result(ControlPointResult)
        /// The answer to the write.
        case att(ATTError)
        /// What FE-C says of the command.
        case command(FECCommandStatus.Status)
    }

    /// How a spin down goes.
    public enum SpinDown: Hashable, Sendable {
        /// The machine asks for one.
        case requested
        /// It has begun: ride faster than these speeds, in 0.01 km/h; `nil` if the machine does not say.
        case started(speeds: ClosedRange<UInt16>?)
        /// Stop pedalling.
        case stopPedaling
        /// It is done.
        case succeeded
        /// It failed, or can't begin.
        case failed(SpinDownFailure)
    }

    /// Why a spin down failed.
    public enum SpinDownFailure: Hashable, Sendable {
        /// There is no link, or it was lost.
        case disconnected
        /// The trainer does not offer it.
        case notSupported
        /// Another one goes on; that is not disturbed.
        case running
        /// The trainer refused it.
        case refused(Refusal)
        /// The machine says that it failed.
        case error
        /// The machine was stopped.
        case stopped
        /// Somebody else took control.
        case controlLost
        /// It took too long.
        case timedOut
    }

    /// Something that should not happen.
    public enum Fault: Hashable, Sendable {
        /// An event that belongs to an earlier link or request, or to none.
        case lateArrival
        /// The answer to another request than the one made: to this op code, or FE-C page.
        case otherAnswer(UInt8)
        /// Bytes that can't be decoded.
        case invalid(SensorError)
        /// The trainer did not answer in time.
        case timedOut
        /// The trainer refused a request that sets no target, or is to be repeated.
        case refused(Refusal)
        /// The peripheral has no control point of a fitness machine, and no FE-C.
        case nothingToControl
    }
}
