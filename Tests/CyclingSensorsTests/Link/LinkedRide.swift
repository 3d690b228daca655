import CyclingSensors
import KomootNav
import Simulation

/// One ride of a simulated sensor over the simulator's link, with faults that a seed draws, and the
/// bike computer that follows it.
///
/// A rider speeds up and slows down for 80 s while things go wrong. Then nothing goes wrong
/// any more: the rider goes on steadily, and stops.
///
/// It may be marked as sendable because only code on the world's executor uses it.
final class LinkedRide: @unchecked Sendable {
    /// Until when things go wrong, in milliseconds.
    static let faultsEnd = 80_000
    /// From when on the display must be right, because every lost link has been noticed.
    static let isSteady = 125_000
    /// When the rider stops.
    static let stop = 132_000
    /// When it is over.
    static let end = 145_000

    let seed: UInt64
    let services: SimulatedSensor.Services
    let script: RiderScript
    /// How long a packet takes at most if nothing is wrong, in milliseconds.
    private let connectionInterval: Int
    var random: SplitMix64
    var sensor: SimulatedSensor
    /// How often the sensor has begun again.
    var restarts = 0
    /// How often the bike computer has subscribed.
    var subscriptions = 0
    var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2105)
    var judge: RideJudge

    init(seed: UInt64) throws {
        self.seed = seed
        random = SplitMix64(seed: seed ^ 0x5269_6465)
        services = random.happens(2, in: 3) ? .speedAndCadence : .fitnessMachine
        script = try Self.script(&random)
        connectionInterval = random.number(in: 5...200)
        judge = RideJudge(
            script, isWheel: services == .speedAndCadence, connectionInterval: connectionInterval)
        var configuration = SimulatedSensor.Configuration(services: services)
        configuration.notificationIntervalInMilliseconds = UInt16(random.number(in: 250...2000))
        // A small count could not be told from the count of a sensor that began again.
        configuration.wheelRevolutions = random.element(
            of: [1_000_000, 3_000_000_000, .max - 100])
        configuration.clockInMilliseconds = UInt32(random.number(in: 0...64_000))
        sensor = SimulatedSensor(script, configuration: configuration)
    }

    private static func script(_ random: inout SplitMix64) throws -> RiderScript {
        var points: ContiguousArray<RiderScript.Point> = [point(0, speed: 0)]
        var time = 0
        while time < faultsEnd - 20_000 {
            time += random.number(in: 1000...20_000)
            let isStop = random.happens(1, in: 4)
            points.append(point(time, speed: isStop ? 0 : random.number(in: 500...20_000)))
        }
        let steady = random.number(in: 1500...15_000)
        points.append(point(faultsEnd, speed: steady))
        points.append(point(stop, speed: steady))
        points.append(point(stop + 1, speed: 0))
        points.append(point(end, speed: 0))
        guard let script = RiderScript(points) else { throw Failure("points that do not rise") }
        return script
    }

    private static func point(_ time: Int, speed: Int) -> RiderScript.Point {
        RiderScript.Point(
            timeInMilliseconds: UInt32(time), speedInMillimetersPerSecond: UInt16(speed),
            cadenceInHundredthsOfRevolutionsPerMinute: 5000, powerInWatts: 150,
            heartRateInBeatsPerMinute: 120)
    }

    var service: UUID128 {
        services == .speedAndCadence
            ? SensorService.speedAndCadence : SensorService.fitnessMachine
    }

    var characteristic: UUID128 {
        services == .speedAndCadence
            ? SensorCharacteristic.cscMeasurement : SensorCharacteristic.indoorBikeData
    }

    /// Rides.
    ///
    /// - Returns: the judge, who knows what was wrong.
    func run() async throws -> RideJudge {
        let conditions = LinkConditions(
            connectionInterval: .milliseconds(connectionInterval),
            advertisingInterval: .milliseconds(random.number(in: 50...1000)))
        let world = World(seed: seed, conditions: conditions)
        let server = await world.addServer()
        let client = await world.addClient()
        try await world.run { world in
            let clock = world.clock
            async let serving: Void = self.serve(server, clock)
            async let following: Void = self.follow(client, clock)
            async let watching: Void = self.watch(clock)
            async let failing: Void = self.fail(world, clock)
            _ = try await (serving, following, watching, failing)
        }
        return judge
    }

    /// The sensor: notifies of each packet when it is due.
    private func serve(_ server: GATTServer, _ clock: VirtualClock) async throws {
        await server.add(
            GATTService(
                uuid: service,
                characteristics: [GATTCharacteristic(uuid: characteristic, properties: .notify)]))
        await server.startAdvertising(service)
        while let due = sensor.nextPacketTime {
            try await clock.sleep(until: VirtualClock.Instant(due), tolerance: nil)
            // A sensor that began again meanwhile has nothing to send yet.
            guard let packet = sensor.nextPacket(by: due) else { continue }
            judge.sent(packet, restarts: restarts)
            await server.notify(packet.value, of: characteristic)
        }
    }

    /// The bike computer: finds the sensor, subscribes, and does so again when it hears nothing.
    private func follow(_ client: GATTClient, _ clock: VirtualClock) async throws {
        while clock.milliseconds < Self.end {
            do throws(GATTError) {
                await client.connect(to: service)
                let found = try await client.discover(characteristic, in: service)
                try await client.subscribe(to: found)
                subscriptions += 1
                while clock.milliseconds < Self.end,
                    let notification = await client.nextNotification(within: .seconds(8))
                {
                    take(notification)
                }
            } catch {
                judge.mark("request failed")
            }
            await client.disconnect()
            calculator.linkLost()
            judge.linkLost()
            try await clock.sleep(for: .milliseconds(500))
        }
    }

    private func take(_ notification: GATTClient.Notification) {
        let time = SessionTime(milliseconds: notification.time.milliseconds)
        let before = calculator
        do throws(SensorError) {
            try calculator.take(notification.value.span, of: characteristic, at: time)
            judge.received(
                notification.value, at: Int(time.milliseconds), subscription: subscriptions)
        } catch {
            judge.mark("value refused")
            if calculator != before { judge.blame("a refused value changed something", at: time) }
        }
    }

    /// The rider: looks at the display four times a second.
    private func watch(_ clock: VirtualClock) async throws {
        while clock.milliseconds < Self.end {
            let time = SessionTime(milliseconds: UInt64(clock.milliseconds))
            judge.look(at: calculator.reading(at: time), time)
            try await clock.sleep(for: .milliseconds(250))
        }
    }
}

extension VirtualClock {
    /// The milliseconds since the world began.
    var milliseconds: Int { Int(now.milliseconds) }
}

extension VirtualClock.Instant {
    init(_ time: SessionTime) { self.init(offset: time.duration) }

    /// The milliseconds since the world began.
    var milliseconds: UInt64 { SessionTime(offset).milliseconds }
}
