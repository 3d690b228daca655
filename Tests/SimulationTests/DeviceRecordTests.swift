import LinkVocabulary
import Testing

@testable import Simulation

@Suite("What the referee knows about a device") struct DeviceRecordTests {
    private static let request = DeviceRecord.Outstanding(token: 0, kind: .read, since: 0, limit: 0)

    @Test(
        "A row of failures ends when a device reads no further than the beginning that it shows",
        arguments: [(0, true, 0), (22, true, 3), (0, false, 3)])
    func rows(nextOffset: UInt16, isUnchanged: Bool, failures: Int) {
        var device = DeviceRecord(number: 0, radio: .offsetReads, mtu: 23)
        for _ in 0..<3 { device.noteRefusal(of: Self.request, .unlikelyError) }
        device.noteValue(count: 22, isUnchanged: isUnchanged)
        device.noteRead(at: nextOffset)
        #expect(device.failures == failures)
    }

    @Test("Such a device may ask for something else next")
    func otherRequests() {
        var device = DeviceRecord(number: 0, radio: .offsetReads, mtu: 23)
        for _ in 0..<3 { device.noteRefusal(of: Self.request, .unlikelyError) }
        device.noteValue(count: 22, isUnchanged: true)
        device.noteOtherRequest()
        #expect(device.failures == 0)
    }

    @Test("A beginning that it shows ends no row if another failure has followed it")
    func failureAfterward() {
        var device = DeviceRecord(number: 0, radio: .offsetReads, mtu: 23)
        device.noteRefusal(of: Self.request, .unlikelyError)
        device.noteValue(count: 22, isUnchanged: true)
        device.noteRefusal(of: Self.request, .unlikelyError)
        device.noteRead(at: 0)
        #expect(device.failures == 2)
    }
}
