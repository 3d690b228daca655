import KomootNav
import Simulation
import Testing

@Suite("A device that is an asynchronous function")
struct ProgramTests {
    /// Reads whenever it is notified, or two seconds after the last read.
    private static func device(
        reading read: @escaping Readers.Read
    ) -> Contestants.DeviceProgram {
        { radio, screen in
            let characteristic = try await Readers.instruction(of: radio)
            if characteristic.hasCCCD { try await radio.subscribe(to: characteristic) }
            while !Task.isCancelled {
                do {
                    let object = try await read(radio, characteristic)
                    if await screen.shown?.bytes != object { await screen.show(object, .whole) }
                } catch let error as KomootNavError {
                    // No object yet, or one that changed during every attempt: it reads again later.
                    if error.code == .attError(.invalidHandle) { throw error }
                }
                _ = await radio.nextNotification(within: .seconds(2))
            }
        }
    }

    private static let careful = device(reading: Readers.readCarefully)
    private static let careless = device(reading: Readers.readToEnding)

    @Test(
        "A device that is an asynchronous function keeps the promises that apply to it if it reads with care",
        arguments: [0, 16, 32])
    func careful(_ first: UInt64) async {
        let campaign = Campaign(
            seeds: first..<first + 16, contestants: Contestants(runDevice: Self.careful))
        let report = await campaign.run()
        #expect(report.isClean)
        #expect(!report.marks.missing.contains(.reconnected))
    }

    @Test("A device that is an asynchronous function is caught without a torn check")
    func careless() async {
        let report = await Campaign(
            seeds: 0..<8, contestants: Contestants(runDevice: Self.careless)
        ).run()
        #expect(report.failures.first?.broken.promise == .deliversWhatWasPublished, "\(report)")
        #expect(report.failures.first?.plan.radio == .offsetReads)
        #expect(report.differentRepetitions.isEmpty)
    }

    @Test("A device that is an asynchronous function does the same with the same seed")
    func repeats() async {
        let contestants = Contestants(runDevice: Self.careful)
        for seed in 0..<8 as Range<UInt64> {
            let plan = Campaign(seeds: 0..<8, contestants: contestants).plan(for: seed)
            #expect(await plan.run(contestants) == plan.run(contestants))
        }
    }

    @Test(
        "A device that is an asynchronous function is caught if it pauses too long, shows an object again, or shows nothing"
    )
    func others() async {
        let programs: [(Promise, Contestants.DeviceProgram)] = [
            (
                .keepsAlive,
                { radio, screen in
                    let characteristic = try await Readers.instruction(of: radio)
                    while true {
                        _ = try? await radio.read(characteristic)
                        try await radio.clock.sleep(for: .seconds(6))
                    }
                }
            ),
            (
                .neverRepeats,
                { radio, screen in
                    let characteristic = try await Readers.instruction(of: radio)
                    while true {
                        let object = try await Readers.readCarefully(radio, characteristic)
                        await screen.show(object, .whole)
                    }
                }
            ),
            (
                .recovers,
                { radio, screen in
                    let characteristic = try await Readers.instruction(of: radio)
                    while true {
                        _ = try? await radio.read(characteristic)
                        try await radio.clock.sleep(for: .seconds(1))
                    }
                }
            ),
        ]
        for (promise, program) in programs {
            let report = await Campaign(
                seeds: 0..<2, faults: .none, contestants: Contestants(runDevice: program)
            ).run()
            #expect(report.failures.first?.broken.promise == promise, "\(report)")
        }
    }

    @Test(
        "A device that is an asynchronous function that never looks whether it was cancelled does not hold up a campaign"
    )
    func endless() async {
        let contestants = Contestants(runDevice: { radio, screen in
            while true {
                guard let characteristic = try? await Readers.instruction(of: radio) else {
                    continue
                }
                while let object = try? await Readers.readCarefully(radio, characteristic) {
                    if await screen.shown?.bytes != object { await screen.show(object, .whole) }
                    _ = await radio.nextNotification(within: .seconds(2))
                }
                await radio.disconnect()
            }
        })
        let campaign = Campaign(
            seeds: 0..<8, faults: .light, promises: [.deliversWhatWasPublished],
            contestants: contestants)
        #expect(await campaign.run().runCount == 8)
    }
}
