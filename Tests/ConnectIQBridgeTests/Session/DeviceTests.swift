import ConnectIQBridge
import KomootNav
import Testing

@Suite("Devices and the apps on them")
struct DeviceTests {
    @Test("A device is registered before anything else")
    func registering() throws {
        var stage = try Stage.running()
        stage.take(.registerApp(stage.app))
        #expect(stage.effects == [.tell(.refused(.deviceNotRegistered))])
        stage.take(.registerDevice(uuid(9)))
        #expect(stage.effects == [.tell(.refused(.unknownDevice))])
        stage.take(.statusChanged(uuid(1), .connected))
        #expect(stage.effects == [.tell(.fault(.lateArrival))])
        stage.take(.registerDevice(uuid(1)))
        #expect(stage.requests == [.registerDevice(stage.watch)])
        #expect(stage.session.phase(ofDevice: uuid(1)) == .away)
        #expect(stage.session.status(ofDevice: uuid(1)) == nil)
        stage.take(.registerApp(stage.app))
        #expect(stage.requests == [.registerApp(stage.app)])
        stage.take(.registerApp(WatchApp(id: uuid(100), device: uuid(9))))
        #expect(stage.effects == [.tell(.refused(.unknownDevice))])
    }

    @Test("Every status is told once, and connected is not yet ready")
    func status() throws {
        var stage = try Stage.running()
        stage.take(.registerDevice(uuid(1)))
        for status in DeviceStatus.allCases {
            stage.take(.statusChanged(uuid(1), status))
            #expect(stage.effects == [.tell(.status(status, of: uuid(1), isReady: false))])
            #expect(stage.session.status(ofDevice: uuid(1)) == status)
            stage.take(.statusChanged(uuid(1), status))
            #expect(stage.effects.isEmpty)
        }
        #expect(stage.session.phase(ofDevice: uuid(1)) == .connected)
        stage.take(.deviceReady(uuid(1)))
        #expect(stage.effects == [.tell(.status(.connected, of: uuid(1), isReady: true))])
        #expect(stage.session.phase(ofDevice: uuid(1)) == .ready)
        stage.take(.statusChanged(uuid(1), .connected))
        #expect(stage.effects.isEmpty && stage.session.phase(ofDevice: uuid(1)) == .ready)
    }

    @Test("A device that is away is connected and ready at once if it says that it is ready")
    func readyFirst() throws {
        for isKnown in [false, true] {
            var stage = try Stage.running()
            stage.take(.deviceReady(uuid(1)))
            #expect(stage.effects == [.tell(.fault(.lateArrival))])
            stage.take(.registerDevice(uuid(1)))
            stage.take(.registerApp(stage.app))
            if isKnown { stage.take(.statusChanged(uuid(1), .notConnected)) }
            _ = stage.send()
            stage.take(.deviceReady(uuid(1)))
            #expect(stage.notices == [.status(.connected, of: uuid(1), isReady: true)])
            #expect(stage.requests.count == 1)
            #expect(stage.session.phase(ofDevice: uuid(1)) == .ready)
            stage.take(.statusChanged(uuid(1), .connected))
            #expect(stage.effects.isEmpty)
            #expect(stage.session.phase(ofDevice: uuid(1)) == .ready)
        }
    }

    @Test("Unregistering a device ends everything of its apps")
    func unregistering() throws {
        for event in [.unregisterDevice(uuid(1)), .unregisterAllDevices, .stop]
            as [CompanionSession.Event]
        {
            var stage = try Stage.ready()
            let id = stage.send()
            stage.take(.requestAppStatus(stage.app))
            stage.take(.openApp(stage.app))
            stage.take(event)
            #expect(
                stage.notices == [
                    .ended(id, to: stage.app, .dropped),
                    .noAppStatus(.unregistered, of: stage.app),
                    .opened(stage.app, .deviceNotAvailable),
                ])
            #expect(stage.requests == [.unregisterApp(stage.app), .unregisterDevice(stage.watch)])
            #expect(stage.session.apps == [] && stage.session.nextDeadline == nil)
            #expect(stage.session.phase == (event == .stop ? .stopped : .running))
            stage.take(event)
            #expect(stage.requests == [])
        }
    }

    @Test("An unregistered app gets and gives nothing")
    func unregisteredApp() throws {
        var stage = try Stage.ready()
        let id = stage.send()
        let ticket = stage.tickets[0]
        stage.take(.unregisterApp(stage.app))
        #expect(stage.notices == [.ended(id, to: stage.app, .dropped)])
        #expect(stage.requests == [.unregisterApp(stage.app)])
        stage.take(.finished(ticket, .success))
        #expect(stage.notices == [.fault(.lateArrival)])
        stage.take(.messageReceived(1, from: stage.app))
        #expect(stage.notices == [.fault(.unexpectedMessage)])
        for event in [
            .unregisterApp(stage.app), .requestAppStatus(stage.app), .openApp(stage.app),
        ] as [CompanionSession.Event] {
            stage.take(event)
            #expect(stage.effects == [.tell(.refused(.appNotRegistered))])
        }
        let other = stage.send()
        #expect(stage.notices == [.ended(other, to: stage.app, .refused(.appNotRegistered))])
    }

    @Test("At most 16 apps are registered")
    func tooManyApps() throws {
        var stage = try Stage.running()
        stage.take(.registerDevice(uuid(1)))
        for number in 0..<16 as Range<UInt64> {
            stage.take(.registerApp(WatchApp(id: uuid(number), device: uuid(1))))
            #expect(stage.requests.count == 1)
            stage.take(.registerApp(WatchApp(id: uuid(number), device: uuid(1))))
            #expect(stage.effects.isEmpty)
        }
        stage.take(.registerApp(WatchApp(id: uuid(16), device: uuid(1))))
        #expect(stage.effects == [.tell(.refused(.tooManyApps))])
    }

    @Test("The status of an app is asked for once, and told once")
    func appStatus() throws {
        var stage = try Stage.ready()
        stage.take(.requestAppStatus(stage.app))
        let ticket = stage.tickets[0]
        #expect(stage.requests == [.requestAppStatus(stage.app, ticket)])
        stage.take(.requestAppStatus(stage.app))
        #expect(stage.effects.isEmpty)
        let status = AppStatus(isInstalled: true, version: 3)
        stage.take(.appStatusAnswered(ticket, status))
        #expect(stage.effects == [.tell(.appStatus(status, of: stage.app))])
        stage.take(.appStatusAnswered(ticket, status))
        #expect(stage.effects == [.tell(.fault(.lateArrival))])
    }

    @Test("The status of an app waits for the device to be ready, but not longer than 10 s")
    func appStatusTimeout() throws {
        var stage = try Stage.ready()
        stage.take(.statusChanged(uuid(1), .notFound))
        stage.take(.requestAppStatus(stage.app))
        #expect(stage.effects == [.tell(.noAppStatus(.away, of: stage.app))])
        stage.take(.statusChanged(uuid(1), .connected))
        stage.take(.requestAppStatus(stage.app))
        #expect(stage.effects.isEmpty)
        #expect(stage.session.nextDeadline == SessionTime(milliseconds: 5000))
        stage.pass(.milliseconds(4999))
        #expect(stage.effects.isEmpty)
        stage.take(.deviceReady(uuid(1)))
        #expect(stage.requests == [.requestAppStatus(stage.app, stage.tickets[0])])
        stage.pass(.milliseconds(9999))
        #expect(stage.effects.isEmpty)
        stage.pass(.milliseconds(1))
        #expect(stage.effects == [.tell(.noAppStatus(.timeout, of: stage.app))])
        #expect(stage.session.nextDeadline == nil)
    }

    @Test("An app is opened on a device that is ready, within 30 s")
    func opening() throws {
        var stage = try Stage.ready()
        stage.take(.openApp(stage.app))
        let ticket = stage.tickets[0]
        #expect(stage.requests == [.openApp(stage.app, ticket)])
        stage.take(.openApp(stage.app))
        #expect(stage.effects == [.tell(.refused(.underWay))])
        stage.take(.openAnswered(ticket, .promptNotDisplayed))
        #expect(stage.effects == [.tell(.opened(stage.app, .promptNotDisplayed))])
        stage.take(.openAnswered(ticket, .success))
        #expect(stage.effects == [.tell(.fault(.lateArrival))])
        stage.take(.openApp(stage.app))
        stage.pass(.milliseconds(29_999))
        #expect(stage.effects.isEmpty)
        stage.pass(.milliseconds(1))
        #expect(stage.effects == [.tell(.opened(stage.app, .timeout))])
        stage.take(.openApp(stage.app))
        stage.take(.statusChanged(uuid(1), .notConnected))
        #expect(stage.notices.last == .opened(stage.app, .deviceNotAvailable))
        stage.take(.openApp(stage.app))
        #expect(stage.effects == [.tell(.refused(.deviceNotReady))])
    }
}
