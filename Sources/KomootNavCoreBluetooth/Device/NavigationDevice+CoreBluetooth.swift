#if canImport(CoreBluetooth)
    public import KomootNav

    extension NavigationDevice {
        /// Creates a device that does nothing until ``start()``, with a radio of its own.
        ///
        /// - Parameters:
        ///   - layout: the layout that the phone is known to write; `nil` to detect it.
        ///   - restoreIdentifier: lets the system start the app again, in the background, for the device's link. It
        ///     names this device among the app's. Then create the device again while the app launches, and start it. iOS
        ///     ends an app that gives one without the background mode `bluetooth-central`.
        public convenience init(layout: InstructionLayout? = nil, restoreIdentifier: String? = nil)
        {
            self.init(
                on: GATTCentral(restoreIdentifier: restoreIdentifier), layout: layout, chosen: nil,
                observer: CurrentSurroundings.ofTest?.deviceObserver)
        }
    }
#endif
