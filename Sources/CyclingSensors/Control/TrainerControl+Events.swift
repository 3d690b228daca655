// What events and deadlines change.
extension TrainerControl {
    mutating func follow(_ event: borrowing Event) {
        switch event {
        case .setTarget(let target): set(target)
        case .startSpinDown: startSpinDown()
        case .connected(let offer):
            endSpinDown(.disconnected)
            self.offer = offer
            link = Link()
            begin()
        case .disconnected:
            guard offer != nil else { return tell(.lateArrival) }
            endSpinDown(.disconnected)
            offer = nil
            link = Link()
        case .done(let ticket): finish(ticket)
        case .failed(let ticket, let error): fail(ticket, error)
        case .answered(let bytes):
            guard isMachine else { return tell(.lateArrival) }
            do throws(SensorError) {
                take(try ControlPointResponse(decoding: bytes))
            } catch {
                tell(.invalid(error))
            }
        case .status(let bytes):
            guard isMachine else { return tell(.lateArrival) }
            do throws(SensorError) {
                take(try FitnessMachineStatus(decoding: bytes))
            } catch {
                tell(.invalid(error))
            }
        case .frame(let bytes):
            guard offer != nil, !isMachine else { return tell(.lateArrival) }
            do throws(SensorError) {
                take(try FECFrame(decoding: bytes).page)
            } catch {
                tell(.invalid(error))
            }
        case .timePassed: break
        }
    }

    private var isMachine: Bool { if case .fitnessMachine = offer { true } else { false } }

    private mutating func set(_ target: TrainerTarget?) {
        let isSame = target == self.target
        self.target = target
        if target == nil { link.repeated = nil }
        switch link.progress {
        case .due where isSame, .done where isSame: break
        default: begin()
        }
    }

    mutating func meetDeadlines() {
        if let outstanding = link.outstanding, outstanding.deadline <= now {
            link.outstanding = nil
            if outstanding.isWritten, outstanding.request.setsTarget, !isMachine {
                isSilent = !outstanding.isPending
                succeed(outstanding.request)
            } else {
                tell(.timedOut)
                if isMachine, target != nil, outstanding.request.setsTarget {
                    link.repeated = outstanding.request
                }
                miss()
            }
        }
        if let step = link.spinDown, step.end <= now { endSpinDown(.timedOut) }
    }

    /// A request was not answered, or can't be answered now: it is repeated, later and later.
    ///
    /// - Parameter pause: the shortest pause, in milliseconds.
    private mutating func miss(pause: UInt64 = 0) {
        link.unansweredCount = min(link.unansweredCount, .max - 1) + 1
        let extra = Int(link.unansweredCount) - Int(TrainerTiming.attempts)
        if extra >= 0 { link.repeated = nil }
        wait(for: extra < 0 ? pause : TrainerTiming.pause(after: UInt8(clamping: extra + 1)))
        if link.unansweredCount == TrainerTiming.attempts, case .wanted = link.spinDown {
            endSpinDown(.timedOut)
        }
    }

    private mutating func wait(for interval: UInt64) {
        link.pauseEnd = max(link.pauseEnd, time(after: interval))
    }

    /// Gives the trainer this long to answer from now on.
    private mutating func extend(by interval: UInt64) {
        let deadline = time(after: interval)
        link.outstanding?.deadline = deadline
    }

    private mutating func finish(_ ticket: Ticket) {
        guard let outstanding = link.outstanding, outstanding.ticket == ticket else {
            // The answer may come before the write's response.
            if ticket != lastTicket, ticket.next != lastTicket { tell(.lateArrival) }
            return
        }
        link.outstanding?.isWritten = true
        switch outstanding.request {
        case .subscribe:
            link.outstanding = nil
            link.isSubscribed = true
        case .send where outstanding.request.setsTarget:
            link.unansweredCount = 0
            guard isSilent else { return extend(by: TrainerTiming.commandTimeout) }
            link.outstanding = nil
            succeed(outstanding.request)
        case .write, .send: extend(by: TrainerTiming.answerTimeout)
        }
    }

    private mutating func fail(_ ticket: Ticket, _ error: ATTError) {
        guard let outstanding = link.outstanding, outstanding.ticket == ticket else {
            return tell(.lateArrival)
        }
        link.outstanding = nil
        let isRepeated = error == .procedureAlreadyInProgress || error == .noSubscription
        if error == .noSubscription { link.isSubscribed = false }
        if !isRepeated, outstanding.request == .write(.spinDown(.start)) {
            endSpinDown(.refused(.att(error)))
        } else if !isRepeated, outstanding.request.setsTarget {
            link.repeated = nil
            refuse(outstanding.request, .att(error))
        } else {
            tell(.refused(.att(error)))
            miss(pause: TrainerTiming.pause(after: 1))
        }
    }
}

extension ATTError {
    /// The server works on another request (clause 1.6).
    fileprivate static let procedureAlreadyInProgress = ATTError(rawValue: 0xFE)
    /// The client must subscribe first (clause 1.6).
    fileprivate static let noSubscription = ATTError(rawValue: 0xFD)
}

// Fitness machines.
extension TrainerControl {
    private mutating func take(_ response: ControlPointResponse) {
        guard case .write(let command) = link.outstanding?.request,
            response.controlPoint == .fitnessMachine, response.requestOpCode == command.opCode
        else { return tell(.otherAnswer(response.requestOpCode)) }
        // The answer to the first of several may still come.
        if case .set = command, link.unansweredCount > 0 { wait(for: TrainerTiming.answerTimeout) }
        link.outstanding = nil
        if link.repeated == .write(command) { link.repeated = nil }
        link.unansweredCount = 0
        let isDone = response.result == .success
        switch command {
        case .requestControl:
            // A machine that does not know the request needs none.
            if isDone || response.result == .opCodeNotSupported {
                link.controlStart = now
            } else {
                tell(.refused(.result(response.result)))
                loseControl()
            }
        case _ where response.result == .controlNotPermitted: loseControl()
        case .reset:
            if isDone {
                mayHaveTarget = false
                link.controlStart = nil
            } else {
                tell(.refused(.result(response.result)))
            }
            if target == nil { link.progress = .done }
        case .spinDown:
            guard let step = link.spinDown else { break }
            guard isDone else { return endSpinDown(.refused(.result(response.result))) }
            link.spinDown = .running(until: step.end)
            effects.append(.tell(.spinDown(.started(speeds: response.spinDownSpeeds))))
        default:
            let request = Request.write(command)
            if isDone {
                succeed(request)
            } else {
                let isKnown = response.result != .opCodeNotSupported
                refuse(request, isKnown ? .result(response.result) : .notSupported)
            }
        }
    }

    /// Somebody else has control, or nobody has. Whatever the rider wants is set again.
    private mutating func loseControl() {
        if let start = link.controlStart, now.milliseconds(since: start) >= TrainerTiming.peace {
            link.lossCount = 0
        }
        link.lossCount = min(link.lossCount, .max - 1) + 1
        link.controlStart = nil
        wait(for: TrainerTiming.pause(after: link.lossCount))
        if case .running = link.spinDown { endSpinDown(.controlLost) }
        if target == nil || link.progress == .done { begin() }
    }

    private mutating func take(_ status: FitnessMachineStatus) {
        switch status {
        case .reset, .controlPermissionLost:
            // Not by a request of our own, nor a second time.
            guard link.controlStart != nil, link.outstanding?.request != .write(.reset) else {
                return
            }
            // One that is just being set may come after this.
            mayHaveTarget = link.outstanding?.request.setsTarget == true
            loseControl()
        case .stoppedOrPausedByUser(let end): stop(.user(end))
        case .stoppedBySafetyKey: stop(.safetyKey)
        case .startedOrResumedByUser:
            guard link.stop != nil else { return }
            link.stop = nil
            link.unansweredCount = 0
            begin()
        case .changed(let other): note(other)
        case .spinDown(let status): take(status)
        case .other: break
        }
    }

    private mutating func stop(_ stop: Stop) {
        link.stop = stop
        endSpinDown(.stopped)
    }

    /// A target has changed: by the rider's, or somebody changed it.
    private mutating func note(_ other: FitnessMachineTarget) {
        guard case .fitnessMachine(_, _, let resistance) = offer, let offer,
            let own = target?.adjusted(to: offer)?.onMachine(resistance: resistance),
            link.outstanding?.request.setsTarget != true, link.stop == nil
        else { return }
        // The target is set again afterwards.
        if case .running = link.spinDown { return }
        switch link.progress {
        case .done, .changed: link.progress = own.isSame(as: other) ? .done : .changed(other)
        case .due, .refused: break
        }
    }
}

// Spin downs.
extension TrainerControl {
    private mutating func startSpinDown() {
        let failure: SpinDownFailure
        switch offer {
        case nil: failure = .disconnected
        case .fitnessMachine(let settable, _, _) where settable.contains(.spinDown):
            if link.spinDown != nil {
                failure = .running
            } else if link.stop != nil {
                failure = .stopped
            } else {
                return link.spinDown = .wanted(until: time(after: TrainerTiming.spinDownTimeout))
            }
        case .fitnessMachine, .fec: failure = .notSupported
        }
        effects.append(.tell(.spinDown(.failed(failure))))
    }

    private mutating func take(_ status: SpinDownStatus) {
        switch status {
        case .requested: effects.append(.tell(.spinDown(.requested)))
        case .stopPedaling:
            guard case .running = link.spinDown else { return }
            effects.append(.tell(.spinDown(.stopPedaling)))
        case .success, .error:
            guard case .running = link.spinDown else { return }
            endSpinDown(status == .success ? nil : .error)
        default: break
        }
    }

    /// Ends a spin down, if there is one; the target is set again.
    ///
    /// - Parameter failure: why it failed; `nil` if it succeeded.
    private mutating func endSpinDown(_ failure: SpinDownFailure?) {
        guard let step = link.spinDown else { return }
        link.spinDown = nil
        effects.append(.tell(.spinDown(failure.map(SpinDown.failed) ?? .succeeded)))
        if case .running = step { begin() }
    }
}

// FE-C.
extension TrainerControl {
    private mutating func take(_ page: FECPage) {
        switch page.content {
        case .capabilities(let capabilities): take(capabilities.modes)
        case .commandStatus(let status): take(status)
        default: break
        }
    }

    private mutating func take(_ modes: FECCapabilities.Modes) {
        if link.outstanding?.request == .send(FECPageRequest().page) {
            link.outstanding = nil
            link.unansweredCount = 0
        }
        guard offer != .fec(modes) else { return }
        offer = .fec(modes)
        begin()
    }

    private mutating func take(_ status: FECCommandStatus) {
        guard let command = status.lastCommand else { return }
        if let page = link.lastCommand, page.number == command, isNew(status, of: page) {
            isSilent = false
            answer(status, to: page)
        } else if let sequence = link.sequence, status.sequence != sequence {
            tell(.otherAnswer(command))
        }
        if status.status != .pending { link.sequence = status.sequence }
    }

    /// Whether a status is of this command, not of one before.
    private func isNew(_ status: FECCommandStatus, of page: FECPage) -> Bool {
        status.sequence != link.sequence
            && status.data == UInt32(truncatingIfNeeded: page.word >> 32)
    }

    private mutating func answer(_ status: FECCommandStatus, to page: FECPage) {
        let refusal: Refusal?
        switch status.status {
        case .pending:
            guard link.outstanding?.isPending == false else { return }
            link.outstanding?.isPending = true
            return extend(by: TrainerTiming.pendingTimeout)
        case .pass: refusal = nil
        case .notSupported: refusal = .notSupported
        default: refusal = .command(status.status)
        }
        if link.outstanding?.request == .send(page) {
            link.outstanding = nil
            link.unansweredCount = 0
            if let refusal { refuse(.send(page), refusal) } else { succeed(.send(page)) }
        } else if let refusal, link.progress == .done, target != nil {
            // It had counted as done.
            link.progress = .refused(refusal)
        }
    }
}
