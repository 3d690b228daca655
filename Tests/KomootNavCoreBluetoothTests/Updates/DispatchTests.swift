import Dispatch
import Foundation
import KomootNav
import Testing

@testable import KomootNavCoreBluetooth

@Suite("On a system without Bluetooth, on real queues")
struct DispatchTests {
    /// What a sequence gives for a while.
    private static func take<S: AsyncSequence & Sendable>(_ updates: S) async -> [S.Element]
    where S.Element: Sendable {
        let taken = Diary<S.Element>()
        let task = Task {
            for try await update in updates { taken.add(update) }
        }
        try? await Task.sleep(for: .milliseconds(300))
        task.cancel()
        _ = await task.result
        return taken.entries
    }

    @Test("On a system without Bluetooth, on real queues, a device says so once")
    func device() async {
        let device = NavigationDevice(restoreIdentifier: "device")
        #expect(await Self.take(device.updates) == [])
        device.start()
        #expect(await Self.take(device.updates) == [.status(.unsupported)])
        device.stop()
        #expect(await Self.take(device.updates).last == .status(.stopped))
    }

    @Test(
        "On a system without Bluetooth, on real queues, a phone says so once, and can publish all the same"
    )
    func phone() async throws {
        let phone = NavigationPhone(layout: .deployed)
        #expect(await Self.take(phone.updates) == [])
        phone.start()
        try phone.publish(arrow: .left, distanceInMeters: 210)
        phone.advertise()
        #expect(await Self.take(phone.updates) == [.status(.unsupported)])
        phone.stop()
        #expect(await Self.take(phone.updates).last == .status(.stopped))
    }

    @Test(
        "On real queues, what is due later is done once, and not if something else takes its place",
        .timeLimit(.minutes(5)))
    func timers() async throws {
        let surroundings = DispatchSurroundings()
        let done = Diary<String>()
        // At once, or the first might be done before something takes its place.
        func perform(_ names: [String], after milliseconds: [Int]) async throws {
            let count = done.count
            surroundings.perform {
                for (name, milliseconds) in zip(names, milliseconds) {
                    let time = surroundings.now.advanced(by: .milliseconds(milliseconds))
                    surroundings.perform(at: time) {
                        done.add(surroundings.now < time ? "\(name) too early" : name)
                    }
                }
            }
            while done.count == count { try await Task.sleep(for: .milliseconds(5)) }
        }
        try await perform(["replaced", "once"], after: [20, 60])
        try await perform(["again"], after: [60])
        #expect(done.entries == ["once", "again"])
    }

    @Test(
        "On a system without Bluetooth, on real queues, a thousand of each can be started, stopped and let go from many threads"
    )
    func manyObjects() {
        let published = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 1000) { number in
            let device = NavigationDevice(layout: number % 2 == 0 ? .deployed : nil)
            device.start()
            device.stop()
            device.start()
            let phone = NavigationPhone(layout: .legacy, restoreIdentifier: "\(number)")
            phone.start()
            let isPublished = (try? phone.publish(arrow: .left, distanceInMeters: 210)) != nil
            phone.stop()
            published.with { $0 += isPublished ? 1 : 0 }
        }
        #expect(published.with { $0 } == 1000)
    }

    @Test(
        "On a system without Bluetooth, on real queues, one of each can be used from many threads at once",
        .timeLimit(.minutes(20)))
    func manyCalls() async {
        let device = NavigationDevice()
        let phone = NavigationPhone(layout: .deployed)
        let listeners = (0..<8).map { _ in
            (Task { for await _ in device.updates {} }, Task { for await _ in phone.updates {} })
        }
        DispatchQueue.concurrentPerform(iterations: 1000) { number in
            number % 2 == 0 ? device.stop() : device.start()
            number % 3 == 0 ? phone.stop() : phone.start()
            try? phone.publish(arrow: .left, distanceInMeters: UInt32(number))
            phone.advertise()
        }
        device.start()
        phone.start()
        #expect(await Self.take(device.updates).last == .status(.unsupported))
        #expect(await Self.take(phone.updates).last == .status(.unsupported))
        for (one, other) in listeners {
            one.cancel()
            other.cancel()
            await one.value
            await other.value
        }
    }
}
