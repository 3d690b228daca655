import Testing

@testable import KomootNav

/// A search through everything that a session does while no time passes: every answer to each
/// request, until none is outstanding.
@Suite("A central session that is answered at once")
struct CyclesWithoutTimeTests {
    private static let maximumRestarts = 1
    /// Two objects that take two reads each, and one that takes one.
    private static let objects = [1, 2].map { deployedObject($0, count: 300) }
    private static let short = deployedObject(3)

    /// Every path from a state. The longest of each state is kept, so that each state is visited
    /// once.
    private struct Search {
        private(set) var longest: [String: Int] = [:]
        private var onPath: Set<String> = []
        private(set) var cycles: [[SteppedCentral.Event]] = []

        /// - Returns: the largest number of answers until no request is outstanding.
        mutating func follow(
            _ central: SteppedCentral, _ path: [SteppedCentral.Event] = []
        ) -> Int {
            let answers = CyclesWithoutTimeTests.answers(to: central)
            if answers.isEmpty { return 0 }
            let state = CyclesWithoutTimeTests.state(of: central)
            if let known = longest[state] { return known }
            guard onPath.insert(state).inserted else {
                cycles.append(path)
                return 0
            }
            var most = 0
            for answer in answers {
                var next = central
                next.tell(answer)
                most = max(most, follow(next, path + [answer]) + 1)
            }
            onPath.remove(state)
            longest[state] = most
            return most
        }
    }

    /// What can answer the outstanding request.
    private static func answers(to central: SteppedCentral) -> [SteppedCentral.Event] {
        let request = central.request
        let errors: [ATTError] = [
            .invalidHandle, .insufficientAuthentication, .invalidOffset, .attributeNotFound,
            .unlikelyError,
        ]
        let failures = errors.map { SteppedCentral.Event.failed(request, $0) }
        switch central.phase {
        case .stopped, .radioOff, .scanning, .connecting, .ready: return []
        case .discovering:
            return [
                .discovered(request, hasCCCD: true), .discovered(request, hasCCCD: false),
                .notDiscovered(request),
            ] + failures
        case .subscribing: return [.subscribed(request)] + failures
        case .reading:
            let values = objects + [short, [], ContiguousArray(repeating: 0, count: 513)]
            let isAnswer = central.session.configuration.radio != .oneCallback
            return values.map {
                isAnswer ? .answered(request, $0) : .arrived(link: central.link, $0)
            } + failures
        }
    }

    /// The whole state as text, but not the numbers of tickets, which only grow, and of the buffer
    /// only the beginning, which tells the objects apart.
    private static func state(of central: SteppedCentral) -> String {
        var text = ""
        func describe(_ value: Any) {
            switch value {
            case is Ticket, is EffectQueue<CentralSession.Effect, CentralSession.EffectSlots>:
                return
            case var buffer as ObjectBuffer:
                buffer.withBytes(count: 9) { for index in $0.indices { text += "\($0[index])." } }
                return
            default: break
            }
            let children = Mirror(reflecting: value).children
            if children.isEmpty { text += "\(value)" }
            for child in children {
                text += (child.label ?? "") + ":"
                describe(child.value)
            }
            text += ";"
        }
        describe(central.session)
        return text
    }

    @Test(
        "A central session that is answered at once always comes to rest after a bounded number of answers",
        arguments: [
            // Four times: a discovery, a subscription, and the reads of a torn object.
            (ChunkReassembler.Radio.offsetReads, 4 * (2 + 5)), (.longReads, 4 * (2 + 5)),
            (.wholeValues, 4 * (2 + 3)), (.oneCallback, 4 * (1 + 3)),
        ])
    func comesToRest(_ radio: ChunkReassembler.Radio, _ most: Int) {
        var configuration = CentralSession.Configuration(radio: radio)
        configuration.maximumRestarts = Self.maximumRestarts
        configuration.subscribes = radio != .oneCallback
        var search = Search()
        #expect(search.follow(SteppedCentral(connected: configuration)) == most)
        #expect(search.cycles.isEmpty, "\(search.cycles.first ?? [])")
        #expect(search.longest.count > 50)
    }
}
