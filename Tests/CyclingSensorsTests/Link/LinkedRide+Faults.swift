import CyclingSensors
import KomootNav
import Simulation

// What goes wrong on a ride.
extension LinkedRide {
    /// Lets things go wrong for a while. A fault that then still waits does not happen any more.
    func fail(_ world: World, _ clock: VirtualClock) async throws {
        let pause = random.element(of: [2000, 8000, 30_000])
        while true {
            try await clock.sleep(for: .milliseconds(random.number(in: 100...pause)))
            guard clock.milliseconds < Self.faultsEnd - 15_000 else { break }
            try await failOnce(world)
        }
        await world.disarmFaults()
    }

    private func failOnce(_ world: World) async throws {
        switch random.number(in: 0...9) {
        case 0: await inject(.link(.dropped), "link dropped", world)
        case 1: await inject(.link(.droppedSilently), "link dropped silently", world)
        case 2: await inject(.link(.subscriptionsLost), "subscriptions lost", world)
        case 3:
            let time = Duration.milliseconds(random.number(in: 100...40_000))
            let isCentral = random.happens(1, in: 2)
            await inject(
                .link(isCentral ? .centralRadioOff(time) : .peripheralRadioOff(time)),
                "radio off", world)
        case 4: try await restart(world)
        default: await failNotifications(world)
        }
    }

    private func failNotifications(_ world: World) async {
        let time = Duration.milliseconds(random.number(in: 100...6000))
        let (fault, name): (NotificationFault, String) =
            switch random.number(in: 0...4) {
            case 0: (.repeated, "repeated")
            case 1: (.delayed(time), "delayed")
            case 2: (.queueFull(time), "queue full")
            case 3: (.cut(random.number(in: 0...6)), "cut")
            default: (.lost, "lost")
            }
        for _ in 0..<random.number(in: 1...4) {
            await inject(.notification(fault), "notification \(name)", world)
        }
    }

    /// The sensor's battery falls out: it begins at zero.
    private func restart(_ world: World) async throws {
        let time = random.number(in: 100...10_000)
        await inject(.phone(.restarted(.milliseconds(time))), "sensor restarted", world)
        await inject(
            .link(random.happens(1, in: 2) ? .dropped : .droppedSilently), "link lost", world)
        let start = Int(world.clock.now.milliseconds) + time
        var configuration = sensor.configuration
        configuration.wheelRevolutions = 0
        configuration.clockInMilliseconds = 0
        configuration.start = SessionTime(milliseconds: UInt64(start))
        sensor = SimulatedSensor(try script.tail(from: UInt32(start)), configuration: configuration)
        restarts += 1
    }

    private func inject(_ fault: Fault, _ name: String, _ world: World) async {
        do {
            try await world.inject(fault)
            judge.mark(name)
        } catch {
            // Nothing is there that it could happen to.
        }
    }
}

extension RiderScript {
    /// The rest of the script, which begins at time 0.
    func tail(from start: UInt32) throws -> RiderScript {
        var points: ContiguousArray<Point> = []
        for time in [start] + self.points.map(\.timeInMilliseconds) where time >= start {
            guard points.last?.timeInMilliseconds != time - start else { continue }
            var point = point(atMilliseconds: time)
            point.timeInMilliseconds = time - start
            points.append(point)
        }
        guard let tail = RiderScript(points) else { throw Failure("points that do not rise") }
        return tail
    }
}
