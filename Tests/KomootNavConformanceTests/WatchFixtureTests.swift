import KomootNavConformance
import KomootNavJSON
import Testing

@Suite("The golden fixtures of watches")
struct WatchFixtureTests {
    let suite: VectorSuite
    let vectors: [Vector]

    init() throws {
        suite = try GoldenFixtures.suite()
        vectors = suite.files.filter { $0.layer == "watch" }.flatMap(\.vectors)
    }

    @Test("The golden fixtures of watches have messages, links and navigation in both directions")
    func coverage() {
        #expect(vectors.count >= 120)
        let counts = Dictionary(grouping: vectors, by: \.operation).mapValues(\.count)
        let operations: [Vector.Operation] = [
            .watchDecode, .watchEncode, .watchRequest, .watchAnswer, .watchNavigationEncode,
            .watchNavigationDecode,
        ]
        for operation in operations { #expect(counts[operation, default: 0] >= 20, "\(operation)") }
    }

    @Test(
        "The golden fixtures of watches name what others publish, and every bug that a vector catches"
    )
    func sources() throws {
        let file = try #require(
            suite.files.first { $0.layer == "watch" && $0.topic == "hand-written" })
        let flags = suite.files.filter { $0.layer == "watch" }.flatMap(\.flags.keys)
        #expect(Set(file.flags.keys) == Set(flags))
        #expect(file.flags.count >= 23)
        let hello = try #require(file.vectors.first { $0.operation == .watchDecode })
        #expect(hello.expected["message"]?.string == "Hello, world!")
    }

    @Test("The golden fixtures of watches have an error of each kind that bytes and URLs can have")
    func errors() {
        let codes = Set(vectors.compactMap { $0.expected["error"]?["code"]?.string })
        #expect(
            codes.isSuperset(of: [
                "truncated", "oversized", "unexpectedSection", "trailingBytes", "malformedString",
                "invalidUTF8", "danglingString", "unknownType", "invalidBoolean",
                "invalidCharacter", "countTooLarge", "tooDeep", "tooManyValues", "invalidKey",
                "duplicateKey", "stringTooLong", "zeroInString", "wrongScheme",
                "notDeviceSelection",
                "invalidPercentEncoding", "repeatedItem", "tooManyDevices", "invalidIdentifier",
                "missingIdentifier", "duplicateDevice", "invalidScheme", "emptyName",
                "notDictionary", "noVersion", "unknownVersion", "invalidArrow", "invalidDistance",
                "invalidStreet",
            ]))
    }

    @Test(
        "The golden fixtures of watches need the feature of what is asked",
        arguments: [
            ("KBC/WATCH/HAND-WRITTEN/BV-01", [.watchEncode]),
            ("KBC/WATCH/HAND-WRITTEN/BV-02", []),
            ("KBC/WATCH/LIMITS/BI-01", [.watchEncode, .messageLimits]),
            ("KBC/WATCH/LIMITS/BI-12", [.messageLimits]),
            ("KBC/WATCH/REQUEST/BV-01", [.deviceSelection]),
            ("KBC/WATCH/ANSWER/BV-01", [.deviceSelection]),
            ("KBC/WATCH/NAVIGATION-WRITE/BV-01", [.navigationMessage]),
            ("KBC/WATCH/NAVIGATION-READ/BV-01", [.navigationMessage]),
        ] as [(String, Set<Feature>)])
    func features(_ id: String, _ features: Set<Feature>) throws {
        let vector = try #require(vectors.first { $0.id == id })
        #expect(vector.features == features)
    }

    @Test(
        "The golden fixtures of watches have no answer for an input of another form",
        arguments: [
            (.watchDecode, #"{"bytes":"0"}"#),
            (.watchDecode, #"{"bytes":"00","maximumDepth":"x"}"#),
            (.watchDecode, #"{"bytes":"00","maximumByteCount":-1}"#),
            (.watchEncode, "{}"),
            (.watchEncode, #"{"message":{"number":1}}"#),
            (.watchEncode, #"{"message":{"dictionary":[[1,2],[1]]}}"#),
            (.watchRequest, #"{"appName":"a","bundleIdentifier":"b"}"#),
            (
                .watchRequest,
                #"{"appName":"a","bundleIdentifier":"b","urlScheme":"c","libraryVersion":-1}"#
            ),
            (.watchAnswer, #"{"url":"a"}"#),
            (.watchNavigationEncode, #"{"ended":false}"#),
            (.watchNavigationEncode, #"{"arrow":256,"distanceInMeters":1,"streetBytes":""}"#),
            (
                .watchNavigationEncode,
                #"{"arrow":1,"distanceInMeters":1,"streetBytes":"","maximumStreetByteCount":-1}"#
            ),
            (.watchNavigationDecode, "{}"),
        ] as [(Vector.Operation, String)])
    func malformed(_ operation: Vector.Operation, _ text: String) throws {
        let input = try #require(JSONValue(line: text))
        #expect(LibraryTestee().answer(operation, input) == nil)
    }

    @Test("The golden fixtures of watches are in no C header")
    func export() throws {
        #expect(!CExport.layers.contains("watch"))
        #expect(try CExport.files(suite).allSatisfy { !$0.content.contains("KBC/WATCH") })
    }
}
