// Reading objects, one request at a time.
extension CentralSession {
    /// Begins to read the object that the phone has now.
    mutating func read() {
        link.mustReadAgain = false
        link.notifiedIdentifier = nil
        request(reassembler.begin())
    }

    private mutating func request(_ step: ChunkReassembler.Step) {
        guard let offset = step.nextOffset else { return }
        let ticket = newTicket()
        state = .reading(
            ticket, offset: offset,
            deadline: now.advanced(byMilliseconds: configuration.readTimeout), isDiscarded: false)
        effects.append(.read(ticket, offset: offset))
    }

    /// Leaves the link alone until a notification, or for a time: a read is due then.
    mutating func rest(
        forMilliseconds interval: UInt64 = NavigationTiming.keepAliveReadInterval
    ) {
        state = .ready(due: now.advanced(byMilliseconds: interval))
    }

    /// The object that is being read may have been cut in two ways: its answer is waited for, and
    /// the read begins again.
    mutating func discardRead() {
        guard case .reading(let ticket, let offset, let deadline, _) = state else { return }
        state = .reading(ticket, offset: offset, deadline: deadline, isDiscarded: true)
    }

    mutating func receive(_ bytes: Span<UInt8>, for ticket: Ticket) {
        guard case .reading(let awaited, let offset, _, let isDiscarded) = state,
            ticket == awaited
        else { return reportLateArrival() }
        link.hear(at: now)
        link.failedReads = 0
        link.doubtfulArrivals = 0
        link.isPairingRequired = false
        if link.mustDiscover { return requestDiscovery() }
        if isDiscarded { return read() }
        take(bytes, at: offset)
    }

    private mutating func take(_ bytes: Span<UInt8>, at offset: Int) {
        do throws(KomootNavError) {
            try proceed(reassembler.receive(bytes, at: offset))
        } catch {
            failObject(error)
        }
    }

    private mutating func proceed(_ step: ChunkReassembler.Step) {
        switch step {
        case .read: request(step)
        case .partial:
            showFirstPiece()
            request(step)
        case .complete: finishObject()
        }
    }

    mutating func receive(_ error: ATTError, for ticket: Ticket) {
        switch state {
        case .discovering(ticket, _):
            failDiscovery(error)
        case .subscribing(ticket, _):
            failSubscription(error)
        case .reading(ticket, let offset, _, let isDiscarded):
            link.hear(at: now)
            if link.mustDiscover { return requestDiscovery() }
            if isDiscarded { return read() }
            do throws(KomootNavError) {
                try proceed(reassembler.receive(error, at: offset))
            } catch {
                failRead(error)
            }
        default:
            reportLateArrival()
        }
    }

    /// A read that was answered with an error that is no ending.
    private mutating func failRead(_ failure: KomootNavError) {
        guard case .attError(let error) = failure.code else { return failObject(failure) }
        switch error {
        case .attributeNotFound:
            // There is no object yet.
            link.failedReads = 0
            link.isPairingRequired = false
            rest()
        case .invalidHandle:
            effects.append(.fault(.unreadable(failure)))
            requestDiscovery()
        case .insufficientAuthentication, .insufficientEncryption:
            effects.append(.fault(.unreadable(failure)))
            link.isPairingRequired = true
            rest()
        default:
            link.failedReads += 1
            effects.append(.fault(.unreadable(failure)))
            if link.failedReads > Self.maximumFailedReads { return drop(because: .gaveUp) }
            rest(forMilliseconds: NavigationTiming.retryInterval)
        }
    }

    /// An object that could not be put together, or is none.
    private mutating func failObject(_ error: KomootNavError) {
        effects.append(.fault(.unreadable(error)))
        if error.code != .restartsExhausted {
            link.unreadableObjects += 1
            if link.unreadableObjects > Self.maximumUnreadableObjects {
                return drop(because: .gaveUp)
            }
        }
        rest(forMilliseconds: NavigationTiming.retryInterval)
    }

    /// Shows what surely came in one piece, without reading on.
    mutating func showBeginning(_ bytes: Span<UInt8>) {
        _ = reassembler.begin()
        if (try? reassembler.receive(bytes, at: 0)) != nil { showFirstPiece() }
        reassembler.cancel()
    }

    /// The first piece is one response, and may be shown (clause 8.10).
    private mutating func showFirstPiece() {
        let shown = describeObject()
        guard let shown, let identifier = shown.identifier else { return }
        link.unreadableObjects = 0
        see(identifier)
        guard shown.object.prefixHash != lastShown.prefixHash else { return }
        lastShown = shown.object
        deliver(count: shown.count, .possiblyCut)
    }

    private mutating func finishObject() {
        guard let shown = describeObject() else { return }
        guard let identifier = shown.identifier else {
            return failObject(shown.error ?? KomootNavError(.truncated, at: shown.count))
        }
        link.unreadableObjects = 0
        see(identifier)
        if shown.object != lastShown {
            lastWhole = shown.object
            lastShown = shown.object
            deliver(count: shown.count, .whole)
        }
        if link.owesSubscription { return requestSubscription() }
        let isNewest = link.notifiedIdentifier == identifier
        link.mustReadAgain && !isNewest ? read() : rest()
    }

    /// What there is of an object now, and what it is, or why it is none.
    private mutating func describeObject() -> ReadObject? {
        reassembler.withObject { bytes, extent in
            var description = ReadObject(
                count: bytes.count, object: DeliveredObject(bytes, extent: extent))
            do throws(KomootNavError) {
                let view = try NavigationInstructionView(
                    decoding: bytes, layout: configuration.layout, extent: extent)
                description.identifier = view.identifier
            } catch {
                description.error = error
            }
            return description
        }
    }

    private mutating func deliver(count: Int, _ extent: ObjectExtent) {
        delivery = (count, extent)
        effects.append(.deliver(extent))
    }

    private mutating func see(_ identifier: InstructionIdentifier) {
        link.hasValue = true
        if identifier != lastIdentifier {
            lastIdentifier = identifier
            identifierSince = now
            isStale = false
        } else {
            isStale =
                now.milliseconds(since: identifierSince) >= NavigationTiming.staleInterval
        }
    }
}

/// Bytes that were read, and what they are.
private struct ReadObject {
    let count: Int
    let object: DeliveredObject
    /// `nil` if they are no instruction.
    var identifier: InstructionIdentifier?
    /// Why they are none.
    var error: KomootNavError?
}
