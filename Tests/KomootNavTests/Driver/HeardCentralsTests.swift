import KomootNav
import Testing

@Suite("A peripheral's driver, told of devices")
struct HeardCentralsTests {
    typealias Radio = ScriptedPeripheralRadio

    static let object = PeripheralDriverTests.object

    @Test(
        "A peripheral's driver connects a device that is heard, once, and later takes its MTU alone"
    )
    func heard() {
        let radio = Radio.navigating()
        radio.tell(.heard(1, mtu: 23))
        radio.tell(.subscribed(1))
        radio.publish(Self.object)
        // Had it connected again, the subscription would be gone.
        radio.tell(.heard(1, mtu: 31))
        #expect(
            radio.tell(.read("a", by: 1, offset: 0))
                == [.answer("a", ContiguousArray(Self.object))])
        #expect(radio.publish(deployedObject(2)).notified == [1])
        radio.tell(.mtuChanged(1, mtu: 23))
        #expect(
            radio.tell(.read("b", by: 1, offset: 0))
                == [.answer("b", ContiguousArray(deployedObject(2)))])
    }

    @Test(
        "A peripheral's driver connects a device again that is heard after four others took its place"
    )
    func heardAgain() {
        let radio = Radio.navigating()
        for central in 1...5 { radio.tell(.heard(central, mtu: 185)) }
        radio.publish(Self.object)
        let longer = deployedObject(2, count: 100)
        radio.publish(longer)
        radio.tell(.heard(1, mtu: 185))
        // On a link with the smallest MTU, the answer would be cut.
        #expect(
            radio.tell(.read("a", by: 1, offset: 0)).contains(.answer("a", ContiguousArray(longer)))
        )
        radio.tell(.heard(2, mtu: 185))
        radio.tell(.subscribed(2))
        #expect(radio.publish(deployedObject(3)).notified == [2])
    }

    @Test("A peripheral's driver ends the old link of a device that connects again")
    func connectedAgain() {
        let radio = Radio.navigating(1...1)
        radio.publish(Self.object)
        // The device is lost, so the phone advertises until it comes back.
        #expect(radio.tell(.connected(1, mtu: 23)) == [.request(.startAdvertising)])
        #expect(radio.driver.phase == .advertisingAgain)
        #expect(radio.publish(deployedObject(2)).notified.isEmpty)
        #expect(radio.tell(.subscribed(1)) == [.request(.stopAdvertising)])
        #expect(radio.publish(deployedObject(3)).notified == [1])
    }

    @Test("A peripheral's driver forgets a device that is gone")
    func disconnected() {
        let radio = Radio.navigating(1...2)
        #expect(radio.tell(.disconnected(1)) == [.request(.startAdvertising)])
        #expect(radio.publish(Self.object).notified == [2])
        #expect(radio.tell(.subscribed(1)) == [.note(.unknownCentral)])
        radio.tell(.heard(1, mtu: 23))
        #expect(radio.tell(.subscribed(1)) == [.request(.stopAdvertising)])
        radio.tell(.unsubscribed(2))
        #expect(radio.publish(deployedObject(2)).notified == [1])
        radio.tell(.radioOff)
        radio.tell(.radioOn)
        #expect(radio.tell(.subscribed(1)) == [.note(.unknownCentral)])
        #expect(radio.tell(.heard(1, mtu: 23)).isEmpty)
        #expect(!radio.tell(.subscribed(1)).contains(.note(.unknownCentral)))
    }

    @Test(
        "A peripheral's driver serves the four devices heard last, of five and of nine",
        arguments: [5, 9])
    func many(_ count: Int) {
        let radio = Radio.navigating(1...count)
        #expect(Set(radio.publish(Self.object, after: 1).notified) == Set(count - 3...count))
        // Each one reads, served or not.
        for central in 1...count {
            #expect(
                radio.tell(.read("\(central)", by: central, offset: 22), after: 1)
                    == [.answer("\(central)", ContiguousArray(Self.object[22...]))])
        }
        // One that comes back takes the place of the quietest one.
        radio.tell(.connected(1, mtu: 23), after: 1)
        radio.tell(.subscribed(1), after: 1)
        let served = Set(radio.publish(deployedObject(2), after: 1).notified)
        #expect(served == Set([1] + Array(count - 2...count)))
        // All of them are told apart: the end of one leaves the others.
        radio.tell(.disconnected(count))
        #expect(
            Set(radio.publish(deployedObject(3), after: 1).notified) == served.subtracting([count]))
    }

    @Test(
        "A peripheral's driver does not forget a device for others that are not connected, or do nothing by themselves"
    )
    func strangers() {
        let radio = Radio.navigating(1...1)
        for stranger in 2...40 {
            radio.tell(.read("x", by: stranger, offset: 0), after: 1)
            radio.tell(.subscribed(stranger))
            radio.tell(.unsubscribed(stranger))
            radio.tell(.mtuChanged(stranger, mtu: 23))
            radio.tell(.notificationRefused(stranger))
        }
        #expect(radio.publish(Self.object).notified == [1])
        #expect(
            radio.tell(.disconnected(1), after: 1) == [.request(.startAdvertising)])
        #expect(radio.publish(deployedObject(2)).notified.isEmpty)
    }

    @Test("A peripheral's driver keeps no more after ten thousand devices than after a hundred")
    func memory() {
        let radio = Radio.navigating()
        var sizes: [Int] = []
        for device in 1...10_000 {
            if device % 3 == 0 {
                radio.tell(.heard(device, mtu: 23), after: 1)
            } else {
                radio.tell(.connected(device, mtu: 23), after: 1)
            }
            radio.tell(.subscribed(device))
            radio.publish(Self.object)
            radio.tell(.read("r", by: device, offset: 0))
            radio.forgetLog()
            guard device == 100 || device == 10_000 else { continue }
            var description = ""
            dump(radio.driver, to: &description)
            sizes.append(description.split(separator: "\n").count)
        }
        #expect(abs(sizes[0] - sizes[1]) < 40, "\(sizes)")
    }
}
