import KomootNav

/// An effect of a session as the members of a step in C; a member that the effect does not have is zero.
///
/// Like those of ``CEvent``, the switches name every effect.
struct CEffect {
    /// The constant.
    let name: String
    var peer: UInt64 = 0
    /// A ticket or a central.
    var number: UInt32 = 0
    var offset = 0
    /// A constant, or the ATT error.
    var detail = "0"
    var error: String?
    var bytes: ContiguousArray<UInt8> = []
}

extension CEffect {
    init(_ effect: CentralSession.OwnedEffect) {
        self.init(name: effect.kind.cName)
        switch effect {
        case .startScan, .stopScan: break
        case .connect(let handle, let link):
            peer = handle.rawValue
            number = link.rawValue
        case .disconnect(let ticket), .discover(let ticket), .subscribe(let ticket):
            number = ticket.rawValue
        case .read(let ticket, let start):
            number = ticket.rawValue
            offset = start
        case .deliver(let value, let extent):
            detail = CConstants.name(of: extent)
            bytes = value
        case .report(let status): detail = CConstants.number(of: status)
        case .fault(let fault):
            detail = CConstants.number(of: fault.kind)
            switch fault {
            case .malformedNotification(let reason), .unreadable(let reason):
                error = CConstants.error(reason)
            case .refused(let reason): error = "{KBC_OK, \(reason.rawValue), 0}"
            case .lateArrival, .timedOut, .gaveUp: error = "{KBC_OK, 0, 0}"
            }
        }
    }

    init(_ effect: PeripheralSession.OwnedEffect) {
        self.init(name: effect.kind.cName)
        switch effect {
        case .addService, .removeService, .startAdvertising, .stopAdvertising: break
        case .notify(let central, let value), .answer(let central, let value):
            number = central.rawValue
            bytes = value
        case .reject(let central, let reason):
            number = central.rawValue
            detail = "\(reason.rawValue)"
        case .fault(let fault):
            detail = CConstants.name(of: fault.kind)
            switch fault {
            case .unpublishable(let reason): error = CConstants.error(reason)
            case .notNavigating, .unknownCentral: break
            }
        }
    }
}
