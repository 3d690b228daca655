import KomootNav
import Testing

@Suite("A central's driver, told of answers")
struct LateAnswerTests {
    typealias Radio = ScriptedCentralRadio
    typealias Event = CentralDriver<Int>.Event

    /// What a phone may answer to a request, and in which phase it counts.
    private static func answers(of phone: Int) -> [(
        tell: (Radio) -> [Radio.Entry], phase: CentralSession.Phase?
    )] {
        [
            ({ $0.tell(.discovered(phone, hasCCCD: true)) }, .discovering),
            ({ $0.tell(.notDiscovered(phone)) }, .discovering),
            ({ $0.tell(.subscribed(phone)) }, .subscribing),
            ({ $0.send(.answer, Radio.object, from: phone) }, .reading),
            ({ $0.tell(.failed(phone, .unlikelyError)) }, nil),
        ]
    }

    /// What a phone may do by itself.
    private static func others(of phone: Int) -> [(Radio) -> [Radio.Entry]] {
        [
            { $0.tell(.mtuChanged(phone, mtu: 50)) }, { $0.tell(.serviceChanged(phone)) },
            { $0.send(.notification, Radio.object, from: phone) },
            { $0.send(.either, Radio.object, from: phone) },
        ]
    }

    private static var radios: [() -> Radio] {
        [{ .discovering() }, { .subscribing() }, { .reading() }, { .ready() }]
    }

    @Test(
        "A central's driver counts an answer only for a request of its kind, and only once",
        arguments: 0...3)
    func kinds(_ number: Int) {
        let phase = Self.radios[number]().driver.phase
        for answer in Self.answers(of: 1) {
            let radio = Self.radios[number]()
            let counts = phase != .ready && answer.phase ?? phase == phase
            let entries = answer.tell(radio)
            #expect((entries == Radio.late) == !counts, "\(entries)")
            if !counts { #expect(radio.driver.phase == phase) }
        }
        // An answer of another kind does not settle the request.
        for answer in Self.answers(of: 1) where answer.phase != nil && answer.phase != phase {
            let radio = Self.radios[number]()
            _ = answer.tell(radio)
            for right in Self.answers(of: 1) where right.phase == phase {
                let fresh = Self.radios[number]()
                _ = answer.tell(fresh)
                #expect(right.tell(fresh) != Radio.late)
            }
        }
    }

    @Test("A central's driver takes no answer of another phone", arguments: 0...3)
    func otherPhone(_ number: Int) {
        let radio = Self.radios[number]()
        let phase = radio.driver.phase
        for tell in Self.answers(of: 2).map(\.tell) + Self.others(of: 2) {
            #expect(tell(radio) == Radio.late)
            #expect(radio.driver.phase == phase)
        }
    }

    @Test("A central's driver takes no answer of the phone whose link is not up, or was given up")
    func noLink() {
        let connecting = Radio.gaveUp()
        connecting.tell(.found(1))
        for radio in [Radio.gaveUp(), connecting, Radio.connecting()] {
            let phase = radio.driver.phase
            for tell in Self.answers(of: 1).map(\.tell) + Self.others(of: 1) {
                #expect(tell(radio) == Radio.late)
                #expect(radio.driver.phase == phase)
            }
        }
    }

    @Test("A central's driver takes no answer to a request of an earlier link")
    func earlierLink() {
        let radio = Radio.reading()
        radio.tell(.timePassed, after: Milliseconds.readTimeout)
        radio.tell(.found(1))
        radio.tell(.connected(1, mtu: 23))
        #expect(radio.send(.answer, Radio.object) == Radio.late)
        #expect(radio.driver.phase == .discovering)
        let lost = Radio.reading()
        lost.tell(.disconnected(1))
        lost.tell(.found(1))
        lost.tell(.connected(1, mtu: 23))
        #expect(lost.tell(.subscribed(1)) == Radio.late)
        #expect(lost.send(.answer, Radio.object) == Radio.late)
        #expect(lost.driver.phase == .discovering)
    }

    @Test("A central's driver takes a value for what its kind says")
    func valueKinds() {
        let reading = Radio.reading()
        // A notification does not answer the read.
        #expect(reading.send(.notification, Radio.object).isEmpty)
        #expect(reading.send(.either, Radio.object).isEmpty)
        #expect(reading.driver.phase == .reading)
        #expect(reading.send(.answer, Radio.object).contains(.show(Radio.object, .whole)))
        // While nothing is outstanding, it is a reason to read.
        for kind in [CentralDriver<Int>.ValueKind.notification, .either] {
            let ready = Radio.ready()
            #expect(ready.send(kind, deployedObject(2)) == [.request(.read(1, offset: 0))])
        }
        let oneCallback = Radio.discovering(.oneCallback)
        oneCallback.tell(.discovered(1, hasCCCD: true))
        #expect(oneCallback.send(.either, Radio.object).contains(.show(Radio.object, .possiblyCut)))
    }

    @Test("A central's driver tells the session of a new MTU and of changed services")
    func changes() {
        #expect(
            Radio.ready().tell(.serviceChanged(1)) == [.request(.discover(1))])
        let radio = Radio.reading()
        radio.tell(.mtuChanged(1, mtu: 100))
        // The answer to a read that began at another MTU is discarded.
        #expect(radio.send(.answer, Radio.object) == [.request(.read(1, offset: 0))])
    }
}
