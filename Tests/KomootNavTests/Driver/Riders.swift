import KomootNav
import PropertyTesting

/// Takes a central's driver through a ride, and says what is wrong.
final class Rider {
    typealias Step = DriverPropertyTests.Step

    private let radio: ScriptedCentralRadio
    private var reactions: ArraySlice<Step?>
    /// The request that the radio has not answered.
    private var owed: CentralDriver<Int>.Request?
    /// How many notifications of this link may be taken for answers: with one callback, the session then reads once
    /// more (C.12), or discovers if the services have changed.
    private var doubtCount = 0
    /// Whether something else than answers waits to be handled: an answer told now would come after it.
    private var isDisturbed = false
    private var isInside = false
    private(set) var fault: String?
    private(set) var secondRequest: String?
    private(set) var deliveries = 0

    init(_ ride: DriverPropertyTests.Ride) {
        radio = ScriptedCentralRadio(ride.kind)
        reactions = ride.reactions[...]
        radio.react = { [unowned self] _, entry in react(to: entry) }
        radio.tell(.start)
        let connection: [Step] = [
            .event(.found(1), after: 0), .event(.connected(1, mtu: 23), after: 0),
        ]
        let requests = Array(repeating: Step.settle(error: nil), count: 4)
        for step in (ride.isConnected ? connection + requests : []) + ride.steps {
            take(step)
            isDisturbed = false
            checkAlarm(after: step)
        }
    }

    private func checkAlarm(after step: Step) {
        let driver = radio.driver
        let waits =
            switch driver.phase {
            case .stopped, .radioOff, .scanning: false
            case .connecting, .discovering, .subscribing, .ready, .reading: true
            }
        if waits != (radio.alarm != nil) {
            fault =
                fault ?? "\(driver.phase) with alarm \(String(describing: radio.alarm)), \(step)"
        }
        if waits != (driver.peer != nil) {
            fault = fault ?? "\(driver.phase) with peer \(String(describing: driver.peer)), \(step)"
        }
    }

    private func react(to entry: ScriptedCentralRadio.Entry) {
        switch entry {
        case .request(let request):
            switch request {
            case .startScan, .disconnect, .connect: (owed, doubtCount) = (nil, 0)
            case .stopScan: break
            case .discover, .subscribe, .read:
                if case .read = owed, doubtCount > 0, request.mayFollowDoubt {
                    doubtCount -= 1
                } else if let owed {
                    secondRequest = "\(request) while \(owed) is outstanding"
                }
                owed = request
            }
        case .show: deliveries += 1
        case .report(.radioOff), .report(.stopped): owed = nil
        case .wake, .report, .note: break
        }
        guard let reaction = reactions.popFirst(), let reaction else { return }
        isInside = true
        take(reaction)
        isInside = false
    }

    private func take(_ step: Step) {
        switch step {
        case .event(let event, let pause):
            if isInside { isDisturbed = true }
            radio.tell(event, after: pause)
        case .value(let kind, let bytes, let peer):
            if isInside { isDisturbed = true }
            let hasDoubts = radio.driver.configuration.radio == .oneCallback
            if hasDoubts, peer == radio.driver.peer, case .read = owed { doubtCount += 1 }
            radio.send(kind, bytes, from: peer)
        case .settle(let error):
            guard let owed, !isDisturbed else { return }
            self.owed = nil
            settle(owed, error)
        }
    }

    private func settle(_ request: CentralDriver<Int>.Request, _ error: ATTError?) {
        switch request {
        case .startScan, .stopScan, .connect, .disconnect: break
        case .discover(let peer):
            radio.tell(error.map { .failed(peer, $0) } ?? .discovered(peer, hasCCCD: true))
        case .subscribe(let peer):
            radio.tell(error.map { .failed(peer, $0) } ?? .subscribed(peer))
        case .read(let peer, let offset):
            guard error == nil else { return _ = radio.tell(.failed(peer, .unlikelyError)) }
            let oneCallback = radio.driver.configuration.radio == .oneCallback
            let object = deployedObject(1, count: 30).dropFirst(offset)
            radio.send(oneCallback ? .either : .answer, ContiguousArray(object), from: peer)
        }
    }
}

extension CentralDriver.Request {
    /// Whether it may follow a notification that was taken for an answer.
    fileprivate var mayFollowDoubt: Bool {
        switch self {
        case .read, .discover: true
        case .startScan, .stopScan, .connect, .disconnect, .subscribe: false
        }
    }
}

/// What a phone's radio or app may do.
enum PhoneStep {
    case event(PeripheralDriver<Int, String>.Event, after: UInt64)
    case publish(ContiguousArray<UInt8>)
    case read(by: Int, offset: Int)
    /// From now on, notifications to these centrals are refused.
    case refuse(Set<Int>)

    init(_ choices: inout Choices) {
        let central = choices.integer(in: 1...10)
        let pause = choices.element(of: [0, 1, 1500, 5000, 120_000] as [UInt64])
        switch choices.integer(in: 0...17) {
        case 0...3: self = .read(by: central, offset: choices.integer(in: 0...40))
        case 4...6: self = .publish(deployedObject(UInt8(central), count: 9 + central))
        case 7: self = .publish(choices.objectBytes())
        case 8: self = .event(choices.bool() ? .startNavigation : .stopNavigation, after: pause)
        case 9: self = .event(.connected(central, mtu: 23), after: pause)
        case 10: self = .event(.heard(central, mtu: 50), after: pause)
        case 11: self = .event(.disconnected(central), after: pause)
        case 12:
            self = .event(choices.bool() ? .subscribed(central) : .unsubscribed(central), after: 0)
        case 13: self = .event(choices.bool() ? .radioOff : .radioOn, after: pause)
        case 14: self = .event(.notificationRefused(central), after: 0)
        case 15: self = .event(.notificationsReady, after: pause)
        case 16: self = .refuse(choices.bool() ? [central] : [])
        default: self = .event(choices.bool() ? .timePassed : .startAdvertising, after: pause)
        }
    }
}

/// Takes a peripheral's driver through a ride, and says what is wrong.
final class PhoneRider {
    private let radio = ScriptedPeripheralRadio()
    private var reactions: ArraySlice<PhoneStep?>
    private var asked: [String] = []
    private(set) var answered: [String] = []
    private(set) var fault: String?

    init(_ steps: [PhoneStep], _ reactions: [PhoneStep?]) {
        self.reactions = reactions[...]
        radio.react = { [unowned self] _, entry in react(to: entry) }
        radio.tell(.startNavigation)
        for step in steps {
            take(step)
            if asked != answered { fault = fault ?? "asked \(asked), answered \(answered)" }
            let phase = radio.driver.phase
            let advertises = phase == .advertising
            if advertises, radio.alarm == nil { fault = fault ?? "\(phase) without an alarm" }
            if phase == .stopped, radio.alarm != nil { fault = fault ?? "an alarm when stopped" }
        }
    }

    private func react(to entry: ScriptedPeripheralRadio.Entry) {
        switch entry {
        case .answer(let read, _), .reject(let read, _): answered.append(read)
        case .request, .notify, .wake, .note: break
        }
        if let reaction = reactions.popFirst(), let reaction { take(reaction) }
    }

    private func take(_ step: PhoneStep) {
        switch step {
        case .event(let event, let pause): radio.tell(event, after: pause)
        case .publish(let bytes): radio.publish(bytes)
        case .read(let central, let offset):
            asked.append("read \(asked.count)")
            radio.tell(.read(asked[asked.count - 1], by: central, offset: offset))
        case .refuse(let centrals): radio.refusing = centrals
        }
    }
}
