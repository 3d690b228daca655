#if canImport(CoreBluetooth) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    import Foundation
    public import KomootNav

    extension NavigationPhone {
        /// Creates a phone that does nothing until ``start()``, with a radio of its own. A long read gets all its bytes from one
        /// object.
        ///
        /// - Parameters:
        ///   - layout: how instructions are written. Devices in use read `.deployed`.
        ///   - name: what devices can show when they find the phone; `nil` for the app's name, from its Info.plist, and
        ///     an empty one for none. The system cuts it to what fits, and leaves it out in the background.
        ///   - restoreIdentifier: lets the system start the app again, in the background, when a device reads. It names
        ///     this phone among the app's. Then create the phone again while the app launches, start it, and publish the
        ///     instruction again. iOS ends an app that gives one without the background mode `bluetooth-peripheral`.
        public convenience init(
            layout: InstructionLayout, name: String? = nil, restoreIdentifier: String? = nil
        ) {
            var configuration = PeripheralSession.Configuration(layout: layout)
            configuration.serving = .snapshotPerRead
            self.init(configuration, name: name, restoreIdentifier: restoreIdentifier)
        }

        /// Creates a phone that does nothing until ``start()``, with a radio of its own. If the configuration does not say
        /// otherwise, each chunk of a read comes from the newest object.
        public convenience init(
            _ configuration: PeripheralSession.Configuration, name: String? = nil,
            restoreIdentifier: String? = nil
        ) {
            self.init(
                on: GATTPeripheral(restoreIdentifier: restoreIdentifier), configuration,
                name: name ?? Bundle.main.appName,
                observer: CurrentSurroundings.ofTest?.phoneObserver)
        }
    }

    extension Bundle {
        /// The app's name, as its user sees it.
        var appName: String? {
            let keys = ["CFBundleDisplayName", "CFBundleName"]
            return keys.lazy.compactMap { self.object(forInfoDictionaryKey: $0) as? String }.first
        }
    }
#endif
