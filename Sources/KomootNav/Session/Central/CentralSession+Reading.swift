// Reading objects, one request at a time.
extension CentralSession {
    /// Begins to read the phone's current object.
    ///
    /// - Parameter timeout: when the read times out; `nil` for the configured time.
    @inline(never)  // One copy for all callers saves flash.
    mutating func read(on link: inout CentralLink, until timeout: SessionTime? = nil) {
        request(reassembler.begin(), of: CentralLink.ObjectRead(), on: &link, until: timeout)
    }

    @inline(never)  // One copy for all callers saves flash.
    private mutating func request(
        _ step: ChunkReassembler.Step, of object: CentralLink.ObjectRead,
        on link: inout CentralLink, until timeout: SessionTime? = nil
    ) {
        guard let offset = step.nextOffset else { return }
        let ticket = newTicket()
        var object = object
        object.offset = UInt16(clamping: offset)
        link.finalDeadline = timeout
        link.activity = .reading(
            CentralLink.Request(
                ticket,
                deadline: timeout
                    ?? time(after: configuration.readTimeoutInMilliseconds)), object)
        effects.append(.read(ticket, offset: offset))
    }

    /// Leaves the link alone until a notification comes or a time is over; then a read is due.
    @inline(never)  // One copy for all callers saves flash.
    mutating func rest(on link: inout CentralLink, forMilliseconds interval: UInt64) {
        if link.mustSubscribe { return requestSubscription(on: &link) }
        link.activity = .ready(due: time(after: interval))
    }

    /// Lets the radio tell what it has still to tell of a value that is to be confirmed.
    private mutating func settle(_ object: CentralLink.ObjectRead, on link: inout CentralLink) {
        var due = time(after: Milliseconds.keepAliveReadInterval)
        if object.isUnasked, case .ready(let next, _) = link.activity { due = next }
        awaitMarker(on: &link, until: due)
    }

    /// Waits with a value that is to be confirmed, unless a read is due.
    mutating func awaitMarker(on link: inout CentralLink, until due: SessionTime) {
        if due <= now { return read(on: &link) }
        link.activity = .ready(due: due, quiet: min(time(after: Milliseconds.quietInterval), due))
    }

    /// Reads the value again that has settled.
    mutating func confirm(on link: inout CentralLink) {
        request(.read(offset: 0), of: CentralLink.ObjectRead(), on: &link)
    }

    /// The read has left nothing to try again. Reads at once if a notification asked for it, else
    /// after a while (C.5).
    @inline(never)  // One copy for all callers saves flash.
    private mutating func goOn(asksForMore: Bool, on link: inout CentralLink) {
        if asksForMore { return read(on: &link) }
        let interval =
            link.isSubscribed || link.owesSubscription
            ? Milliseconds.keepAliveReadInterval : Milliseconds.pollInterval
        rest(on: &link, forMilliseconds: interval)
    }

    mutating func receive(
        _ bytes: Span<UInt8>, for ticket: Ticket, on link: inout CentralLink
    ) {
        guard case .reading(let request, let object) = link.activity, request.ticket == ticket
        else { return reportLateArrival() }
        link.hear(at: now)
        receive(bytes, of: object, request, on: &link)
    }

    /// Whether the answer to a read counts. If the services or the MTU have changed since, it doesn't,
    /// and the next request goes out (C.10, C.11).
    @inline(never)  // One copy for both callers saves flash.
    private mutating func takesAnswer(
        of object: CentralLink.ObjectRead, _ request: CentralLink.Request,
        on link: inout CentralLink
    ) -> Bool {
        if request.mustDiscover {
            requestDiscovery(on: &link)
            return false
        }
        if object.isDiscarded {
            read(on: &link)
            return false
        }
        return true
    }

    /// Takes the value that answers a read.
    mutating func receive(
        _ bytes: Span<UInt8>, of object: CentralLink.ObjectRead, _ request: CentralLink.Request,
        on link: inout CentralLink
    ) {
        guard takesAnswer(of: object, request, on: &link) else { return }
        receive(bytes, of: object, on: &link)
    }

    @inline(never)  // One copy for all callers saves flash.
    private mutating func receive(
        _ bytes: Span<UInt8>, of object: CentralLink.ObjectRead, on link: inout CentralLink
    ) {
        link.needsPairingToRead = false
        do throws(KomootNavError) {
            proceed(try reassembler.receive(bytes, at: Int(object.offset)), of: object, on: &link)
        } catch {
            failObject(error, of: object, on: &link)
        }
    }

    /// Takes the error that answers a read.
    mutating func receive(
        _ error: ATTError, of object: CentralLink.ObjectRead, _ request: CentralLink.Request,
        on link: inout CentralLink
    ) {
        guard takesAnswer(of: object, request, on: &link) else { return }
        do throws(KomootNavError) {
            proceed(try reassembler.receive(error, at: Int(object.offset)), of: object, on: &link)
        } catch {
            failRead(error, of: object, on: &link)
        }
    }

    private mutating func proceed(
        _ step: ChunkReassembler.Step, of object: CentralLink.ObjectRead,
        on link: inout CentralLink
    ) {
        switch step {
        case .read: request(step, of: object, on: &link)
        case .partial:
            showFirstChunk(of: object, on: &link)
            guard mayBeNotified else { return request(step, of: object, on: &link) }
            settle(object, on: &link)
        case .complete: finish(object, on: &link)
        }
    }

    /// Handles an error that failed the read. At offset 0 that can be 0x07 or 0x0B, too.
    private mutating func failRead(
        _ failure: KomootNavError, of object: CentralLink.ObjectRead, on link: inout CentralLink
    ) {
        guard case .attError(let error) = failure.code else {
            return failObject(failure, of: object, on: &link)
        }
        if error == .attributeNotFound {
            // There is no object.
            link.succeed()
            loseInstruction(on: &link)
            link.needsPairingToRead = false
            return goOn(asksForMore: object.notice.asksForMore, on: &link)
        }
        effects.append(.fault(.unreadable(failure)))
        if error == .invalidHandle { return discoverAgain(on: &link) }
        var interval = Milliseconds.retryInterval
        if error.requiresPairing {
            link.needsPairingToRead = true
            interval = Milliseconds.keepAliveReadInterval
        } else if error.endsObject && configuration.radio.goesOn {
            // The object has become shorter, or the radio can't read it.
            if link.loseObject() { loseInstruction(on: &link) }
            if object.notice.asksForMore { return read(on: &link) }
        } else if link.failRequest() {
            return drop(link.ticket, because: .gaveUp)
        }
        rest(on: &link, forMilliseconds: interval)
    }

    /// Notes that what was delivered is over. It would be news again (C.4).
    private mutating func loseInstruction(on link: inout CentralLink) {
        link.hasValue = false
        shown.forget()
    }

    /// Handles an object that could not be joined, or that is not an instruction.
    @inline(never)  // One copy for all callers saves flash.
    private mutating func failObject(
        _ error: KomootNavError, of object: CentralLink.ObjectRead, on link: inout CentralLink
    ) {
        effects.append(.fault(.unreadable(error)))
        if error.code == .restartsExhausted {
            link.succeed()
        } else if link.failObject() {
            return drop(link.ticket, because: .gaveUp)
        }
        guard object.isUnasked, case .ready(let due, _) = link.activity else {
            return rest(on: &link, forMilliseconds: Milliseconds.retryInterval)
        }
        link.activity = .ready(due: min(due, time(after: Milliseconds.retryInterval)))
    }

    /// The first chunk is one response, so it can be shown (clause 8.10); but not if it may be older than what
    /// was notified since (C.12).
    private mutating func showFirstChunk(
        of object: CentralLink.ObjectRead, on link: inout CentralLink
    ) {
        let mayBeOlder = object.isUnasked || link.notifiesObjects || link.mayOweAnswer
        link.mayOweAnswer = reassembler.isFirstChunkDoubtful
        guard !mayBeOlder, let read = describeObject(isComplete: false), read.identifier != nil
        else { return }
        link.findInstruction()
        if shown.takeBeginning(read.object) { deliver(read) }
    }

    private mutating func finish(
        _ object: CentralLink.ObjectRead, on link: inout CentralLink
    ) {
        guard let read = describeObject(isComplete: true) else { return }
        guard let identifier = read.identifier else { return refuse(read, object, on: &link) }
        link.succeed()
        link.findInstruction()
        if reassembler.isOnePDU(read.count) {
            link.notifiesObjects = link.notifiesObjects || object.isUnasked
            link.mayOweAnswer = true
        }
        if isNew(read) { deliver(read) }
        if object.isUnasked, shown.isWhole(read.object), case .ready(let due, _) = link.activity {
            link.activity = .ready(due: due)
            return
        }
        // What came unasked, and may be cut, is a reason to read.
        let asksForMore =
            object.isUnasked
            || object.notice.asksForMore(than: read.object, identifier: identifier)
        goOn(asksForMore: asksForMore, on: &link)
    }

    /// Handles bytes that are not an instruction. If they are all that the radio can read, reading
    /// again would not help (C.8).
    private mutating func refuse(
        _ read: ReadBytes, _ object: CentralLink.ObjectRead, on link: inout CentralLink
    ) {
        let error = read.error ?? KomootNavError(.truncated, at: read.count)
        if read.extent == .whole { return failObject(error, of: object, on: &link) }
        effects.append(.fault(.unreadable(error)))
        let asksForMore =
            object.isUnasked
            || object.notice.asksForMore(than: read.object, identifier: nil)
        goOn(asksForMore: asksForMore, on: &link)
    }

    /// Whether a complete object is new to the rider. If it may be cut and has no more bytes than a
    /// beginning, it is one.
    private mutating func isNew(_ read: ReadBytes) -> Bool {
        read.extent == .possiblyCut && read.count <= DeliveredObject.prefixLength
            ? shown.takeBeginning(read.object) : shown.takeComplete(read.object, read.extent)
    }

    private mutating func deliver(_ read: ReadBytes) {
        delivery = (read.count, read.extent)
        effects.append(.deliver(read.extent))
    }

    /// The bytes of the object that are here now, with its identifier, or with the error that says
    /// why they are not an instruction.
    private mutating func describeObject(isComplete: Bool) -> ReadBytes? {
        reassembler.withObject { bytes, extent in
            var read = ReadBytes(
                count: bytes.count, extent: extent,
                object: DeliveredObject(bytes, isComplete: isComplete))
            do throws(KomootNavError) {
                let view = try NavigationInstructionView(
                    decoding: bytes, layout: configuration.layout, extent: extent)
                read.identifier = view.identifier
            } catch {
                read.error = error
            }
            return read
        }
    }
}

/// Bytes that were read, and what they are.
private struct ReadBytes {
    let count: Int
    let extent: ObjectExtent
    let object: DeliveredObject
    /// `nil` if the bytes are not an instruction.
    var identifier: InstructionIdentifier?
    /// Why they are not.
    var error: KomootNavError?
}

// A notification is a reason to read (clause 7). Only with one callback one may be shown (C.12).
extension CentralSession {
    @inline(never)  // One copy for all callers saves flash.
    mutating func receiveNotification(
        _ bytes: Span<UInt8>, of ticket: Ticket, on link: inout CentralLink
    ) {
        guard ticket == link.ticket else { return reportLateArrival() }
        // With one callback, the answer may never come, and what comes instead proves nothing of it.
        if !(mayBeNotified && link.hasOpenRead) { link.hear(at: now) }
        link.owesSubscription = false
        let notice = notice(in: bytes)
        if case .ready = link.activity { return read(on: &link) }
        link.note(notice)
        if mayBeNotified {
            link.doubtAnswer(until: time(after: Milliseconds.retryInterval))
        }
    }

    /// What a notification says. If it is malformed, the session reports a fault.
    @inline(never)  // One copy for all callers saves flash.
    mutating func notice(in bytes: Span<UInt8>) -> CentralLink.Notice {
        do throws(KomootNavError) {
            let payload = try NotificationPayload(decoding: bytes, layout: configuration.layout)
            if case .identifier(let named) = payload { return .naming(named) }
        } catch {
            effects.append(.fault(.malformedNotification(error)))
        }
        return .beginning(prefixHash: DeliveredObject(bytes, isComplete: false).prefixHash)
    }

    /// Takes a value that may be an answer or a notification. With one callback it counts as the answer
    /// if one is awaited; else it came unasked, or late, and is judged in the same way. An identifier is
    /// a notification. With any other radio every value is (C.12).
    mutating func receiveArrival(
        _ bytes: Span<UInt8>, of ticket: Ticket, on link: inout CentralLink
    ) {
        guard configuration.radio == .oneCallback else {
            return receiveNotification(bytes, of: ticket, on: &link)
        }
        guard ticket == link.ticket else { return reportLateArrival() }
        if mayBeNotified && isIdentifier(bytes) {
            return receiveNotification(bytes, of: ticket, on: &link)
        }
        link.hear(at: now)
        switch link.activity {
        case .reading(let request, let object): receive(bytes, of: object, request, on: &link)
        case .ready where mayBeNotified:
            _ = reassembler.begin()
            receive(bytes, of: CentralLink.ObjectRead(isUnasked: true), on: &link)
        case .discovering, .subscribing, .ready: break
        }
    }

    /// Whether what arrives may be a notification of unknown kind: with one callback, once a subscription was
    /// asked for on the link, which is when the reassembler is told the least MTU.
    var mayBeNotified: Bool { reassembler.leastMTU != nil }

    private func isIdentifier(_ bytes: Span<UInt8>) -> Bool {
        let payload = try? NotificationPayload(decoding: bytes, layout: configuration.layout)
        if case .identifier = payload { return true }
        return false
    }
}
