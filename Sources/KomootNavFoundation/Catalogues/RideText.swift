/// What is shown of a rider's sensors and trainer.
public enum RideText: Hashable, Sendable {
    /// The name of the speed.
    case speed
    /// The name of the power.
    case power
    /// The name of the cadence.
    case cadence
    /// The name of the heart rate.
    case heartRate
    /// The sign of revolutions per minute: "rpm".
    case revolutionsPerMinute
    /// The sign of beats per minute: "bpm".
    case beatsPerMinute
    /// The trainer is being connected.
    case connecting
    /// The trainer is ridden freely.
    case free
    /// The trainer is told what to do.
    case setting
    /// The trainer holds a power, as "150 W".
    case holdingPower(String)
    /// The trainer holds a resistance.
    case holdingResistance
    /// The trainer lets the rider feel a grade.
    case simulating
    /// The trainer does not take what it was told.
    case refused
    /// The trainer does not answer.
    case unanswered
    /// Another app controls the trainer.
    case controlLost
    /// Somebody changed what the trainer does.
    case changed
    /// Somebody stopped the trainer.
    case stopped
    /// The trainer is being calibrated.
    case calibrating

    /// One of each kind.
    public static let samples: [RideText] = [
        .speed, .power, .cadence, .heartRate, .revolutionsPerMinute, .beatsPerMinute, .connecting,
        .free, .setting, .holdingPower("150 W"), .holdingResistance, .simulating, .refused,
        .unanswered, .controlLost, .changed, .stopped, .calibrating,
    ]
}
