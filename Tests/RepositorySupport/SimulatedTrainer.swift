package import CyclingSensors

/// A trainer that obeys, or does what trainers do wrong.
package struct SimulatedTrainer: Hashable {
    /// What it does with a request.
    package enum Manner: CaseIterable {
        case obey, drop, answerOther, refuse, forgetControl, busy, forgetSubscription, failWrite
    }

    /// What comes back.
    package enum Reply: Hashable {
        case done(Ticket)
        case failed(Ticket, UInt8)
        case answer(ContiguousArray<UInt8>)
        case status(ContiguousArray<UInt8>)
        case frame(ContiguousArray<UInt8>)
    }

    package let offer: TrainerControl.Offer
    /// Whether an FE-C trainer sends page 71.
    package let tellsCommands: Bool
    package var isSubscribed = false
    package var hasControl = false
    package var isStopped = false
    /// Of a fitness machine.
    package var target: FitnessMachineTarget?
    /// Whether somebody else has set that.
    package var isForeign = false
    /// The last page of each kind that sets an FE-C trainer, and the one that says which force it makes.
    package var pages: [UInt8: FECPage] = [:]
    package var mode: UInt8?
    /// How many times it was asked for control.
    package var controlRequests = 0
    private var sequence: UInt8 = 0

    package init(_ offer: TrainerControl.Offer, tellsCommands: Bool = true) {
        self.offer = offer
        self.tellsCommands = tellsCommands
    }

    /// The link has ended, or comes up.
    package mutating func restart() {
        (isSubscribed, hasControl, isStopped) = (false, false, false)
        (target, isForeign, pages, mode) = (nil, false, [:], nil)
    }

    /// What is wrong with a request: the trainer does not offer it.
    package func objection(to request: TrainerControl.Request) -> String? {
        switch (offer, request) {
        case (_, .subscribe), (.fitnessMachine, .write(.requestControl)),
            (.fitnessMachine, .write(.reset)):
            return nil
        case (.fitnessMachine(let settable, _, _), .write(.spinDown(.start))):
            return settable.contains(.spinDown) ? nil : "a spin down"
        case (.fitnessMachine(let settable, let range, let levels), .write(.set(let target))):
            switch target {
            case .power(let watts):
                return settable.contains(.power) && Self.fits(watts, range) ? nil : "\(target)"
            case .resistance(.wide(let level)):
                guard settable.contains(.resistance) else { return "\(target)" }
                guard case .wide(let range) = levels else { return nil }
                return Self.fits(level, range) ? nil : "\(target)"
            case .indoorBikeSimulation:
                return settable.contains(.indoorBikeSimulation) ? nil : "\(target)"
            default: return "\(target)"
            }
        case (.fec(let modes), .send(let page)):
            let needed: FECCapabilities.Modes
            switch page.number {
            case 48: needed = .basicResistance
            case 49: needed = .targetPower
            case 50, 51, 55: needed = .simulation
            case 70: needed = []
            default: return "page \(page.number)"
            }
            return modes?.isSuperset(of: needed) == true ? nil : "page \(page.number)"
        default: return "\(request)"
        }
    }

    private static func fits(_ value: Int16, _ range: SupportedSignedRange?) -> Bool {
        guard let range, range.minimum < range.maximum else { return true }
        let step = max(1, Int(range.minimumIncrement))
        return (range.minimum...range.maximum).contains(value)
            && (Int(value) - Int(range.minimum)).isMultiple(of: step)
    }

    /// Takes a request.
    package mutating func take(
        _ request: TrainerControl.Request, _ ticket: Ticket, _ manner: Manner = .obey
    ) -> [Reply] {
        switch manner {
        case .busy: return [.failed(ticket, 0xFE)]
        case .failWrite: return [.failed(ticket, 0x0E)]
        case .forgetSubscription: isSubscribed = false
        case .forgetControl: hasControl = false
        case .obey, .drop, .answerOther, .refuse: break
        }
        if request == .subscribe {
            isSubscribed = true
            return [.done(ticket)]
        }
        guard isSubscribed else { return [.failed(ticket, 0xFD)] }
        var replies = take(request, refuses: manner == .refuse)
        if [.drop, .answerOther].contains(manner) {
            replies.removeAll { if case .status = $0 { false } else { true } }
        }
        if manner == .answerOther { replies.append(.answer([0x80, 7, 1])) }
        return [.done(ticket)] + replies
    }

    private mutating func take(
        _ request: TrainerControl.Request, refuses: Bool
    ) -> [Reply] {
        switch request {
        case .subscribe: return []
        case .send(let page): return take(page, refuses: refuses)
        case .write(let command):
            func answer(_ result: ControlPointResult) -> Reply {
                .answer(
                    ControlPointResponse(
                        .fitnessMachine, to: command.opCode, result: result
                    ).encoded())
            }
            func status(_ status: FitnessMachineStatus) -> Reply { .status(status.encoded()) }
            if command == .requestControl { controlRequests += 1 }
            guard !refuses else { return [answer(.operationFailed)] }
            guard command == .requestControl || hasControl else {
                return [answer(.controlNotPermitted)]
            }
            switch command {
            case .requestControl: hasControl = true
            case .reset:
                (hasControl, target, isForeign) = (false, nil, false)
                return [status(.reset), answer(.success)]
            case .set(let target):
                (self.target, isForeign) = (target, false)
                return [answer(.success), status(.changed(target))]
            case .spinDown:
                return [
                    answer(.success), status(.spinDown(.stopPedaling)),
                    status(.spinDown(.success)),
                ]
            default: return [answer(.opCodeNotSupported)]
            }
            return [answer(.success)]
        }
    }

    private mutating func take(_ page: FECPage, refuses: Bool) -> [Reply] {
        if page.number == FECPageRequest.number {
            guard case .fec(let modes) = offer else { return [] }
            var capabilities = FECCapabilities()
            capabilities.modes = modes ?? []
            return [.frame(FECFrame(capabilities.page).encoded())]
        }
        if !refuses {
            pages[page.number] = page
            if page.number != FECUserConfiguration.number { mode = page.number }
        }
        guard tellsCommands else { return [] }
        sequence = (sequence + 1) % 4
        var status = FECCommandStatus()
        status.lastCommand = page.number
        status.sequence = sequence
        status.status = refuses ? .rejected : .pass
        status.data = UInt32(truncatingIfNeeded: page.word >> 32)
        return [.frame(FECFrame(status.page).encoded())]
    }
}
