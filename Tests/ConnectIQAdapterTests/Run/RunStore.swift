import ConnectIQBridge
import LinkVocabulary
import Simulation

/// A store of a run: each call takes a while, and may fail.
actor RunStore: DeviceStore {
    private(set) var devices: [WatchDevice]
    private var random: SplitMix64
    private var failureRate: Int
    private let clock: AppClock

    init(_ devices: [WatchDevice], failureRate: Int, random: SplitMix64, clock: AppClock) {
        self.devices = devices
        self.failureRate = failureRate
        self.random = random
        self.clock = clock
    }

    func endFaults() { failureRate = 0 }

    func load() async throws(DeviceStoreError) -> [WatchDevice]? {
        await wait()
        // As on a phone that nobody has unlocked yet.
        if fails() { throw .system(1) }
        return devices
    }

    func store(_ devices: [WatchDevice]) async throws(DeviceStoreError) {
        await wait()
        if fails() { throw .system(5) }
        self.devices = devices
    }

    private func wait() async {
        try? await clock.sleep(for: .milliseconds(random.number(in: 20...600)))
    }

    private func fails() -> Bool { failureRate > 0 && random.happens(failureRate, in: 1000) }
}
