// The game of the app Trainer: a hill. Never compiled on an Apple system: type-checked on Linux.

/// A rider and a bicycle of 80 kg on a hill.
struct Hill {
    /// The grade of each hundred metres, in percent. The hill begins again at its end.
    static let grades = [0.0, 1, 3, 5, 8, 6, 4, 0, -3, -5]

    /// How far the rider is, in metres.
    private(set) var distance = 0.0
    /// In metres per second.
    private(set) var speed = 0.0

    /// In percent.
    var grade: Double { Self.grades[Int(distance / 100) % Self.grades.count] }

    /// Rides on: the power accelerates, the grade, the tyres and the air brake.
    mutating func ride(seconds: Double, watts: Double) {
        let (mass, slowest) = (80.0, 1.5)
        let push = watts / max(speed, slowest)
        let weight = mass * 9.81 * (grade / 100 + 0.004)
        let air = 0.25 * speed * speed
        speed = max(speed + (push - weight - air) / mass * seconds, 0)
        distance += speed * seconds
    }
}
