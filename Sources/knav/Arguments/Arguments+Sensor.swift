import CyclingSensors
import KomootNav
import KomootNavPipe
import LinkForms

/// Settings of the commands for sensors.
extension Arguments {
    /// The value of `--wheel`, in millimetres; usually that of 25-622.
    func wheel() throws(UsageError) -> UInt16 {
        try value("--wheel", "a circumference from 100 to 5000 mm") {
            UInt16($0).flatMap { (100...5000).contains($0) ? $0 : nil }
        } ?? 2105
    }

    /// The value of `--every`, in milliseconds; usually a second.
    func step() throws(UsageError) -> UInt64 {
        try value("--every", "a number of seconds from 0.1 to 3600") {
            Double($0).flatMap { (0.1...3600).contains($0) ? UInt64(($0 * 1000).rounded()) : nil }
        } ?? 1000
    }

    /// How many times as fast as the ride; `nil` for at once.
    func pace() throws(UsageError) -> Double? {
        let pace = try value("--pace", "a number from 0.01 to 10000") {
            Double($0).flatMap { (0.01...10_000).contains($0) ? $0 : nil }
        }
        let isRealtime = flags.contains("--realtime")
        guard pace == nil || !isRealtime else {
            throw UsageError(message: "use only one of '--realtime' and '--pace'")
        }
        return isRealtime ? 1 : pace
    }

    /// The values of `--services`; usually CSC, Cycling Power and Heart Rate.
    func services() throws(UsageError) -> [MeasuringService] {
        let choices = names(of: MeasuringService.self).joined(separator: ",")
        let given = try value("--services", "some of \(choices)") { text in
            let found = text.split(separator: ",", omittingEmptySubsequences: false).map {
                MeasuringService(rawValue: String($0))
            }
            let known = found.compactMap { $0 }
            return known.count == found.count ? known : nil
        }
        guard let given else { return [.csc, .power, .heart] }
        var seen: Set<MeasuringService> = []
        for service in given where !seen.insert(service).inserted {
            throw UsageError(message: "'--services' names '\(service.rawValue)' twice")
        }
        return given
    }

    /// The value of an option that takes a course.
    func course(
        _ option: String, in range: ClosedRange<Double>, _ unit: String
    ) throws(UsageError) -> RiderCourse? {
        let bounds = "from \(Int(range.lowerBound)) to \(Int(range.upperBound)) \(unit)"
        return try value(option, "a number \(bounds), or points SECONDS:NUMBER,… in order") {
            RiderCourse($0, in: range)
        }
    }

    /// The values of `--handle HANDLE=NAME`.
    func sensorHandles() throws(UsageError) -> [UInt16: UUID128] {
        var handles: [UInt16: UUID128] = [:]
        for text in lists["--handle"] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let handle = Self.handle(parts[0]),
                let service = MeasuringService(rawValue: parts[1])
                    ?? MeasuringService.allCases.first(where: {
                        $0.characteristic == KnownCharacteristic(parts[1])
                    }), handles.updateValue(service.characteristic.uuid, forKey: handle) == nil
            else {
                let choices = names(of: MeasuringService.self).listed
                throw UsageError(
                    message: "'--handle' takes a handle, '=' and \(choices), not '\(text)'")
            }
        }
        return handles
    }
}
