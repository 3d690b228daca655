import CoreBluetooth
import Foundation
import KomootNav
import Simulation
import Testing

@Suite("A central that reads") struct CentralReadingTests {
    @Test("A whole value arrives in one callback, whatever the MTU", arguments: [23, 24, 185, 517])
    func wholeValue(mtu: Int) async {
        let stage = await CentralStage(conditions: LinkConditions(mtu: mtu))
        await stage.connect()
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        #expect(stage.app.values == [Array(0..<60)])
        #expect(stage.app.characteristic?.value.map(Array.init) == Array(0..<60))
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test("An error after full chunks fails all of a read, and the old value stays")
    func errorAfterChunks() async {
        let stage = await CentralStage()
        await stage.connect()
        await stage.server.answerReads { read in
            read.offset == 0 ? .value(.init(repeating: 9, count: 60)) : .error(.attributeNotLong)
        }
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        #expect(stage.app.events.last == .value(nil, .attributeNotLong))
        await stage.server.answerReads(by: nil)
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        await stage.server.answerReads { _ in .error(.attributeNotFound) }
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        #expect(stage.app.events.last == .value(Array(0..<60), .attributeNotFound))
    }

    @Test("An error without a name arrives with its code")
    func unnamedError() async {
        let stage = await CentralStage()
        await stage.connect()
        await stage.server.answerReads { _ in .error(ATTError(rawValue: 0x9A)) }
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        guard case .value(nil, let code?) = stage.app.events.last else {
            return #expect(Bool(false), "the read fails")
        }
        #expect(code.rawValue == 0x9A)
    }

    @Test("Two values that arrive before the first is told are both told as the second")
    func twoValues() async {
        let stage = await CentralStage()
        await stage.connect(subscribes: true)
        stage.app.forgetEvents()
        stage.bluetooth.habits.callbackDelay = 1_000_000...1_000_000
        await stage.server.notify([1], of: NavigationService.instructionCharacteristic)
        await stage.server.notify([2], of: NavigationService.instructionCharacteristic)
        await stage.pass(.milliseconds(500))
        #expect(stage.app.characteristic?.value.map(Array.init) == [2])
        #expect(stage.app.values.isEmpty)
        await stage.pass(.seconds(2))
        #expect(stage.app.values == [[2], [2]])
    }

    @Test("Reads and notifications come by the same callback")
    func oneCallback() async {
        let stage = await CentralStage()
        await stage.connect(subscribes: true)
        #expect(stage.app.events.last == .subscribed(true))
        stage.app.forgetEvents()
        await stage.server.notify([1, 2], of: NavigationService.instructionCharacteristic)
        await stage.pass(.seconds(1))
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        #expect(stage.app.values == [[1, 2], Array(0..<60)])
    }

    @Test("Reads that are called while one is outstanding wait for their turn")
    func queue() async {
        let stage = await CentralStage()
        await stage.connect()
        let answers = Recorder<Int>()
        stage.bluetooth.didAnswer = { [bluetooth = stage.bluetooth] kind, end in
            #expect(kind == .read && end == .succeeded)
            answers.add(bluetooth.owedRequests)
        }
        let requests = Recorder<RequestKind>()
        stage.bluetooth.willRequest = { requests.add($0) }
        await stage.act { for _ in 0..<3 { $0.app.read() } }
        #expect(requests.all == [.read, .read, .read])
        #expect(stage.bluetooth.owedRequests == 3)
        await stage.pass(.seconds(5))
        #expect(answers.all == [2, 1, 0])
        #expect(stage.app.values == Array(repeating: Array(0..<60), count: 3))
    }

    @Test("An unanswered request ends the link after ATT's time-out")
    func timeout() async throws {
        let stage = await CentralStage()
        await stage.connect()
        try await stage.world.inject(.answer(.lost))
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(29))
        #expect(stage.app.count(.disconnected(hasError: true)) == 0)
        await stage.pass(.seconds(3))
        #expect(stage.app.count(.disconnected(hasError: true)) == 1)
    }

    @Test("A write is answered")
    func write() async {
        let stage = await CentralStage()
        let uuid = NavigationService.instructionCharacteristic
        await stage.server.removeService(NavigationService.uuid)
        await stage.server.add(
            GATTService(
                uuid: NavigationService.uuid,
                characteristics: [GATTCharacteristic(uuid: uuid, properties: [.read, .write])]))
        await stage.connect()
        await stage.act { stage in
            guard let characteristic = stage.app.characteristic else { return }
            stage.app.peripheral?.writeValue(
                Data([7, 8]), for: characteristic, type: .withResponse)
        }
        await stage.pass(.seconds(2))
        #expect(stage.app.events.last == .wrote)
        #expect(await stage.server.value(of: uuid) == [7, 8])
        #expect(stage.app.characteristic?.properties == [.read, .write])
    }

    @Test("A write has at most MTU − 3 bytes without a response", arguments: [23, 185])
    func writeLength(mtu: Int) async {
        let stage = await CentralStage(conditions: LinkConditions(mtu: mtu))
        await stage.connect()
        let peripheral = stage.app.peripheral
        #expect(peripheral?.maximumWriteValueLength(for: .withoutResponse) == mtu - 3)
        #expect(peripheral?.maximumWriteValueLength(for: .withResponse) == 512)
    }

    @Test(
        "A central whose app is suspended is told nothing, and its timers that are overdue fire first"
    )
    func suspension() async {
        let stage = await CentralStage()
        await stage.connect()
        let fired = Recorder<Int>()
        await stage.act { stage in
            let app = stage.app
            stage.bluetooth.scheduleForApp(.timer, after: 1_000_000) { fired.add(app.values.count) }
            app.read()
            stage.bluetooth.suspendApp()
        }
        await stage.pass(.seconds(2))
        #expect(stage.app.values == [] && fired.all == [])
        await stage.act { $0.bluetooth.resumeApp() }
        await stage.pass(.milliseconds(30))
        #expect(stage.app.values.count == 1)
        #expect(fired.all == [0])
    }

    @Test("A read lets the user decide about pairing first, once")
    func pairing() async {
        let stage = await CentralStage()
        stage.bluetooth.habits.pairing = 40_000_000...40_000_000
        await stage.connect()
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(39))
        #expect(stage.app.values == [])
        await stage.pass(.seconds(2))
        #expect(stage.app.values.count == 1)
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(1))
        #expect(stage.app.values.count == 2)
    }

    @Test("A subscription without a CCCD fails")
    func noCCCD() async {
        let stage = await CentralStage(hasCCCD: false)
        await stage.connect(subscribes: true)
        #expect(stage.app.events.last == .subscribed(false))
    }
}

/// Takes values from a closure.
final class Recorder<Value>: @unchecked Sendable {
    private(set) var all: [Value] = []
    func add(_ value: Value) { all.append(value) }
}
