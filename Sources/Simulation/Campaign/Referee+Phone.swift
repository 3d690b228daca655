import KomootNav

// What the first phone does. The others of a world are not judged.
extension Referee {
    func phonePublished(_ object: Span<UInt8>, at now: UInt64) {
        guard isWatching else { return }
        published.append(object)
        guard phone?.isNavigating == true else { return }
        phone?.newestObject = published.entries.count - 1
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
            let promise: Promise =
                missed.hasPrefix("the repeat") ? .notifiesOnTime : .advertisesOnTime
            report(promise, now, "missed: \(missed)")
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
            return report(.notifiesOnTime, now, "not the newest object's bytes")
        }
        let count = published.entries[newest].count
        if bytes.count != model.notificationLength(count, on: link) {
            report(.notifiesOnTime, now, "\(bytes.count) bytes of an object of \(count)")
        }
        if let index = model.retried.firstIndex(of: link) { model.retried.remove(at: index) }
    }

    func phoneQueueWasFull(link: Int32, _ number: Int32) {
        guard number == 0, let index = phone?.index(of: link) else { return }
        marks.insert(.queueFull)
        phone?.links[index].owesNotification = true
    }

    func phoneAnswered(
        _ bytes: Span<UInt8>, _ read: SimulatedPeripheral.PendingRead, _ number: Int32
    ) {
        guard number == 0, let model = phone else { return }
        model.answers += 1
        guard let object = model.object(for: read.link, at: read.offset) else {
            return report(.answersEveryRead, now, "an answer without an object")
        }
        noteTornRead(bytes, offset: read.offset, link: read.link, model)
        if object != model.newestObject { marks.insert(.snapshotServed) }
        let rest = published.entries[object].count - read.offset
        let isEnd = rest == 0 && read.offset > 0
        let isRight =
            isEnd
            ? model.configuration.ending == .empty && bytes.isEmpty
            : bytes.count == min(rest, model.pieceSize(on: read.link))
                && published.object(object, has: bytes, at: read.offset)
        if !isRight {
            report(
                .answersEveryRead, now,
                "\(bytes.count) bytes at \(read.offset), where \(rest) bytes of object \(object) are"
            )
        }
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

    func phoneRejected(
        _ error: ATTError, _ read: SimulatedPeripheral.PendingRead, _ number: Int32
    ) {
        guard number == 0, let model = phone else { return }
        model.answers += 1
        let expected: ATTError?
        if !model.isNavigating {
            expected = .invalidHandle
        } else if let object = model.object(for: read.link, at: read.offset) {
            expected = ending(of: object, at: read.offset, model.configuration.ending)
        } else {
            marks.insert(.noObjectYet)
            expected = .attributeNotFound
        }
        if error != expected {
            report(
                .answersEveryRead, now,
                "\(error) at \(read.offset), not \(expected.map { "\($0)" } ?? "bytes")")
        }
    }

    /// The error at an offset of an object; `nil` where there are bytes, or none as an ending.
    private func ending(
        of object: Int, at offset: Int, _ ending: PeripheralSession.Ending
    ) -> ATTError? {
        let count = published.entries[object].count
        guard offset >= count && offset > 0 else { return nil }
        return switch ending {
        case .empty: offset == count ? nil : .invalidOffset
        case .invalidOffset: .invalidOffset
        case .attributeNotLong: .attributeNotLong
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
        if !model.retried.isEmpty { model.retried.removeAll(keepingCapacity: true) }
    }
}
