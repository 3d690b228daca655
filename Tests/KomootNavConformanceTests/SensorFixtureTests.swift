import KomootNavConformance
import KomootNavJSON
import LinkForms
import Testing

@Suite("The golden fixtures of sensors")
struct SensorFixtureTests {
    let suite: VectorSuite
    let sensors: [Vector]

    init() throws {
        suite = try GoldenFixtures.suite()
        sensors = suite.files.filter { $0.layer == "sensor" }.flatMap(\.vectors)
    }

    @Test(
        "The golden fixtures of sensors read and write every value, and have a ride for every rule")
    func coverage() {
        #expect(sensors.count >= 700)
        let names = Set(SensorValueName.allCases.map(\.rawValue))
        for operation in [Vector.Operation.sensorDecode, .sensorEncode] {
            let vectors = sensors.filter { $0.operation == operation }
            #expect(Set(vectors.compactMap { $0.input["value"]?.string }) == names)
        }
        let rides = sensors.filter { $0.operation == .sensorRide }
        let rules = Set(rides.map(\.clause))
        #expect(rules.isSuperset(of: Set((1...14).map { "S.\($0)" })))
    }

    @Test(
        "The golden fixtures of sensors name what others publish, and every bug of the field that others have"
    )
    func sources() throws {
        let file = try #require(
            suite.files.first { $0.layer == "sensor" && $0.topic == "hand-written" })
        let flags = suite.files.filter { $0.layer == "sensor" }.flatMap(\.flags.keys)
        #expect(Set(file.flags.keys) == Set(flags))
        #expect(file.flags.count >= 17)
        let wheel = try #require(file.vectors.first { $0.expected["wheel"] != nil })
        #expect(wheel.input["bytes"]?.string == "03ffffffff033fff07e70f")
        #expect(wheel.expected["wheel"]?["cumulativeRevolutions"]?.unsigned == 4_294_967_295)
    }

    @Test(
        "The golden fixtures of sensors need the feature of their service, and of what is asked",
        arguments: [
            ("KBC/SENSOR/CSC/BV-01", [Feature.speedAndCadence]),
            ("KBC/SENSOR/HEART-RATE/BV-14", [.heartRate, .sensorEncode]),
            ("KBC/SENSOR/RESPONSES/BV-06", [.cyclingPower]),
            ("KBC/SENSOR/FEC/BV-01", [.fec]),
            ("KBC/SENSOR/RIDE-SOURCES/BV-01", [.speedAndCadence, .cyclingPower, .sensorRide]),
            ("KBC/SENSOR/RIDE-MACHINES/BV-01", [.fitnessMachine, .sensorRide]),
        ] as [(String, Set<Feature>)])
    func features(_ id: String, _ features: Set<Feature>) throws {
        let vector = try #require(sensors.first { $0.id == id })
        #expect(vector.features == features)
    }

    @Test(
        "The golden fixtures of sensors have no answer for an input of another form",
        arguments: [
            (.sensorDecode, #"{"value":"speed","bytes":"00"}"#),
            (.sensorDecode, #"{"value":"cscMeasurement","bytes":"0"}"#),
            (.sensorEncode, #"{"value":"cscMeasurement","fields":{}}"#),
            (.sensorEncode, #"{"value":"cscMeasurement","fields":{"otherFlags":256}}"#),
            (.sensorEncode, #"{"value":"cscMeasurement","fields":{"otherFlags":-1}}"#),
            (.sensorEncode, #"{"value":"cscFeature","fields":{"rawValue":"1x"}}"#),
            (.sensorEncode, #"{"value":"fitnessMachineCommand","fields":{"kind":"go"}}"#),
            (
                .sensorEncode,
                #"{"value":"fecFrame","fields":{"message":78,"channel":5,"page":"#
                    + #"{"kind":"other","bytes":"00000000000000"}}}"#
            ),
            (
                .sensorEncode,
                #"{"value":"scControlPointRequest","fields":{"kind":"other","opCode":9,"parameter":""#
                    + String(repeating: "00", count: 25) + #""}}"#
            ),
            (.sensorRide, #"{"wheelCircumference":65536,"events":[]}"#),
            (.sensorRide, #"{"wheelCircumference":2100,"events":[{"event":"read"}]}"#),
            (.sensorRide, #"{"wheelCircumference":2100,"events":[{"event":"look","at":0}]}"#),
        ] as [(Vector.Operation, String)])
    func malformed(_ operation: Vector.Operation, _ text: String) throws {
        let input = try #require(JSONValue(line: text))
        #expect(LibraryTestee().answer(operation, input) == nil)
    }

    @Test(
        "A packet of a control point is refused with the fault, whatever it is",
        arguments: [
            SensorValueName.scControlPointRequest, .cyclingPowerRequest, .heartRateCommand,
            .fitnessMachineCommand, .controlPointResponse, .cscFeature, .sensorLocation,
        ])
    func unmeasured(_ name: SensorValueName) throws {
        let input = try #require(
            JSONValue(
                line: #"{"wheelCircumference":2100,"events":[{"event":"packet","at":1,"#
                    + #""bytes":"01","characteristic":"\#(name.rawValue)"}]}"#))
        let refused = JSONValue(
            line: #"{"steps":[{"error":{"code":"unknownCharacteristic","offset":0}}]}"#)
        #expect(LibraryTestee().answer(.sensorRide, input) == refused)
    }

    @Test("The golden fixtures of sensors are in no C header")
    func export() throws {
        #expect(!CExport.layers.contains("sensor"))
        #expect(try CExport.files(suite).allSatisfy { !$0.content.contains("KBC/SENSOR") })
    }
}
