import KomootNav

// What a device does.
extension Referee {
    func deviceStarted(_ number: Int32, at now: UInt64) {
        devices[Int(number)].isStarted = true
        devices[Int(number)].lastWhole = nil
        devices[Int(number)].shownWhole = nil
    }

    func deviceStopped(_ number: Int32) {
        devices[Int(number)].isStarted = false
        devices[Int(number)].isSearching = false
    }

    func deviceScans(_ number: Int32) { devices[Int(number)].isSearching = true }
    func deviceConnects(_ number: Int32) { devices[Int(number)].isSearching = true }

    func deviceRadio(isOn: Bool, _ number: Int32) {
        devices[Int(number)].isRadioOff = !isOn
        if !isOn {
            marks.insert(.deviceRadioOff)
            devices[Int(number)].isSearching = false
        }
    }

    /// All effects of one event were taken.
    func deviceActed(_ number: Int32, effects: Int, memory: Int, at now: UInt64) {
        guard isWatching else { return }
        let device = devices[Int(number)]
        if effects > CentralSession.maximumEffects {
            report(.boundsItsWork, now, "\(effects) effects of one event")
        }
        if let first = device.memory {
            if memory > first {
                report(.boundsItsMemory, now, "\(memory) bytes are kept, \(first) at first")
            }
        } else {
            devices[Int(number)].memory = memory
        }
        let isHeard =
            now + Referee.tolerance < device.lastArrival + NavigationTiming.silenceInterval * 1000
        if device.radio == .offsetReads && device.link != nil && device.status == .silent
            && isHeard
        {
            report(.tellsSilence, now, "silent, and heard at \(device.lastArrival) µs")
        }
        let mustSearch = device.isStarted && !device.isRadioOff && device.link == nil
        if mustSearch && !device.isSearching {
            report(.searchesAfterLoss, now, "device \(number) has no link and looks for none")
        }
    }

    func deviceReported(_ status: CentralSession.Status, _ number: Int32, at now: UInt64) {
        devices[Int(number)].status = status
        switch status {
        case .silent:
            marks.insert(.silent)
            let device = devices[Int(number)]
            let since = now - min(device.lastArrival, now)
            if device.radio == .offsetReads
                && since + Referee.tolerance < NavigationTiming.silenceInterval * 1000
            {
                report(.tellsSilence, now, "silent \(since) µs after the last arrival")
            }
        case .stale: marks.insert(.stale)
        case .ended: marks.insert(.ended)
        case .pairingRequired: marks.insert(.pairingRequired)
        case .stopped, .radioOff, .searching, .waiting, .navigating: break
        }
    }

    func deviceFound(_ fault: CentralSession.Fault) {
        switch fault {
        case .lateArrival: marks.insert(.lateArrival)
        case .timedOut: marks.insert(.timedOut)
        case .gaveUp: marks.insert(.gaveUp)
        case .malformedNotification: marks.insert(.malformedNotification)
        case .unreadable(let error):
            if error.code == .restartsExhausted { marks.insert(.restartsExhausted) }
        case .refused: break
        }
    }

    func deviceShows(_ bytes: Span<UInt8>, _ extent: ObjectExtent, _ number: Int32, at now: UInt64)
    {
        guard isWatching else { return }
        devices[Int(number)].lastShown = now
        guard !isHostile else {
            if extent == .whole { devices[Int(number)].lastShownWhole = now }
            return
        }
        let promise: Promise = extent == .whole ? .deliversWhatWasPublished : .showsBeginnings
        guard let object = published.number(of: bytes) else {
            return report(promise, now, "nothing with that identifier was published")
        }
        guard published.object(object, has: bytes, at: 0) else {
            return report(promise, now, "\(bytes.count) bytes that are not object \(object)'s")
        }
        let entry = published.entries[object]
        guard extent == .whole else {
            marks.insert(.partialShown)
            devices[Int(number)].shownWhole = nil
            return checkOrderOfBeginning(object, number, at: now)
        }
        devices[Int(number)].lastShownWhole = now
        guard bytes.count == entry.count else {
            return report(
                promise, now, "\(bytes.count) of the \(entry.count) bytes of object \(object)")
        }
        checkOrder(of: object, number, at: now)
        markWhole(entry.count, devices[Int(number)])
    }

    /// Behind one callback the beginning may be a notification's, which has no order.
    private func checkOrderOfBeginning(_ object: Int, _ number: Int32, at now: UInt64) {
        let device = devices[Int(number)]
        guard device.radio != .oneCallback, let last = device.lastWhole, object < last,
            published.entries[last].process == published.entries[object].process
        else { return }
        report(.neverGoesBack, now, "the beginning of object \(object) behind object \(last)")
    }

    private func checkOrder(of object: Int, _ number: Int32, at now: UInt64) {
        let last = devices[Int(number)].lastWhole
        if devices[Int(number)].shownWhole == object {
            report(.neverRepeats, now, "object \(object) again")
        }
        devices[Int(number)].lastWhole = object
        devices[Int(number)].shownWhole = object
        guard let last else { return }
        let isSameProcess = published.entries[last].process == published.entries[object].process
        if object < last && isSameProcess {
            report(.neverGoesBack, now, "object \(object) behind object \(last)")
        }
    }

    private func markWhole(_ count: Int, _ device: DeviceRecord) {
        if count == ATT.maximumValueLength { marks.insert(.longestObject) }
        if let link = device.link, let piece = phone?.pieceSize(on: link), count % piece == 0 {
            marks.insert(.exactMultiple)
        }
        if !device.isSubscribed { marks.insert(.polled) }
        switch device.radio {
        case .offsetReads: break
        case .wholeValues: marks.insert(.wholeValues)
        case .oneCallback: marks.insert(.oneCallback)
        }
    }
}
