import Foundation
import LinkVocabulary
import PropertyTesting
import RepositorySupport
import Simulation
import Testing

@Suite("A central for apps")
struct CentralTests {
    @Test("A central for apps reads, writes, and is notified of what it has subscribed to")
    func works() async throws {
        let stage = await CentralStage()
        let heard = try await stage.run { _ in
            let link = try await stage.link()
            try await link.write([20], to: Thermostat.threshold)
            #expect(try await link.read(Thermostat.threshold) == [20])
            #expect(await stage.server.nextWrite().value == [20])
            let temperatures = try await link.subscribe(to: Thermostat.temperature)
            await stage.notify(21)
            await stage.notify(22)
            var heard: [ContiguousArray<UInt8>] = []
            for try await next in temperatures {
                heard.append(next.value)
                if heard.count == 2 { break }
            }
            return heard
        }
        #expect(heard == [[21], [22]])
    }

    @Test(
        "A central for apps follows a thermostat whatever goes wrong",
        arguments: propertySeeds(10))
    func thermostat(seed: UInt64) async throws {
        let run = try await ThermostatRun(seed: seed, on: await CentralStage(seed: seed))
        #expect(run.fault == nil)
        #expect(run.count > 30)
    }
}

extension CentralTests {
    private static let other = UUID128(assignedNumber: 0x1816)

    @Test("A central for apps is told what is wrong with a peripheral, a characteristic or a value")
    func badInput() async throws {
        let twice = GATTService(
            uuid: Self.other, characteristics: GATTService.thermostat.characteristics)
        let doubled = UUID128(high: 7, low: 7)
        let same = GATTCharacteristic(uuid: Self.other, properties: .read)
        let stage = await CentralStage(services: [
            .thermostat, twice, twice, GATTService(uuid: doubled, characteristics: [same, same]),
        ])
        try await stage.run { _ in
            let link = try await stage.central.connect(
                to: stage.central.find(Thermostat.service).peer)
            await #expect(throws: GATTError.notDiscovered(Thermostat.service)) {
                try await link.read(Thermostat.threshold)
            }
            await #expect(throws: GATTError.ambiguous(Self.other)) {
                try await link.discover(Self.other)
            }
            await #expect(throws: GATTError.ambiguous(Self.other)) {
                try await link.discover(doubled)
            }
            let nowhere = UUID128(high: 1, low: 2)
            await #expect(throws: GATTError.notDiscovered(nowhere)) {
                try await link.discover(nowhere)
            }
            #expect(try await link.discover(Thermostat.service) == .thermostat)
            await #expect(throws: GATTError.notDiscovered(nowhere)) {
                try await link.read(.init(nowhere, in: Thermostat.service))
            }
            await #expect(throws: GATTError.notPermitted([.notify, .indicate])) {
                try await link.subscribe(to: Thermostat.threshold)
            }
            await #expect(throws: GATTError.notPermitted(.write)) {
                try await link.write([1], to: Thermostat.temperature)
            }
            await #expect(throws: GATTError.notPermitted(.writeWithoutResponse)) {
                try await link.write([1], to: Thermostat.temperature, withResponse: false)
            }
            let long = Array(repeating: UInt8(1), count: 513)
            await #expect(throws: GATTError.tooLong(limit: 512)) {
                try await link.write(long, to: Thermostat.threshold)
            }
            await #expect(throws: GATTError.tooLong(limit: 20)) {
                try await link.write(long.prefix(21), to: Thermostat.threshold, withResponse: false)
            }
            try await link.write(long.prefix(512), to: Thermostat.threshold)
            #expect(await stage.server.nextWrite().value == ContiguousArray(long.prefix(512)))
        }
    }

    @Test("A central for apps writes without a response as much as the link's MTU of now carries")
    func command() async throws {
        let stage = await CentralStage()
        try await stage.run { world in
            let link = try await stage.link()
            try await link.write([1, 2], to: Thermostat.threshold, withResponse: false)
            #expect(await stage.server.nextWrite().value == [1, 2])
            try world.inject(.link(.mtuChanged(50)))
            try await world.clock.sleep(for: .seconds(1))
            let long = ContiguousArray(repeating: UInt8(1), count: 47)
            try await link.write(long, to: Thermostat.threshold, withResponse: false)
            #expect(await stage.server.nextWrite().value == long)
            #expect(try await link.read(Thermostat.threshold) == long)
        }
    }

    @Test(
        "A central for apps reads whole values, however they fill their chunks",
        arguments: [0, 21, 22, 23, 44, 512])
    func reads(count: Int) async throws {
        let stage = await CentralStage()
        let value = ContiguousArray((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        await stage.server.setValue(value, of: Thermostat.threshold.characteristic)
        try await stage.run { _ in
            let read = try await stage.link().read(Thermostat.threshold)
            #expect(read == value)
        }
        await stage.server.answerReads { read in
            read.offset == 0
                ? .value([1, 2]) : .error(read.offset < 22 ? .unlikelyError : .attributeNotLong)
        }
        try await stage.run { _ in
            let read = try await stage.link().read(Thermostat.threshold)
            #expect(read == [1, 2])
        }
    }

    @Test("A central for apps takes an answer that comes twice for one")
    func repeated() async throws {
        let stage = await CentralStage()
        try await stage.run { world in
            let link = try await stage.link()
            await stage.server.setValue([1], of: Thermostat.threshold.characteristic)
            try world.inject(.answer(.repeated(.milliseconds(1))))
            #expect(try await link.read(Thermostat.threshold) == [1])
            await stage.server.setValue([2], of: Thermostat.threshold.characteristic)
            #expect(try await link.read(Thermostat.threshold) == [2])
        }
    }

    @Test("A central for apps may be used from outside of its world")
    func outside() async throws {
        let stage = await CentralStage()
        let task = Task { try await stage.link().read(Thermostat.threshold) }
        for _ in 0..<1000
        where await stage.server.value(of: Thermostat.threshold.characteristic) == [] {
            await stage.world.run(for: .milliseconds(100))
            await Task.yield()
        }
        #expect(try await task.value == [])
    }

    @Test("A central for apps describes its errors in words that say what to do")
    func words() {
        let errors: [GATTError] = [
            .timedOut, .cancelled, .servicesChanged, .notDiscovered(Self.other),
            .ambiguous(Self.other), .notPermitted(.read), .tooLong(limit: 20), .subscribed,
        ]
        let all = errors + GATTRadioState.allCases.map(GATTError.unavailable)
        #expect(Set(all.map(\.description)).count == all.count)
        #expect("\(GATTError.tooLong(limit: 20))".contains("at most 20 bytes"))
        #expect(
            all.filter(\.isTemporary) == [
                .timedOut, .servicesChanged, .unavailable(.unknown), .unavailable(.off),
            ])
    }
}

@Suite("The page about a central for apps")
struct CentralPageTests {
    @Test(
        "The page about a central for apps has the thermostat that runs on both radios, whose function has about twenty lines"
    )
    func thermostat() throws {
        func text(of file: String) throws -> String {
            try String(contentsOf: Repository.root.appendingPathComponent(file), encoding: .utf8)
        }
        let page = try text(of: "Sources/LinkVocabulary/LinkVocabulary.docc/LinkVocabulary.md")
        let source = try text(of: "Tests/RepositorySupport/Thermostat.swift")
            .replacing("package ", with: "")
        let code = try #require(source.firstRange(of: "enum Thermostat {")).lowerBound
        #expect(page.contains(source[code...]))
        let function = try #require(source.firstRange(of: "    static func")).lowerBound
        #expect(source[function...].split(separator: "\n").count <= 22)
    }
}
