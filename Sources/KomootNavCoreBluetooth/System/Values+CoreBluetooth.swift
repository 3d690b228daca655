#if canImport(CoreBluetooth)
    public import CoreBluetooth
    import Foundation
    public import KomootNav

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

    extension UUID128 {
        /// The same UUID: of 2, 4 or 16 bytes, of which the shorter ones stand for `xxxxxxxx-0000-1000-8000-00805F9B34FB`
        /// (Bluetooth Core Specification, Vol 3, Part B, section 2.5.1).
        public init(_ uuid: CBUUID) {
            let bytes = uuid.data
            let base = UUID128(assignedNumber: 0)
            guard bytes.count == Self.byteCount else {
                let number = bytes.reduce(0) { $0 << 8 | UInt64($1) }
                self.init(high: base.high | number << 32, low: base.low)
                return
            }
            self.init(
                high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
                low: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
        }

        /// The same UUID for Core Bluetooth, in the form in which it is on the air: of 2 bytes if it has that form, otherwise
        /// of 16.
        public var cbUUID: CBUUID {
            guard let short = UInt16(exactly: high >> 32), self == UUID128(assignedNumber: short)
            else { return CBUUID(string: description) }
            return CBUUID(data: Data([UInt8(short >> 8), UInt8(short & 0xFF)]))
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
