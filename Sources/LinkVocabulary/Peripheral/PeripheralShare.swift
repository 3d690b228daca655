#if !hasFeature(Embedded)
    /// What a state machine uses of a ``GATTPeripheral``: services and an alarm of its own, on a radio that others use too.
    package final class PeripheralShare: RadioShare, @unchecked Sendable {
        /// What is advertised.
        struct Advertisement: Equatable {
            var services: [UUID128] = []
            var name: String?
        }

        private let core: PeripheralCore
        private let handle: @Sendable (GATTPeripheralEvent) -> Void
        var advertisement = Advertisement()

        /// - Parameters:
        ///   - peripheral: whose radio it shares.
        ///   - handle: is told what happens, after ``open()``: of its own services only.
        package init(
            of peripheral: GATTPeripheral,
            _ handle: @escaping @Sendable (GATTPeripheralEvent) -> Void
        ) {
            core = peripheral.core
            self.handle = handle
            super.init(of: peripheral.core)
        }

        /// Begins to be told what happens. The first time, the system may ask the user for permission.
        package func open() { core.open(self) }

        /// Serves a service, if it does not yet.
        package func serve(_ service: GATTService) {
            core.perform { [self] in core.serve(service, for: self) }
        }

        /// Serves it no more, nor what the system has kept of it since before the app began.
        package func withdraw(_ service: UUID128) {
            core.perform { [self] in core.withdraw(service, of: self) }
        }

        /// Advertises a service, beside what others advertise, and asks again for what was refused; `nil` to advertise
        /// none.
        package func advertise(_ service: UUID128?, name: String? = nil) {
            let new = Advertisement(services: service.map { [$0] } ?? [], name: name)
            guard service != nil || new != advertisement else { return }
            advertisement = new
            core.advertiseAnew()
        }

        /// Notifies a central that is subscribed.
        ///
        /// - Returns: `false` if the queue is full.
        package func notify(
            _ value: Span<UInt8>, of characteristic: GATTCharacteristic.Path, to central: GATTPeer
        ) -> Bool {
            core.state != .on || core.radio.notify(value, of: characteristic, to: central)
        }

        /// Answers a read with the bytes from its offset on.
        package func answer(_ read: Ticket, with value: Span<UInt8>) {
            if core.state == .on { core.radio.answer(read, with: value) }
        }

        /// Answers a write: the value was taken.
        package func accept(_ write: Ticket) {
            if core.state == .on { core.radio.accept(write) }
        }

        /// Answers a read or a write with an error.
        package func refuse(_ request: Ticket, with error: ATTError) {
            if core.state == .on { core.radio.refuse(request, with: error) }
        }

        func tell(_ event: GATTPeripheralEvent) { handle(event) }

        override func tellTime() { handle(.timePassed) }
    }
#endif
