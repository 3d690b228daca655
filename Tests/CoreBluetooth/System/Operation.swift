import CCoreBluetooth
import Foundation
import KomootNav
import Simulation

/// A request of a central's app, and how far it has come.
struct Operation {
    enum Request {
        case discoverServices([CBUUID]?)
        case discoverCharacteristics([CBUUID]?, CBService)
        case read(CBCharacteristic)
        case setNotify(Bool, CBCharacteristic)
        case write(Data, CBCharacteristic, CBCharacteristicWriteType)
    }

    /// A characteristic of a service that is looked for.
    struct Step {
        let service: UUID128
        let characteristic: UUID128
        /// What the peripheral says of it.
        var properties: GATTCharacteristic.Properties = []
    }

    /// A characteristic that was found.
    struct Found {
        let step: Step
        let handle: UInt16
        let hasCCCD: Bool
    }

    let request: Request
    /// The token of the PDU that is outstanding.
    var token: UInt32 = 0
    /// What a discovery has still to look for, and what it has found.
    var steps: [Step] = []
    var found: [Found] = []
    var read: LongRead?

    init(_ request: Request) {
        self.request = request
        if case .read = request { read = LongRead(Ticket(rawValue: 0), at: 0) }
    }
}

extension Operation.Request {
    var kind: RequestKind {
        switch self {
        case .discoverServices: .discoverServices
        case .discoverCharacteristics: .discoverCharacteristics
        case .read: .read
        case .setNotify: .setNotify
        case .write: .write
        }
    }

    var isDiscovery: Bool { kind == .discoverServices || kind == .discoverCharacteristics }

    /// Whether what it is about is gone, or was never there.
    var isDead: Bool {
        switch self {
        case .discoverServices: false
        case .discoverCharacteristics(_, let service): service.isDead
        case .read(let characteristic), .setNotify(_, let characteristic),
            .write(_, let characteristic, _):
            characteristic.isDead
        }
    }
}
