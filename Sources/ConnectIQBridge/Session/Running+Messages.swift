import KomootNav

// Messages, both ways.
extension CompanionSession.Running {
    mutating func send(
        _ message: OutgoingMessage, to app: WatchApp,
        _ configuration: CompanionSession.Configuration, _ output: inout Output
    ) {
        guard let position = apps.firstIndex(where: { $0.app == app }) else {
            return output.tell(.ended(message.id, to: app, .refused(.appNotRegistered)))
        }
        do throws(MonkeyError) {
            _ = try message.content.encoded(limits: configuration.limits)
        } catch {
            return output.tell(.ended(message.id, to: app, .refused(.unencodable(error))))
        }
        switch message.delivery {
        case .inOrder:
            guard apps[position].hasRoom else {
                return output.tell(.ended(message.id, to: app, .refused(.queueFull)))
            }
            apps[position].queue.append(CompanionSession.AppRecord.Waiting(message: message))
        case .newestOnly:
            if let old = apps[position].newest {
                output.tell(.ended(old.message.id, to: app, .replaced))
            }
            apps[position].newest = CompanionSession.AppRecord.Waiting(message: message)
        }
    }

    /// Sends the next message of an app, if there is one and it may be sent now.
    mutating func startTransfer(ofAppAt position: Int, _ output: inout Output) {
        guard isReady(apps[position]),
            let (message, attempt) = apps[position].takeNext(at: output.now)
        else { return }
        let isTransient = message.delivery == .newestOnly
        let ticket = output.newTicket()
        apps[position].transfer = CompanionSession.AppRecord.Transfer(
            message: message, ticket: ticket, attempt: attempt,
            deadline: output.time(after: BridgeMilliseconds.sendTimeout))
        if isTransient {
            apps[position].newestTime = output.time(after: BridgeMilliseconds.newestInterval)
        }
        output.ask(
            .send(message.content, to: apps[position].app, isTransient: isTransient, ticket))
    }

    private func position(ofTransfer ticket: Ticket) -> Int? {
        apps.firstIndex { $0.transfer?.ticket == ticket }
    }

    mutating func progressed(
        _ ticket: Ticket, sent: UInt32, total: UInt32, _ output: inout Output
    ) {
        guard let position = position(ofTransfer: ticket),
            let transfer = apps[position].transfer
        else { return output.reportLateArrival() }
        guard sent <= total && sent >= transfer.sentByteCount else {
            return output.tell(.fault(.invalidProgress))
        }
        guard sent > transfer.sentByteCount else { return }
        apps[position].transfer?.sentByteCount = sent
        apps[position].transfer?.deadline = output.time(after: BridgeMilliseconds.sendTimeout)
        output.tell(
            .progress(transfer.message.id, to: apps[position].app, sent: sent, total: total))
    }

    mutating func finished(_ ticket: Ticket, _ result: SendResult, _ output: inout Output) {
        guard let position = position(ofTransfer: ticket) else { return output.reportLateArrival() }
        endTransfer(ofAppAt: position, result, &output)
    }

    private mutating func endTransfer(
        ofAppAt position: Int, _ result: SendResult, _ output: inout Output
    ) {
        guard let transfer = apps[position].transfer else { return }
        let message = transfer.message
        let app = apps[position].app
        apps[position].transfer = nil
        guard result != .success else { return output.tell(.ended(message.id, to: app, .sent)) }
        if result.isTemporary {
            apps[position].pauseEnd = output.time(after: BridgeMilliseconds.retryInterval)
        }
        let again = CompanionSession.AppRecord.Waiting(
            message: message, attempts: transfer.attempt)
        switch message.delivery {
        case _ where transfer.attempt >= BridgeTiming.maximumAttempts:
            return output.tell(.ended(message.id, to: app, .failed(result)))
        case .newestOnly where result.isTemporary && apps[position].newest == nil:
            apps[position].newest = again
        case .inOrder where result.saysNotDelivered: apps[position].queue.insert(again, at: 0)
        case .inOrder, .newestOnly:
            return output.tell(.ended(message.id, to: app, .failed(result)))
        }
        output.tell(.retrying(message.id, to: app, after: result))
    }

    mutating func messageReceived(
        _ value: MonkeyValue, from app: WatchApp, _ output: inout Output
    ) {
        guard self.app(app) != nil else { return output.tell(.fault(.unexpectedMessage)) }
        output.tell(.received(value, from: app))
    }

    /// Does what is due for an app.
    mutating func meetDeadlines(ofAppAt position: Int, _ output: inout Output) {
        let record = apps[position]
        if let transfer = record.transfer, transfer.deadline <= output.now {
            endTransfer(ofAppAt: position, .timeout, &output)
        }
        if let status = record.status, status.deadline <= output.now {
            apps[position].status = nil
            output.tell(.appStatus(nil, of: record.app))
        }
        if let opening = record.opening, opening.deadline <= output.now {
            apps[position].opening = nil
            output.tell(.opened(record.app, .timeout))
        }
    }
}
