import KomootNav

/// Watches a world and says which promise was broken first.
///
/// It sees what goes over the link and what the two ends do, and knows the rules by itself: it shares no
/// code with the sessions that it judges.
final class Referee {
    /// The ends keep time in whole milliseconds.
    static let tolerance: UInt64 = 1001
    private static let millisecond: UInt64 = 1000

    let confined = Confined(RefereeState())

    /// The longest time that the system needs to say that a link is gone, in microseconds.
    private let longestHop: UInt64 = 60_000
    private let keepAlive = NavigationTiming.keepAliveReadInterval * millisecond
    private let silence = NavigationTiming.silenceInterval * millisecond
    private let readTimeout = NavigationTiming.readTimeout * millisecond
    private let setupTimeout = NavigationTiming.setupTimeout * millisecond

    func report(_ promise: Promise, _ now: UInt64, _ evidence: @autoclosure () -> String) {
        guard broken == nil else { return }
        broken = BrokenPromise(promise: promise, time: now, evidence: evidence())
    }

    /// What must have happened by now.
    func check(at now: UInt64) {
        for index in devices.indices where devices[index].link != nil {
            let device = devices[index]
            if let outstanding = device.outstanding {
                if now > outstanding.since + outstanding.limit + Self.tolerance {
                    report(
                        .endsUnansweredLinks, now,
                        "a request of \(outstanding.since) µs is unanswered")
                }
            } else if now > device.lastAnswer + longestPause(device) + Self.tolerance
                && device.knowsCharacteristic
            {
                report(.keepsAlive, now, "no read since the answer at \(device.lastAnswer) µs")
            }
            if device.radio == .offsetReads && device.status != .silent
                && now > device.lastArrival + silence + Self.tolerance
            {
                report(.tellsSilence, now, "nothing arrived since \(device.lastArrival) µs")
            }
        }
    }

    /// A session that can't tell an answer from a notification may wait for one that has come.
    private func longestPause(_ device: DeviceRecord) -> UInt64 {
        device.radio == .oneCallback ? max(keepAlive, readTimeout) : keepAlive
    }

    // MARK: Links

    func linkCameUp(_ number: Int32, central: Int32, at now: UInt64) {
        devices[Int(central)].connect(number, at: now)
        if devices[Int(central)].linkCount > 1 { marks.insert(.reconnected) }
        if central > 0 { marks.insert(.secondCentral) }
    }

    func linkWentDown(_ number: Int32, at now: UInt64) {
        guard let index = device(on: number) else { return }
        devices[index].link = nil
        devices[index].outstanding = nil
    }

    private func device(on link: Int32) -> Int? {
        guard isWatching else { return nil }
        for index in devices.indices where devices[index].link == link { return index }
        return nil
    }

    func requestWentOut(_ request: Request, on link: Int32, isOneTooMany: Bool, at now: UInt64) {
        if isOneTooMany { report(.asksOneAtATime, now, "\(request) while one is outstanding") }
        guard let index = device(on: link) else { return }
        let isRead =
            switch request {
            case .read, .readBlob: true
            case .discover, .write, .subscribe: false
            }
        var limit = isRead ? readTimeout : setupTimeout
        if isRead && devices[index].radio == .oneCallback {
            limit = LinkLayer.transactionTimeout + longestHop
        }
        devices[index].outstanding = (now, limit)
    }

    func responseArrived(
        _ response: Response, _ value: Span<UInt8>, on link: Int32, isAwaited: Bool, at now: UInt64
    ) {
        guard isAwaited, let index = device(on: link) else { return }
        devices[index].outstanding = nil
        devices[index].lastAnswer = now
        devices[index].lastArrival = now
        switch response {
        case .value: if value.isEmpty { marks.insert(.endedEmpty) }
        case .done: devices[index].isSubscribed = true
        case .characteristic: devices[index].knowsCharacteristic = true
        case .error(.invalidOffset): marks.insert(.endedWithInvalidOffset)
        case .error(.attributeNotLong): marks.insert(.endedWithAttributeNotLong)
        case .error: break
        }
    }

    func notificationArrived(on link: Int32, at now: UInt64) {
        guard let index = device(on: link) else { return }
        devices[index].lastArrival = now
    }

    func changed(_ mark: Mark, on link: Int32) {
        guard let index = device(on: link), devices[index].outstanding != nil else { return }
        marks.insert(mark)
    }
}
