import KomootNav

/// Which of the phones that are found a device connects to.
///
/// The chosen one, and no other. Without a choice, the phone that gave directions last, for which it waits ``patience``
/// before it takes another one. Before the first directions, one that the system is connected to already; otherwise the
/// nearest of those that are found within ``window``. A phone whose link ended before it gave directions is taken
/// only if no other is found.
struct PhoneChoice {
    /// How long a device looks for a nearer phone.
    static let window = Duration.milliseconds(500)
    /// How long it looks for the phone that gave directions last, before it takes another one.
    static let patience = Duration.seconds(3)

    /// What the app has chosen.
    var chosen: GATTPeer?
    /// Who gave directions last.
    private(set) var last: GATTPeer?
    /// Whose last link gave none.
    private var failing: GATTPeer?
    /// Who was found in this search.
    private var found: [GATTAdvertisement] = []
    /// When the nearest is taken.
    private(set) var deadline: SessionTime?

    init(_ chosen: GATTPeer? = nil) { self.chosen = chosen }

    /// A search begins.
    mutating func begin() {
        found = []
        deadline = nil
    }

    /// - Returns: to whom to connect now, if to anybody.
    mutating func find(_ phone: GATTAdvertisement, at now: SessionTime) -> GATTPeer? {
        if let chosen { return phone.peer == chosen ? chosen : nil }
        if phone.peer == last { return phone.peer }
        if last == nil && phone.signalStrength == nil && phone.peer != failing {
            return phone.peer
        }
        found.removeAll { $0.peer == phone.peer }
        found.append(phone)
        deadline = deadline ?? now.advanced(by: last == nil ? Self.window : Self.patience)
        return nil
    }

    /// Takes the nearest, if it is time.
    ///
    /// - Returns: to whom to connect.
    mutating func takeNearest(at now: SessionTime) -> GATTPeer? {
        guard let deadline, deadline <= now else { return nil }
        self.deadline = nil
        let others = found.filter { $0.peer != failing }
        let nearest = (others.isEmpty ? found : others).max {
            $0.signalStrength ?? .max < $1.signalStrength ?? .max
        }
        return nearest?.peer
    }

    /// A phone gave directions.
    mutating func succeed(_ phone: GATTPeer) {
        last = phone
        failing = nil
    }

    /// A phone's link has ended.
    ///
    /// - Parameter hasGiven: whether it gave directions.
    mutating func end(_ phone: GATTPeer, hasGiven: Bool) { if !hasGiven { failing = phone } }
}
