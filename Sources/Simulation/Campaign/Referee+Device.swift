import KomootNav

// Checks of what a device does.
extension Referee {
    func observe(
        _ event: DeviceEvent, of number: Int32, at now: UInt64, _ bytes: Span<UInt8>
    ) {
        if case .added(let radio) = event {
            state.devices.append(DeviceRecord(number: number, radio: radio, mtu: initialMTU))
        }
        guard let device = device(number) else { return }
        switch event {
        case .added: break
        case .started:
            state.devices[device].isStarted = true
            state.devices[device].lastWhole = nil
            state.devices[device].shownWhole = nil
        case .stopped:
            state.devices[device].isStarted = false
            state.devices[device].isSearching = false
        case .asksTooMuch(let kind):
            report(.asksOneAtATime, now, "\(kind) while the radio owes an answer")
        case .delivered(let extent): checkDelivery(bytes, extent, device, at: now)
        case .reported(let status): checkReport(status, device, at: now)
        case .noticed(let fault): mark(fault)
        case .brokeDown(let reason): report(.goesOn, now, reason)
        case .acted(let effects, let memory):
            checkEvent(device, effects: effects, memory: memory, at: now)
        }
    }

    /// Checks an event after the device has taken all its effects.
    private func checkEvent(_ index: Int, effects: Int, memory: Int, at now: UInt64) {
        let device = state.devices[index]
        if effects > CentralSession.maximumEffects {
            report(.boundsItsWork, now, "\(effects) effects of one event")
        }
        if let first = device.memory {
            if memory > first {
                report(.boundsItsMemory, now, "\(memory) bytes are kept, \(first) at first")
            }
        } else {
            state.devices[index].memory = memory
        }
        let isHeard =
            now + Referee.tolerance < device.lastArrival + Milliseconds.silenceInterval * 1000
        if device.radio == .offsetReads && device.link != nil && device.status == .silent
            && isHeard
        {
            report(.tellsSilence, now, "silent, and heard at \(seconds(device.lastArrival))")
        }
        checkLink(device, at: now)
        if device.outstanding == nil { state.devices[index].isDiscounted = false }
        let mustSearch = device.isStarted && !device.isRadioOff && device.link == nil
        if mustSearch && !device.isSearching {
            report(
                .searchesAfterLoss, now, "device \(device.number) has no link and looks for none")
        }
    }

    /// Checks what follows from the answers on a device's link.
    private func checkLink(_ device: DeviceRecord, at now: UInt64) {
        // With one callback, a notification may have been taken for an answer: then the row of failures has ended.
        guard device.link != nil && device.radio != nil && latency == 0 else { return }
        if device.failures > CentralSession.maximumFailedReads {
            report(.endsFailingLinks, now, "\(device.failures) requests in a row failed")
        }
        if device.hasNoObject && device.outstanding == nil && device.status == .navigating {
            report(.tellsWaiting, now, "\(device.status), but the phone has no object")
        }
    }

    private func checkReport(_ status: CentralSession.Status, _ index: Int, at now: UInt64) {
        state.devices[index].status = status
        switch status {
        case .silent: state.marks.insert(.silent)
        case .ended: state.marks.insert(.ended)
        case .pairingRequired: state.marks.insert(.pairingRequired)
        case .stopped, .radioOff, .searching, .waiting, .navigating: break
        }
    }

    private func mark(_ fault: CentralSession.Fault) {
        switch fault {
        case .lateArrival: state.marks.insert(.lateArrival)
        case .timedOut: state.marks.insert(.timedOut)
        case .gaveUp: state.marks.insert(.gaveUp)
        case .malformedNotification: state.marks.insert(.malformedNotification)
        case .unreadable(let error):
            if error.code == .restartsExhausted { state.marks.insert(.restartsExhausted) }
        case .refused: break
        }
    }

    private func checkDelivery(
        _ bytes: Span<UInt8>, _ extent: ObjectExtent, _ index: Int, at now: UInt64
    ) {
        noteShown(extent, index, at: now)
        guard isJudged(extent, at: now) else { return }
        let promise: Promise = extent == .whole ? .deliversWhatWasPublished : .showsBeginnings
        guard let object = state.published.number(of: bytes) else {
            return report(promise, now, "nothing with that identifier was published")
        }
        guard state.published.object(object, has: bytes, at: 0) else {
            return report(promise, now, "\(bytes.count) bytes that are not object \(object)'s")
        }
        let entry = state.published.entries[object]
        guard extent == .whole else {
            state.marks.insert(.partialShown)
            state.devices[index].shownWhole = nil
            return checkOrderOfBeginning(object, index, at: now)
        }
        guard bytes.count == entry.count else {
            return report(
                promise, now, "\(bytes.count) of the \(entry.count) bytes of object \(object)")
        }
        checkOrder(of: object, index, at: now)
        markWhole(entry.count, state.devices[index])
    }

    private func noteShown(_ extent: ObjectExtent, _ index: Int, at now: UInt64) {
        state.devices[index].lastShown = now
        state.devices[index].unseen = nil
        guard extent == .whole else { return }
        state.devices[index].lastShownWhole = now
        state.devices[index].unseenWhole = nil
    }

    /// Notes that an object was published which the first device must show, as far as its radio can
    /// read it (clause 8.9).
    func expectShowing(of count: Int, at now: UInt64) {
        guard let device = state.devices.first else { return }
        let (isReadable, isKnownWhole) = reading(of: count, by: device)
        state.devices[0].unseen = isReadable ? device.unseen ?? now : nil
        state.devices[0].unseenWhole = isKnownWhole ? device.unseenWhole ?? now : nil
    }

    /// Whether a device can read an object, and know that it is whole.
    func reading(
        of count: Int, by device: DeviceRecord
    ) -> (isReadable: Bool, isKnownWhole: Bool) {
        guard let radio = device.radio else { return (true, true) }
        let object = ReadableObject(
            count: count, chunkSize: chunkSize(for: device),
            mtu: device.mtu, radio: radio, ending: state.phone.configuration.ending,
            hasCCCD: state.phone.configuration.hasCCCD)
        return (object.isReadable, object.isKnownWhole(tellsMTU: tellsMTU))
    }

    /// How many bytes the phone's answers to a device carry.
    private func chunkSize(for device: DeviceRecord) -> Int {
        // Such a phone offers what the largest MTU has room for, and its system cuts it.
        if centrals != nil {
            return min(state.phone.chunkSize(mtu: ATT.maximumMTU), ATT.readPayload(mtu: device.mtu))
        }
        guard let link = device.link else { return state.phone.chunkSize(mtu: device.mtu) }
        return state.phone.chunkSize(on: link)
    }

    private func checkOrderOfBeginning(_ object: Int, _ index: Int, at now: UInt64) {
        let device = state.devices[index]
        guard let last = device.lastWhole, object < last,
            state.published.entries[last].process == state.published.entries[object].process
        else { return }
        report(.neverGoesBack, now, "the beginning of object \(object) after object \(last)")
    }

    private func checkOrder(of object: Int, _ index: Int, at now: UInt64) {
        let last = state.devices[index].lastWhole
        if state.devices[index].shownWhole == object {
            report(.neverRepeats, now, "object \(object) again")
        }
        state.devices[index].lastWhole = object
        state.devices[index].shownWhole = object
        guard let last else { return }
        let isSameProcess =
            state.published.entries[last].process == state.published.entries[object].process
        if object < last && isSameProcess {
            report(.neverGoesBack, now, "object \(object) after object \(last)")
        }
    }

    private func markWhole(_ count: Int, _ device: DeviceRecord) {
        if count == ATT.maximumValueLength { state.marks.insert(.longestObject) }
        if device.link != nil, count % chunkSize(for: device) == 0 {
            state.marks.insert(.exactMultiple)
        }
        if !device.isSubscribed { state.marks.insert(.polled) }
        switch device.radio {
        case .offsetReads, nil: break
        case .wholeValues: state.marks.insert(.wholeValues)
        case .blueZ: state.marks.insert(.blueZ)
        case .blueZOffsets: state.marks.insert(.blueZOffsets)
        case .coreBluetooth: state.marks.insert(.coreBluetooth)
        }
        if !tellsMTU { state.marks.insert(.unknownMTU) }
    }
}
