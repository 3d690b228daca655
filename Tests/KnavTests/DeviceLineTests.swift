import KomootNav
import Simulation
import SimulationRuns
import Testing

@Suite("Lines of a program that is a device")
struct DeviceLineTests {
    private static let good = [
        #"{"effect":"startScan"}"#, #"{"effect":"connect","link":1,"peer":7}"#,
        #"{"effect":"read","ticket":"2147483648","offset":22}"#,
        #"{"effect":"deliver","extent":"whole","bytes":"0a0B"}"#,
        #"{"effect":"deliver","extent":"possiblyCut","instruction":"#
            + #"{"identifier":5,"arrow":3,"distanceInMeters":120,"street":"Weg"}}"#,
        #"{"effect":"report","status":"silent"}"#, #"{"effect":"fault","fault":"anything"}"#,
        #"{"at":4,"deadline":9,"phase":"ready"}"#, #"{"deadline":null}"#,
    ]

    private func reason(_ text: String) -> String? {
        do throws(UnreadableLine) {
            _ = try DeviceLine(text, layout: .deployed)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("Effects and states are read, and a delivery may have fields instead of bytes")
    func read() throws {
        for line in Self.good { #expect(reason(line) == nil, "\(line)") }
        #expect(
            try DeviceLine(#"{"at":4,"deadline":9}"#, layout: .deployed)
                == .state(
                    deadline: SessionTime(milliseconds: 9), at: SessionTime(milliseconds: 4)))
        #expect(
            try DeviceLine(Self.good[4], layout: .deployed)
                == .effect(.deliver([5, 0, 0, 0, 3, 120, 0, 0, 0, 0x57, 0x65, 0x67], .possiblyCut)))
        #expect(try DeviceLine(Self.good[6], layout: .deployed) == .note)
    }

    @Test(
        "What is not an effect or a state is told",
        arguments: [
            ("", "a line that is not a JSON object"), ("[]", "a line that is not a JSON object"),
            ("{}", "a line with neither 'effect' nor 'deadline'"),
            (#"{"refused":{"line":1}}"#, "that it refuses the event"),
            (#"{"effect":"sleep"}"#, "an effect that is not in Docs/Pipe.md"),
            (#"{"effect":7}"#, "an effect that is not in Docs/Pipe.md"),
            (
                #"{"effect":"report","status":"lost"}"#,
                "an effect whose 'status' is none of stopped, radioOff, searching, waiting, navigating, "
                    + "silent, ended, pairingRequired"
            ),
            (
                #"{"effect":"read","ticket":1}"#,
                "an effect whose member 'offset' is missing, or malformed"
            ),
            (
                #"{"effect":"deliver","extent":"whole"}"#,
                "an effect whose member 'bytes' is missing, or malformed"
            ),
            (
                #"{"effect":"deliver","extent":"whole","instruction":{"arrow":1}}"#,
                "an effect whose member 'identifier' is missing, or malformed"
            ),
            (
                #"{"effect":"deliver","extent":"all","bytes":""}"#,
                #"an effect whose 'extent' is neither "whole" nor "possiblyCut""#
            ),
            (#"{"deadline":-1}"#, "a state whose member 'deadline' is malformed"),
            (#"{"deadline":1.5}"#, "a state whose member 'deadline' is malformed"),
            (#"{"deadline":1,"at":"x"}"#, "a state whose member 'at' is malformed"),
        ])
    func unreadable(_ line: String, _ reason: String) {
        #expect(self.reason(line) == reason)
    }

    @Test("No line makes the reader trap, nor what it says the radio's rules")
    func anyBytes() throws {
        var random = SplitMix64(seed: 1)
        let rules = RadioRules(.offsetReads)
        var readable = 0
        for _ in 0..<4000 {
            var bytes = Array(random.element(of: Self.good).utf8)
            for _ in 0..<random.element(of: [0, 0, 1, 2, 30]) {
                let place = random.number(in: 0...bytes.count - 1)
                if random.happens(1, in: 3) { bytes.insert(0x39, at: place) }
                bytes[place] = UInt8(truncatingIfNeeded: random.next())
            }
            let line = try? DeviceLine(String(decoding: bytes, as: UTF8.self), layout: .legacy)
            guard let line else { continue }
            readable += 1
            if case .effect(let effect) = line { _ = rules.fault(of: effect) }
            if random.happens(1, in: 4) { rules.note(.found(CentralSession.Peer(rawValue: 7))) }
            if random.happens(1, in: 4) {
                rules.note(.connected(link: Ticket(rawValue: 1), mtu: nil))
            }
        }
        #expect(1000...3900 ~= readable)
    }

    @Test("A radio can't do everything")
    func rules() {
        func first(_ link: UInt32) -> CentralSession.OwnedEffect {
            .connect(CentralSession.Peer(rawValue: 1), link: Ticket(rawValue: link))
        }
        func read(_ ticket: UInt32, at offset: Int = 0) -> CentralSession.OwnedEffect {
            .read(Ticket(rawValue: ticket), offset: offset)
        }
        let rules = RadioRules(.longReads)
        #expect(rules.fault(of: first(1)) == "connects to peer 1, which was not found")
        rules.note(.found(CentralSession.Peer(rawValue: 1)))
        #expect(rules.fault(of: first(1)) == nil)
        #expect(rules.fault(of: first(2)) == "connects while it has a link, or tries to")
        #expect(rules.fault(of: read(1)) == "asks for something without a link")
        rules.note(.connected(link: Ticket(rawValue: 1), mtu: 23))
        let early = "reads before it has found the characteristic on this link"
        #expect(rules.fault(of: read(5)) == early)
        discover(with: 6, as: rules)
        #expect(rules.fault(of: read(1)) == nil)
        #expect(rules.fault(of: read(1)) == "uses ticket 1 a second time")
        #expect(
            rules.fault(of: read(0)) == "numbers a ticket 0, which is not from 1 to 2147483647")
        #expect(
            rules.fault(of: read(1 << 31))
                == "numbers a ticket 2147483648, which is not from 1 to 2147483647")
        let far = "reads at 65536, which its radio can't"
        #expect(rules.fault(of: read(2, at: 65_536)) == far)
        let offset = RadioRules(.wholeValues).fault(of: read(2, at: 22))
        #expect(offset == "reads at 22, which its radio can't")
        rules.note(.disconnected(link: Ticket(rawValue: 1)))
        #expect(rules.fault(of: read(3)) == "asks for something without a link")
        #expect(rules.fault(of: first(1)) == "uses link 1 a second time")
    }

    private func discover(with ticket: UInt32, as rules: RadioRules) {
        let ticket = Ticket(rawValue: ticket)
        #expect(rules.fault(of: .discover(ticket)) == nil)
        rules.note(.discovered(ticket, hasCCCD: true))
    }

    @Test("What was found on a link is forgotten with it, and nothing works while Bluetooth is off")
    func endOfLink() {
        let peer = CentralSession.Peer(rawValue: 1)
        let rules = RadioRules(.offsetReads)
        rules.note(.found(peer))
        for number in [UInt32(1), 2] {
            let link = Ticket(rawValue: number)
            #expect(rules.fault(of: .connect(peer, link: link)) == nil)
            rules.note(.connected(link: link, mtu: 23))
            let ticket = Ticket(rawValue: 10 * number)
            #expect(
                rules.fault(of: .subscribe(ticket))
                    == "subscribes before it has found the characteristic on this link")
            // Late news of the first link.
            if number == 2 { rules.note(.discovered(Ticket(rawValue: 11), hasCCCD: true)) }
            #expect(rules.fault(of: .read(Ticket(rawValue: 10 * number + 5), offset: 0)) != nil)
            discover(with: 10 * number + 1, as: rules)
            #expect(rules.fault(of: .subscribe(Ticket(rawValue: 10 * number + 2))) == nil)
            rules.note(.radioOff)
            let off = "connects while Bluetooth is off"
            #expect(rules.fault(of: .connect(peer, link: Ticket(rawValue: 100 + number))) == off)
            rules.note(.radioOn)
        }
    }

    @Test("A phone's effects and states are read, and what is neither is told")
    func phone() {
        func reason(_ text: String) -> String? {
            do throws(UnreadableLine) {
                _ = try PhoneLine(phone: text)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason(#"{"effect":"answer","central":1,"bytes":"00ff"}"#) == nil)
        #expect(reason(#"{"effect":"reject","central":1,"attError":10}"#) == nil)
        #expect(reason(#"{"effect":"fault","fault":"anything"}"#) == nil)
        #expect(reason(#"{"deadline":null}"#) == nil)
        #expect(
            reason(#"{"effect":"answer","central":1}"#)
                == "an effect whose member 'bytes' is missing, or malformed")
        #expect(
            reason(#"{"effect":"deliver","extent":"whole","bytes":""}"#)
                == "an effect that is not in Docs/Pipe.md")
    }

    @Test("A phone's radio can't do everything")
    func phoneRules() {
        let rules = PhoneRules()
        let one = PeripheralSession.Central(rawValue: 1)
        let other = PeripheralSession.Central(rawValue: 99)
        let late = "does not serve, although somebody navigates"
        #expect(rules.fault(of: .startAdvertising) == "advertises a service that it does not have")
        rules.note(.startNavigation)
        #expect(rules.faultAtEnd() == late)
        #expect(rules.fault(of: .addService) == nil)
        #expect(rules.fault(of: .addService) == "adds its service twice")
        #expect(rules.fault(of: .startAdvertising) == nil)
        #expect(rules.faultAtEnd() == nil)
        rules.note(.connected(one, mtu: 23))
        let stranger = "notifies central 99, which has not subscribed"
        #expect(rules.fault(of: .notify(other, [])) == stranger)
        rules.note(.subscribed(one))
        #expect(rules.fault(of: .notify(one, [])) == nil)
        for _ in 0..<100 {
            rules.note(.notificationRefused(one))
            #expect(rules.fault(of: .notify(one, [])) == nil)
        }
        rules.note(.notificationRefused(one))
        let again = "notifies again and again while there is no room"
        #expect(rules.fault(of: .notify(one, [])) == again)
        rules.note(.notificationsReady)
        #expect(rules.fault(of: .notify(one, [])) == nil)
        rules.note(.read(one, offset: 0, identifier: nil))
        #expect(rules.fault(of: .reject(one, .attributeNotFound)) == nil)
        let twice = "answers central 1, which has no read open"
        #expect(rules.fault(of: .answer(one, [])) == twice)
        rules.note(.stopNavigation)
        #expect(rules.faultAtEnd() == "still serves, although nobody navigates")
        #expect(rules.fault(of: .removeService) == nil)
        #expect(rules.fault(of: .removeService) == "removes a service that it does not have")
        #expect(rules.fault(of: .notify(one, [])) != nil)
        rules.note(.radioOff)
        rules.note(.startNavigation)
        #expect(rules.faultAtEnd() == nil)
        #expect(rules.fault(of: .addService) == "adds its service while Bluetooth is off")
        rules.note(.radioOn)
        #expect(rules.faultAtEnd() == late)
    }

    @Test(
        "A phone's subscriptions and open reads end with the link, and with Bluetooth its service too",
        arguments: [
            PeripheralSession.OwnedEvent.unsubscribed(PeripheralSession.Central(rawValue: 1)),
            .connected(PeripheralSession.Central(rawValue: 1), mtu: 23),
            .disconnected(PeripheralSession.Central(rawValue: 1)), .radioOff,
        ])
    func forgottenByPhone(_ end: PeripheralSession.OwnedEvent) {
        let one = PeripheralSession.Central(rawValue: 1)
        let rules = PhoneRules()
        rules.note(.startNavigation)
        #expect(rules.fault(of: .addService) == nil)
        rules.note(.subscribed(one))
        rules.note(.read(one, offset: 0, identifier: nil))
        rules.note(end)
        rules.note(.radioOn)
        #expect(rules.fault(of: .notify(one, [])) != nil)
        let endsReads = end == .radioOff || end == .disconnected(one)
        #expect((rules.fault(of: .answer(one, [])) != nil) == endsReads)
        #expect((rules.faultAtEnd() != nil) == (end == .radioOff))
    }
}
