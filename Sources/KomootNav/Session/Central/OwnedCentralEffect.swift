// Left out of Embedded Swift: firmware takes each effect when it is due and needs no heap for it.
#if !hasFeature(Embedded)
    extension CentralSession {
        /// An ``Effect`` that owns its bytes: a delivery carries what ``withDelivery(_:)`` lends.
        public enum OwnedEffect: Hashable, Sendable {
            /// See ``Effect/startScan``.
            case startScan
            /// See ``Effect/stopScan``.
            case stopScan
            /// See ``Effect/connect(_:link:)``.
            case connect(Peer, link: Ticket)
            /// See ``Effect/disconnect(link:)``.
            case disconnect(link: Ticket)
            /// See ``Effect/discover(_:)``.
            case discover(Ticket)
            /// See ``Effect/subscribe(_:)``.
            case subscribe(Ticket)
            /// See ``Effect/read(_:offset:)``.
            case read(Ticket, offset: Int)
            /// Show these bytes; see ``Effect/deliver(_:)``.
            case deliver(ContiguousArray<UInt8>, ObjectExtent)
            /// See ``Effect/report(_:)``.
            case report(Status)
            /// See ``Effect/fault(_:)``.
            case fault(Fault)
        }

        /// The effects of the last event that you have not taken yet, in order.
        public mutating func takeEffects() -> [OwnedEffect] {
            var effects: [OwnedEffect] = []
            while let effect = nextEffect() { effects.append(owned(effect)) }
            return effects
        }

        private mutating func owned(_ effect: Effect) -> OwnedEffect {
            switch effect {
            case .startScan: return .startScan
            case .stopScan: return .stopScan
            case .connect(let peer, let link): return .connect(peer, link: link)
            case .disconnect(let link): return .disconnect(link: link)
            case .discover(let ticket): return .discover(ticket)
            case .subscribe(let ticket): return .subscribe(ticket)
            case .read(let ticket, let offset): return .read(ticket, offset: offset)
            case .deliver(let extent):
                let bytes = withDelivery { bytes, _ in ContiguousArray(copying: bytes) }
                return .deliver(bytes ?? [], extent)
            case .report(let status): return .report(status)
            case .fault(let fault): return .fault(fault)
            }
        }
    }
#endif
