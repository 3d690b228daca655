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

    extension UUID128 {
        /// A version-4 UUID (RFC 9562).
        static func random(_ surroundings: any Surroundings) -> UUID128 {
            UUID128(
                high: surroundings.random() & ~0xF000 | 0x4000,
                low: surroundings.random() & ~(0b11 << 62) | 0b10 << 62)
        }
    }

    extension Data {
        /// Copies lent bytes.
        init(_ bytes: Span<UInt8>) {
            self.init(capacity: bytes.count)
            for position in bytes.indices { append(bytes[position]) }
        }
    }
#endif
