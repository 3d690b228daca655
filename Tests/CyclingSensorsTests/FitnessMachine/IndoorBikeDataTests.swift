import CyclingSensors
import Testing

@Suite("Indoor bike data")
struct IndoorBikeDataTests {
    @Test("Indoor bike data published by Auuki decode as there")
    func auuki() throws {
        let first = try decode(IndoorBikeData.self, "4400 1801 1400 0600")
        #expect(first.instantaneousSpeed == 280)
        #expect(first.instantaneousCadence == 20)
        #expect(first.instantaneousPower == 6)
        let second = try decode(IndoorBikeData.self, "4402 AA05 2E00 1800 46")
        #expect(second.instantaneousSpeed == 1450)
        #expect(second.instantaneousCadence == 46)
        #expect(second.instantaneousPower == 24)
        #expect(second.heartRate == 70)
        let third = try decode(IndoorBikeData.self, "5402 CA0C A000 D3A400 2C01 8F")
        #expect(third.instantaneousSpeed == 3274)
        #expect(third.totalDistance == 42195)
        #expect(third.instantaneousPower == 300)
        #expect(third.heartRate == 143)
    }

    @Test("Indoor bike data logged from trainers decode")
    func logs() throws {
        let suito = try decode(IndoorBikeData.self, "5408 B906 B000 860D00 4500 2001")
        #expect(suito.instantaneousSpeed == 1721)
        #expect(suito.instantaneousCadence == 176)
        #expect(suito.totalDistance == 3462)
        #expect(suito.instantaneousPower == 69)
        #expect(suito.elapsedTime == 288)
        let volt = try decode(IndoorBikeData.self, "6402 0000 0000 1400 0000 00")
        #expect(volt.resistanceLevel == 20)
        #expect(volt.instantaneousPower == 0)
        #expect(volt.heartRate == 0)
        let hub = try decode(
            IndoorBikeData.self, "FE02 FE09 3408 8E00 7C00 4A0100 1400 C700 6800 00")
        #expect(hub.instantaneousSpeed == 2558)
        #expect(hub.averageSpeed == 2100)
        #expect(hub.instantaneousCadence == 142)
        #expect(hub.averageCadence == 124)
        #expect(hub.totalDistance == 330)
        #expect(hub.resistanceLevel == 20)
        #expect(hub.instantaneousPower == 199)
        #expect(hub.averagePower == 104)
        #expect(hub.heartRate == 0)
    }

    @Test(
        "Indoor bike data that are longer by a cadence than announced have one, and give back their bytes"
    )
    func inverted() throws {
        let data = try decode(
            IndoorBikeData.self,
            "FA0B 550E BE09 CC00 B100 0B0200 1300 3601 7600 0C00FFFFFF 59 4D00")
        #expect(data.isCadenceFlagInverted)
        #expect(data.instantaneousSpeed == 3669)
        #expect(data.instantaneousCadence == 204)
        #expect(data.totalDistance == 523)
        #expect(data.resistanceLevel == 19)
        #expect(data.instantaneousPower == 310)
        #expect(data.heartRate == 89)
        #expect(data.elapsedTime == 77)
    }

    @Test("Indoor bike data of a machine are read as its last value that told about the cadence")
    func remembered() throws {
        var decoder = SensorDecoder()
        func decode(_ hex: String) throws -> IndoorBikeData? {
            let value = try bytes(hex)
            let uuid = SensorCharacteristic.indoorBikeData
            guard case .indoorBike(let data) = try decoder.decode(value.span, of: uuid) else {
                return nil
            }
            #expect(data.encoded() == ContiguousArray(value.prefix(data.encodedByteCount)))
            return data
        }
        #expect(try decode("0000 BE0A B600 07")?.instantaneousCadence == nil)
        #expect(try decode("0000 BE0A B400")?.instantaneousCadence == 180)
        #expect(try decode("0000 BE0A B600 07")?.instantaneousCadence == 182)
        let bare = try decode("4400 BE0A DE00")
        #expect(bare?.instantaneousCadence == nil && bare?.instantaneousPower == 222)
        #expect(try decode("0000 BE0A")?.isCadenceFlagInverted == false)
        #expect(try decode("0000 BE0A B600 07")?.instantaneousCadence == nil)
    }

    @Test(
        "Indoor bike data that are cut at 20 bytes have their whole fields, and say which are missing"
    )
    func cut() throws {
        let value = try bytes("FE1D 830C 330C 8600 8000 C10900 0D00 A200 9D00 36")
        let data = try IndoorBikeData(decoding: value)
        #expect(data.isCut && data.missingFlags == 0x1D00)
        #expect(data.instantaneousSpeed == 3203)
        #expect(data.instantaneousCadence == 134)
        #expect(data.totalDistance == 2497)
        #expect(data.resistanceLevel == 13)
        #expect(data.instantaneousPower == 162)
        #expect(data.averagePower == 157)
        #expect(data.expendedEnergy == nil)
        #expect(data.encoded() == ContiguousArray(value.prefix(19)))
        #expect(data.unreadByteCount(of: value.span) == 1)
        let first = SensorError(.truncated, at: 3)
        #expect(refusal(of: IndoorBikeData.self, try bytes("0500 B4")) == first)
    }

    @Test("Indoor bike data announce no missing field before one that is there")
    func missingFlags() throws {
        var data = IndoorBikeData()
        data.instantaneousSpeed = 1
        data.instantaneousPower = 2
        data.missingFlags = 0xFFFF
        let again = try decode(IndoorBikeData.self, "C01F 0100 0200")
        #expect(again.missingFlags == 0x1F80)
        #expect(data.encoded() == again.encoded())
    }

    /// Data with every field, and their bytes.
    private static let full: (IndoorBikeData, String) = {
        var full = IndoorBikeData()
        full.instantaneousSpeed = 0x0201
        full.averageSpeed = 0x0403
        full.instantaneousCadence = 0x0605
        full.averageCadence = 0x0807
        full.totalDistance = 0x0B0A09
        full.resistanceLevel = -2
        full.instantaneousPower = -3
        full.averagePower = -4
        full.expendedEnergy = .init(total: 0x0D0C, perHour: 0x0F0E, perMinute: 0x10)
        full.heartRate = 0x11
        full.metabolicEquivalent = 0x12
        full.elapsedTime = 0x1413
        full.remainingTime = 0x1615
        let hex = """
            FE1F 0102 0304 0506 0708 090A0B FEFF FDFF FCFF 0C0D 0E0F 10 11 12 1314 1516
            """
        return (full, hex)
    }()

    @Test("Indoor bike data have each field where the specification puts it")
    func fields() throws {
        let (full, hex) = Self.full
        #expect(try decode(IndoorBikeData.self, hex) == full)
        checkLengths(of: full, firstFieldEnd: 4)
        checkSmallBuffers(of: full)
        #expect(try decode(IndoorBikeData.self, "01E0").otherFlags == 0xE000)
    }

    @Test("Indoor bike data leave out each field that is not there; bit 0 is set without a speed")
    func absent() throws {
        let (full, _) = Self.full
        let removals: [(Int, (inout IndoorBikeData) -> Void)] = [
            (2, { $0.instantaneousSpeed = nil }), (2, { $0.averageSpeed = nil }),
            (2, { $0.instantaneousCadence = nil }), (2, { $0.averageCadence = nil }),
            (3, { $0.totalDistance = nil }), (2, { $0.resistanceLevel = nil }),
            (2, { $0.instantaneousPower = nil }), (2, { $0.averagePower = nil }),
            (5, { $0.expendedEnergy = nil }), (1, { $0.heartRate = nil }),
            (1, { $0.metabolicEquivalent = nil }), (2, { $0.elapsedTime = nil }),
            (2, { $0.remainingTime = nil }),
        ]
        for (bit, (size, remove)) in removals.enumerated() {
            var value = full
            remove(&value)
            let encoded = value.encoded()
            #expect(encoded.count == full.encodedByteCount - size)
            let flags = UInt16(encoded[0]) | UInt16(encoded[1]) << 8
            #expect(flags == 0x1FFE ^ (1 << UInt16(bit)))
            #expect(try IndoorBikeData(decoding: encoded) == value)
        }
        #expect(IndoorBikeData().encoded() == [1, 0])
    }
}

@Suite("A record of an indoor bike")
struct IndoorBikeRecordTests {
    private func data(_ set: (inout IndoorBikeData) -> Void) -> IndoorBikeData {
        var data = IndoorBikeData()
        set(&data)
        return data
    }

    @Test("A record of an indoor bike in one notification is complete at once")
    func single() {
        var record = IndoorBikeRecord()
        let whole = data {
            $0.instantaneousSpeed = 100
            $0.instantaneousPower = 5
        }
        #expect(record.take(whole) == whole)
        #expect(record.take(whole) == whole)
    }

    @Test(
        "A record of an indoor bike in several notifications is complete with the speed, whatever their order of fields"
    )
    func split() {
        var record = IndoorBikeRecord()
        let energy = IndoorBikeData.ExpendedEnergy(total: 1, perHour: 2, perMinute: 3)
        #expect(record.take(data { $0.instantaneousCadence = 80 }) == nil)
        #expect(
            record.take(
                data {
                    $0.expendedEnergy = energy
                    $0.otherFlags = 0x8000
                }) == nil)
        let whole = record.take(
            data {
                $0.instantaneousSpeed = 100
                $0.heartRate = 90
            })
        #expect(
            whole
                == data {
                    $0.instantaneousSpeed = 100
                    $0.instantaneousCadence = 80
                    $0.expendedEnergy = energy
                    $0.heartRate = 90
                    $0.otherFlags = 0x8000
                })
        #expect(record == IndoorBikeRecord())
    }

    @Test("A record of an indoor bike keeps each field of its parts")
    func everyField() {
        let parts: [(inout IndoorBikeData) -> Void] = [
            { $0.averageSpeed = 1 }, { $0.instantaneousCadence = 2 }, { $0.averageCadence = 3 },
            { $0.totalDistance = 4 }, { $0.resistanceLevel = 5 }, { $0.instantaneousPower = 6 },
            { $0.averagePower = 7 },
            { $0.expendedEnergy = .init(total: 8, perHour: 9, perMinute: 10) },
            { $0.heartRate = 11 }, { $0.metabolicEquivalent = 12 }, { $0.elapsedTime = 13 },
            { $0.remainingTime = 14 },
        ]
        var record = IndoorBikeRecord()
        var expected = IndoorBikeData()
        for part in parts {
            #expect(record.take(data(part)) == nil)
            part(&expected)
        }
        expected.instantaneousSpeed = 15
        #expect(record.take(data { $0.instantaneousSpeed = 15 }) == expected)
    }

    @Test("A record of an indoor bike whose end was lost is dropped when the next one is complete")
    func lostEnd() {
        var record = IndoorBikeRecord()
        #expect(
            record.take(
                data {
                    $0.instantaneousCadence = 80
                    $0.heartRate = 90
                }) == nil)
        let next = data {
            $0.instantaneousSpeed = 100
            $0.instantaneousCadence = 81
        }
        #expect(record.take(next) == next)
    }

    @Test("The record of an indoor bike that never brings the speed comes one notification late")
    func neverComplete() {
        var record = IndoorBikeRecord()
        let first = data { $0.instantaneousPower = 100 }
        let second = data { $0.instantaneousPower = 101 }
        #expect(record.take(first) == nil)
        #expect(record.take(second) == first)
        #expect(record.take(first) == second)
    }

    @Test(
        "A record of an indoor bike is cut where a part of it was, unless another part has the fields"
    )
    func cut() {
        var record = IndoorBikeRecord()
        let power = data {
            $0.instantaneousPower = 100
            $0.missingFlags = 0x300
        }
        #expect(record.take(power) == nil)
        let rest = data {
            $0.instantaneousSpeed = 1
            $0.heartRate = 90
        }
        let whole = record.take(rest)
        #expect(whole?.missingFlags == 0x100 && whole?.instantaneousPower == 100)
    }

    @Test("A record of an indoor bike is forgotten with the link")
    func discarded() {
        var record = IndoorBikeRecord()
        #expect(record.take(data { $0.heartRate = 90 }) == nil)
        record.discard()
        let next = data { $0.instantaneousSpeed = 100 }
        #expect(record.take(next) == next)
    }
}
