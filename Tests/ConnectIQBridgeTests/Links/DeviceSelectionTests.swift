import ConnectIQBridge
import KomootNav
import PropertyTesting
import Testing

@Suite("The URLs of a device selection")
struct DeviceSelectionTests {
    private static let first = "A6230408-B526-A5D6-8929-7791342EB4AF"
    private static let second = "00000000-0000-0000-0000-000000000001"
    private static let head = "rides://device-select-resp?"

    private func parsed(_ url: String) -> Result<DeviceSelectionResponse, LinkError> {
        outcome { () throws(LinkError) in
            try DeviceSelectionResponse(url: url, urlScheme: "rides")
        }
    }

    private func check(
        _ items: String, _ code: LinkError.Code, at offset: Int,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(
            parsed(Self.head + items)
                == .failure(LinkError(code, at: Self.head.utf8.count + offset)),
            sourceLocation: location)
    }

    private func devices(_ items: String) throws -> [WatchDevice] {
        try parsed(Self.head + items).get().devices
    }

    @Test("The answer of a public stand-in for Connect Mobile is understood")
    func published() throws {
        let response = try DeviceSelectionResponse(
            url: "garmin-exampleapp-swift://device-select-resp?ciqApp=Connect"
                + "&ciqBundle=com.garmin.connect.mobile&ciqScheme&ciqSdkVersion=10000"
                + "&sourceUrlHost&d0ID=A6230408-B526-A5D6-8929-7791342EB4AF&d0Model=fenix%205"
                + "&d0Name=garsim01", urlScheme: "garmin-exampleapp-swift")
        let id = try #require(UUID128(Self.first))
        #expect(response.devices == [WatchDevice(id: id, model: "fenix 5", name: "garsim01")])
        #expect(response.sender == DeviceSelection.connectMobileBundle)
    }

    @Test(
        "A part number is kept, follows the rules of the other words, and is empty if it is not given"
    )
    func partNumber() throws {
        let device = try devices("d0PartNumber=006-B2697-00&d0Name=mine&d0ID=\(Self.first)")[0]
        #expect(device.partNumber == "006-B2697-00" && device.name == "mine" && device.model == "")
        #expect(try devices("d0ID=\(Self.first)&d0PartNumber")[0].partNumber == "")
        #expect(try devices("d0ID=\(Self.first)&d0partNumber=x")[0].partNumber == "")
        check("d0ID=\(Self.first)&d0PartNumber&d0PartNumber=a", .repeatedItem, at: 55)
        check("d0ID=\(Self.first)&d0PartNumber=a&d0PartNumber=a", .repeatedItem, at: 57)
        check("d0PartNumber=a", .missingIdentifier, at: 0)
    }

    @Test("Items come in any order, and devices in that of their numbers")
    func order() throws {
        let items = "d10ID=\(Self.second)&d0Name=a&&x=y&d0ID=\(Self.first.lowercased())&d&"
        let ids = try devices(items).map { "\($0.id)" }
        #expect(ids == [Self.first, Self.second])
        #expect(try devices(items)[0].name == "a" && devices(items)[1].name == "")
    }

    @Test("An answer may have no devices, no items and no query")
    func empty() throws {
        for url in [
            Self.head, "rides://device-select-resp", "RIDES://Device-Select-Resp/",
            "rides://device-select-resp/?a=b#d0ID=x", "rides://device-select-resp#?",
        ] {
            #expect(try parsed(url).get().devices == [], "\(url)")
        }
    }

    @Test("Names in a URL are percent-encoded UTF-8, in which a plus sign stays one")
    func names() throws {
        let item = "d0ID=\(Self.first)&%640N%61me=M%C3%BCller%26+%3d%"
        #expect(try devices(item + "25=1")[0].name == "Müller&+=%=1")
        check(item + "2", .invalidPercentEncoding, at: item.utf8.count - 1)
        check(item, .invalidPercentEncoding, at: item.utf8.count - 1)
        check("a=%G0", .invalidPercentEncoding, at: 2)
        check("a=%0", .invalidPercentEncoding, at: 2)
        check("a=%0&b", .invalidPercentEncoding, at: 2)
        check("a=b&%FF=c", .invalidUTF8, at: 4)
        check("a=b&c=x%C3", .invalidUTF8, at: 6)
    }

    @Test("Another URL is not an answer")
    func others() {
        for url in ["", "rides", "other://device-select-resp", "ridesx://device-select-resp"] {
            #expect(parsed(url) == .failure(LinkError(.wrongScheme, at: 0)), "\(url)")
        }
        let cases = [
            ("rides:", 6), ("rides:/device-select-resp", 7), ("rides://device-select-req", 24),
            ("rides://device-select-respx", 26), ("rides://device-select-resp/x", 27),
            ("rides://device-select-resp//", 27), ("rides://", 8),
        ]
        for (url, offset) in cases {
            #expect(parsed(url) == .failure(LinkError(.notDeviceSelection, at: offset)), "\(url)")
        }
    }

    @Test("A device needs one identifier of its own, and each item once")
    func identifiers() {
        check("d0ID=\(Self.first)x", .invalidIdentifier, at: 0)
        check("d0ID", .invalidIdentifier, at: 0)
        check("d0Name=a&d0Model=b", .missingIdentifier, at: 0)
        check("d0ID=\(Self.first)&d0ID=\(Self.second)", .repeatedItem, at: 42)
        check("d0Name=a&d0Name=a", .repeatedItem, at: 9)
        check("d0Model=a&d0Model=a", .repeatedItem, at: 10)
        check("ciqBundle=a&ciqBundle=a", .repeatedItem, at: 12)
        check("d1ID=\(Self.first)&d0ID=\(Self.first.lowercased())", .duplicateDevice, at: 0)
    }

    @Test("Numbers are below 32, and their leading zeros do not count")
    func numbers() throws {
        #expect(try devices("d31ID=\(Self.first)").count == 1)
        check("d32ID=\(Self.first)", .tooManyDevices, at: 0)
        check("d99999999999999999999ID=\(Self.first)", .tooManyDevices, at: 0)
        check("d00000000000000000000000032ID=\(Self.first)", .tooManyDevices, at: 0)
        #expect(try devices("d001ID=\(Self.first)&d0ID=\(Self.second)").count == 2)
        check("d0ID=\(Self.first)&d00ID=\(Self.first)", .repeatedItem, at: 42)
        #expect(try devices("dID=x&d-1ID=x&D0ID=x&0ID=x&xd0ID=x") == [])
    }

    @Test("A device in words that are not known is not the same as none")
    func unknownWords() throws {
        #expect(try devices("d0Serial=7&d0ID=\(Self.first)&d0").count == 1)
        for item in ["d0Uuid=x", "d0id=\(Self.first)", "d0IDx=\(Self.first)", "d0=x", "d1"] {
            check("a&\(item)", .missingIdentifier, at: 2)
        }
    }

    @Test("A long URL is refused before it is looked at")
    func size() {
        let longest = Self.head + String(repeating: "&", count: 8192 - Self.head.utf8.count)
        #expect(parsed(longest) != parsed(longest + "&"))
        #expect(parsed(longest + "&") == .failure(LinkError(.oversized, at: 8192)))
    }

    @Test("A request has its fields percent-encoded")
    func request() throws {
        let request = try DeviceSelectionRequest(
            appName: "Müller & Co", bundleIdentifier: "com.example.rides", urlScheme: "rides-1.x+y")
        #expect(
            request.url
                == "gcm-ciq://device-select-req?ciqApp=M%C3%BCller%20%26%20Co"
                + "&ciqBundle=com.example.rides&ciqScheme=rides-1.x%2By&ciqSdkVersion=10000")
    }

    @Test("A request with an empty name or a wrong scheme is not made")
    func wrongRequest() {
        func error(_ name: String, _ bundle: String, _ scheme: String) -> LinkError? {
            failure { () throws(LinkError) in
                try DeviceSelectionRequest(
                    appName: name, bundleIdentifier: bundle, urlScheme: scheme)
            }
        }
        #expect(error("", "b", "s") == LinkError(.emptyName, at: 0))
        #expect(error("a", "", "s") == LinkError(.emptyName, at: 0))
        #expect(error("a", "b", "") == LinkError(.invalidScheme, at: 0))
        #expect(error("a", "b", "1s") == LinkError(.invalidScheme, at: 0))
        #expect(error("a", "b", "s_") == LinkError(.invalidScheme, at: 1))
        #expect(error("a", "b", "sé") == LinkError(.invalidScheme, at: 1))
        let long = String(repeating: "a", count: 8192)
        #expect(error(long, "b", "s") == LinkError(.oversized, at: 8192))
        #expect(error("a", "b", "s") == nil)
    }

    @Test("Whatever a URL has, it is parsed or refused with a place in it")
    func anything() throws {
        let pieces = [
            "&d0ID=\(Self.first)", "&d1ID=\(Self.first)", "d0ID=", "d1ID=", Self.first, Self.second,
            "&", "=", "d0Name=", "d1Model=", "d0PartNumber=", "%", "%41",
            "%C3%A4", "%FF", "#", "?", "/", "é", "d31ID=", "d32ID=", "ciqBundle=", "+", "x",
        ]
        var met = Set<LinkError.Code>()
        try checkProperty("any URL is parsed or refused", count: 10_000) { choices in
            Self.head + choices.list(atMost: 12) { $0.element(of: pieces) }.joined()
        } holds: { url in
            switch parsed(url) {
            case .success(let response):
                return Set(response.devices.map(\.id)).count == response.devices.count
                    ? nil : "a device twice"
            case .failure(let error):
                met.insert(error.code)
                return 0...url.utf8.count ~= error.offset ? nil : "\(error)"
            }
        }
        #expect(met.count == 7, "met \(met)")
    }

    @Test("An error of a URL says what is wrong and where")
    func error() {
        #expect("\(LinkError(.oversized, at: 8192))" == "oversized at 8192")
        #expect(LinkError.Code.allCases.map(\.name) == LinkError.Code.allCases.map { "\($0)" })
    }
}
