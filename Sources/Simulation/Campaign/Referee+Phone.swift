import KomootNav

// What the first phone does. The others of a world are not judged.
extension Referee {
    func phonePublished(_ object: Span<UInt8>, at now: UInt64) {
        guard isWatching else { return }
        published.append(object)
        guard phone?.isNavigating == true else { return }
        let number = published.entries.count - 1
        phone?.newestObject = number
        if phone?.firstObject == nil { phone?.firstObject = number }
    }

    func phoneRestarted(_ number: Int32) {
        guard number == 0 else { return }
        published.process += 1
        marks.insert(.phoneRestarted)
        phone = phone.map { PhoneModel($0.configuration) }
    }

    func phone(_ number: Int32, _ observation: PhoneObservation, at time: SessionTime) {
        guard number == 0, let model = phone else { return }
        if let missed = model.missed(before: time.milliseconds) {
            report(.advertisesOnTime, now, "missed: \(missed)")
        }
        model.take(observation, at: time.milliseconds)
        if case .radioOff = observation {
            marks.insert(.phoneRadioOff)
            model.isAdvertising = false
        }
    }

    func phoneAdvertises(_ isOn: Bool, _ number: Int32, at time: SessionTime) {
        guard number == 0 else { return }
        phone?.isAdvertising = isOn
    }

    func phoneNotified(
        _ bytes: Span<UInt8>, link: Int32, _ number: Int32, at time: SessionTime
    ) {
        guard number == 0, let model = phone else { return }
        model.notified.append(link)
        guard let newest = model.newestObject, published.object(newest, has: bytes, at: 0) else {
            return report(
                .notifiesOnTime, now, "not the newest object's bytes")
        }
    }

    func phoneQueueWasFull(link: Int32, _ number: Int32) {
        guard number == 0, let index = phone?.index(of: link) else { return }
        marks.insert(.queueFull)
        phone?.links[index].owesNotification = true
    }

    func phoneAnswered(_ bytes: Span<UInt8>, offset: Int, link: Int32, _ number: Int32) {
        guard number == 0, let model = phone else { return }
        model.answers += 1
        guard let newest = model.newestObject else {
            return report(.answersEveryRead, now, "an answer without an object")
        }
        noteTornRead(bytes, offset: offset, link: link, model)
        if published.object(newest, has: bytes, at: offset) { return }
        let oldest = max(model.firstObject ?? newest, newest - PeripheralSession.keptObjects + 1)
        let isOlder = (oldest..<newest).contains { published.object($0, has: bytes, at: offset) }
        guard model.configuration.serving == .snapshotPerRead && isOlder else {
            return report(.answersEveryRead, now, "bytes at \(offset) of no object that is served")
        }
        marks.insert(.snapshotServed)
    }

    private func noteTornRead(
        _ bytes: Span<UInt8>, offset: Int, link: Int32, _ model: PhoneModel
    ) {
        guard let index = model.index(of: link) else { return }
        guard offset == 0 else {
            model.links[index].hasReadOn = true
            return
        }
        // Identifiers differ, so the first four bytes tell two objects apart.
        let first = PublishedObjects.identifier(of: bytes)
        let known = model.links[index]
        if known.hasReadOn && known.firstPiece != first { marks.insert(.tornRead) }
        model.links[index].firstPiece = first
        model.links[index].hasReadOn = false
    }

    func phoneRejected(_ error: ATTError, link: Int32, _ number: Int32) {
        guard number == 0, let model = phone else { return }
        model.answers += 1
        switch error {
        case .attributeNotFound:
            marks.insert(.noObjectYet)
            if model.newestObject != nil {
                report(.answersEveryRead, now, "no object, although there is one")
            }
        case .invalidHandle:
            if model.isNavigating {
                report(.answersEveryRead, now, "no service, although there is one")
            }
        default: break
        }
    }

    /// All effects of one event were taken.
    func phoneActed(_ number: Int32, at time: SessionTime) {
        guard number == 0, let model = phone else { return }
        if model.answers != model.dueAnswers {
            report(.answersEveryRead, now, "\(model.answers) answers to a read")
        }
        if model.isAdvertising != model.mustAdvertise {
            report(
                .advertisesOnTime, now,
                model.mustAdvertise ? "it does not advertise" : "it advertises")
        }
        if !model.due.elementsEqual(model.notified) && model.due.sorted() != model.notified.sorted()
        {
            report(
                .notifiesOnTime, now, "links \(model.notified) were notified, not \(model.due)")
        }
        if model.hasRepeated { marks.insert(.repeated) }
        if model.hasGivenUp { marks.insert(.advertisingGaveUp) }
        if model.hasWatchdogFired { marks.insert(.watchdogFired) }
        model.answers = 0
        model.dueAnswers = 0
        if !model.notified.isEmpty { model.notified.removeAll(keepingCapacity: true) }
        if !model.due.isEmpty { model.due.removeAll(keepingCapacity: true) }
    }
}
