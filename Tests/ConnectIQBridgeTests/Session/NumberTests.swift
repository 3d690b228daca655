import ConnectIQBridge
import Testing

@Suite("The vendor's numbers")
struct NumberTests {
    @Test("The vendor's numbers name the twelve results, four of which are temporary")
    func results() {
        let names = [
            "success", "unknown", "internalError", "deviceNotAvailable", "appNotFound",
            "deviceIsBusy", "unsupportedType", "insufficientMemory", "timeout", "maximumRetries",
            "promptNotDisplayed", "appAlreadyRunning",
        ]
        #expect((0..<12).map { SendResult(rawValue: $0).map { "\($0)" } ?? "" } == names)
        #expect(SendResult(rawValue: 12) == nil)
        #expect(
            SendResult.allCases.filter(\.isTemporary)
                == [.deviceNotAvailable, .deviceIsBusy, .timeout, .maximumRetries])
    }

    @Test("The vendor's numbers name the five statuses")
    func statuses() {
        let names = ["invalidDevice", "bluetoothNotReady", "notFound", "notConnected", "connected"]
        #expect((0..<5).map { DeviceStatus(rawValue: $0).map { "\($0)" } ?? "" } == names)
        #expect(DeviceStatus(rawValue: 5) == nil)
    }

    @Test("The bridge's intervals are those of the page")
    func intervals() {
        #expect(
            BridgeTiming.sendTimeout == .seconds(30) && BridgeTiming.openTimeout == .seconds(30))
        #expect(BridgeTiming.appStatusTimeout == .seconds(10))
        #expect(BridgeTiming.newestInterval == .seconds(1))
        #expect(BridgeTiming.retryInterval == .seconds(2))
        #expect(BridgeTiming.storeRetryInterval == .seconds(2) && BridgeTiming.maximumAttempts == 3)
    }

    @Test("A store in memory keeps the last list")
    func store() async {
        let store = MemoryDeviceStore()
        #expect(await store.load() == nil)
        await store.store([WatchDevice(id: uuid(1))])
        await store.store([WatchDevice(id: uuid(2))])
        #expect(await store.load() == [WatchDevice(id: uuid(2))])
        #expect(
            "\(DeviceStoreError.system(5))" == "the system refused with error 5")
        #expect(
            "\(DeviceStoreError.other(domain: "X", number: -7))" == "refused with error -7 of X")
    }
}
