import KomootNav

/// Which of the phones that are found a device connects to.
///
/// The chosen one, and no other. Without a choice, the phone that gave directions last, for which it waits ``patience``
/// before it takes another one. Before the first directions, one that the system is connected to already; otherwise the
/// nearest of those that are found within ``window``. A phone whose link ended before it gave directions is taken
/// only if no other is found, and if such links were given up more and more seldom.
struct PhoneChoice {
    /// How long a device looks for a nearer phone.
    static let window = Duration.milliseconds(500)
    /// How long it looks for the phone that gave directions last, before it takes another one.
    static let patience = Duration.seconds(3)

    /// What the app has chosen.
    var chosen: GATTPeer?
    /// Who gave directions last.
    private(set) var last: GATTPeer?
    /// Whose last links gave none, how many of these it was that were given up, and when it is tried again.
    private var failing: (peer: GATTPeer, count: Int, until: SessionTime)?
    /// Who was found in this search.
    private var found: [GATTAdvertisement] = []
    /// When the nearest is taken.
    private var nearestDeadline: SessionTime?
    /// When the failing one may be taken, if it was found.
    private var retryTime: SessionTime?

    init(_ chosen: GATTPeer? = nil) { self.chosen = chosen }

    /// When to take one of those that were found.
    var deadline: SessionTime? { [nearestDeadline, retryTime].compactMap(\.self).min() }

    /// A search begins.
    mutating func begin() {
        found = []
        nearestDeadline = nil
        retryTime = nil
    }

    /// - Returns: to whom to connect now, if to anybody.
    mutating func find(_ phone: GATTAdvertisement, at now: SessionTime) -> GATTPeer? {
        guard chosen == nil || phone.peer == chosen else { return nil }
        let isFailing = phone.peer == failing?.peer
        if isFailing, let until = failing?.until, now < until {
            retryTime = until
        } else if phone.peer == chosen || phone.peer == last
            || last == nil && phone.signalStrength == nil && !isFailing
        {
            return phone.peer
        }
        found.removeAll { $0.peer == phone.peer }
        found.append(phone)
        if chosen == nil {
            nearestDeadline =
                nearestDeadline ?? now.advanced(by: last == nil ? Self.window : Self.patience)
        }
        return nil
    }

    /// Takes one of those that were found, if it is time.
    ///
    /// - Returns: to whom to connect.
    mutating func take(at now: SessionTime) -> GATTPeer? {
        if let time = retryTime, time <= now, let peer = failing?.peer {
            retryTime = nil
            if nearestDeadline == nil || peer == last { return peer }
        }
        guard let nearestDeadline, nearestDeadline <= now else { return nil }
        self.nearestDeadline = nil
        let others = found.filter { $0.peer != failing?.peer }
        guard !others.isEmpty || retryTime == nil else { return nil }
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

    /// A phone's link was lost before it gave directions.
    mutating func lose(_ phone: GATTPeer) {
        if failing?.peer != phone { failing = (phone, 0, .zero) }
    }

    /// A phone's link was ended, as it gave no directions.
    mutating func giveUp(_ phone: GATTPeer, at now: SessionTime) {
        lose(phone)
        let count = min((failing?.count ?? 0) + 1, 5)
        failing = (phone, count, now.advanced(by: Self.pause(after: count)))
    }

    /// The pause after so many links that were given up: none after the first, then 0.5 s, twice as long each time, up to
    /// 4 s.
    private static func pause(after count: Int) -> Duration {
        count < 2 ? .zero : .milliseconds(125 << count)
    }
}
