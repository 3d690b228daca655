import KomootNav

// Checks of what the first phone does. The other phones of a world are not judged.
extension Referee {
    func observe(
        _ event: PhoneEvent, of phone: Int32, at now: UInt64, _ bytes: Span<UInt8>
    ) {
        guard phone == 0 else { return }
        switch event {
        case .told(let input, let time): take(input, time.milliseconds, at: now, bytes)
        case .acted: checkActions(at: now)
        case .advertising(let isOn): state.phone.isAdvertising = isOn
        case .notified(let link): checkNotification(bytes, on: link, at: now)
        case .answered(let link, let offset):
            checkAnswer(bytes, on: link, offset: offset, at: now)
        case .rejected(let link, let offset, let error):
            checkRejection(error, on: link, offset: offset, at: now)
        case .killed:
            state.published.process += 1
            state.marks.insert(.phoneRestarted)
            state.phone = PhoneModel(state.phone.configuration)
        case .brokeDown(let reason): report(.goesOn, now, reason)
        }
    }

    /// - Parameters:
    ///   - time: on the phone's own clock, in milliseconds.
    ///   - now: on the world's clock, in microseconds.
    private func take(
        _ input: PhoneInput, _ time: UInt64, at now: UInt64, _ bytes: Span<UInt8>
    ) {
        if input == .published {
            state.published.append(bytes)
            expectShowing(of: bytes.count, at: now)
            if state.phone.isNavigating {
                state.phone.newestObject = state.published.entries.count - 1
            }
        }
        checkDuties(time, at: now)
        state.phone.take(input, at: time, isAnswered: mustAnswer(input))
        if input == .radioOff {
            state.marks.insert(.phoneRadioOff)
            state.phone.isAdvertising = false
        }
    }

    /// Reports what the phone should have done before now.
    ///
    /// - Parameter time: on the phone's own clock, in milliseconds.
    func checkDuties(_ time: UInt64, at now: UInt64) {
        if let missed = state.phone.missed(before: time) {
            report(missed.promise, now, "missed: \(missed)")
        }
    }

    private func checkNotification(_ bytes: Span<UInt8>, on link: Int32, at now: UInt64) {
        state.phone.notified.append(link)
        guard let newest = state.phone.newestObject,
            state.published.object(newest, has: bytes, at: 0)
        else { return report(.notifiesOnTime, now, "not the newest object's bytes") }
        let count = state.published.entries[newest].count
        let length = state.phone.notificationLength(count, on: link)
        if bytes.count != length {
            report(
                .notifiesOnTime, now, "a notification of \(bytes.count) bytes; expected: \(length)")
        }
        if let index = state.phone.retried.firstIndex(of: link) {
            state.phone.retried.remove(at: index)
        }
    }

    private func checkAnswer(
        _ bytes: Span<UInt8>, on link: Int32, offset: Int, at now: UInt64
    ) {
        state.phone.answers += 1
        guard let object = state.phone.object(for: link, at: offset) else {
            return report(.answersEveryRead, now, "an answer without an object")
        }
        noteTornRead(bytes, offset: offset, link: link)
        if object != state.phone.newestObject { state.marks.insert(.snapshotServed) }
        let rest = state.published.entries[object].count - offset
        let answer = "the read at \(offset) was answered with \(bytes.count) bytes"
        if let error = ending(of: object, at: offset, state.phone.configuration.ending) {
            return report(.answersEveryRead, now, "\(answer); expected: \(error)")
        }
        let count = min(rest, state.phone.chunkSize(on: link))
        if bytes.count != count {
            report(
                .answersEveryRead, now, "\(answer); expected: \(count) bytes of object \(object)")
        } else if !state.published.object(object, has: bytes, at: offset) {
            report(.answersEveryRead, now, "\(answer) that are not object \(object)'s")
        }
    }

    private func noteTornRead(_ bytes: Span<UInt8>, offset: Int, link: Int32) {
        guard let index = state.phone.index(of: link) else { return }
        guard offset == 0 else {
            state.phone.links[index].hasReadOn = true
            return
        }
        // All identifiers differ, so the first four bytes tell objects apart.
        let first = PublishedObjects.identifier(of: bytes)
        let known = state.phone.links[index]
        if known.hasReadOn && known.firstChunk != first { state.marks.insert(.tornRead) }
        state.phone.links[index].firstChunk = first
        state.phone.links[index].hasReadOn = false
    }

    /// Whether this is a read that must be answered without an error.
    private func mustAnswer(_ input: PhoneInput) -> Bool {
        guard case .read(let link, let offset) = input, state.phone.isNavigating,
            let object = state.phone.object(for: link, at: offset)
        else { return false }
        return ending(of: object, at: offset, state.phone.configuration.ending) == nil
    }

    private func checkRejection(
        _ error: ATTError, on link: Int32, offset: Int, at now: UInt64
    ) {
        state.phone.answers += 1
        let expected: ATTError?
        if !state.phone.isNavigating {
            expected = .invalidHandle
        } else if let object = state.phone.object(for: link, at: offset) {
            expected = ending(of: object, at: offset, state.phone.configuration.ending)
        } else {
            state.marks.insert(.noObjectYet)
            expected = .attributeNotFound
        }
        if error != expected {
            report(
                .answersEveryRead, now,
                "the read at \(offset) was refused with \(error); expected: "
                    + (expected.map { "\($0)" } ?? "bytes"))
        }
    }

    /// The error that a read at this offset must get; `nil` if it must get bytes, or an empty
    /// ending.
    private func ending(
        of object: Int, at offset: Int, _ ending: PeripheralSession.Ending
    ) -> ATTError? {
        let count = state.published.entries[object].count
        guard offset >= count && offset > 0 else { return nil }
        return switch ending {
        case .empty: offset == count ? nil : .invalidOffset
        case .invalidOffset: .invalidOffset
        case .attributeNotLong: .attributeNotLong
        }
    }

    /// Those who were notified, in words: links, numbered as in a log, or centrals.
    private func names(_ numbers: ContiguousArray<Int32>) -> String {
        guard !numbers.isEmpty else { return "nobody" }
        return numbers.map { centrals == nil ? "#\($0 + 1)" : "central \($0)" }
            .joined(separator: ", ")
    }

    /// Checks that the phone did everything that followed from its input.
    private func checkActions(at now: UInt64) {
        if state.phone.answers != state.phone.dueAnswers {
            report(
                .answersEveryRead, now,
                "\(state.phone.answers) answers; expected: \(state.phone.dueAnswers)")
        }
        if state.phone.isAdvertising != state.phone.mustAdvertise {
            report(
                .advertisesOnTime, now,
                state.phone.mustAdvertise
                    ? "it does not advertise, and should" : "it advertises, and should not")
        }
        if !state.phone.due.elementsEqual(state.phone.notified)
            && state.phone.due.sorted() != state.phone.notified.sorted()
        {
            report(
                .notifiesOnTime, now,
                "it notified \(names(state.phone.notified)); expected: \(names(state.phone.due))")
        }
        if state.phone.hasRepeated { state.marks.insert(.repeated) }
        if state.phone.hasGivenUp { state.marks.insert(.advertisingGaveUp) }
        if state.phone.hasWatchdogFired { state.marks.insert(.watchdogFired) }
        state.phone.forgetActions()
    }
}
