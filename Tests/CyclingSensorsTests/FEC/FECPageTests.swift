import CyclingSensors
import Testing

@Suite("A page of fitness equipment")
struct FECPageTests {
    /// The word of eight bytes.
    private func page(_ hex: String) throws -> FECPage {
        FECPage(word: try bytes(hex).reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    @Test("Pages 16 and 25 have the fields that a Go package tests")
    func goPackage() throws {
        let trainer = try #require(FECTrainerData(try page("19 07 5A 34 12 23 21 31")))
        #expect(trainer.cadence == 90 && trainer.accumulatedPower == 0x1234 && trainer.power == 291)
        #expect(trainer.needs == .resistanceCalibration && trainer.targetStatus == .tooSlow)
        #expect(trainer.state == .inUse && trainer.eventCount == 7 && !trainer.lapToggle)
        let none = try #require(FECTrainerData(try page("19 00 FF 00 00 FF 0F 00")))
        #expect(none.cadence == nil && none.power == nil)
        let general = try #require(FECGeneralData(try page("10 19 28 78 10 27 FF 20")))
        #expect(general.speed == 10_000 && general.elapsedTime == 40 && general.distance == 120)
        #expect(general.heartRate == nil && general.state == .ready)
    }

    @Test("Page 16 writes what it reads")
    func generalData() throws {
        var data = FECGeneralData()
        #expect(data.page == (try page("10 F9 FF FF FF FF FF 00")))
        #expect(data.speed == nil && data.heartRate == nil && data.equipment == .trainer)
        data.equipment = .rower
        data.elapsedTime = 1
        data.distance = 2
        data.speed = 0x0403
        data.heartRate = 5
        // Only two of its bits are sent.
        data.heartRateSource = 0xF3
        data.hasDistance = true
        data.isSpeedVirtual = true
        data.state = .finished
        data.lapToggle = true
        #expect(data.page == (try page("10 F6 01 02 03 04 05 CF")))
        #expect(data.equipment == .rower && data.heartRateSource == 3 && data.state == .finished)
        data.speed = nil
        data.lapToggle = false
        #expect(data.page == (try page("10 F6 01 02 FF FF 05 4F")))
    }

    @Test("Pages 17, 25 and 26 write what they read")
    func trainerPages() throws {
        var settings = FECGeneralSettings()
        #expect(
            settings.incline == nil && settings.cycleLength == nil && settings.resistance == nil)
        settings.cycleLength = 210
        settings.incline = -500
        settings.resistance = 40
        settings.state = .inUse
        #expect(settings.page == (try page("11 FF FF D2 0C FE 28 30")))
        #expect(settings.incline == -500)
        var trainer = FECTrainerData()
        #expect(trainer.page == (try page("19 FF FF FF FF FF 0F 00")))
        trainer.eventCount = 1
        trainer.cadence = 2
        trainer.accumulatedPower = 0x0403
        trainer.power = 0x605
        trainer.needs = [.powerCalibration, .userConfiguration]
        trainer.targetStatus = .limitReached
        trainer.state = .inUse
        #expect(trainer.page == (try page("19 01 02 03 04 05 56 33")))
        trainer.power = 5000
        #expect(trainer.power == 4094)
        var torque = FECTrainerTorque()
        torque.eventCount = 1
        torque.wheelTicks = 2
        torque.wheelPeriod = 0x0403
        torque.accumulatedTorque = 0x0605
        torque.state = .ready
        #expect(torque.page == (try page("1A 01 02 03 04 05 06 20")))
        #expect(torque.wheelPeriod == 0x0403 && torque.accumulatedTorque == 0x0605)
    }

    @Test(
        "A target power in watts is sent in quarters of a watt, as the nearest that can be sent",
        arguments: [
            (0, 0), (1, 4), (200, 800), (16_383, 65_532), (16_384, 65_535), (.max, 65_535),
            (-1, 0), (.min, 0),
        ] as [(Int16, UInt16)])
    func targetPower(watts: Int16, quarters: UInt16) {
        #expect(FECTargetPower(watts: watts).quarterWatts == quarters)
        #expect(FECTargetPower(watts: watts) == FECTargetPower(quarterWatts: quarters))
    }

    @Test("Pages 48 to 55 and 70 write what they read")
    func commands() throws {
        #expect(FECBasicResistance().page == (try page("30 FF FF FF FF FF FF 00")))
        #expect(FECTargetPower(quarterWatts: 1000).page == (try page("31 FF FF FF FF FF E8 03")))
        #expect(FECTargetPower().quarterWatts == 0)
        var wind = FECWindResistance()
        #expect(wind.coefficient == nil && wind.windSpeed == nil && wind.draftingFactor == nil)
        wind.coefficient = 51
        wind.windSpeed = -10
        wind.draftingFactor = 100
        #expect(wind.page == (try page("32 FF FF FF FF 33 75 64")))
        #expect(wind.windSpeed == -10)
        for (wish, sent) in [(Int16(200), Int16(127)), (-200, -127), (.max, 127), (.min, -127)] {
            wind.windSpeed = wish
            #expect(wind.windSpeed == sent)
        }
        var track = FECTrackResistance(gradeInHundredthsOfPercent: -300)
        #expect(track.page == (try page("33 FF FF FF FF F4 4C FF")))
        #expect(track.grade == -300 && track.rollingResistance == nil)
        for (wish, sent) in [(Int32(-30_000), Int32(-20_000)), (.min, -20_000), (.max, 45_534)] {
            track.grade = wish
            #expect(track.grade == sent)
        }
        track.grade = nil
        #expect(track.page == FECTrackResistance().page)
        var user = FECUserConfiguration()
        #expect(user.page == (try page("37 FF FF FF FF FF FF 00")))
        #expect(user.bicycleWeight == nil && user.wheelDiameterOffset == nil)
        user.userWeight = 7500
        user.bicycleWeight = 180
        user.wheelDiameter = 70
        #expect(user.page == (try page("37 4C 1D FF 4F 0B 46 00")))
        user.wheelDiameterOffset = 200
        user.gearRatio = 100
        #expect(user.wheelDiameterOffset == 14 && user.gearRatio == 100)
        user.bicycleWeight = .max
        #expect(user.bicycleWeight == 4094)
        #expect(FECPageRequest(for: 54).page == (try page("46 FF FF FF FF 80 36 01")))
        #expect(FECPageRequest().requestedPage == 54)
    }

    @Test("Pages 54, 71, 80 and 81 write what they read")
    func answers() throws {
        var capabilities = FECCapabilities()
        #expect(capabilities.maximumResistance == nil && capabilities.modes == [])
        capabilities.maximumResistance = 0x0102
        capabilities.modes = [.basicResistance, .targetPower, .simulation]
        #expect(capabilities.page == (try page("36 FF FF FF FF 02 01 07")))
        var status = FECCommandStatus()
        #expect(status.status == .uninitialized && status.lastCommand == nil)
        status.lastCommand = 51
        status.sequence = 2
        status.status = .rejected
        status.data = 0x0403_0201
        #expect(status.page == (try page("47 33 02 03 01 02 03 04")))
        #expect(status.data == 0x0403_0201)
        var maker = FECManufacturer()
        maker.hardwareRevision = 1
        maker.manufacturer = 89
        maker.model = 2240
        #expect(maker.page == (try page("50 FF FF 01 59 00 C0 08")))
        var product = FECProduct()
        #expect(product.serialNumber == nil && product.supplementalRevision == nil)
        product.softwareRevision = 7
        product.serialNumber = 29500
        product.supplementalRevision = 0
        #expect(product.page == (try page("51 FF 00 07 3C 73 00 00")))
    }

    @Test("A page of fitness equipment is found by its number, and kept if it has no type")
    func content() {
        var typedCount = 0
        for number in UInt8.min...UInt8.max {
            let page = FECPage(word: 0x0123_4567_89AB_CD00 | UInt64(number))
            let kept: FECPage
            switch page.content {
            case .generalData(let typed): kept = typed.page
            case .generalSettings(let typed): kept = typed.page
            case .trainerData(let typed): kept = typed.page
            case .trainerTorque(let typed): kept = typed.page
            case .basicResistance(let typed): kept = typed.page
            case .targetPower(let typed): kept = typed.page
            case .windResistance(let typed): kept = typed.page
            case .trackResistance(let typed): kept = typed.page
            case .capabilities(let typed): kept = typed.page
            case .userConfiguration(let typed): kept = typed.page
            case .pageRequest(let typed): kept = typed.page
            case .commandStatus(let typed): kept = typed.page
            case .manufacturer(let typed): kept = typed.page
            case .product(let typed): kept = typed.page
            case .other(let other):
                kept = other
                typedCount -= 1
            }
            typedCount += 1
            #expect(kept == page)
        }
        #expect(typedCount == 14)
        #expect(FECTargetPower(FECPage(number: 48)) == nil)
    }
}
