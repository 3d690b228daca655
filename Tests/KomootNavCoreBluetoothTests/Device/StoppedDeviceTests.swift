import KomootNav
import KomootNavCoreBluetooth
import PropertyTesting
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("A device that is stopped")
struct StoppedDeviceTests {
    @Test("A device that is stopped shows nobody an instruction from before it was stopped")
    func oldInstruction() async {
        let stage = await DeviceStage()
        await stage.navigate()
        #expect(stage.instructions.last == .number(1))
        await stage.stopListening()
        await stage.act { $0.device?.stop() }
        let told = stage.updates.entries.count
        await stage.listen()
        await stage.pass(.seconds(1))
        #expect(Array(stage.updates.entries.dropFirst(told)) == [.status(.stopped)])
        await stage.stopListening()
    }

    @Test(
        "A device that is stopped ends whatever it does, and begins again when it is started",
        arguments: DeviceMoment.allCases, [Habits.plain, Habits()])
    func everyMoment(_ moment: DeviceMoment, _ habits: Habits) async {
        for seed in propertySeeds(5) {
            let stage = await DeviceStage(seed: seed, habits: habits)
            stage.bluetooth.habits.failsToConnect = .never
            await moment.arrange(stage)
            await stage.act { $0.device?.stop() }
            await stage.pass(.seconds(8))
            #expect(stage.statuses == moment.statuses + [.stopped], "seed \(seed)")
            #expect(stage.liveLinkCount == 0, "seed \(seed)")
            #expect(!stage.isScanning && !stage.isConnecting, "seed \(seed)")
            stage.updates.clear()
            await stage.startAgain()
            await stage.pass(.seconds(4))
            #expect(stage.statuses == [.searching, .waiting, .navigating], "seed \(seed)")
            #expect(stage.liveLinkCount == 1, "seed \(seed)")
            #expect(stage.bluetooth.misuses == [], "seed \(seed)")
            await stage.stopListening()
        }
    }

    @Test(
        "A device that is stopped and started again at once uses a new link, not the old one",
        arguments: 0..<20)
    func restarted(seed: Int) async {
        let stage = await DeviceStage(seed: UInt64(seed), habits: Habits())
        stage.bluetooth.habits.failsToConnect = .never
        await stage.navigate()
        await stage.act { stage in
            stage.device?.stop()
            stage.device?.start()
        }
        await stage.listen()
        await stage.publish()
        await stage.pass(.seconds(9))
        #expect(stage.statuses.suffix(4).contains(.navigating))
        #expect(stage.linkCount == 2)
        #expect(stage.liveLinkCount == 1)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that is stopped while Bluetooth is off stays stopped when it is on, until it is started"
    )
    func stoppedWhileOff() async {
        let stage = await DeviceStage()
        await stage.navigate()
        await stage.act { $0.bluetooth.state = .poweredOff }
        await stage.pass(.seconds(1))
        await stage.act { $0.device?.stop() }
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(5))
        #expect(stage.statuses.suffix(2) == [.poweredOff, .stopped])
        #expect(stage.liveLinkCount == 0 && !stage.isScanning)
        await stage.startAgain()
        await stage.pass(.seconds(3))
        #expect(stage.statuses.suffix(3) == [.searching, .waiting, .navigating])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}

@Suite("A device that is not started")
struct UnstartedDeviceTests {
    @Test(
        "A device that is not started does nothing that the user notices, even if it is stopped",
        arguments: [nil, "device"])
    func nothing(restoreIdentifier: String?) async {
        let stage = await DeviceStage()
        await stage.start(restoreIdentifier: restoreIdentifier, starts: false)
        await stage.listen()
        await stage.pass(.seconds(10))
        await stage.act { $0.device?.stop() }
        await stage.pass(.seconds(1))
        #expect(stage.bluetooth.centralSystem.manager == nil)
        #expect(stage.updates.entries == [])
        #expect(stage.ends.count == 1)
        await stage.startAgain()
        await stage.pass(.seconds(5))
        #expect(stage.statuses == [.searching, .waiting, .navigating])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}

@Suite("The updates of a device")
struct DeviceUpdatesTests {
    @Test(
        "The updates of a device end when it is stopped, after the status that says so, and those taken later wait for the next start"
    )
    func stop() async {
        let stage = await DeviceStage()
        await stage.navigate()
        await stage.act { $0.device?.stop() }
        await stage.pass(.seconds(1))
        #expect(stage.statuses.last == .stopped)
        #expect(stage.ends.count == 1)
        stage.updates.clear()
        await stage.listen()
        await stage.pass(.seconds(10))
        #expect(stage.updates.entries == [.status(.stopped)])
        #expect(stage.ends.count == 1)
        await stage.act { $0.device?.start() }
        await stage.pass(.seconds(5))
        #expect(stage.statuses == [.stopped, .searching, .waiting, .navigating])
        await stage.act { stage in
            stage.device?.stop()
            stage.device?.start()
        }
        await stage.pass(.seconds(5))
        #expect(stage.statuses.last == .stopped)
        #expect(stage.ends.count == 2)
    }
}

@Suite("A device that is let go")
struct ReleasedDeviceTests {
    @Test("A device that is let go ends what it does", arguments: DeviceMoment.allCases)
    func ends(_ moment: DeviceMoment) async {
        let stage = await DeviceStage()
        await moment.arrange(stage)
        await stage.stopListening()
        await stage.act { $0.device = nil }
        await stage.pass(.seconds(1))
        #expect(stage.liveLinkCount == 0)
        #expect(!stage.isScanning && !stage.isConnecting)
    }

    @Test("A device that is let go goes on as long as somebody iterates over its updates")
    func iterating() async {
        let stage = await DeviceStage()
        await stage.navigate()
        await stage.act { $0.device = nil }
        let next = await stage.publish()
        await stage.pass(.seconds(5))
        #expect(stage.instructions.last == next)
        #expect(stage.liveLinkCount == 1)
        await stage.stopListening()
        await stage.pass(.seconds(1))
        #expect(stage.liveLinkCount == 0)
    }

    @Test("A device that is let go goes on as long as somebody keeps an iterator of its updates")
    func keptIterator() async {
        let stage = await DeviceStage()
        let keeper = Keeper()
        await stage.start()
        await stage.act { stage in
            keeper.iterator = stage.device?.updates.makeAsyncIterator()
            stage.device = nil
        }
        await stage.pass(.seconds(5))
        #expect(stage.liveLinkCount == 1)
        await stage.act { _ in keeper.iterator = nil }
        await stage.pass(.seconds(1))
        #expect(stage.liveLinkCount == 0)
    }

    /// Keeps an iterator.
    ///
    /// It may be marked as sendable because only code on a world's executor uses it.
    private final class Keeper: @unchecked Sendable {
        var iterator: NavigationUpdates<NavigationDevice.Update>.Iterator?
    }
}
