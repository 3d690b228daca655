#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    import KomootNav

    extension ATTError {
        /// The error that the phone answered with; `unlikelyError` if the system failed otherwise.
        init(_ error: any Error) {
            let error = error as NSError
            let code = error.domain == CBATTErrorDomain ? UInt8(exactly: error.code) : nil
            self = code.map(ATTError.init(rawValue:)) ?? .unlikelyError
        }

        /// The result with which Core Bluetooth sends it.
        var result: CBATTError.Code { CBATTError.Code(rawValue: Int(rawValue)) ?? .unlikelyError }
    }

    extension NavigationService {
        /// ``uuid``, for Core Bluetooth.
        static var type: CBUUID { CBUUID(string: uuid.description) }
        /// ``instructionCharacteristic``, for Core Bluetooth.
        static var instructionType: CBUUID {
            CBUUID(string: instructionCharacteristic.description)
        }
    }
#endif
