import KomootNav
import Testing

@testable import Simulation

@Suite("What a referee makes of altered answers")
struct AlteredAnswerTests {
    private let referee = Referee(
        phone: PeripheralSession.Configuration(layout: .deployed), tellsMTU: true, mtu: 23)
    private static let all: [Promise] = [
        .deliversWhatWasPublished, .showsBeginnings, .neverRepeats, .neverGoesBack,
    ]
    private let shown: Set<Promise> = [.deliversWhatWasPublished, .neverRepeats, .neverGoesBack]

    init() { tell(.added(.offsetReads), at: 0) }

    private func tell(_ event: DeviceEvent, at time: UInt64) {
        let object: ContiguousArray<UInt8> = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        referee.observe(event, of: 0, at: time, object.span)
    }

    private func arrive(_ event: LinkEvent) { referee.observe(event, at: 2, Span()) }

    @Test("What is shown is judged until an altered answer can have arrived")
    func before() {
        referee.observe(.answer(.corrupted(position: 0, mask: 1)), at: 1)
        arrive(.notification(link: 0))
        tell(.delivered(.whole), at: 3)
        #expect(referee.state.broken?.promise == .deliversWhatWasPublished)
        #expect(referee.unjudged.isEmpty)
    }

    @Test(
        "What is shown after altered bytes proves nothing, after corrupted ones until the faults are long over",
        arguments: [
            (
                Fault.answer(.corrupted(position: 0, mask: 1)), LinkEvent.value(link: 0, token: 1),
                true
            ),
            (.notification(.corrupted(position: 0, mask: 1)), .notification(link: 0), true),
            (.answer(.failed(.invalidOffset)), .refusal(link: 0, token: 1, .invalidOffset), false),
            (.notification(.resized(3)), .notification(link: 0), false),
        ])
    func after(_ fault: Fault, _ arrival: LinkEvent, isForgotten: Bool) {
        referee.observe(fault, at: 1)
        #expect(referee.unjudged.isEmpty)
        arrive(arrival)
        tell(.delivered(.whole), at: 3)
        #expect(referee.unjudged == shown)
        tell(.delivered(.possiblyCut), at: Referee.trustedTime)
        #expect(referee.unjudged == shown.union([.showsBeginnings]))
        #expect(referee.state.broken == nil)
        tell(.delivered(.whole), at: Referee.trustedTime + 1)
        #expect(
            referee.state.broken?.promise == (isForgotten ? .deliversWhatWasPublished : nil))
        #expect(referee.unjudged == (isForgotten ? [.showsBeginnings] : Set(Self.all)))
    }
}
