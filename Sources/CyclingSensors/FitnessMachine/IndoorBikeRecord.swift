/// Puts the notifications of one record together.
///
/// ```swift
/// if let record = collector.take(try IndoorBikeData(decoding: value.span)) { show(record) }
/// ```
///
/// A record is complete when a notification brings the speed. If a field comes a second time before
/// that, the end of the first record was lost. Then its fields are dropped if the speed comes along,
/// and are returned without a speed if it does not, so that a machine that always announces more
/// data is still read.
///
/// Source: `Docs/Sensors.md`, clause 5.3.
public struct IndoorBikeRecord: Hashable, Sendable {
    private var pending: IndoorBikeData?

    /// Creates a collector without any field.
    public init() {}

    /// Takes a notification.
    ///
    /// - Returns: a record, if this notification completes one or shows that one was cut. A record
    ///   that was cut has no speed.
    public mutating func take(_ data: IndoorBikeData) -> IndoorBikeData? {
        guard let earlier = pending else { return keepOrReturn(data) }
        let repeats = earlier.presence.bits & data.presence.bits & IndoorBikeData.Flag.fields != 0
        if repeats {
            pending = nil
            let record = keepOrReturn(data)
            return record ?? earlier
        }
        pending = nil
        return keepOrReturn(earlier.merged(with: data))
    }

    /// Forgets the fields of a record that was not finished, because the link was lost.
    public mutating func discard() { pending = nil }

    private mutating func keepOrReturn(_ data: IndoorBikeData) -> IndoorBikeData? {
        if data.hasMoreData {
            pending = data
            return nil
        }
        return data
    }
}

extension IndoorBikeData {
    /// The fields of both. No field may be in both.
    fileprivate func merged(with later: IndoorBikeData) -> IndoorBikeData {
        var both = self
        both.instantaneousSpeed = later.instantaneousSpeed
        both.averageSpeed = later.averageSpeed ?? averageSpeed
        both.instantaneousCadence = later.instantaneousCadence ?? instantaneousCadence
        both.averageCadence = later.averageCadence ?? averageCadence
        both.totalDistance = later.totalDistance ?? totalDistance
        both.resistanceLevel = later.resistanceLevel ?? resistanceLevel
        both.instantaneousPower = later.instantaneousPower ?? instantaneousPower
        both.averagePower = later.averagePower ?? averagePower
        both.expendedEnergy = later.expendedEnergy ?? expendedEnergy
        both.heartRate = later.heartRate ?? heartRate
        both.metabolicEquivalent = later.metabolicEquivalent ?? metabolicEquivalent
        both.elapsedTime = later.elapsedTime ?? elapsedTime
        both.remainingTime = later.remainingTime ?? remainingTime
        both.otherFlags |= later.otherFlags
        both.isCadenceFlagInverted = later.isCadenceFlagInverted
        both.missingFlags = (missingFlags | later.missingFlags) & ~both.presence.bits
        return both
    }
}
