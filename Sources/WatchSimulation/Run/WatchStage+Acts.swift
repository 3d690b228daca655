import ConnectIQBridge
import LinkVocabulary
import Simulation

// What users, watches and others do while the ride lasts.
extension WatchStage {
    private mutating func draws(_ rate: Int) -> Bool { transport.draws(rate) }

    mutating func act() {
        let faults = transport.faults
        let watch = random.number(in: 0...devices.count - 1)
        if random.happens(1, in: 6) {
            for _ in 0..<random.number(in: 1...3) { hand(.remark, to: app(watch)) }
        }
        if random.happens(1, in: 2) { handHeartRate(to: app(watch)) }
        if random.happens(1, in: 20) { take(.requestAppStatus(app(watch))) }
        if random.happens(1, in: 20) { take(.openApp(app(watch))) }
        if random.happens(1, in: 20), transport.watches[watch].isConnected {
            take(.messageReceived(.null, from: app(watch)))
        }
        if draws(faults.absences) { leave(watch) }
        if draws(faults.closedApps) {
            transport.close(Self.rideApp, on: watch)
        } else if random.happens(1, in: 10) {
            _ = transport.open(Self.rideApp, on: watch)
        }
        if draws(faults.changes) { change(watch) }
        if draws(faults.restarts) { restart() }
        if draws(faults.strays) { stray(watch) }
        // What the user unregistered comes back.
        if faults.changes > 0, random.happens(1, in: 4) { registerAll() }
    }

    private mutating func handHeartRate(to app: WatchApp) {
        hand(.heartRate(Int32(random.number(in: 90...180))), to: app)
    }

    private mutating func leave(_ watch: Int) {
        judge.mark("watch away")
        transport.connect(watch, isUp: false)
        transport.schedule(
            .connection(watch, isUp: true), after: random.number(in: 500...40_000))
    }

    private mutating func change(_ watch: Int) {
        judge.mark("user changes something")
        switch random.number(in: 0...7) {
        case 0: take(.unregisterApp(app(watch)))
        case 1: take(.unregisterDevice(devices[watch].id))
        case 2:
            let other = WatchApp(id: Self.missingApp, device: devices[watch].id)
            take(.registerApp(other))
            hand(.remark, to: other)
        case 3: for _ in 0..<12 { hand(.remark, to: app(watch)) }
        case 4: take(.showStorePage(app(watch), storeID: nil))
        case 5: for _ in 0..<70 { handHeartRate(to: app(watch)) }
        case 6: take(.unregisterAllApps)
        default:
            take(.chooseDevices)
            transport.schedule(drawnAnswer(), after: 500)
        }
    }

    /// What Connect Mobile answers, or somebody else.
    private mutating func drawnAnswer() -> CompanionSession.Event {
        let isTrusted = !draws(transport.faults.links)
        return answer(random.happens(1, in: 2) ? devices : [devices[0]], isTrusted: isTrusted)
    }

    /// The session is stopped and started a few times, with lists that have just been chosen.
    private mutating func restart() {
        judge.mark("session restarted")
        for _ in 0..<random.number(in: 1...3) {
            for _ in 0..<random.number(in: 0...2) { take(drawnAnswer()) }
            pass(random.number(in: 0...700))
            stop()
            start()
        }
    }

    /// An event that answers nothing, or that comes from nobody that the session knows.
    private mutating func stray(_ watch: Int) {
        judge.mark("stray event")
        let old = Ticket(rawValue: lastTicket > 0 ? lastTicket - 1 : 0)
        switch random.number(in: 0...5) {
        case 0: take(.finished(Ticket(rawValue: lastTicket &+ 1000), .success))
        case 1: take(.progressed(Ticket(rawValue: lastTicket &+ 1000), sent: 1, total: 2))
        case 2: take(.stored(Ticket(rawValue: 0)))
        case 3: take(.appStatusAnswered(old, nil))
        case 4:
            let other = WatchApp(id: Self.missingApp, device: devices[watch].id)
            take(.messageReceived(.null, from: other))
        default: take(.installConnectMobile)
        }
    }
}
