import KomootNav

@testable import Simulation

/// If a device is lost while the phone advertises because the user wanted it, the user's limit still
/// ends advertising.
struct LimitEndsSearch: ExplorableBrokenPeripheral {
    var held: HeldPeripheral
    private var limit: SessionTime?
    init(_ held: HeldPeripheral) { self.held = held }

    var ownDeadline: SessionTime? { limit }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        let before = held.session.phase
        feed(event, at: time)
        let after = held.session.phase
        let isWanted =
            switch event {
            case .startAdvertising: after == .advertising || limit != nil
            default: after == .advertising && before != .advertising
            }
        if isWanted { limit = time.advanced(byMilliseconds: Milliseconds.advertisingLimit) }
        if after != .advertising && after != .advertisingAgain { limit = nil }
        guard let end = limit, end <= time else { return }
        limit = nil
        if after == .advertisingAgain { held.give(.stopAdvertising) }
    }

    func describeOwn(to digest: inout StateDigest, at now: SessionTime) {
        digest.add(limit.map { $0.milliseconds(since: now) })
    }
}

/// When its queue was full, it owes a notification until the queue is ready. Meanwhile neither a
/// repeat nor a new subscription makes it notify.
struct OwesUntilReady: ExplorableBrokenPeripheral {
    var held: HeldPeripheral
    private var owed: ContiguousArray<PeripheralSession.Central> = []
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func handle(_ event: PeripheralSession.Event, at time: SessionTime) {
        if case .notificationRefused(let central) = event {
            if !owed.contains(central) { owed.append(central) }
            return held.session.handle(event, at: time)
        }
        held.begin()
        switch event {
        case .notificationsReady, .radioOff: owed.removeAll()
        case .disconnected(let central): owed.removeAll { $0 == central }
        default: break
        }
        feed(event, at: time)
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        if case .notify(let central, _) = effect, owed.contains(central) { return }
        held.give(effect)
    }

    func describeOwn(to digest: inout StateDigest, at now: SessionTime) {
        digest.add(owed.count)
        for central in owed { digest.add(central.rawValue) }
    }
}

/// It forgets that a notification was refused if it is told while effects are still to be taken.
struct RefusalInBetweenForgotten: ExplorableBrokenPeripheral {
    var held: HeldPeripheral
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func handle(_ event: PeripheralSession.Event, at time: SessionTime) {
        if case .notificationRefused = event {
            if held.isDone { held.session.handle(event, at: time) }
            return
        }
        held.begin()
        feed(event, at: time)
    }
}
