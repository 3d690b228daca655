import KomootNav

#if !hasFeature(Embedded)
    extension PhoneSurvey {
        /// How many repeats tell when a phone repeats a notification.
        private static let fewestRepeats = 3

        /// What the log says to each question.
        ///
        /// - Parameters:
        ///   - survey: of the same log.
        ///   - isCopy: whether it is a redacted copy, which has only navigation, or an app's own log.
        package func answers(_ survey: LinkSurvey, isCopy: Bool = false) -> [PhoneAnswer] {
            let missing = "a redacted copy, or an app's own log, lacks what tells it"
            let isFromApp = isCopy && mayBeFromApp
            return [
                layout, isCopy ? PhoneAnswer(.descriptors, nil, missing) : descriptors(survey),
                chunkSize, ending, isFromApp ? notificationOfApp : notification(notifications),
                repetition(isFromApp ? identifiers : notifications, survey), replacement,
                silence(survey), background(survey),
                isCopy && demands.isEmpty
                    ? PhoneAnswer(.pairing, nil, missing) : pairing(survey, isCopy: isCopy),
            ]
        }

        private var layout: PhoneAnswer {
            let all = layouts.values.reduce(0, +)
            let found = layouts.sorted { ($1.value, "\($0.key)") < ($0.value, "\($1.key)") }
            guard let first = found.first else {
                return PhoneAnswer(.layout, nil, "no object was read whole")
            }
            return PhoneAnswer(
                .layout, found.map { "\($0.key)" }.joined(separator: ", "),
                "\(first.value) of \(counted(all, "object"))")
        }

        private func descriptors(_ survey: LinkSurvey) -> PhoneAnswer {
            let found = handles.sorted { $0.key < $1.key }
                .map {
                    survey.descriptors(
                        on: $0.key, of: $0.value.number, isHostServing: $0.value.isHostServing)
                }
            let accepted = found.count { $0.isSubscribed == true }
            let subscriptions =
                "\(accepted) of \(counted(found.count { $0.isSubscribed != nil }, "subscription")) accepted"
            let best =
                found.first { $0.isWhole } ?? found.max { $0.types.count < $1.types.count }
            let names = (best?.types ?? []).map(Self.name).joined(separator: ", ")
            if best?.isWhole == true {
                return PhoneAnswer(.descriptors, names.isEmpty ? "none" : names, subscriptions)
            }
            return PhoneAnswer(
                .descriptors, names.isEmpty ? nil : "at least \(names)",
                "the device did not ask for all, and \(subscriptions)")
        }

        private static func name(_ type: UUID128) -> String {
            type == LinkSurvey.subscription ? "the CCCD" : "\(type)"
        }

        private var chunkSize: PhoneAnswer {
            let found = chunks.sorted { $0.key < $1.key }.compactMap { mtu, sizes -> String? in
                guard let size = sizes.maximum else { return nil }
                if mtu == 0 { return "\(size) bytes, the MTU not shown" }
                let rule = [1, 3].contains(mtu - size) ? ", MTU − \(mtu - size)" : ""
                return "\(size) at MTU \(mtu)\(rule)"
            }
            let reads = chunks.values.reduce(0) { $0 + $1.count }
            return PhoneAnswer(
                .chunks, found.isEmpty ? nil : found.joined(separator: ", "),
                "\(counted(reads, "read")) of more than one chunk")
        }

        private var ending: PhoneAnswer {
            let found = endings.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            let count = endings.values.reduce(0, +)
            let texts = found.map {
                $0.key.rawValue + (found.count > 1 ? " (\($0.value))" : "")
            }
            return PhoneAnswer(
                .ending, found.isEmpty ? nil : texts.joined(separator: ", "),
                "\(counted(count, "object")) after whose last byte the device read on")
        }

        /// What is sure of the notifications in an app's own log: identifiers, as hardly any answer is
        /// like one.
        private var notificationOfApp: PhoneAnswer {
            let count = identifiers.sizes.count
            if unsureCount == 0 {
                return count > 0
                    ? notification(identifiers)
                    : PhoneAnswer(
                        .notifications, nil, "none for sure; one may be logged as an answer")
            }
            return PhoneAnswer(
                .notifications, count > 0 ? "at least the identifier" : nil,
                "\(counted(count, "notification")); not sure: "
                    + counted(unsureCount, "other value"))
        }

        private func notification(_ notifications: Notifications) -> PhoneAnswer {
            let sizes = notifications.sizes
            guard let least = sizes.minimum, let most = sizes.maximum else {
                return PhoneAnswer(.notifications, nil, "none came")
            }
            let text =
                least == most
                ? (most == 4 ? "the identifier" : "\(most) bytes")
                : least == 4
                    ? "the identifier, or up to \(most) bytes" : "\(least) to \(most) bytes"
            return PhoneAnswer(.notifications, text, counted(sizes.count, "notification"))
        }

        private func repetition(
            _ notifications: Notifications, _ survey: LinkSurvey
        ) -> PhoneAnswer {
            let whole = notifications.pauses.filter { survey.isWhole($0.times) }
            var repeats = DurationDistribution()
            for pause in whole where pause.isRepeat {
                repeats.add(microseconds: pause.length.wholeMicroseconds)
            }
            let unrepeatedCount = whole.count {
                !$0.isRepeat && $0.length > SilenceTracker.longestPause
            }
            let pauses = "\(counted(unrepeatedCount, "pause")) of more than 5 s without one"
            let found = counted(repeats.count, "repeat")
            // A link that stalls brings two notifications closer together.
            guard let median = repeats.median, repeats.count >= Self.fewestRepeats else {
                let isNever = repeats.count == 0 && unrepeatedCount > 0
                return PhoneAnswer(.repeats, isNever ? "never" : nil, "\(found), \(pauses)")
            }
            let seconds = Seconds(microseconds: median.wholeMicroseconds)
            return PhoneAnswer(.repeats, "after \(seconds) s", "median of \(found), \(pauses)")
        }

        private var replacement: PhoneAnswer {
            let evidence =
                "replaced during \(counted(replacedCount, "read")): \(newestCount) went on with the newest, "
                + "\(keptCount) with the old one, \(replacedCount - newestCount - keptCount) undecided"
            let text =
                (newestCount > 0) == (keptCount > 0)
                ? nil : keptCount > 0 ? "the object that it began with" : "the newest object"
            return PhoneAnswer(.replacement, text, evidence)
        }

        private func silence(_ survey: LinkSurvey) -> PhoneAnswer {
            let found = foundSilences.filter { survey.isWhole($0.times) }
            let unknownCount = found.count { $0.reason == LinkEndReason.unspecified }
            let endsByDevice = found.count { $0.isEndByDevice }
            let ends = found.filter { !$0.isEndByDevice }.compactMap(\.reason)
                .filter { $0 != LinkEndReason.unspecified }
            let reasons = Set(ends).sorted().map(LinkEndReason.words).joined(separator: ", ")
            let text =
                !ends.isEmpty
                ? "the link ends: \(reasons)"
                : found.count > unknownCount ? "the link stays" : nil
            return PhoneAnswer(
                .silence, text,
                "\(counted(found.count, "silence")) of more than 5 s; \(ends.count) ended the link"
                    + (endsByDevice > 0 ? ", the device itself \(endsByDevice)" : "")
                    + (unknownCount > 0 ? ", nobody knows what \(unknownCount)" : ""))
        }

        private func background(_ survey: LinkSurvey) -> PhoneAnswer {
            let whole = notifications.pauses.filter { survey.isWhole($0.times) }
            let longest = whole.map(\.length).max().map {
                "\(Seconds(microseconds: $0.wholeMicroseconds)) s"
            }
            return PhoneAnswer(
                .background, nil,
                "no log shows the screen; the longest pause between notifications: \(longest ?? "none")"
            )
        }

        private func pairing(_ survey: LinkSurvey, isCopy: Bool) -> PhoneAnswer {
            let encrypted = survey.links.values.count { $0.isEncrypted }
            // The survey may not know all links.
            let open = answered.count {
                survey.links[$0.key]?.isEncrypted == false && survey.isWhole($0.value)
            }
            let evidence =
                isCopy
                ? counted(demands.values.reduce(0, +), "refusal")
                : "\(counted(open, "connection")) read without encryption, \(encrypted) encrypted"
            if !demands.isEmpty {
                let errors = demands.keys.sorted { $0.rawValue < $1.rawValue }.map(\.words)
                return PhoneAnswer(.pairing, "yes: \(errors.joined(separator: ", "))", evidence)
            }
            return PhoneAnswer(.pairing, open > 0 ? "no" : nil, evidence)
        }
    }
#endif
