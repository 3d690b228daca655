import Foundation
import LinkVocabulary
import Testing

@testable import Simulation

@Suite("Code that a closure starts outside of its world's executor")
struct AppCodeTests {
    /// An app's model on the main actor: it writes down what comes, and when.
    @MainActor
    private final class Model {
        private(set) var notes: [String] = []
        private let clock: VirtualClock
        nonisolated init(_ clock: VirtualClock) { self.clock = clock }

        func note(_ text: String) { notes.append("\(text) at \(clock.now)") }
        /// Each note but the last starts a task for the next one.
        func count(down number: Int) {
            note("\(number)")
            if number > 0 { Task { count(down: number - 1) } }
        }

        func listen(to texts: AsyncStream<String>) {
            Task {
                for await text in texts {
                    note(text)
                    Task { note("after \(text)") }
                    await AppCodeTests.leaveActor()
                    note("checked \(text)")
                }
            }
        }
    }

    private actor Book {
        private(set) var numbers: [Int] = []
        func add(_ number: Int) async {
            numbers.append(number)
            await AppCodeTests.leaveActor()
            numbers.append(number + 100)
        }
    }

    /// It goes to the concurrency library's threads, to the main actor, and back.
    @concurrent private static func leaveActor() async { await MainActor.run {} }

    @Test("Time stands still while code of the main actor runs that a closure has started")
    func mainActor() async throws {
        for _ in 0..<20 {
            let world = World(seed: 1)
            let notes = try await world.run { world in
                let model = Model(world.clock)
                let (texts, source) = AsyncStream.makeStream(of: String.self)
                await model.listen(to: texts)
                for text in ["one", "two"] {
                    try await world.clock.sleep(for: .seconds(2))
                    source.yield(text)
                }
                try await world.clock.sleep(for: .seconds(2))
                return await model.notes
            }
            #expect(
                notes == [
                    "one at 2.000000 s", "after one at 2.000000 s", "checked one at 2.000000 s",
                    "two at 4.000000 s", "after two at 4.000000 s", "checked two at 4.000000 s",
                ])
        }
    }

    @Test("A closure waits for a task of the main actor that began before it, and not for its end")
    func earlierTask() async throws {
        for _ in 0..<20 {
            let world = World(seed: 1)
            let model = Model(world.clock)
            let (texts, source) = AsyncStream.makeStream(of: String.self)
            await model.listen(to: texts)
            // The task waits for a text when this has had its turn.
            await MainActor.run {}
            let notes = try await world.run { world in
                for text in ["one", "two"] {
                    try await world.clock.sleep(for: .seconds(2))
                    source.yield(text)
                }
                try await world.clock.sleep(for: .seconds(2))
                return await model.notes
            }
            #expect(
                notes == [
                    "one at 2.000000 s", "after one at 2.000000 s", "checked one at 2.000000 s",
                    "two at 4.000000 s", "after two at 4.000000 s", "checked two at 4.000000 s",
                ])
            source.yield("three")
            while await model.notes.count < 9 { await Task.yield() }
        }
    }

    private static let isMainQueue = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    @MainActor private static func isOnMainQueue() -> Bool {
        MainActor.preconditionIsolated()
        return DispatchQueue.getSpecific(key: isMainQueue) == true
    }

    @Test("Code of the main actor runs on the main queue, in a closure and outside")
    func mainQueue() async throws {
        let places = try await World(seed: 1).run { _ in
            let task = Task { @MainActor in
                await Task.detached { await Self.isOnMainQueue() }.value
            }
            return [await Self.isOnMainQueue(), await task.value]
        }
        #expect(places == [true, true])
        #expect(await Self.isOnMainQueue())
        let isIsolated = await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                continuation.resume(returning: MainActor.assumeIsolated { Self.isOnMainQueue() })
            }
        }
        #expect(isIsolated)
    }

    @Test("Time stands still while tasks of the main actor start each other")
    func chain() async throws {
        for _ in 0..<20 {
            let world = World(seed: 1)
            let notes = try await world.run { world in
                let model = Model(world.clock)
                await model.count(down: 5)
                try await world.clock.sleep(for: .seconds(1))
                return await model.notes
            }
            #expect(notes == (0...5).reversed().map { "\($0) at 0.000000 s" })
        }
    }

    @Test(
        "Unstructured and detached tasks, and actors of their own, run in the world's time, in the same order each time"
    )
    func tasks() async throws {
        var orders: Set<[Int]> = []
        for _ in 0..<20 {
            let world = World(seed: 1)
            let numbers = try await world.run { world in
                let book = Book()
                let clock = world.clock
                let tasks = (0..<4).map { number in
                    Task {
                        for _ in 0..<3 {
                            await book.add(number)
                            try await clock.sleep(for: .seconds(1))
                        }
                    }
                }
                let detached = Task.detached { for _ in 0..<3 { await book.add(9) } }
                await detached.value
                for task in tasks { try await task.value }
                return await book.numbers
            }
            #expect(numbers.count == 30)
            #expect(world.clock.now.offset == .seconds(3))
            orders.insert(numbers)
        }
        #expect(orders.count == 1)
    }

    @Test("A world runs in the time of another one's closure, and shares the main actor with it")
    func innerWorld() async throws {
        let outer = World(seed: 1)
        let inner = World(seed: 2)
        let answer = try await outer.run { world in
            let answer = try await inner.run { world in
                try await Task { try await world.clock.sleep(for: .seconds(3)) }.value
                return await MainActor.run { 5 }
            }
            try await world.clock.sleep(for: .seconds(1))
            return await MainActor.run { answer + 1 }
        }
        #expect(answer == 6)
        #expect(outer.clock.now.offset == .seconds(1))
        #expect(inner.clock.now.offset == .seconds(3))
    }

    @Test("Closures of worlds that run at the same time do not disturb each other")
    func manyWorlds() async throws {
        let orders = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let world = World(seed: 1)
                    return try await world.run { world in
                        let model = Model(world.clock)
                        for number in 0..<5 {
                            Task.detached { await model.note("\(number)") }
                            try await world.clock.sleep(for: .seconds(1))
                        }
                        return await model.notes
                    }
                }
            }
            return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
        }
        #expect(orders == [(0..<5).map { "\($0) at \($0).000000 s" }])
    }

    @Test("A closure leaves the main actor to other worlds and to other code, also while it runs")
    func others() async throws {
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        let wasServed = try await World(seed: 1).run { _ in
            await MainActor.run {}
            let hasRun = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                Task { @MainActor in
                    let gate = MainGate.shared.executorOfMainActor
                    answer.yield(WorldExecutor.ofThisThread == nil && gate == nil)
                    hasRun.signal()
                }
            }
            return hasRun.wait(timeout: .now() + 60) == .success
        }
        #expect(wasServed)
        #expect(await answers.first { _ in true } == true)
    }
}

@Suite("An error of a closure that does not end")
struct SimulationErrorTests {
    private func error<R: Sendable>(
        atMost limit: Duration = .seconds(60),
        _ body: @escaping @Sendable (isolated World) async throws -> R
    ) async throws -> SimulationError {
        let world = World(seed: 1)
        let server = await world.addServer()
        await server.add(ThermostatTests.services)
        await server.startAdvertising(ThermostatTests.service)
        return try #require(
            await #expect(throws: SimulationError.self) {
                try await world.run(atMost: limit, body)
            })
    }

    @Test("An error of a closure names the call that waits, and the last event before it")
    func calls() async throws {
        let error = try await error { world in
            let client = world.addClient()
            await client.connect(to: ThermostatTests.service)
            return await client.nextNotification()
        }
        #expect(error.reason == .tookTooLong)
        #expect(error.time.offset == .seconds(60))
        #expect(error.waitingCalls == ["GATTClient.nextNotification(within:)"])
        #expect(error.lastEvent == .connected(link: 0))
        #expect(error.lastActivity.offset < .seconds(2))
        let text = "\(error)"
        #expect(text.contains("after the event connected(link: 0)"))
        #expect(
            text.contains("Calls that wait in the world: GATTClient.nextNotification(within:)."))
        #expect(text.contains("at 60.000000 s"))
    }

    @Test("An error of a closure names each kind of call")
    func kinds() async throws {
        let scan = try await error { world in
            await world.addClient().connect(to: ThermostatTests.temperature)
        }
        #expect(scan.waitingCalls == ["GATTClient.connect(to: \(ThermostatTests.temperature))"])
        #expect(scan.lastEvent == .scanning(central: 0))
        let write = try await error { world in await world.addServer().nextWrite() }
        #expect(write.waitingCalls == ["GATTServer.nextWrite()"])
        let sleep = try await error { world in try await world.clock.sleep(for: .seconds(90)) }
        #expect(sleep.waitingCalls == ["VirtualClock.sleep(until: 90.000000 s)"])
        let read = try await error(atMost: .seconds(20)) { world in
            let client = world.addClient()
            await client.connect(to: ThermostatTests.service)
            let threshold = try await client.discover(
                ThermostatTests.threshold, in: ThermostatTests.service)
            try world.inject(.answer(.lost))
            _ = try await client.read(threshold)
        }
        #expect(read.waitingCalls == ["GATTClient.read"])
        let search = try await error { world in
            _ = try await world.addCentral().find(
                ThermostatTests.temperature, within: .seconds(100))
        }
        #expect(search.waitingCalls == ["GATTCentral: a scan for \(ThermostatTests.temperature)"])
    }

    @Test("An error of a closure that waits for nothing of its world names the likely causes")
    func causes() async throws {
        let slept = try await error { _ in try await Task.sleep(for: .seconds(100)) }
        #expect(slept.waitingCalls.isEmpty)
        for cause in ["a sequence that never ends", "a continuation", "Task.sleep", "a queue"] {
            #expect("\(slept)".contains(cause))
        }
        #expect(slept.waitedForMainActor && slept.waitedForTasks)
        #expect(!"\(slept)".contains("the main actor") && !"\(slept)".contains("unstructured"))
    }

    @Test("A closure that goes on without waiting fails, as no time could pass")
    func yields() async throws {
        let error = try await error { world in
            while !Task.isCancelled { await Task.yield() }
        }
        #expect(error.reason == .neverWaits)
        #expect(error.time.offset == .zero)
        #expect("\(error)".contains("Task.yield()"))
    }

    @MainActor
    private final class Loop {
        private var isStopped = false
        func stop() { isStopped = true }
        func run() async { while !isStopped { await Task.yield() } }
    }

    @Test(
        "A closure fails whose code on the main actor goes on without waiting, which then runs outside"
    )
    func yieldsOnMainActor() async throws {
        let loop = Loop()
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let error = try await error { _ in
            await Task {
                await loop.run()
                end.yield(true)
            }
            .value
        }
        #expect(error.reason == .neverWaits)
        #expect(error.time.offset == .zero)
        await loop.stop()
        #expect(await ends.first { _ in true } == true)
    }

    @Test("A closure whose sleeps take no time fails, as no time could pass")
    func sleepsForNoTime() async throws {
        let error = try await error { world in
            while true { try await world.clock.sleep(for: .zero) }
        }
        #expect(error.reason == .neverWaits)
        #expect(error.time.offset == .zero)
    }
}
