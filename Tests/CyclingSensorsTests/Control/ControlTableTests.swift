import CyclingSensors
import PropertyTesting
import RepositorySupport
import Simulation
import Testing

@testable import struct CyclingSensors.TrainerControl

@Suite("The table of a trainer's control")
struct ControlTableTests {
    /// A machine to which anything happens.
    private struct Walk {
        static let events = [
            "setTarget", "startSpinDown", "connected", "disconnected", "done", "failed",
            "answered", "status", "frame", "timePassed",
        ]
        static let states = [
            "disconnected", "idle", "waiting", "holding", "refused", "unanswered", "controlLost",
            "changed", "stopped", "spinningDown",
        ]
        static let targets: [TrainerTarget?] = [
            nil, .power(watts: 150), .power(watts: 150), .power(watts: .max),
            .resistance(level: 20), .simulation(.hill, FECUserConfiguration()),
        ]

        /// A machine that can be given a power alone.
        static let poor = TrainerControl.Offer.fitnessMachine(
            [.power, .spinDown],
            power: SupportedRange(minimum: 0, maximum: 800, minimumIncrement: 5), resistance: nil)

        var rig = ControlRig()
        var random: SplitMix64
        var table: TransitionTable
        /// Whether the trainer and the radio do nothing, so that requests time out.
        var isSilent = false

        private var state: String { String("\(rig.control.state)".prefix { $0 != "(" }) }

        mutating func step() {
            if random.happens(1, in: 24) { isSilent.toggle() }
            let event = random.happens(1, in: 2) ? fitting : random.element(of: Self.events)
            let isOfLink = ["connected", "disconnected"].contains(event)
            guard !isOfLink || rig.control.offer == nil || random.happens(1, in: 4) else { return }
            let control = rig.control
            let before = state
            take(event)
            #expect(rig.requests.count + rig.told.count <= TrainerControl.maximumEffects)
            let hasChanged =
                !(rig.requests.isEmpty && rig.told.isEmpty) || control.link != rig.control.link
                || control.target != rig.control.target
            let isLate = rig.told == [.fault(.lateArrival)]
            table.note(
                event: event, phase: before, outcome: isLate ? "late" : hasChanged ? state : "·")
        }

        /// What a radio and a trainer would do next, so that the walk gets somewhere.
        private var fitting: String {
            mutating get {
                guard rig.control.offer != nil else { return "connected" }
                guard let outstanding = rig.control.link.outstanding else {
                    return rig.control.nextDeadline == nil ? "status" : "timePassed"
                }
                guard !isSilent else { return "timePassed" }
                guard outstanding.isWritten else { return "done" }
                if case .write = outstanding.request { return "answered" }
                return "frame"
            }
        }

        private mutating func take(_ event: String) {
            let ticket =
                random.happens(1, in: 8)
                ? Ticket(rawValue: UInt32(random.number(in: 0...9)))
                : rig.control.link.outstanding?.ticket ?? rig.ticket
            switch event {
            case "setTarget": rig.handle(.setTarget(random.element(of: Self.targets)))
            case "startSpinDown": rig.handle(.startSpinDown)
            case "connected":
                rig.handle(
                    .connected(random.element(of: [ControlRig.offer, Self.poor, .fec(nil)])))
            case "disconnected": rig.handle(.disconnected)
            case "done": rig.handle(.done(ticket))
            case "failed":
                let code = random.element(of: [5, 0xFD, 0xFE] as [UInt8])
                rig.handle(.failed(ticket, ATTError(rawValue: code)))
            case "answered": rig.handle(.answered(answer.span))
            case "status": rig.handle(.status(status.span))
            case "frame": rig.handle(.frame(frame.span))
            default:
                let due = rig.control.nextDeadline ?? rig.time
                let isFar = isSilent || random.happens(1, in: 4)
                let step = SessionTime(milliseconds: rig.time.milliseconds + 400)
                rig.time = max(rig.time, isFar ? due : min(due, step))
                rig.handle(.timePassed)
            }
        }

        private var answer: ContiguousArray<UInt8> {
            mutating get {
                guard !random.happens(1, in: 8) else { return noise }
                var opCode: UInt8 = 5
                if case .write(let command) = rig.control.link.outstanding?.request {
                    opCode = command.opCode
                }
                let result = random.happens(2, in: 3) ? 1 : random.number(in: 1...5)
                return [0x80, opCode, UInt8(result)]
            }
        }

        private var status: ContiguousArray<UInt8> {
            mutating get {
                guard !random.happens(1, in: 8) else { return noise }
                let changes: [FitnessMachineStatus] = [
                    .changed(.power(watts: 150)), .changed(.power(watts: 9)),
                    .controlPermissionLost,
                ]
                let others: [FitnessMachineStatus] = [
                    .reset, .stoppedBySafetyKey, .startedOrResumedByUser, .spinDown(.success),
                    .spinDown(.stopPedaling),
                ]
                let statuses = random.happens(1, in: 2) ? changes : others
                return random.element(of: statuses).encoded()
            }
        }

        private var frame: ContiguousArray<UInt8> {
            mutating get {
                guard !random.happens(1, in: 8) else { return noise }
                var capabilities = FECCapabilities()
                let modes: [FECCapabilities.Modes] = [ControlRig.modes, [.targetPower]]
                capabilities.modes = random.element(of: modes)
                guard let command = rig.control.link.lastCommand, random.happens(3, in: 4) else {
                    return FECFrame(capabilities.page).encoded()
                }
                var status = FECCommandStatus()
                status.lastCommand = command.number
                status.sequence =
                    (rig.control.link.sequence ?? 0) &+ UInt8(random.number(in: 0...2))
                status.status = FECCommandStatus.Status(
                    rawValue: UInt8(max(0, random.number(in: -3...4))))
                status.data = UInt32(truncatingIfNeeded: command.word >> 32)
                return FECFrame(status.page).encoded()
            }
        }

        private var noise: ContiguousArray<UInt8> {
            mutating get {
                var bytes: ContiguousArray<UInt8> = random.happens(1, in: 2) ? [0x80] : []
                for _ in 0..<random.number(in: 0...40) {
                    bytes.append(UInt8(random.number(in: 0...255)))
                }
                return bytes
            }
        }
    }

    @Test("The table of a trainer's control is what it was seen to do, whatever bytes came")
    func table() throws {
        var table = TransitionTable()
        for seed in propertySeeds(asksForMore ? 400 : 250) {
            var walk = Walk(random: SplitMix64(seed: seed), table: TransitionTable())
            swap(&walk.table, &table)
            for _ in 0..<800 { walk.step() }
            swap(&walk.table, &table)
        }
        let lines = table.lines(events: Walk.events, phases: Walk.states)
        let documented = try TransitionTable.documented(
            in: "Sources/CyclingSensors/Control/TrainerControl.swift")
        #expect(lines == documented, "\(lines.joined(separator: "\n"))")
    }
}
