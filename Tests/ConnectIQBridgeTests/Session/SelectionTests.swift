import ConnectIQBridge
import KomootNav
import Testing

@Suite("Choosing devices, and keeping the list")
struct SelectionTests {
    private let answer = "rides://device-select-resp?d0ID=\(uuid(1))&d0Name=new"
    private let renamed = WatchDevice(id: uuid(1), name: "new")

    @Test("A companion session begins with the list of devices that was stored")
    func start() throws {
        var stage = try Stage()
        stage.take(.start)
        let ticket = stage.tickets[0]
        #expect(stage.effects == [.load(ticket)])
        #expect(stage.session.phase == .loading)
        stage.take(.loaded([stage.watch], ticket))
        #expect(stage.effects == [.tell(.devices([stage.watch]))])
        #expect(stage.session.phase == .running && stage.session.devices == [stage.watch])
        #expect(stage.session.phase(ofDevice: uuid(1)) == .listed)
    }

    @Test(
        "A companion session goes on without devices if their list can't be loaded, and does not store that"
    )
    func unreadable() throws {
        let tooMany = (0..<33).map { WatchDevice(id: uuid($0)) }
        for event in [
            { .loadFailed($0) }, { .loaded(tooMany, $0) }, { .loaded([renamed, renamed], $0) },
        ] as [(Ticket) -> CompanionSession.Event] {
            var stage = try Stage()
            stage.take(.start)
            stage.take(event(stage.tickets[0]))
            #expect(stage.notices == [.fault(.unreadableStore), .devices([])])
            #expect(stage.effects.count == 2 && stage.session.phase == .running)
        }
    }

    @Test(
        "A companion session opens Connect Mobile, and replaces its list of devices by the answer")
    func chosen() throws {
        var stage = try Stage.running()
        stage.take(.chooseDevices)
        let url = try configuration().selection.url
        #expect(stage.requests == [.openDeviceSelection(url: url, stage.tickets[0])])
        let other = "&d1ID=\(uuid(2))"
        stage.take(.urlOpened(answer + other, isTrusted: true))
        let devices = [renamed, WatchDevice(id: uuid(2))]
        #expect(
            stage.effects == [.tell(.devices(devices)), .store(devices, stage.tickets[0])])
        #expect(stage.session.devices == devices)
    }

    @Test("A companion session takes no list of devices that an earlier start asked for")
    func earlierLoad() throws {
        for event in [{ .loaded([], $0) }, { .loadFailed($0) }]
            as [(Ticket) -> CompanionSession.Event]
        {
            var stage = try Stage()
            stage.take(.start)
            let old = stage.tickets[0]
            stage.take(.stop)
            stage.take(.start)
            let ticket = stage.tickets[0]
            #expect(ticket != old)
            stage.take(event(old))
            #expect(stage.effects == [.tell(.fault(.lateArrival))])
            #expect(stage.session.phase == .loading)
            stage.take(.loaded([stage.watch], ticket))
            #expect(stage.session.devices == [stage.watch])
        }
    }

    @Test(
        "A companion session takes an answer that comes before the stored list, and then not that list"
    )
    func early() throws {
        var stage = try Stage()
        stage.take(.start)
        let ticket = stage.tickets[0]
        stage.take(.urlOpened("rides://other", isTrusted: true))
        #expect(stage.session.phase == .loading)
        stage.take(.urlOpened(answer, isTrusted: true))
        #expect(stage.session.devices == [renamed])
        stage.take(.loaded([stage.watch], ticket))
        #expect(stage.notices == [.fault(.lateArrival)])
        #expect(stage.session.devices == [renamed])
    }

    @Test("A companion session takes no URL from elsewhere, and none that is wrong")
    func wrongURLs() throws {
        var stage = try Stage.running()
        stage.take(.urlOpened(answer, isTrusted: false))
        #expect(stage.notices == [.fault(.untrustedLink)])
        stage.take(.urlOpened(answer + "&d1ID=1", isTrusted: true))
        let error = LinkError(.invalidIdentifier, at: answer.utf8.count + 1)
        #expect(stage.notices == [.fault(.invalidLink(error))])
        #expect(stage.effects.count == 1 && stage.session.devices == [stage.watch])
    }

    @Test(
        "A companion session keeps a device that is still shared, and drops the others with their apps"
    )
    func kept() throws {
        var stage = try Stage.ready()
        let first = stage.send(.inOrder)
        let second = stage.send(.inOrder)
        let newest = stage.send(.newestOnly)
        stage.take(.urlOpened(answer, isTrusted: true))
        #expect(stage.requests == [])
        #expect(stage.session.phase(ofDevice: uuid(1)) == .ready)
        #expect(stage.session.phase(of: stage.app) == .sending)
        let ticket = stage.tickets[0]
        stage.take(.urlOpened("rides://device-select-resp?d0ID=\(uuid(2))", isTrusted: true))
        let ended = [first, second, newest].map {
            CompanionSession.Notice.ended($0, to: stage.app, .dropped)
        }
        #expect(stage.notices == ended + [.devices([WatchDevice(id: uuid(2))])])
        #expect(stage.requests == [.unregisterApp(stage.app), .unregisterDevice(renamed)])
        #expect(stage.tickets == [], "the first list is still being stored")
        stage.take(.stored(ticket))
        #expect(stage.effects.count == 1 && stage.tickets.count == 1)
    }

    @Test("A companion session stores the newest list of devices again after a failure")
    func storeFailed() throws {
        var stage = try Stage.running()
        stage.take(.urlOpened(answer, isTrusted: true))
        let ticket = stage.tickets[0]
        stage.take(.storeFailed(Ticket(rawValue: ticket.rawValue + 1)))
        #expect(stage.notices == [.fault(.lateArrival)])
        stage.take(.storeFailed(ticket))
        #expect(stage.notices == [.fault(.storeFailed)])
        #expect(stage.session.nextDeadline == SessionTime(milliseconds: 2000))
        stage.pass(.milliseconds(1999))
        #expect(stage.effects.isEmpty)
        stage.pass(.milliseconds(1))
        #expect(stage.effects == [.store([renamed], stage.tickets[0])])
        stage.take(.stored(ticket))
        #expect(stage.notices == [.fault(.lateArrival)])
        #expect(stage.session.nextDeadline == nil)
    }

    @Test(
        "A companion session that stops stores its newest list, unless that is stored or being stored"
    )
    func storedAtStop() throws {
        let none = "rides://device-select-resp"
        var stage = try Stage.ready()
        stage.take(.urlOpened(answer, isTrusted: true))
        let ticket = stage.tickets[0]
        stage.take(.urlOpened(none, isTrusted: true))
        var waiting = stage
        waiting.take(.stop)
        let late = try #require(waiting.tickets.first)
        #expect(waiting.effects == [.store([], late)])
        waiting.take(.storeFailed(late))
        #expect(waiting.effects == [.tell(.fault(.lateArrival))])
        #expect(waiting.session.nextDeadline == nil)
        stage.take(.storeFailed(ticket))
        var failed = stage
        failed.take(.stop)
        #expect(try failed.effects == [.store([], #require(failed.tickets.first))])
        stage.pass(.seconds(2))
        let last = stage.tickets[0]
        var storing = stage
        storing.take(.stop)
        #expect(storing.effects.isEmpty)
        stage.take(.stored(last))
        stage.take(.stop)
        #expect(stage.effects.isEmpty)
    }

    @Test("A companion session that stops stores its list of devices after everything else")
    func storedLast() throws {
        var stage = try Stage.ready()
        stage.take(.urlOpened(answer, isTrusted: true))
        stage.take(.storeFailed(stage.tickets[0]))
        stage.take(.stop)
        #expect(stage.effects.count == 3)
        #expect(stage.requests == [.unregisterApp(stage.app), .unregisterDevice(renamed)])
        #expect(try stage.effects.last == .store([renamed], #require(stage.tickets.first)))
    }

    @Test("A missing Connect Mobile is shown by the transport")
    func missing() throws {
        var stage = try Stage.running()
        stage.take(.chooseDevices)
        let ticket = stage.tickets[0]
        stage.take(.connectMobileMissing(ticket))
        #expect(stage.effects == [.transport(.showInstallAlert)])
        stage.take(.connectMobileMissing(ticket))
        #expect(stage.notices == [.fault(.lateArrival)])
        stage.take(.installConnectMobile)
        #expect(stage.effects == [.tell(.refused(.notAsked))])
    }

    @Test("A missing Connect Mobile is shown by the app, if it wants to")
    func missingWithOverride() throws {
        var stage = try Stage(overridesInstallAlert: true)
        stage.start(with: [stage.watch])
        stage.take(.showStorePage(stage.app, storeID: uuid(7)))
        let ticket = stage.tickets[0]
        #expect(stage.requests == [.openStorePage(stage.app, storeID: uuid(7), ticket)])
        stage.take(.connectMobileMissing(ticket))
        #expect(stage.effects == [.tell(.needsToInstallConnectMobile)])
        stage.take(.installConnectMobile)
        #expect(stage.effects == [.transport(.openAppStore)])
        stage.take(.installConnectMobile)
        #expect(stage.effects == [.tell(.refused(.notAsked))])
    }

    @Test("The store's page is refused for a device that is not shared")
    func storePage() throws {
        var stage = try Stage.running()
        stage.take(.showStorePage(WatchApp(id: uuid(100), device: uuid(9)), storeID: nil))
        #expect(stage.effects == [.tell(.refused(.unknownDevice))])
    }

    @Test("A session that is not started refuses what the app asks for, and takes nothing else")
    func stopped() throws {
        var stage = try Stage()
        stage.take(.stop)
        #expect(stage.effects.isEmpty)
        for event in [
            .chooseDevices, .urlOpened(answer, isTrusted: true), .registerDevice(uuid(1)),
            .registerApp(stage.app), .requestAppStatus(stage.app), .openApp(stage.app),
        ] as [CompanionSession.Event] {
            stage.take(event)
            #expect(stage.effects == [.tell(.refused(.notRunning))])
        }
        let id = stage.send()
        #expect(stage.notices == [.ended(id, to: stage.app, .refused(.notRunning))])
        for event in [
            .loaded(nil, Ticket(rawValue: 1)), .statusChanged(uuid(1), .connected),
            .finished(Ticket(rawValue: 1), .success),
            .messageReceived(1, from: stage.app),
        ] as [CompanionSession.Event] {
            stage.take(event)
            #expect(stage.effects == [.tell(.fault(.lateArrival))])
        }
        #expect(stage.session.phase == .stopped && stage.session.devices == [])
    }
}
