/// The intervals of ``NavigationTiming`` as numbers. The sessions count with these: arithmetic on
/// `Duration`, which has 128 bits, is slow on a microcontroller.
package enum Milliseconds {
    package static let keepAliveReadInterval: UInt64 = 4000
    package static let pollInterval: UInt64 = 1000
    package static let repeatInterval: UInt64 = 2000
    package static let lostLinkInterval: UInt64 = 5000
    package static let advertisingLimit: UInt64 = 120_000
    package static let silenceInterval: UInt64 = 5000
    package static let staleInterval: UInt64 = 6000
    package static let readTimeout: UInt64 = 5000
    package static let setupTimeout: UInt64 = 10_000
    package static let retryInterval: UInt64 = 500
}
