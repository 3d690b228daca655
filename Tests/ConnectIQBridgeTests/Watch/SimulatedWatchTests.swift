import ConnectIQBridge
import KomootNav
import Testing
import WatchSimulation

@Suite("A simulated watch")
struct SimulatedWatchTests {
    @Test("A mailbox takes what fits, and an app that is open shows it in order")
    func mailbox() throws {
        var watch = SimulatedWatch(device: WatchDevice(id: uuid(1)))
        watch.apps[uuid(100)] = SimulatedWatch.InstalledApp(version: 1)
        // 60 bytes: eight of them fill the memory.
        let message = try MonkeyValue.byteArray([UInt8](repeating: 0, count: 47)).encoded()
        #expect(message.count == 60)
        func receive(_ app: UInt64, isTransient: Bool = false) -> SimulatedWatch.Receipt {
            watch.receive(message, for: uuid(app), isTransient: isTransient)
        }
        #expect(receive(100) == .away)
        watch.isConnected = true
        #expect(receive(101) == .notInstalled)
        #expect(receive(100, isTransient: true) == .kept)
        for _ in 0..<7 { #expect(receive(100) == .kept) }
        #expect(receive(100, isTransient: true) == .skipped)
        #expect(receive(100) == .mailboxFull)
        #expect(watch.takeMessages(of: uuid(100)).shown.isEmpty)
        #expect(watch.open(uuid(100), mayPrompt: false) == .promptNotDisplayed)
        #expect(watch.open(uuid(101)) == .appNotFound)
        #expect(watch.open(uuid(100)) == .success)
        #expect(watch.open(uuid(100)) == .appAlreadyRunning)
        // They say nothing of the navigation.
        #expect(watch.takeMessages(of: uuid(100)).shown.isEmpty)
        for number in 1...3 as ClosedRange<UInt32> {
            let instruction = NavigationMessage.instruction(
                NavigationMessage.Instruction(arrow: .left, distanceInMeters: number))
            let bytes = try NumberedContent.navigation(instruction, number: 7).encoded()
            #expect(watch.receive(bytes, for: uuid(100), isTransient: false) == .kept)
        }
        #expect(watch.takeMessages(of: uuid(100)).shown.count == 3)
        let last = NavigationMessage.Instruction(arrow: .left, distanceInMeters: 3)
        #expect(watch.apps[uuid(100)]?.shown == .instruction(last))
        watch.close(uuid(100))
        #expect(watch.apps[uuid(100)]?.shown == nil)
    }

    @Test("An app takes the messages of a batch one after the other")
    func batch() throws {
        var watch = SimulatedWatch(device: WatchDevice(id: uuid(1)))
        watch.apps[uuid(100)] = SimulatedWatch.InstalledApp(version: 1)
        watch.isConnected = true
        #expect(watch.open(uuid(100)) == .success)
        let batch: MonkeyValue = [
            NumberedContent.heartRate(120, number: 1), NumberedContent.remark(number: 2),
            NumberedContent.navigation(.ended, number: 3), NumberedContent.heartRate(90, number: 4),
        ]
        #expect(NumberedContent.numbers(in: batch) == [1, 2, 3, 4])
        let bytes = try batch.encoded()
        #expect(watch.receive(bytes, for: uuid(100), isTransient: false) == .kept)
        let taken = watch.takeMessages(of: uuid(100))
        #expect(taken.heartRates == [120, 90])
        #expect(taken.shown == [.ended])
        #expect(watch.apps[uuid(100)]?.heartRate == 90)
        watch.close(uuid(100))
        #expect(watch.apps[uuid(100)]?.heartRate == nil)
    }

    @Test("A content has its number, and says what the message says")
    func contents() throws {
        let content = NumberedContent.navigation(.ended, number: .max)
        #expect(NumberedContent.number(of: content) == .max)
        #expect(try NavigationMessage(content) == .ended)
        #expect(NumberedContent.number(of: NumberedContent.remark(number: 3)) == 3)
        #expect(NumberedContent.number(of: NavigationMessage.ended.value) == nil)
    }
}
