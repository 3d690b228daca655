package import Simulation

extension Contestants {
    /// The device is an app with a `NavigationDevice`. Now and then the system suspends it for a moment, unless it is
    /// measured how fresh its screen is. How much memory it uses is not measured.
    ///
    /// - Parameter misuses: takes what the app did that it must not do.
    package static func displayApp(_ misuses: MisuseLog) -> Contestants {
        Contestants(
            makeDeviceHost: { world, plan in
                DisplayApp(
                    in: world, misuses: misuses, isSuspended: plan.workload != .everySecond)
            },
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
                    plan.phone,
                    clock: LocalClock(
                        offset: plan.seed % 100_000, drift: plan.clockDriftInMillionths),
                    salt: plan.salt, in: world, misuses: misuses)
            })
    }
}

extension Campaign {
    /// The promises that are judged of apps.
    package static let appPromises = Set(Promise.allCases).subtracting([.boundsItsMemory])
}
