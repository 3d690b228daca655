import ConnectIQBridge
import KomootNav
import WatchSimulation

/// What a session could do wrong.
enum PlantedMistake: CaseIterable, Sendable {
    case tellsTheEndTwice, neverTellsTheEnd
    case takesTimeoutForBusy, sendsOnBothTransfers
    case swapsMessages
    case forgetsTheNewest
    case tellsOfStrangers, sendsAfterUnregistering
    case takesConnectedForReady
    case sendsTheNewestAtOnce
    case letsAllWait
    case triesForEver
    case runsFast
    case storesNothing
    case asksToBeWokenAtOnce
    case waitsForEver

    /// What it breaks.
    var promise: WatchPromise {
        switch self {
        case .tellsTheEndTwice, .neverTellsTheEnd: .endsOnce
        case .takesTimeoutForBusy, .sendsOnBothTransfers: .arrivesOnce
        case .swapsMessages: .keepsOrder
        case .forgetsTheNewest: .newestIsShown
        case .tellsOfStrangers, .sendsAfterUnregistering: .onlyRegistered
        case .takesConnectedForReady: .onlyReady
        case .sendsTheNewestAtOnce: .oneAtATime
        case .letsAllWait: .isBounded
        case .triesForEver: .endsTrying
        case .runsFast: .keepsIntervals
        case .storesNothing: .keepsTheList
        case .asksToBeWokenAtOnce, .waitsForEver: .comesToRest
        }
    }
}

/// This library's session, with a mistake planted between it and the run.
struct PlantedMachine: CompanionMachine {
    private var session: CompanionSession
    private let mistake: PlantedMistake?
    private var effects: [CompanionSession.Effect] = []
    private var now = SessionTime.zero
    /// A message in order that is held back.
    private var held: CompanionSession.Event?
    private var lastSend: [WatchApp: CompanionSession.Effect] = [:]
    private var first: [WatchApp: OutgoingMessage] = [:]
    private var messages: [OutgoingMessage.ID: OutgoingMessage] = [:]
    /// What is handed in once more after the event.
    private var again: [CompanionSession.Event] = []

    init(_ configuration: CompanionSession.Configuration, _ mistake: PlantedMistake?) {
        session = CompanionSession(configuration)
        self.mistake = mistake
    }

    var nextDeadline: SessionTime? {
        let isHasty = mistake == .asksToBeWokenAtOnce && now < SessionTime(.seconds(3))
        return isHasty ? now : session.nextDeadline
    }

    mutating func nextEffect() -> CompanionSession.Effect? {
        effects.isEmpty ? nil : effects.removeFirst()
    }

    mutating func handle(_ event: CompanionSession.Event, at time: SessionTime) {
        now = time
        for event in changed(event) { pass(event) }
        let repeated = again
        again = []
        for event in repeated { pass(event) }
    }

    private mutating func pass(_ event: CompanionSession.Event) {
        // Twice as fast as time passes.
        let time =
            mistake == .runsFast ? SessionTime(milliseconds: now.milliseconds * 2) : now
        session.handle(event, at: time)
        var own: [CompanionSession.Effect] = []
        while let effect = session.nextEffect() { own.append(effect) }
        for effect in own { effects += changed(effect) }
    }

    /// The events that the session is handed in place of one.
    private mutating func changed(_ event: CompanionSession.Event) -> [CompanionSession.Event] {
        switch (mistake, event) {
        case (.takesTimeoutForBusy, .finished(let ticket, .timeout)):
            return [.finished(ticket, .deviceIsBusy)]
        case (.triesForEver, .send(let message, _)):
            messages[message.id] = message
            return [event]
        case (.swapsMessages, .send(let message, _)) where message.delivery == .inOrder:
            if let first = held {
                held = nil
                return [event, first]
            }
            held = event
            return []
        case (.forgetsTheNewest, .send(let message, let app)) where message.delivery != .inOrder:
            if first[app] != nil {
                effects.append(.tell(.ended(message.id, to: app, .replaced)))
                return []
            }
            first[app] = message
            return [event]
        case (.takesConnectedForReady, .statusChanged(let id, .connected)):
            return [event, .deviceReady(id)]
        case (.storesNothing, .storeFailed(let ticket)): return [.stored(ticket)]
        default: return [event]
        }
    }

    /// The effects that the run sees in place of one.
    private mutating func changed(_ effect: CompanionSession.Effect) -> [CompanionSession.Effect] {
        switch (mistake, effect) {
        case (.tellsTheEndTwice, .tell(.ended(_, _, .connectionEnded))): return [effect, effect]
        case (.neverTellsTheEnd, .tell(.ended(_, _, .failed(.timeout)))): return []
        case (.waitsForEver, .tell(.ended(_, _, .failed))): return []
        case (.sendsOnBothTransfers, .transport(.send(_, _, false, _))): return [effect, effect]
        case (.tellsOfStrangers, .tell(.fault(.unexpectedMessage))):
            return [
                effect,
                .tell(.received(.null, from: WatchApp(id: uuid(900), device: uuid(1)))),
            ]
        case (.sendsAfterUnregistering, .transport(.send(_, let app, _, _))):
            lastSend[app] = effect
            return [effect]
        case (.sendsAfterUnregistering, .transport(.unregisterApp(let app))):
            return [effect] + (lastSend[app].map { [$0] } ?? [])
        case (.sendsTheNewestAtOnce, .tell(.progress(let id, let app, _, _))):
            let content = NumberedContent.remark(number: id.rawValue)
            return [
                effect,
                .transport(.send(content, to: app, isTransient: true, Ticket(rawValue: 0))),
            ]
        case (.letsAllWait, .tell(.ended(_, _, .refused(.queueFull)))): return []
        case (.triesForEver, .tell(.ended(let id, let app, .failed(let result))))
        where result.isTemporary:
            // It is handed in again, as if it were new.
            guard let message = messages[id] else { return [effect] }
            again.append(.send(message, to: app))
            return [.tell(.retrying(id, to: app, after: result))]
        default: return [effect]
        }
    }
}
