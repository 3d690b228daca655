import KomootNav
import PropertyTesting
import Testing

/// How many reads a radio owes to a session.
@Suite("A radio with one callback")
struct OneReadOwedTests {
    /// What the radio and the phone do next, after a pause.
    private enum Act {
        case answer(count: Int)
        case fail(ATTError)
        /// The phone publishes an object, and notifies if it was subscribed to.
        case publish
        case changeMTU(Int?)
        case changeServices
        case wait
    }

    private static func act(_ choices: inout Choices) -> (Act, pause: UInt64) {
        let pause = UInt64(choices.element(of: [0, 30, 300, 1000, 3000]))
        let act: Act =
            switch choices.integer(in: 0...9) {
            case 0...3: .answer(count: choices.element(of: [12, 20, 22, 182, 512, 513, 0]))
            case 4...6: .publish
            case 7: .fail(ATTError(rawValue: UInt8(choices.element(of: [0x0A, 0x01, 0x0E, 0x05]))))
            case 8: choices.bool() ? .changeServices : .changeMTU(choices.element(of: [23, nil]))
            default: .wait
            }
        return (act, pause)
    }

    /// The phone, and the radio's account of what it was asked.
    private struct Radio {
        var central = SteppedCentral(
            connected: CentralSession.Configuration(radio: .oneCallback), mtu: 185)
        private(set) var owedReads = 0 { didSet { if owedReads == 0 { notified = 0 } } }
        /// How many notifications came since it owed nothing: each may have been taken for an answer.
        private(set) var notified = 0
        private(set) var reads = 0
        private var isSubscribed = false
        private var published: UInt8 = 0

        mutating func perform(_ act: Act, after pause: UInt64) {
            let wasOwed = owedReads > 0
            take(central.tell(.timePassed, after: pause))
            let link = central.link
            switch act {
            case .answer(let count) where wasOwed && owedReads > 0:
                owedReads -= 1
                let value =
                    count < 9
                    ? ContiguousArray(repeating: 0, count: count)
                    : deployedObject(published, count: count)
                take(central.tell(.arrived(link: link, value)))
            case .fail(let error) where wasOwed && owedReads > 0:
                owedReads -= 1
                take(central.fail(error))
            case .publish:
                published &+= 1
                guard isSubscribed else { return }
                if owedReads > 0 { notified += 1 }
                take(central.tell(.arrived(link: link, deployedObject(published))))
            case .changeMTU(let mtu): take(central.tell(.mtuChanged(link: link, mtu: mtu)))
            case .changeServices: take(central.tell(.serviceChanged(link: link)))
            case .answer, .fail, .wait: break
            }
        }

        private mutating func take(_ effects: [SteppedCentral.Effect]) {
            for effect in effects {
                switch effect {
                case .read:
                    owedReads += 1
                    reads += 1
                case .disconnect:
                    owedReads = 0
                    isSubscribed = false
                case .startScan: central.connect(mtu: 185)
                case .subscribe(let ticket):
                    isSubscribed = true
                    take(central.tell(.subscribed(ticket)))
                default: break
                }
            }
            if central.phase == .discovering {
                take(central.tell(.discovered(central.request, hasCCCD: true)))
            }
        }
    }

    @Test(
        "A radio with one callback never owes more than one read, and one for each notification, whatever the phone publishes and however long reads take"
    )
    func oneReadOwed() throws {
        var reads = 0
        try checkProperty("few reads are owed", count: 500) { choices in
            choices.list(atMost: 60) { Self.act(&$0) }
        } holds: { acts in
            var radio = Radio()
            for (act, pause) in acts {
                radio.perform(act, after: pause)
                if radio.owedReads > 1 + radio.notified { return "owes \(radio.owedReads) reads" }
            }
            reads += radio.reads
            return nil
        }
        #expect(reads > 1000)
    }
}
