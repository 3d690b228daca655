import KomootNav

/// Works out what a phone must do by clauses 9.2 to 9.6, from what it was told. Times are in
/// milliseconds of the phone's own clock.
struct PhoneModel {
    struct Link {
        /// Negative for a free place.
        let number: Int32
        var mtu: Int
        var lastHeard: UInt64
        var isSubscribed = false
        /// When a notification was refused that is still owed.
        var refusedAt: UInt64?
        var watchdog = Watchdog.idle
        /// Whether it has subscribed or read since it connected or its watchdog fired.
        var hasArrived = false
        /// The object that answered its last read at offset 0.
        var snapshot: Int?
        /// The beginning of the first chunk, and whether a later chunk was read.
        var firstChunk: UInt32?
        var hasReadOn = false

        var isConnected: Bool { number >= 0 }
        /// Whether its watchdog has fired, and nothing was heard of it since.
        var isLost: Bool { if case .fired = watchdog { true } else { false } }
    }

    /// Considers a device lost.
    enum Watchdog {
        /// The next publication arms it.
        case idle
        case armed(due: UInt64)
        case fired

        /// When it fires.
        var due: UInt64? { if case .armed(let due) = self { due } else { nil } }

        /// The same, armed anew each time that it was due before now, because Bluetooth was off.
        func caughtUp(at now: UInt64) -> Watchdog {
            guard var due else { return self }
            while due < now { due += Milliseconds.lostLinkInterval }
            return .armed(due: due)
        }
    }

    let configuration: PeripheralSession.Configuration
    var isNavigating = false
    var isRadioOn = true
    var links: ContiguousArray<Link> = []
    /// The number of its newest object.
    var newestObject: Int?

    private(set) var limit: UInt64?
    private(set) var isAdvertisingAgain = false
    /// How many devices were lost and have not come back, if each link has a watchdog of its own.
    private(set) var missing = 0
    /// The one watchdog; or that of links without a place, if each link with one has its own.
    private(set) var watchdog = Watchdog.idle
    private(set) var repeatDue: UInt64?
    /// When it was last told something.
    private(set) var lastInput: UInt64 = 0

    /// What it has done since the last check, and what it should have done. Numbers name the links
    /// that were notified, those that should have been, and those whose notification is a retry.
    var notified: ContiguousArray<Int32> = []
    var due: ContiguousArray<Int32> = []
    var retried: ContiguousArray<Int32> = []
    var answers = 0
    var dueAnswers = 0
    var isAdvertising = false
    var hasGivenUp = false
    var hasRepeated = false
    var hasWatchdogFired = false

    init(_ configuration: PeripheralSession.Configuration) { self.configuration = configuration }

    var mustAdvertise: Bool { isNavigating && isRadioOn && (limit != nil || isAdvertisingAgain) }

    func index(of link: Int32) -> Int? { links.firstIndex { $0.number == link } }

    /// The MTU of a link, in bytes; the default if the link has no place.
    func mtu(on link: Int32) -> Int { index(of: link).map { links[$0].mtu } ?? ATT.defaultMTU }

    func chunkSize(on link: Int32) -> Int { chunkSize(mtu: mtu(on: link)) }

    func chunkSize(mtu: Int) -> Int {
        switch configuration.chunkSize {
        case .readPayload: mtu - 1
        case .notificationPayload: mtu - 3
        case .smallestPayload: 20
        }
    }

    /// The object that must answer a read. One at offset 0 becomes the link's snapshot.
    mutating func object(for link: Int32, at offset: Int) -> Int? {
        guard let newest = newestObject, configuration.serving == .snapshotPerRead,
            let index = index(of: link)
        else { return newestObject }
        if offset > 0, let snapshot = links[index].snapshot,
            newest - snapshot < PeripheralSession.keptObjects
        {
            return snapshot
        }
        links[index].snapshot = newest
        return newest
    }

    /// How long a notification must be when the object has this length.
    func notificationLength(_ count: Int, on link: Int32) -> Int {
        let isRetried = retried.contains(link)
        let form = isRetried ? configuration.retriedNotification : configuration.notification
        return switch form {
        case .identifier: 4
        case .object: min(count, mtu(on: link) - 3)
        }
    }

    /// The first duty that was due before now and is not done.
    func missed(before now: UInt64) -> MissedDuty? {
        guard isNavigating && isRadioOn else { return nil }
        if let repeatDue, repeatDue < now { return MissedDuty(.repetition, due: repeatDue) }
        if let limit, limit < now { return MissedDuty(.endOfAdvertising, due: limit) }
        if let due = watchdog.due, due < now { return MissedDuty(.watchdog, due: due) }
        guard hasOwnWatchdogs else { return nil }
        for link in links {
            if let due = link.watchdog.due, due < now { return MissedDuty(.watchdog, due: due) }
        }
        return nil
    }

    private var hasOwnWatchdogs: Bool { configuration.lossDetection == .eachCentral }

    /// Forgets what it has done and what it should have done, after both were compared.
    mutating func forgetActions() {
        answers = 0
        dueAnswers = 0
        if !notified.isEmpty { notified.removeAll(keepingCapacity: true) }
        if !due.isEmpty { due.removeAll(keepingCapacity: true) }
        if !retried.isEmpty { retried.removeAll(keepingCapacity: true) }
    }

    /// - Parameter isAnswered: whether a read must be answered without an error.
    mutating func take(_ input: PhoneInput, at now: UInt64, isAnswered: Bool = false) {
        lastInput = now
        switch input {
        case .navigationStarted:
            if !isNavigating {
                watchdog = .idle
                begin(at: now)
            }
        case .navigationStopped: stop()
        case .advertisingWanted:
            if isNavigating && isRadioOn && !isAdvertisingAgain {
                limit = now + Milliseconds.advertisingLimit
            }
        case .published: publish(at: now)
        case .connected(let link, let mtu): connect(link, mtu, at: now)
        case .disconnected(let link):
            let index = index(of: link)
            let isLost = index.map { links[$0].isLost } ?? false
            if isNavigating && isRadioOn && !isLost { lose(index) }
            if let index { links[index] = Link(number: -1, mtu: 0, lastHeard: 0) }
        case .mtuChanged(let link, let mtu):
            if let index = index(of: link) { links[index].mtu = mtu }
        case .subscribed(let link): subscribe(link, at: now)
        case .unsubscribed(let link):
            guard let index = index(of: link) else { break }
            links[index].isSubscribed = false
            links[index].refusedAt = nil
        case .read(let link, _): read(link, isAnswered: isAnswered, at: now)
        case .queueReady:
            for index in links.indices where links[index].refusedAt != nil {
                links[index].refusedAt = nil
                if newestObject != nil {
                    due.append(links[index].number)
                    retried.append(links[index].number)
                }
            }
        case .radioOff:
            if isNavigating && isRadioOn {
                loseAll { $0.isConnected && !$0.isLost }
            }
            if hasOwnWatchdogs || watchdog.due == nil { watchdog = .idle }
            isRadioOn = false
            links.removeAll()
        case .radioOn:
            isRadioOn = true
            if isNavigating { begin(at: now) }
        case .timePassed: break
        }
        meetDeadlines(at: now)
    }

    private mutating func begin(at now: UInt64) {
        isNavigating = true
        watchdog = watchdog.caughtUp(at: now)
        isAdvertisingAgain = missing > 0
        limit = nil
        if !isAdvertisingAgain && watchdog.due == nil {
            limit = now + Milliseconds.advertisingLimit
        }
        repeatDue = nil
        if newestObject != nil { repeatLater(now) }
    }

    private mutating func repeatLater(_ now: UInt64) {
        if configuration.repeats { repeatDue = now + Milliseconds.repeatInterval }
    }

    private mutating func stop() {
        isNavigating = false
        missing = 0
        newestObject = nil
        repeatDue = nil
        for index in links.indices {
            links[index].snapshot = nil
            links[index].isSubscribed = false
            links[index].refusedAt = nil
            links[index].watchdog = .idle
            links[index].hasArrived = false
        }
    }

    private mutating func publish(at now: UInt64) {
        guard isNavigating && isRadioOn else { return }
        if hasOwnWatchdogs {
            for index in links.indices where links[index].isConnected {
                if case .idle = links[index].watchdog { links[index].watchdog = armed(at: now) }
            }
        } else if case .idle = watchdog {
            watchdog = armed(at: now)
        }
        repeatLater(now)
        expectNotifications { link in
            link.refusedAt.map { now - $0 >= Milliseconds.repeatInterval } ?? true
        }
    }

    private func armed(at now: UInt64) -> Watchdog {
        .armed(due: now + Milliseconds.lostLinkInterval)
    }

    private mutating func expectNotifications(where isIncluded: (Link) -> Bool = { _ in true }) {
        for index in links.indices where links[index].isSubscribed && isIncluded(links[index]) {
            links[index].refusedAt = nil
            due.append(links[index].number)
        }
    }

    /// A full queue refused the last notification to a link.
    mutating func refuseNotification(to link: Int32) {
        if let index = index(of: link) { links[index].refusedAt = lastInput }
    }

    /// A link connected, subscribed or read.
    private mutating func hear(_ index: Int, at now: UInt64) {
        links[index].lastHeard = now
        if hasOwnWatchdogs && newestObject != nil { links[index].watchdog = armed(at: now) }
    }

    /// If each link has a watchdog of its own, it must advertise until as many devices came back as
    /// were lost. The loss of a link that had not arrived counts only if nobody is missing.
    private mutating func lose(_ index: Int?) {
        guard hasOwnWatchdogs else { return }
        let hadArrived = index.map { links[$0].hasArrived } ?? false
        if hadArrived || missing == 0 { missing += 1 }
        if let index { links[index].hasArrived = false }
        advertiseAgain()
    }

    /// Links that had not arrived are lost first.
    private mutating func loseAll(where isLost: (Link) -> Bool) {
        for hadArrived in [false, true] {
            for index in links.indices
            where links[index].hasArrived == hadArrived && isLost(links[index]) {
                lose(index)
            }
        }
    }

    private mutating func advertiseAgain() {
        limit = nil
        isAdvertisingAgain = true
    }

    private mutating func endAdvertising() {
        limit = nil
        isAdvertisingAgain = false
    }

    /// A link with a place subscribed or read.
    private mutating func arrive(_ index: Int) {
        guard hasOwnWatchdogs && !links[index].hasArrived else { return }
        links[index].hasArrived = true
        missing = max(missing - 1, 0)
        if missing == 0 { endAdvertising() }
    }

    /// A fifth central takes the place of the one that was heard longest ago.
    private mutating func connect(_ link: Int32, _ mtu: Int, at now: UInt64) {
        let new = Link(number: link, mtu: mtu, lastHeard: now)
        defer { if let index = index(of: link) { hear(index, at: now) } }
        if let free = links.firstIndex(where: { !$0.isConnected }) {
            links[free] = new
        } else if links.count < PeripheralSession.maximumCentrals {
            links.append(new)
        } else if let quietest = links.indices.min(by: {
            links[$0].lastHeard < links[$1].lastHeard
        }) {
            links[quietest] = new
        }
    }

    private mutating func subscribe(_ link: Int32, at now: UInt64) {
        guard isNavigating, isRadioOn, let index = index(of: link) else { return }
        links[index].isSubscribed = true
        links[index].refusedAt = nil
        hear(index, at: now)
        arrive(index)
        if !hasOwnWatchdogs {
            watchdog = .idle
            endAdvertising()
        }
    }

    private mutating func read(_ link: Int32, isAnswered: Bool, at now: UInt64) {
        dueAnswers += 1
        guard isNavigating && isRadioOn else { return }
        let index = index(of: link)
        if let index {
            hear(index, at: now)
            arrive(index)
        }
        if hasOwnWatchdogs ? index == nil : isAnswered { watchdog = armed(at: now) }
        if !configuration.hasCCCD && !hasOwnWatchdogs { endAdvertising() }
    }

    private mutating func meetDeadlines(at now: UInt64) {
        guard isNavigating && isRadioOn else { return }
        if let time = repeatDue, time <= now {
            repeatDue = now + Milliseconds.repeatInterval
            hasRepeated = true
            expectNotifications()
        }
        if let time = watchdog.due, time <= now {
            watchdog = .fired
            hasWatchdogFired = true
            hasOwnWatchdogs ? lose(nil) : advertiseAgain()
        }
        if hasOwnWatchdogs {
            let isSilent = { (link: Link) in link.watchdog.due.map { $0 <= now } ?? false }
            let silent = links.indices.filter { isSilent(links[$0]) }
            if !silent.isEmpty {
                hasWatchdogFired = true
                loseAll(where: isSilent)
                for index in silent { links[index].watchdog = .fired }
            }
        }
        if let time = limit, time <= now {
            limit = nil
            hasGivenUp = true
        }
    }
}
