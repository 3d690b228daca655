import LinkVocabulary
import RepositorySupport
import Testing

@testable import Simulation

/// The error of a call.
private func failure<R>(of call: () async throws -> R) async -> GATTError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? GATTError
    }
}

@Suite("A central's link for apps")
struct CentralLinkTests {
    @Test("A central's link for apps is not hit by what is told late of an earlier one")
    func late() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            _ = try await stage.link()
            let link = try await stage.link()
            let temperatures = try await link.subscribe(to: Thermostat.temperature)
            #expect(radio.links.count == 2)
            let old = radio.links[0]
            radio.tell(.connected(link: old, mtu: 99))
            radio.tell(.notified(link: old, Thermostat.temperature, [1]))
            radio.tell(.servicesChanged(link: old))
            radio.tell(.ended(link: old))
            radio.tell(.answered(request: radio.sent[0].ticket, .refused(.unlikelyError)))
            radio.tell(.answered(request: Ticket(rawValue: 999), .done))
            #expect(try await link.read(Thermostat.threshold) == [])
            await stage.notify(2)
            var iterator = temperatures.makeAsyncIterator()
            #expect(try await iterator.next()?.value == [2])
        }
    }

    @Test("A central's link for apps is shared by all who connect, and ends with the last of them")
    func shared() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            let peer = try await stage.central.find(Thermostat.service).peer
            async let first = stage.central.connect(to: peer)
            var second: GATTLink? = try await stage.central.connect(to: peer)
            try await first.discover(Thermostat.service)
            let third = try await stage.central.connect(to: peer)
            #expect(radio.links.count == 1)
            #expect(try await second?.read(Thermostat.threshold) == [])
            let temperatures = try await third.subscribe(to: Thermostat.temperature)
            _ = try await second?.subscribe(to: Thermostat.temperature)
            second = nil
            #expect(
                radio.sent.count { if case .subscribe = $0.request { true } else { false } } == 1)
            await stage.notify(5)
            for try await next in temperatures {
                #expect(next.value == [5])
                break
            }
            #expect(radio.disconnects.isEmpty)
        }
        await stage.world.run(for: .seconds(1))
        #expect(radio.disconnects == radio.links)
    }

    @Test("A central's link for apps ends a subscription when nobody listens, and reads then")
    func unsubscribes() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { _ in
            let link = try await stage.link()
            do {
                let temperatures = try await link.subscribe(to: Thermostat.temperature)
                await #expect(throws: GATTError.subscribed) {
                    try await link.read(Thermostat.temperature)
                }
                withExtendedLifetime(temperatures) {}
            }
            try await link.write([1], to: Thermostat.threshold)
            #expect(
                radio.sent.map(\.request).contains(
                    .subscribe(Thermostat.temperature, isOn: false)))
            await #expect(throws: GATTError.notPermitted(.read)) {
                try await link.read(Thermostat.temperature)
            }
        }
    }

    @Test(
        "A central's link for apps ends if a request stays unanswered, and the others are told that it ended"
    )
    func unanswered() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            let link = try await stage.link()
            radio.ignores = { if case .send = $0 { true } else { false } }
            let start = world.clock.now
            async let first = failure { try await link.read(Thermostat.threshold) }
            async let second = failure { try await link.write([1], to: Thermostat.threshold) }
            #expect(await first == .timedOut)
            #expect(await second == .disconnected)
            let waited = start.duration(to: world.clock.now)
            #expect(abs((waited - GATTLink.requestLimit) / .milliseconds(1)) < 2)
            #expect(radio.disconnects == radio.links)
            await #expect(throws: GATTError.notConnected) {
                try await link.read(Thermostat.threshold)
            }
        }
    }

    @Test("A central's link for apps refuses an answer of another kind")
    func wrongAnswer() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            let link = try await stage.link()
            radio.ignores = { if case .send = $0 { true } else { false } }
            for answer in [GATTAnswer.done, .discovered([])] {
                async let value = failure { try await link.read(Thermostat.threshold) }
                try await world.clock.sleep(for: .seconds(1))
                let ticket = radio.sent[radio.sent.count - 1].ticket
                radio.tell(.answered(request: Ticket(rawValue: 999), .value([1])))
                radio.tell(.answered(request: ticket, answer))
                #expect(await value == .refused(.unlikelyError))
            }
        }
    }

    @Test(
        "A central's link for apps throws that services changed in all that waits, until they are discovered again"
    )
    func servicesChanged() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            let link = try await stage.link()
            let temperatures = try await link.subscribe(to: Thermostat.temperature)
            radio.ignores = { if case .send = $0 { true } else { false } }
            async let discovered = failure { try await link.discover(Thermostat.service) }
            async let read = failure { try await link.read(Thermostat.threshold) }
            try await world.clock.sleep(for: .seconds(1))
            radio.tell(.servicesChanged(link: radio.links[0]))
            #expect(await discovered == .servicesChanged)
            #expect(await read == .servicesChanged)
            var iterator = temperatures.makeAsyncIterator()
            await #expect(throws: GATTError.servicesChanged) { try await iterator.next() }
            // What was discovered before the change means nothing.
            radio.tell(
                .answered(
                    request: radio.sent[radio.sent.count - 1].ticket, .discovered([.thermostat])))
            radio.ignores = { _ in false }
            await #expect(throws: GATTError.notDiscovered(Thermostat.service)) {
                try await link.read(Thermostat.threshold)
            }
            try await link.discover(Thermostat.service)
            #expect(try await link.read(Thermostat.threshold) == [])
        }
    }

    @Test("A central's link for apps ends after a silence that is too long for a subscriber")
    func silence() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            let link = try await stage.link()
            let temperatures = try await link.subscribe(
                to: Thermostat.temperature, within: .seconds(10))
            var iterator = temperatures.makeAsyncIterator()
            let clock = world.clock
            async let notified: Void = {
                try? await clock.sleep(for: .seconds(9))
                await stage.notify(1)
            }()
            #expect(try await iterator.next()?.value == [1])
            await notified
            let start = world.clock.now
            await #expect(throws: GATTError.timedOut) { try await iterator.next() }
            #expect(start.duration(to: world.clock.now) < .milliseconds(10_002))
            await #expect(throws: GATTError.timedOut) { try await iterator.next() }
            #expect(radio.disconnects == radio.links)
        }
    }

    @Test(
        "A central's link for apps keeps the newest notifications for a slow subscriber, and what came before its end"
    )
    func slow() async throws {
        let (stage, _) = try await TamperedRadio.stage()
        let heard = try await stage.run { world in
            let link = try await stage.link()
            let temperatures = try await link.subscribe(to: Thermostat.temperature)
            for degrees: UInt8 in 0..<100 {
                await stage.notify(degrees)
                try await world.clock.sleep(for: .milliseconds(100))
            }
            try world.inject(.link(.dropped))
            try await world.clock.sleep(for: .seconds(1))
            var heard: [UInt8] = []
            do throws(GATTError) {
                for try await next in temperatures { heard += next.value }
            } catch {
                #expect(error == .disconnected)
            }
            return heard
        }
        #expect(heard == (100 - UInt8(GATTNotifications.capacity)..<100).map { $0 })
    }

    @Test(
        "A central's link for apps lets a cancelled task go at once, and takes the late answer for nobody"
    )
    func cancelled() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            let clock = world.clock
            let link = try await stage.link()
            radio.ignores = { if case .send = $0 { true } else { false } }
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await link.subscribe(to: Thermostat.temperature) },
                { _ = try await link.read(Thermostat.threshold) },
            ]
            let count = radio.sent.count
            try await withThrowingTaskGroup(of: Void.self) { group in
                for call in calls {
                    group.addTask {
                        await #expect(throws: GATTError.cancelled) { try await call() }
                    }
                }
                try await clock.sleep(for: .seconds(1))
                let start = clock.now
                group.cancelAll()
                try await group.waitForAll()
                #expect(clock.now == start)
            }
            radio.ignores = { _ in false }
            radio.tell(.answered(request: radio.sent[count].ticket, .done))
            #expect(try await link.read(Thermostat.threshold) == [])
            // The subscription that nobody waited for is ended again; the read of nobody was never sent.
            #expect(
                radio.sent[count...].map(\.request) == [
                    .subscribe(Thermostat.temperature, isOn: true),
                    .subscribe(Thermostat.temperature, isOn: false), .read(Thermostat.threshold),
                ])
        }
    }
}
