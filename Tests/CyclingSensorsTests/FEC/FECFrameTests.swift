import CyclingSensors
import Testing

@Suite("A frame of fitness equipment")
struct FECFrameTests {
    @Test("A frame of fitness equipment that a trainer sent decodes, and encodes to the same bytes")
    func trainers() throws {
        let ready = try decode(FECFrame.self, "A4 09 4E 05 10 19 00 00 00 00 FF 24 34")
        guard case .generalData(let idle) = ready.page.content else {
            throw Failure("not page 16")
        }
        #expect(ready.message == .broadcast && ready.channel == 5)
        #expect(idle.equipment == .trainer && idle.state == .ready && idle.speed == 0)
        #expect(idle.heartRate == nil && idle.hasDistance && !idle.isSpeedVirtual)
        let riding = try decode(FECFrame.self, "A4 09 4E 05 10 19 F6 2E 7A 0C FF 34 8A")
        guard case .generalData(let data) = riding.page.content else { throw Failure("not 16") }
        #expect(data.elapsedTime == 246 && data.distance == 46 && data.speed == 3194)
        #expect(data.state == .inUse)
        let trainer = try decode(FECFrame.self, "A4 09 4E 05 19 A5 00 24 5C 00 00 20 02")
        guard case .trainerData(let still) = trainer.page.content else { throw Failure("not 25") }
        #expect(still.eventCount == 165 && still.cadence == 0 && still.power == 0)
        #expect(still.accumulatedPower == 23588 && still.state == .ready)
        let channel1 = try decode(FECFrame.self, "A4 09 4E 01 19 4C FF 25 D2 6B 00 20 F4")
        guard case .trainerData(let other) = channel1.page.content else { throw Failure("not 25") }
        #expect(channel1.channel == 1 && other.cadence == nil && other.power == 107)
        let status = try decode(FECFrame.self, "A4 09 4E 05 47 FF FF FF 01 00 00 20 7F")
        guard case .commandStatus(let none) = status.page.content else { throw Failure("not 71") }
        #expect(none.status == .uninitialized && none.lastCommand == nil)
        let product = try decode(FECFrame.self, "A4 09 4E 05 51 FF 00 07 0F 57 00 00 17")
        guard case .product(let tacx) = product.page.content else { throw Failure("not 81") }
        #expect(tacx.serialNumber == 22287 && tacx.softwareRevision == 7)
        #expect(tacx.supplementalRevision == 0)
    }

    @Test("A frame of fitness equipment that another program sends is the same as ours")
    func commands() throws {
        let power = FECFrame(FECTargetPower(quarterWatts: 400).page, message: .broadcast)
        #expect(power.encoded() == (try bytes("A4 09 4E 05 31 FF FF FF FF FF 90 01 B9")))
        let slope = FECFrame(
            FECTrackResistance(
                gradeInHundredthsOfPercent: 0, rollingResistanceInTwentyThousandths: 0x42
            ).page)
        #expect(slope.encoded() == (try bytes("A4 09 4F 05 33 FF FF FF FF 20 4E 42 F8")))
        let climb = FECFrame(
            FECTrackResistance(
                gradeInHundredthsOfPercent: 500, rollingResistanceInTwentyThousandths: 80
            ).page, message: .broadcast)
        #expect(climb.encoded() == (try bytes("A4 09 4E 05 33 FF FF FF FF 14 50 50 C1")))
        let resistance = FECFrame(FECBasicResistance(halfPercents: 75).page)
        let beginning = try bytes("A4 09 4F 05 30 FF FF FF FF FF FF 4B")
        #expect(resistance.encoded().starts(with: beginning))
    }

    @Test("A frame of fitness equipment with the sum of pycycling is refused, and read if asked to")
    func sums() throws {
        let added = try bytes("A4 09 4F 05 31 FF FF FF FF FF 90 01 1A")
        #expect(refusal(of: FECFrame.self, added) == SensorError(.checksumMismatch, at: 12))
        let frame = try FECFrame(decoding: added.span, verifiesChecksum: false)
        #expect(frame.page.content == .targetPower(FECTargetPower(quarterWatts: 400)))
        #expect(frame.checksum == 0xB8)
        // incyclist adds for the page 252 of the maker's own.
        let road = try bytes("A4 09 4F 05 FC 00 00 00 00 01 64 00 BE")
        #expect(refusal(of: FECFrame.self, road) == SensorError(.checksumMismatch, at: 12))
        let page = try FECFrame(decoding: road.span, verifiesChecksum: false).page
        #expect(page.content == .other(page) && page.number == 252)
    }

    @Test(
        "A frame of fitness equipment is refused at every length, with another beginning, and with any bit changed"
    )
    func refused() throws {
        let frame = FECFrame(FECTargetPower(quarterWatts: 800).page)
        checkLengths(of: frame)
        checkSmallBuffers(of: frame)
        let encoded = frame.encoded()
        for position in encoded.indices {
            for bit in 0..<8 {
                var changed = encoded
                changed[position] ^= 1 << UInt8(bit)
                let expected =
                    position < 2
                    ? SensorError(.unexpectedByte, at: position)
                    : SensorError(.checksumMismatch, at: 12)
                #expect(refusal(of: FECFrame.self, changed) == expected)
            }
        }
    }
}
