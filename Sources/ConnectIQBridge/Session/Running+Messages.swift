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
            // A message of a batch must fit as the only one of it.
            let content = message.delivery == .batched ? [message.content] : message.content
            _ = try content.encoded(limits: configuration.limits)
        } catch {
            return output.tell(.ended(message.id, to: app, .refused(.unencodable(error))))
        }
        guard apps[position].outbox.hasRoom(for: message.delivery) else {
            return output.tell(.ended(message.id, to: app, .refused(.queueFull)))
        }
        if let old = apps[position].outbox.put(message) {
            output.tell(.ended(old.id, to: app, .replaced))
        }
    }

    /// Sends what is next of an app, if there is something and it may be sent now.
    mutating func startTransfer(
        ofAppAt position: Int, _ limits: MonkeyLimits, _ output: inout Output
    ) {
        guard isReady(apps[position]), apps[position].transfer == nil,
            var parcel = apps[position].outbox.takeNext(at: output.now, limits)
        else { return }
        parcel.attempts += 1
        let isTransient = parcel.delivery == .newestOnly
        let ticket = output.newTicket()
        apps[position].transfer = CompanionSession.AppRecord.Transfer(
            parcel: parcel, ticket: ticket,
            deadline: output.time(after: BridgeMilliseconds.sendTimeout),
            lastDeadline: output.time(after: BridgeMilliseconds.sendLimit))
        output.ask(
            .send(parcel.content, to: apps[position].app, isTransient: isTransient, ticket))
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
        apps[position].transfer?.deadline = min(
            output.time(after: BridgeMilliseconds.sendTimeout), transfer.lastDeadline)
        for message in transfer.parcel.messages {
            output.tell(.progress(message.id, to: apps[position].app, sent: sent, total: total))
        }
    }

    mutating func finished(_ ticket: Ticket, _ result: SendResult, _ output: inout Output) {
        guard let position = position(ofTransfer: ticket) else { return output.reportLateArrival() }
        endTransfer(ofAppAt: position, result, &output)
    }

    private mutating func endTransfer(
        ofAppAt position: Int, _ result: SendResult, _ output: inout Output
    ) {
        guard let parcel = apps[position].transfer?.parcel else { return }
        apps[position].transfer = nil
        guard result != .success else { return end(parcel, ofAppAt: position, .sent, &output) }
        if result.isTemporary {
            apps[position].outbox.pauseEnd = output.time(after: BridgeMilliseconds.retryInterval)
        }
        let mayHelp =
            parcel.delivery == .newestOnly ? result.isTemporary : result.saysNotDelivered
        guard mayHelp, parcel.attempts < BridgeTiming.maximumAttempts,
            apps[position].outbox.putBack(parcel)
        else { return end(parcel, ofAppAt: position, .failed(result), &output) }
        for message in parcel.messages {
            output.tell(.retrying(message.id, to: apps[position].app, after: result))
        }
    }

    /// Ends what the transport was sending for an app when its connection ends.
    mutating func endTransferWithConnection(ofAppAt position: Int, _ output: inout Output) {
        guard var parcel = apps[position].transfer?.parcel else { return }
        apps[position].transfer = nil
        parcel.attempts -= 1
        guard parcel.delivery == .newestOnly, apps[position].outbox.putBack(parcel) else {
            return end(parcel, ofAppAt: position, .connectionEnded, &output)
        }
    }

    /// Ends all messages of a parcel.
    private func end(
        _ parcel: CompanionSession.Parcel, ofAppAt position: Int,
        _ outcome: OutgoingMessage.Outcome, _ output: inout Output
    ) {
        for message in parcel.messages {
            output.tell(.ended(message.id, to: apps[position].app, outcome))
        }
    }

    mutating func messageReceived(
        _ value: MonkeyValue, from app: WatchApp, _ output: inout Output
    ) {
        guard self.app(app) != nil else { return output.tell(.fault(.unexpectedMessage)) }
        hearMessage(from: app.device, &output)
        output.tell(.received(value, from: app))
    }

    /// Does what is due for an app.
    mutating func meetDeadlines(ofAppAt position: Int, _ output: inout Output) {
        let record = apps[position]
        if let transfer = record.transfer, transfer.deadline <= output.now {
            endTransfer(ofAppAt: position, .timeout, &output)
        }
        if let status = record.status, status.deadline <= output.now {
            giveUpStatus(ofAppAt: position, &output)
        }
        if let opening = record.opening, opening.deadline <= output.now {
            apps[position].opening = nil
            output.tell(.opened(record.app, .timeout))
        }
    }
}
