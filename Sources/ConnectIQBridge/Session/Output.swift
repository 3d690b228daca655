extension CompanionSession {
    /// What a session writes while it takes an event: effects, and the tickets in them.
    struct Output: Hashable, Sendable {
        var effects: [Effect] = []
        var now = SessionTime.zero
        private var lastTicket: UInt32 = 0

        mutating func newTicket() -> Ticket {
            lastTicket &+= 1
            return Ticket(rawValue: lastTicket)
        }

        /// The moment this many milliseconds from now.
        func time(after interval: UInt64) -> SessionTime { now.advanced(byMilliseconds: interval) }

        mutating func tell(_ notice: Notice) { effects.append(.tell(notice)) }

        mutating func ask(_ request: Request) { effects.append(.transport(request)) }

        mutating func reportLateArrival() { tell(.fault(.lateArrival)) }
    }
}
