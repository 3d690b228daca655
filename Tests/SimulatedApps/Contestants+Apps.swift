package import Simulation

extension Contestants {
    /// The device is an app with a `NavigationDevice`. How much memory it uses is not measured.
    ///
    /// - Parameter misuses: takes what the app did that it must not do.
    package static func displayApp(_ misuses: MisuseLog) -> Contestants {
        Contestants(
            makeDeviceHost: { world, _ in DisplayApp(in: world, misuses: misuses) },
            makePhoneHost: nil)
    }

    /// The phone is an app with a `NavigationPhone`.
    ///
    /// - Parameter misuses: takes what the app did that it must not do.
    package static func navigationApp(_ misuses: MisuseLog) -> Contestants {
        Contestants(
            makeDeviceHost: nil,
            makePhoneHost: { world, plan in
                NavigationApp(
                    plan.phone, clock: LocalClock(offset: plan.seed % 100_000, drift: plan.drift),
                    salt: plan.salt, in: world, misuses: misuses)
            })
    }
}

extension Campaign {
    /// The promises that are judged of apps.
    package static let appPromises = Set(Promise.allCases).subtracting([.boundsItsMemory])
}
