// Reading objects, one request at a time.
extension CentralSession {
    /// Begins to read the phone's current object.
    @inline(never)  // One copy for all callers saves flash.
    mutating func read(on link: inout CentralLink) {
        request(reassembler.begin(), of: CentralLink.ObjectRead(), on: &link)
    }

    private mutating func request(
        _ step: ChunkReassembler.Step, of object: CentralLink.ObjectRead,
        on link: inout CentralLink
    ) {
        guard let offset = step.nextOffset else { return }
        let ticket = newTicket()
        var object = object
        object.offset = UInt16(clamping: offset)
        link.activity = .reading(
            CentralLink.Request(ticket, deadline: time(after: configuration.readTimeout)), object)
        effects.append(.read(ticket, offset: offset))
    }

    /// Leaves the link alone until a notification comes or a time is over; then a read is due.
    @inline(never)  // One copy for all callers saves flash.
    func rest(
        on link: inout CentralLink,
        forMilliseconds interval: UInt64 = NavigationTiming.keepAliveReadInterval
    ) {
        link.activity = .ready(due: time(after: interval))
    }

    mutating func receive(
        _ bytes: Span<UInt8>, for ticket: Ticket, on link: inout CentralLink
    ) {
        guard case .reading(let request, let object) = link.activity, request.ticket == ticket
        else { return reportLateArrival() }
        link.hear(at: now)
        receive(bytes, of: object, request, on: &link)
    }

    /// Takes the value that answers a read.
    mutating func receive(
        _ bytes: Span<UInt8>, of object: CentralLink.ObjectRead, _ request: CentralLink.Request,
        on link: inout CentralLink
    ) {
        link.failedReads = 0
        link.doubtfulArrivals = 0
        link.isPairingRequired = false
        if request.mustDiscover { return requestDiscovery(on: &link) }
        if object.isDiscarded { return read(on: &link) }
        do throws(KomootNavError) {
            proceed(try reassembler.receive(bytes, at: Int(object.offset)), of: object, on: &link)
        } catch {
            failObject(error, on: &link)
        }
    }

    /// Takes the error that answers a read.
    mutating func receive(
        _ error: ATTError, of object: CentralLink.ObjectRead, _ request: CentralLink.Request,
        on link: inout CentralLink
    ) {
        if request.mustDiscover { return requestDiscovery(on: &link) }
        if object.isDiscarded { return read(on: &link) }
        do throws(KomootNavError) {
            proceed(try reassembler.receive(error, at: Int(object.offset)), of: object, on: &link)
        } catch {
            failRead(error, on: &link)
        }
    }

    private mutating func proceed(
        _ step: ChunkReassembler.Step, of object: CentralLink.ObjectRead,
        on link: inout CentralLink
    ) {
        switch step {
        case .read: request(step, of: object, on: &link)
        case .partial:
            showFirstChunk(on: &link)
            request(step, of: object, on: &link)
        case .complete: finish(object, on: &link)
        }
    }

    /// Handles a read that failed with an error that does not end the object.
    private mutating func failRead(_ failure: KomootNavError, on link: inout CentralLink) {
        guard case .attError(let error) = failure.code else {
            return failObject(failure, on: &link)
        }
        if error == .attributeNotFound {
            // There is no object yet.
            link.failedReads = 0
            link.isPairingRequired = false
            return rest(on: &link)
        }
        effects.append(.fault(.unreadable(failure)))
        if error == .invalidHandle { return requestDiscovery(on: &link) }
        if error.requiresPairing {
            link.isPairingRequired = true
            return rest(on: &link)
        }
        link.failedReads += 1
        if Int(link.failedReads) > Self.maximumFailedReads {
            return drop(link.ticket, because: .gaveUp)
        }
        rest(on: &link, forMilliseconds: NavigationTiming.retryInterval)
    }

    /// Handles an object that could not be joined, or that is not an instruction.
    private mutating func failObject(_ error: KomootNavError, on link: inout CentralLink) {
        effects.append(.fault(.unreadable(error)))
        if error.code != .restartsExhausted {
            link.unreadableObjects += 1
            if Int(link.unreadableObjects) > Self.maximumUnreadableObjects {
                return drop(link.ticket, because: .gaveUp)
            }
        }
        rest(on: &link, forMilliseconds: NavigationTiming.retryInterval)
    }

    /// Shows the part that surely came in one response, without reading on.
    mutating func showBeginning(_ bytes: Span<UInt8>, on link: inout CentralLink) {
        _ = reassembler.begin()
        if (try? reassembler.receive(bytes, at: 0)) != nil { showFirstChunk(on: &link) }
        reassembler.cancel()
    }

    /// The first chunk is one response, so it can be shown (clause 8.10).
    private mutating func showFirstChunk(on link: inout CentralLink) {
        guard let read = describeObject(), let identifier = read.identifier else { return }
        see(identifier, on: &link)
        if shown.takeBeginning(read.object) { deliver(count: read.count, .possiblyCut) }
    }

    private mutating func finish(
        _ object: CentralLink.ObjectRead, on link: inout CentralLink
    ) {
        guard let read = describeObject() else { return }
        guard let identifier = read.identifier else {
            return failObject(read.error ?? KomootNavError(.truncated, at: read.count), on: &link)
        }
        see(identifier, on: &link)
        if shown.takeWhole(read.object) { deliver(count: read.count, .whole) }
        if link.owesSubscription { return requestSubscription(on: &link) }
        object.notice.asksForMore(than: identifier) ? self.read(on: &link) : rest(on: &link)
    }

    private mutating func see(
        _ identifier: InstructionIdentifier, on link: inout CentralLink
    ) {
        link.hasValue = true
        link.unreadableObjects = 0
        shown.see(identifier, at: now)
    }

    private mutating func deliver(count: Int, _ extent: ObjectExtent) {
        delivery = (count, extent)
        effects.append(.deliver(extent))
    }

    /// The bytes of the object that are here now, with its identifier, or with the error that says
    /// why they are not an instruction.
    private mutating func describeObject() -> ReadBytes? {
        reassembler.withObject { bytes, extent in
            var read = ReadBytes(
                count: bytes.count, object: DeliveredObject(bytes, extent: extent))
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
    let object: DeliveredObject
    /// `nil` if the bytes are not an instruction.
    var identifier: InstructionIdentifier?
    /// Why they are not.
    var error: KomootNavError?
}
