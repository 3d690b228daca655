package import ConnectIQBridge
package import LinkVocabulary
import Simulation

// What happens to messages on their way, and on the watch.
extension WatchTransport {
    /// Longer than the time-out of a transfer.
    private static let afterTimeout = 31_000

    /// Begins a transfer, and draws what goes wrong with it.
    mutating func begin(_ transfer: Transfer) {
        var transfer = transfer
        let duration = random.number(in: 20...600)
        tellProgress(of: transfer, duration)
        if draws(faults.busy) {
            trouble(transfer, .busy, "watch busy")
            return schedule(.finished(transfer.ticket, .deviceIsBusy), after: duration)
        }
        if draws(faults.endless) { return trouble(transfer, .neverEnds, "transfer without end") }
        if draws(faults.trickles) {
            trouble(transfer, .trickles, "transfer that trickles")
            for part in 1...10 {
                schedule(
                    .progressed(transfer.ticket, sent: UInt32(90 + part), total: 1000),
                    after: 29_000 * part)
            }
            return
        }
        if draws(faults.lostTransfers), let watch = watch(of: transfer.app.device) {
            return lose(transfer, watch, duration)
        }
        if draws(faults.falseResults) {
            let results: [SendResult] = [
                .unknown, .internalError, .timeout, .maximumRetries, .unsupportedType, .success,
            ]
            let result = random.element(of: results)
            transfer.instead = result
            trouble(transfer, .falseResult(result), "false result")
        }
        var delay = duration
        if draws(faults.lateResults) {
            let isTooLate = random.happens(1, in: 2)
            delay = isTooLate ? Self.afterTimeout : random.number(in: 3000...29_000)
            trouble(
                transfer, .late(milliseconds: delay), isTooLate ? "result too late" : "result late")
        }
        schedule(.arrival(transfer), after: delay)
        if draws(faults.doubledResults) {
            trouble(transfer, .doubledResult, "doubled result")
            let result = random.element(of: SendResult.allCases)
            let again = delay + random.number(in: 1...3000)
            schedule(.finished(transfer.ticket, result), after: again)
        }
    }

    private mutating func tellProgress(of transfer: Transfer, _ duration: Int) {
        let lies = draws(faults.falseProgress)
        if lies { trouble(transfer, .falseProgress, "false progress") }
        for part in 1...3 {
            let sent = lies ? random.number(in: 0...200) : 30 * part
            schedule(
                .progressed(transfer.ticket, sent: UInt32(sent), total: 90),
                after: duration * part / 4)
        }
    }

    /// The connection ends during a transfer. The watch may have the message, or not.
    private mutating func lose(_ transfer: Transfer, _ watch: Int, _ duration: Int) {
        trouble(transfer, .connectionLost, "connection lost during a transfer")
        if random.happens(1, in: 2) { schedule(.arrival(transfer), after: duration / 2) }
        schedule(.connection(watch, isUp: false), after: duration / 2 + 1)
        schedule(.connection(watch, isUp: true), after: random.number(in: 1000...20_000))
    }

    private func trouble(_ transfer: Transfer, _ trouble: WatchNote.Trouble, _ mark: String) {
        judge.mark(mark)
        judge.note(.trouble(transfer.numbers, trouble), by: .transport)
    }

    /// A message arrives; returns what the session is told.
    mutating func arrive(_ transfer: Transfer) -> CompanionSession.Event {
        guard let watch = watch(of: transfer.app.device),
            let bytes = try? transfer.content.encoded()
        else { return .finished(transfer.ticket, .unknown) }
        let receipt = watches[watch].receive(
            bytes, for: transfer.app.id, isTransient: transfer.isTransient)
        judge.mark("message \(receipt)")
        if receipt == .kept {
            judge.seeArrival(of: transfer.numbers)
            takeMessages(of: transfer.app.id, on: watch)
        } else {
            judge.note(.received(transfer.numbers, receipt), by: .watch(watch))
        }
        // The watch's word counts if it does not have the message.
        let isTrue = receipt == .away || transfer.instead == nil
        return .finished(transfer.ticket, isTrue ? receipt.result : transfer.instead ?? .unknown)
    }

    /// An app that is open takes and shows what it got.
    private mutating func takeMessages(of app: UUID128, on watch: Int) {
        let taken = watches[watch].takeMessages(of: app)
        for message in taken.shown { judge.note(.shows(message), by: .watch(watch)) }
        if !taken.heartRates.isEmpty {
            judge.note(.takes(taken.heartRates), by: .watch(watch))
        }
    }

    /// The phone, or the watch's user, opens an app.
    package mutating func open(_ app: UUID128, on watch: Int, mayPrompt: Bool = true) -> SendResult
    {
        let result = watches[watch].open(app, mayPrompt: mayPrompt)
        if result == .success {
            judge.note(.opened, by: .watch(watch))
            takeMessages(of: app, on: watch)
        }
        return result
    }

    /// The watch's user closes an app.
    package mutating func close(_ app: UUID128, on watch: Int) {
        guard watches[watch].apps[app]?.isOpen == true else { return }
        judge.mark("app closed")
        watches[watch].close(app)
        judge.note(.shows(nil), by: .watch(watch))
    }
}
