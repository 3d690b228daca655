import ConnectIQBridge
import KomootNav
import WatchSimulation

/// What a session could do wrong.
enum PlantedMistake: CaseIterable, Sendable {
    case tellsTheEndTwice, neverTellsTheEnd
    case takesTimeoutForBusy, sendsOnBothTransfers
    case swapsMessages
    case forgetsTheNewest, neverAsks
    case tellsOfStrangers, sendsAfterUnregistering
    case takesConnectedForReady
    case sendsTheNewestAtOnce
    case letsAllWait
    case triesForEver
    case runsFast
    case storesNothing
    case asksToBeWokenAtOnce
    case waitsForEver
    case tellsTheFirstOfABatch
    case takesTimeoutForBusyOfBatches
    case turnsBatchesRound
    case sendsOneWithoutAnArray, cutsBatches, letsBatchesBeSkipped, ignoresTheLimits
    case letsAllWaitForABatch
    case sendsBatchesAtOnce

    /// What it breaks.
    var promise: WatchPromise {
        switch self {
        case .tellsTheEndTwice, .neverTellsTheEnd, .tellsTheFirstOfABatch: .endsOnce
        case .takesTimeoutForBusy, .sendsOnBothTransfers, .takesTimeoutForBusyOfBatches:
            .arrivesOnce
        case .swapsMessages, .turnsBatchesRound: .keepsOrder
        case .sendsOneWithoutAnArray, .cutsBatches, .letsBatchesBeSkipped, .ignoresTheLimits:
            .joinsBatches
        case .forgetsTheNewest, .neverAsks: .newestIsShown
        case .tellsOfStrangers, .sendsAfterUnregistering: .onlyRegistered
        case .takesConnectedForReady: .onlyReady
        case .sendsTheNewestAtOnce: .oneAtATime
        case .letsAllWait, .letsAllWaitForABatch: .isBounded
        case .triesForEver: .endsTrying
        case .runsFast, .sendsBatchesAtOnce: .keepsIntervals
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
    /// The tickets of batches.
    private var batchTickets = Set<Ticket>()
    private var batched = Set<OutgoingMessage.ID>()
    /// Whether the event has ended a batched message.
    private var hasToldOfBatch = false
    /// What is handed in once more after the event.
    private var again: [CompanionSession.Event] = []

    init(_ configuration: CompanionSession.Configuration, _ mistake: PlantedMistake?) {
        session = CompanionSession(
            mistake == .ignoresTheLimits
                ? CompanionSession.Configuration(
                    selection: configuration.selection,
                    overridesInstallAlert: configuration.overridesInstallAlert)
                : configuration)
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
        hasToldOfBatch = false
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
        case (.takesTimeoutForBusyOfBatches, .finished(let ticket, .timeout))
        where batchTickets.contains(ticket):
            return [.finished(ticket, .deviceIsBusy)]
        case (.sendsBatchesAtOnce, .send(let message, let app))
        where message.delivery == .batched && !batchTickets.isEmpty:
            effects.append(
                .transport(
                    .send([message.content], to: app, isTransient: false, Ticket(rawValue: 0))))
            return []
        case (.tellsTheFirstOfABatch, .send(let message, _)),
            (.letsAllWaitForABatch, .send(let message, _)):
            if message.delivery == .batched { batched.insert(message.id) }
            return [event]
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
        case (.forgetsTheNewest, .send(let message, let app)) where message.delivery == .newestOnly:
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
        if case .transport(.send(.array(let contents), let app, _, let ticket)) = effect {
            batchTickets.insert(ticket)
            return [changedBatch(contents, app, ticket) ?? effect]
        }
        switch (mistake, effect) {
        case (.tellsTheFirstOfABatch, .tell(.ended(let id, _, .sent))) where batched.contains(id):
            defer { hasToldOfBatch = true }
            return hasToldOfBatch ? [] : [effect]
        case (.letsAllWaitForABatch, .tell(.ended(let id, _, .refused(.queueFull)))):
            return batched.contains(id) ? [] : [effect]
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
        case (.neverAsks, .transport(.requestAppStatus)): return []
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

    /// The effect that the run sees in place of a batch; `nil` if it is that.
    private func changedBatch(
        _ contents: [MonkeyValue], _ app: WatchApp, _ ticket: Ticket
    ) -> CompanionSession.Effect? {
        func send(_ content: MonkeyValue, isTransient: Bool = false) -> CompanionSession.Effect {
            .transport(.send(content, to: app, isTransient: isTransient, ticket))
        }
        return switch mistake {
        case .turnsBatchesRound: send(.array(contents.reversed()))
        case .sendsOneWithoutAnArray: contents.count == 1 ? send(contents[0]) : nil
        case .cutsBatches: contents.count > 1 ? send(.array(contents.dropLast())) : nil
        case .letsBatchesBeSkipped: send(.array(contents), isTransient: true)
        default: nil
        }
    }
}
