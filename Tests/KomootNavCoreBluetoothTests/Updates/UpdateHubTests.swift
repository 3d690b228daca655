import Foundation
import Testing

@testable import KomootNavCoreBluetooth

/// An update of one of two kinds.
private enum Note: Superseding, Hashable {
    case even(Int)
    case odd(Int)

    init(_ number: Int) { self = number % 2 == 0 ? .even(number) : .odd(number) }

    var number: Int {
        switch self {
        case .even(let number), .odd(let number): number
        }
    }

    func supersedes(_ other: Note) -> Bool { number % 2 == other.number % 2 }
}

@Suite("Updates")
struct UpdateHubTests {
    /// What a listener has not taken: it is asked until it would wait.
    private static func drain(_ listening: UpdateListening<Note>) async -> [Note] {
        let taken = Diary<Note>()
        let task = Task {
            while let next = await listening.listener.next() { taken.add(next) }
        }
        try? await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await task.value
        return taken.entries
    }

    @Test("Updates begin with the newest of each kind, for each listener")
    func newest() async {
        let hub = UpdateHub<Note>()
        #expect(await Self.drain(hub.listen()) == [])
        for number in 1...4 { hub.send(Note(number)) }
        for _ in 0..<3 { #expect(await Self.drain(hub.listen()) == [.odd(3), .even(4)]) }
        hub.send(Note(5))
        #expect(await Self.drain(hub.listen()) == [.even(4), .odd(5)])
    }

    @Test(
        "Updates that a slow listener has not taken are replaced by newer ones of their kind, in order"
    )
    func slow() async {
        let hub = UpdateHub<Note>()
        let listening = hub.listen()
        for number in 0..<100_000 { hub.send(Note(number)) }
        hub.send(Note(7))
        #expect(await Self.drain(listening) == [.even(99_998), .odd(7)])
        #expect(await Self.drain(listening) == [])
        hub.send(Note(8))
        #expect(await Self.drain(listening) == [.even(8)])
    }

    @Test(
        "Updates end for those who listen then, after what waits for them, and not for those who come later",
        .timeLimit(.minutes(20)))
    func ended() async {
        let hub = UpdateHub<Note>()
        let slow = hub.listen()
        let waiting = hub.listen()
        let task = Task { await waiting.listener.next() }
        try? await Task.sleep(for: .milliseconds(20))
        let last = hub.newestListener
        let later = hub.listen()
        hub.end(upTo: last)
        #expect(await task.value == nil)
        hub.send(Note(1))
        #expect(await slow.listener.next() == nil)
        #expect(await Self.drain(later) == [.odd(1)])
        hub.send(Note(2))
        hub.end(upTo: hub.newestListener)
        for _ in 0..<2 { #expect(await waiting.listener.next() == nil) }
        #expect(await later.listener.next() == .even(2))
        #expect(await later.listener.next() == nil)
        #expect(await Self.drain(hub.listen()) == [.odd(1), .even(2)])
    }

    @Test("Updates that nobody waits for are forgotten together with their listener")
    func forgotten() {
        let hub = UpdateHub<Note>()
        hub.send(Note(1))
        weak var listener: UpdateListener<Note>?
        do {
            let listening = hub.listen()
            listener = listening.listener
            hub.send(Note(2))
            #expect(listener != nil)
        }
        #expect(listener == nil)
    }

    @Test(
        "Updates end at once when the task was cancelled before it asked", .timeLimit(.minutes(20)))
    func cancelledBefore() async {
        let hub = UpdateHub<Note>()
        hub.send(Note(1))
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await hub.listen().listener.next()
        }
        #expect(await task.value == nil)
    }

    @Test("Updates end when the task is cancelled while it waits", .timeLimit(.minutes(20)))
    func cancelledWaiting() async {
        let hub = UpdateHub<Note>()
        for milliseconds in [0, 1, 20] {
            let task = Task { await hub.listen().listener.next() }
            try? await Task.sleep(for: .milliseconds(milliseconds))
            task.cancel()
            #expect(await task.value == nil)
        }
    }

    @Test("Updates reach many listeners on many threads, each in order", .timeLimit(.minutes(20)))
    func manyThreads() async {
        let hub = UpdateHub<Note>()
        let last = 5_000
        let sender = Thread {
            for number in 0...last {
                hub.send(Note(number))
                // New listeners come and go meanwhile.
                if number % 100 == 0 { _ = hub.listen() }
            }
        }
        await withTaskGroup(of: [Note].self) { group in
            for _ in 0..<32 {
                group.addTask {
                    let listening = hub.listen()
                    var taken: [Note] = []
                    while let next = await listening.listener.next() {
                        taken.append(next)
                        if next.number == last { break }
                    }
                    return taken
                }
            }
            for _ in 0..<8 {
                group.addTask {
                    let task = Task {
                        let listening = hub.listen()
                        while await listening.listener.next() != nil {}
                    }
                    try? await Task.sleep(for: .milliseconds(5))
                    task.cancel()
                    await task.value
                    return []
                }
            }
            sender.start()
            for await taken in group {
                let numbers = taken.map(\.number)
                #expect(numbers == numbers.sorted())
                #expect(Set(numbers).count == numbers.count)
                #expect(numbers.isEmpty || numbers.last == last)
            }
        }
    }
}
