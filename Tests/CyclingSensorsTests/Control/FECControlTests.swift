import CyclingSensors
import Testing

@Suite("Control of an FE-C trainer")
struct FECControlTests {
    private static func power(_ watts: Int16) -> FECPage { FECTargetPower(watts: watts).page }

    @Test("Control of an FE-C trainer asks what it offers, if that is not known")
    func capabilities() {
        var rig = ControlRig()
        rig.handle(.setTarget(.power(watts: 200)))
        rig.handle(.connected(.fec(nil)))
        rig.done()
        let request = TrainerControl.Request.send(FECPageRequest(for: 54).page)
        #expect(rig.requests == [request] && rig.control.state == .waiting)
        rig.done()
        #expect(rig.passToRequest() == 3000 && rig.requests == [request])
        var page = FECCapabilities()
        page.modes = .targetPower
        rig.frame(page.page)
        #expect(rig.requests == [.send(Self.power(200))])
        // It may change its mind.
        page.modes = .simulation
        rig.frame(page.page)
        #expect(rig.control.state == .refused(.power(watts: 200), .notSupported))
    }

    @Test(
        "Control of an FE-C trainer takes page 71 for the answer to a command, if it is of that one"
    )
    func commandStatus() {
        var rig = ControlRig.fec(.power(watts: 200))
        #expect(rig.requests == [.send(Self.power(200))])
        rig.done()
        // Before a first one, the command's bytes tell.
        rig.commandStatus(Self.power(150), sequence: 4)
        #expect(rig.told == [])
        rig.commandStatus(Self.power(200), sequence: 4)
        #expect(rig.told == [])
        rig.commandStatus(Self.power(200), sequence: 5)
        #expect(rig.told == [.state(.holding(.power(watts: 200)))])
        rig.handle(.setTarget(.power(watts: 210)))
        rig.done()
        rig.commandStatus(Self.power(200), sequence: 5)
        #expect(rig.told == [])
        rig.commandStatus(FECBasicResistance(halfPercents: 9).page, sequence: 6)
        #expect(rig.told == [.fault(.otherAnswer(48))])
        rig.commandStatus(Self.power(210), sequence: 7, .pending)
        rig.pass(milliseconds: 9999)
        #expect(rig.control.state == .waiting)
        rig.commandStatus(Self.power(210), sequence: 7, .pending)
        rig.commandStatus(Self.power(210), sequence: 7)
        #expect(rig.control.state == .holding(.power(watts: 210)))
        rig.frame(FECCommandStatus().page)
        #expect(rig.told == [])
    }

    @Test("Control of an FE-C trainer takes page 71 for an answer before the write is done, too")
    func earlyAnswer() {
        var rig = ControlRig.fec(.power(watts: 200))
        for _ in 0..<3 { _ = rig.passToRequest() }
        #expect(rig.control.state == .unanswered)
        rig.commandStatus(Self.power(200), sequence: 1)
        #expect(rig.control.state == .holding(.power(watts: 200)))
        rig.handle(.setTarget(.power(watts: 210)))
        #expect(rig.control.state == .waiting)
    }

    @Test("Control of an FE-C trainer tells what page 71 refuses")
    func refusals() {
        let cases: [(FECCommandStatus.Status, TrainerControl.Refusal)] = [
            (.fail, .command(.fail)), (.rejected, .command(.rejected)),
            (.notSupported, .notSupported),
        ]
        for (status, why) in cases {
            var rig = ControlRig.fec(.power(watts: 200))
            rig.done()
            rig.commandStatus(Self.power(200), sequence: 1, status)
            #expect(rig.told == [.state(.refused(.power(watts: 200), why))])
            // When it had counted as done.
            rig.handle(.setTarget(.power(watts: 205)))
            rig.done()
            rig.pass(milliseconds: 1000)
            #expect(rig.control.state == .holding(.power(watts: 205)))
            rig.commandStatus(Self.power(205), sequence: 2, status)
            #expect(rig.control.state == .refused(.power(watts: 205), why))
        }
    }

    @Test("Control of an FE-C trainer that never sends page 71 counts a command that was written")
    func silence() {
        var rig = ControlRig.fec(.power(watts: 200))
        rig.done()
        rig.pass(milliseconds: 999)
        #expect(rig.control.state == .waiting)
        rig.pass(milliseconds: 1)
        #expect(rig.control.state == .holding(.power(watts: 200)) && rig.told.count == 1)
        rig.handle(.setTarget(.power(watts: 210)))
        rig.done()
        #expect(rig.control.state == .holding(.power(watts: 210)))
        // It does after all.
        rig.commandStatus(Self.power(210), sequence: 1)
        rig.handle(.setTarget(.power(watts: 220)))
        rig.done()
        #expect(rig.control.state == .waiting)
        // What is only pending is no silence.
        rig.commandStatus(Self.power(220), sequence: 2, .pending)
        rig.pass(milliseconds: 10_000)
        rig.handle(.setTarget(.power(watts: 230)))
        rig.done()
        #expect(rig.control.state == .waiting)
    }

    @Test("Control of an FE-C trainer imitates a road with three pages, and sends only what is new")
    func simulation() {
        var rider = FECUserConfiguration()
        rider.userWeight = 7500
        rider.bicycleWeight = 200
        var rig = ControlRig.fec(.simulation(.hill, rider))
        var wind = FECWindResistance()
        wind.coefficient = 51
        wind.windSpeed = -18
        let track = FECTrackResistance(
            gradeInHundredthsOfPercent: 300, rollingResistanceInTwentyThousandths: 80)
        var sent: [TrainerControl.Request] = []
        func obey() {
            while case .send(let page) = rig.requests.first {
                sent += rig.requests
                rig.done()
                rig.commandStatus(page, sequence: UInt8(sent.count))
            }
        }
        obey()
        #expect(sent == [.send(rider.page), .send(wind.page), .send(track.page)])
        var steeper = IndoorBikeSimulation.hill
        steeper.gradeInHundredthsOfPercent = 400
        rig.handle(.setTarget(.simulation(steeper, rider)))
        obey()
        #expect(sent.count == 4 && rig.control.state == .holding(.simulation(steeper, rider)))
        rig.handle(.setTarget(.power(watts: 200)))
        obey()
        rig.handle(.setTarget(.simulation(steeper, rider)))
        obey()
        #expect(sent.count == 7 && sent[5] == .send(wind.page))
        // The rest goes on without what it does not know.
        rig = ControlRig.fec(.simulation(.hill, rider))
        rig.done()
        rig.commandStatus(rider.page, sequence: 1, .notSupported)
        #expect(rig.faults == [.refused(.notSupported)] && rig.requests == [.send(wind.page)])
        rig.fail(0x0E)
        #expect(rig.control.state == .refused(.simulation(.hill, rider), .att(.unlikelyError)))
    }

    @Test("Control of an FE-C trainer sends the nearest that its pages can say")
    func limits() {
        var road = IndoorBikeSimulation.hill
        road.rollingResistanceInTenThousandths = 200
        road.windResistanceInHundredthsOfKilogramPerMeter = 255
        var limited = road
        limited.rollingResistanceInTenThousandths = 127
        limited.windResistanceInHundredthsOfKilogramPerMeter = 254
        for (wish, given) in [
            (.power(watts: -5), .power(watts: 0)), (.power(watts: .max), .power(watts: 16_383)),
            (.resistance(level: -1), .resistance(level: 0)),
            (.resistance(level: 201), .resistance(level: 200)),
            (.simulation(road), .simulation(limited)),
        ] as [(TrainerTarget, TrainerTarget)] {
            var rig = ControlRig.fec(wish)
            while !rig.requests.isEmpty {
                rig.done()
                rig.pass(milliseconds: 1000)
            }
            #expect(rig.control.state == .holding(given))
        }
        for (speed, kilometers) in [(.max, 118), (.min, -118), (1250, 5), (-1250, -5), (0, 0)]
            as [(Int16, Int16)]
        {
            road.windSpeedInMillimetersPerSecond = speed
            guard case .send(let page) = ControlRig.fec(.simulation(road)).requests.first else {
                Issue.record("nothing was sent")
                return
            }
            #expect(FECWindResistance(page)?.windSpeed == kilometers)
        }
    }

    @Test("Control of an FE-C trainer takes the resistance away when the rider wants nothing")
    func noTarget() {
        let flat = FECTrackResistance(gradeInHundredthsOfPercent: 0).page
        let cases: [(FECCapabilities.Modes, FECPage?)] = [
            (ControlRig.modes, FECBasicResistance().page), ([.targetPower, .simulation], flat),
            ([.targetPower], nil),
        ]
        for (modes, page) in cases {
            var rig = ControlRig.fec(.power(watts: 200), modes: modes)
            rig.done()
            rig.pass(milliseconds: 1000)
            rig.handle(.setTarget(nil))
            #expect(rig.requests == [page.map { .send($0) }].compactMap(\.self))
            #expect(rig.control.state == .idle)
            if page == nil { continue }
            rig.done()
            rig.handle(.connected(.fec(modes)))
            rig.done()
            #expect(rig.requests == [] && rig.control.nextDeadline == nil)
        }
    }
}
