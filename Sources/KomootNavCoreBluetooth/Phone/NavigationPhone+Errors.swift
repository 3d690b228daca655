#if canImport(CoreBluetooth) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    public import Foundation
    import KomootNav
    import KomootNavFoundation

    extension NavigationPhone.PublishingError: LocalizedError {
        /// What happened, in the user's current locale if the error is the instruction's; otherwise in English, for
        /// developers.
        public var errorDescription: String? {
            switch self {
            case .notStarted: "The instruction was not published: start the phone first."
            case .unencodable(let error): error.text()
            }
        }
    }

    extension NavigationPhone.Failure: LocalizedError {
        /// What happened, in English, for developers.
        public var errorDescription: String? {
            let refusal =
                switch operation {
                case .addService: "Core Bluetooth did not add the service"
                case .startAdvertising: "Core Bluetooth did not advertise"
                }
            return "\(refusal) (\(domain) \(code))."
        }
    }
#endif
