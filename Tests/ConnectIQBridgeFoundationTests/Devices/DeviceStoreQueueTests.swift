import ConnectIQBridge
import Foundation
import KomootNav
import RepositorySupport
import Testing

@testable import ConnectIQBridgeFoundation

// A load that is never answered would be waited for without end. The limit is far above the time for which other tests
// can keep all threads busy.
@Suite("A queue of calls to a store", .timeLimit(.minutes(20)))
struct DeviceStoreQueueTests {
    private let lists = (0..<20).map { [WatchDevice(id: UUID128(high: 0, low: $0))] }

    /// A queue, and the events that it reports.
    private func queue(
        _ store: any DeviceStore, isTemporary: @escaping @Sendable (DeviceStoreError) -> Bool
    ) -> (DeviceStoreQueue, AsyncStream<CompanionSession.Event>) {
        let (events, continuation) = AsyncStream.makeStream(of: CompanionSession.Event.self)
        let queue = DeviceStoreQueue(store, retryInterval: .zero, isTemporary: isTemporary) {
            continuation.yield($0)
        }
        return (queue, events)
    }

    private func take(
        _ count: Int, of events: AsyncStream<CompanionSession.Event>
    ) async -> [CompanionSession.Event] {
        var taken: [CompanionSession.Event] = []
        for await event in events {
            taken.append(event)
            if taken.count == count { break }
        }
        return taken
    }

    @Test(
        "A queue of calls to a store makes one call at a time, in order, and answers in that order")
    func order() async {
        let store = SlowStore()
        let (queue, events) = queue(store) { _ in false }
        var expected: [CompanionSession.Event] = []
        for (number, list) in lists.enumerated() {
            let ticket = Ticket(rawValue: UInt32(2 * number + 1))
            let next = Ticket(rawValue: UInt32(2 * number + 2))
            #expect(queue.perform(.store(list, ticket)))
            #expect(queue.perform(.load(next)))
            expected += [.stored(ticket), .loaded(list, next)]
        }
        #expect(await take(expected.count, of: events) == expected)
        #expect(await store.largestCount == 1)
        #expect(await store.stored == lists)
    }

    @Test("A queue of calls to a store takes no effect that is not for a store")
    func others() async {
        let (queue, _) = queue(SlowStore()) { _ in false }
        #expect(!queue.perform(.tell(.devices([]))))
        #expect(!queue.perform(.transport(.showInstallAlert)))
    }

    @Test("A queue of calls to a store reports what failed")
    func failures() async {
        let store = SlowStore(failures: [.unreadable, .system(EPERM)])
        let (queue, events) = queue(store) { _ in false }
        _ = queue.perform(.load(Ticket(rawValue: 1)))
        _ = queue.perform(.store([], Ticket(rawValue: 2)))
        #expect(
            await take(2, of: events) == [
                .loadFailed(Ticket(rawValue: 1)), .storeFailed(Ticket(rawValue: 2)),
            ])
    }

    @Test(
        "A queue of calls to a store tries a load again that failed only for now, and does not answer before"
    )
    func locked() async {
        let locked = [DeviceStoreError](repeating: .system(EPERM), count: 5)
        let store = SlowStore(failures: locked)
        let (queue, events) = queue(store) { $0.isLocked }
        _ = queue.perform(.load(Ticket(rawValue: 1)))
        #expect(await take(1, of: events) == [.loaded(nil, Ticket(rawValue: 1))])
        #expect(await store.loadCount == 6)
    }

    @Test(
        "A queue of calls to a store gives a load up that failed only for now when it has another call",
        arguments: [
            (.store([], Ticket(rawValue: 2)), .stored(Ticket(rawValue: 2))),
            (.load(Ticket(rawValue: 2)), .loaded(nil, Ticket(rawValue: 2))),
        ] as [(DeviceStoreQueue.Call, CompanionSession.Event)])
    func outdated(_ call: DeviceStoreQueue.Call, _ event: CompanionSession.Event) async {
        let first = Ticket(rawValue: 1)
        let store = SlowStore(failures: [.system(EPERM), .system(EPERM)])
        var worker = DeviceStoreWorker(store) { $0.isLocked }
        #expect(await worker.make(.load(first)) == .again(first))
        #expect(await worker.make(.loadAgain(first)) == .again(first))
        #expect(await worker.make(call) == .event(event))
        #expect(await worker.make(.loadAgain(first)) == .nothing)
    }

    @Test("A queue of calls to a store that is given up still makes the calls that wait in it")
    func givenUp() async {
        let store = SlowStore()
        var (queue, events): (DeviceStoreQueue?, AsyncStream<CompanionSession.Event>)
        (queue, events) = self.queue(store) { _ in false }
        for (number, list) in lists.enumerated() {
            _ = queue?.perform(.store(list, Ticket(rawValue: UInt32(number + 1))))
        }
        queue = nil
        #expect(await take(lists.count, of: events).count == lists.count)
        #expect(await store.stored == lists)
    }

    @Test("A queue of calls to a store is locked by EPERM alone")
    func usualRule() {
        #expect(DeviceStoreError.system(EPERM).isLocked)
        let other = DeviceStoreError.other(domain: NSPOSIXErrorDomain, number: Int(EPERM))
        for error in [.unreadable, .system(EACCES), other] { #expect(!error.isLocked) }
        #expect(DeviceStoreQueue.retryInterval == .seconds(2))
    }

    @Test(
        "A queue of calls to a store keeps what was stored last, when a list is replaced while another is being stored"
    )
    func session() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileDeviceStore(file: folder.appendingPathComponent("devices.json"))
        let (queue, events) = queue(store) { $0.isLocked }
        let request = try DeviceSelectionRequest(
            appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: "rides")
        var session = CompanionSession(CompanionSession.Configuration(selection: request))
        let answer = "rides://device-select-resp?d0ID=00000000-0000-0000-0000-000000000001"
        let own: [CompanionSession.Event] = [
            .start, .urlOpened(answer, isTrusted: true),
            .urlOpened("rides://device-select-resp", isTrusted: true), .stop,
        ]
        var callCount = 0
        for event in own {
            session.handle(event, at: .zero)
            while let effect = session.nextEffect() {
                if queue.perform(effect) { callCount += 1 }
            }
        }
        #expect(callCount == 3)
        _ = await take(callCount, of: events)
        #expect(try await store.load() == [])
    }
}

/// A store that gives way in each call, and says how many calls it had at a time.
private actor SlowStore: DeviceStore {
    private(set) var stored: [[WatchDevice]] = []
    private(set) var largestCount = 0
    private(set) var loadCount = 0
    private var count = 0
    private var callCount = 0
    private var failures: [DeviceStoreError]

    init(failures: [DeviceStoreError] = []) { self.failures = failures }

    func load() async throws(DeviceStoreError) -> [WatchDevice]? {
        loadCount += 1
        try await call()
        return stored.last
    }

    func store(_ devices: [WatchDevice]) async throws(DeviceStoreError) {
        try await call()
        stored.append(devices)
    }

    /// The earlier a call is, the longer it takes.
    private func call() async throws(DeviceStoreError) {
        count += 1
        largestCount = max(largestCount, count)
        let wait = max(0, 80 - 2 * callCount)
        callCount += 1
        for _ in 0..<wait { await Task.yield() }
        count -= 1
        if !failures.isEmpty { throw failures.removeFirst() }
    }
}
