import KomootNav
import Testing

@Suite("A central's driver, told of the ends of links")
struct LateEndTests {
    typealias Radio = ScriptedCentralRadio

    @Test(
        "A central's driver takes the end of the link that it gave up for nothing while it sets the next one up"
    )
    func duringSetUp() {
        let radio = Radio.gaveUp()
        #expect(
            radio.log.suffix(5).contains(.request(.disconnect(1)))
                && radio.driver.phase == .scanning)
        radio.tell(.found(1))
        #expect(radio.tell(.disconnected(1), after: 300).isEmpty)
        #expect(radio.driver.phase == .connecting)
        #expect(radio.driver.peer == 1)
        #expect(radio.tell(.connected(1, mtu: 23)).contains(.request(.discover(1))))
        // There are no other links that this could be about.
        #expect(radio.tell(.disconnected(1)).contains(.request(.startScan)))
    }

    @Test("A central's driver takes an end for that of the link in use once this is up")
    func onceUp() {
        let radio = Radio.gaveUp()
        radio.tell(.found(1))
        radio.tell(.connected(1, mtu: 23))
        #expect(radio.tell(.disconnected(1)).contains(.request(.startScan)))
        #expect(radio.driver.phase == .scanning)
        #expect(radio.tell(.disconnected(1)) == Radio.late)
    }

    @Test(
        "A central's driver keeps the link in use if the radio says that an earlier one has ended")
    func earlier() {
        let radio = Radio.gaveUp()
        radio.tell(.found(1))
        #expect(radio.tell(.earlierLinkEnded(1)).isEmpty)
        #expect(radio.driver.peer == 1)
        radio.tell(.connected(1, mtu: 23))
        #expect(radio.tell(.earlierLinkEnded(1)).isEmpty)
        #expect(radio.driver.phase == .discovering)
        #expect(radio.tell(.disconnected(1)).contains(.request(.startScan)))
    }

    @Test("A central's driver takes the end of a link that is not up yet for a failure to connect")
    func beforeUp() {
        let radio = Radio.connecting()
        #expect(radio.tell(.disconnected(1)) == [.request(.startScan)])
        #expect(radio.driver.peer == nil)
    }

    @Test("A central's driver does not mix up the links to two phones")
    func twoPhones() {
        let radio = Radio.gaveUp()
        radio.tell(.found(2))
        #expect(radio.tell(.disconnected(1)).isEmpty)
        #expect(radio.driver.peer == 2)
        #expect(radio.tell(.connected(1, mtu: 23)) == Radio.late)
        #expect(radio.driver.phase == .connecting)
        #expect(radio.tell(.connected(2, mtu: 23)).contains(.request(.discover(2))))
        #expect(radio.tell(.disconnected(1)) == Radio.late)
        #expect(radio.tell(.disconnected(2)).contains(.request(.startScan)))
    }

    @Test("A central's driver takes a failure to connect for that of the newest link")
    func newestFails() {
        let radio = Radio.connecting()
        radio.tell(.timePassed, after: Milliseconds.setupTimeout)
        radio.tell(.found(1))
        #expect(radio.driver.phase == .connecting)
        #expect(radio.tell(.failedToConnect(1)) == [.request(.startScan)])
        #expect(radio.driver.peer == nil)
        // The end of the first link is still expected, and only once.
        #expect(radio.tell(.disconnected(1)).isEmpty)
        #expect(radio.tell(.disconnected(1)) == Radio.late)
    }

    @Test("A central's driver takes no failure to connect for the end of a link that is up")
    func failsAlthoughUp() {
        let radio = Radio.reading()
        #expect(radio.tell(.failedToConnect(1)) == Radio.late)
        #expect(radio.driver.phase == .reading)
        #expect(radio.tell(.connected(1, mtu: 23)) == Radio.late)
    }

    @Test("A central's driver remembers eight links whose ends never come, and no more")
    func endsNeverCome() {
        let radio = Radio()
        radio.tell(.start)
        for phone in 1...9 {
            radio.tell(.found(phone))
            radio.tell(.timePassed, after: Milliseconds.setupTimeout)
        }
        #expect(radio.tell(.disconnected(1)) == Radio.late)
        for phone in 2...9 { #expect(radio.tell(.disconnected(phone)).isEmpty) }
        for phone in 1...9 { #expect(radio.tell(.disconnected(phone)) == Radio.late) }
    }

    @Test(
        "A central's driver expects the ends of links that Bluetooth ended, but does not need them",
        arguments: [true, false])
    func radioOff(_ comes: Bool) {
        let radio = Radio.reading()
        #expect(radio.tell(.radioOff) == [.report(.radioOff)])
        #expect(radio.driver.peer == nil)
        if comes { #expect(radio.tell(.disconnected(1)).isEmpty) }
        #expect(radio.send(.answer, Radio.object) == Radio.late)
        #expect(radio.tell(.radioOn).contains(.request(.startScan)))
        radio.tell(.found(1))
        #expect(radio.send(.notification, Radio.object).isEmpty == false)
        radio.tell(.connected(1, mtu: 23))
        // The request of the old link is not owed any more.
        #expect(radio.send(.answer, Radio.object) == Radio.late)
        #expect(radio.driver.phase == .discovering)
        #expect(radio.tell(.disconnected(1)).contains(.request(.startScan)))
    }

    @Test(
        "A central's driver takes an end for that of the link that is set up after Bluetooth was off"
    )
    func afterRadioOff() {
        let radio = Radio.reading()
        radio.tell(.radioOff)
        radio.tell(.radioOn)
        radio.tell(.found(1))
        #expect(radio.driver.phase == .connecting)
        // Some systems tell a failure to connect so. The session must not wait for it to come up.
        #expect(radio.tell(.disconnected(1)).contains(.request(.startScan)))
    }

    @Test(
        "A central's driver does not lose the link in use if it is told again that Bluetooth is on")
    func radioOnAgain() {
        let radio = Radio.reading()
        #expect(radio.tell(.radioOn).isEmpty)
        #expect(radio.driver.peer == 1)
        #expect(radio.tell(.disconnected(1)).contains(.request(.startScan)))
    }

    @Test(
        "A central's driver keeps no more after ten thousand links than after a hundred",
        arguments: [true, false])
    func memory(_ samePhone: Bool) {
        let radio = Radio()
        radio.tell(.start)
        var sizes: [Int] = []
        for link in 1...10_000 {
            let phone = samePhone ? 1 : link
            radio.tell(.found(phone))
            if link % 3 == 0 { radio.tell(.connected(phone, mtu: 23)) }
            radio.tell(.timePassed, after: Milliseconds.setupTimeout)
            radio.forgetLog()
            guard link == 100 || link == 10_000 else { continue }
            var description = ""
            dump(radio.driver, to: &description)
            sizes.append(description.split(separator: "\n").count)
        }
        #expect(radio.driver.phase == .scanning)
        #expect(abs(sizes[0] - sizes[1]) < 40, "\(sizes)")
    }
}
