import ConnectIQBridge
import KomootNavJSON
import LinkForms
import Testing

@Suite("The form of a watch's values")
struct MonkeyFormTests {
    static let examples: [(MonkeyValue, String)] = [
        (.null, "null"), (true, "true"), (-5, "-5"), ("é", #""é""#),
        (.long(.min), #"{"long":"-9223372036854775808"}"#),
        (.float(-0.0), #"{"float":"80000000"}"#),
        (.float(-.greatestFiniteMagnitude), #"{"float":"ff7fffff"}"#),
        (17.5, #"{"double":"4031800000000000"}"#),
        (.char("X"), #"{"char":88}"#), (.byteArray([0, 255]), #"{"byteArray":"00ff"}"#),
        ([1, [nil]], "[1,[null]]"),
        (
            ["b": 1, 0: ["a": [:]]],
            #"{"dictionary":[["b",1],[0,{"dictionary":[["a",{"dictionary":[]}]]}]]}"#
        ),
    ]

    @Test("The form of a watch's values keeps every type, both ways", arguments: examples)
    func types(_ value: MonkeyValue, _ text: String) throws {
        #expect(value.json.description == text)
        let json = try #require(JSONValue(line: text))
        #expect(try MonkeyValue(json: json) == value)
    }

    @Test(
        "The form of a watch's values takes a decimal number with a point for a Float and a Double")
    func decimals() throws {
        let json = try #require(JSONValue(line: #"[{"float":"17.5"},{"double":"-0.25"}]"#))
        #expect(try MonkeyValue(json: json) == [.float(17.5), .double(-0.25)])
    }

    @Test(
        "The form of a watch's values says what is wrong, and where",
        arguments: [
            ("2147483648", "numberOutOfRange", ""), ("[1,-2147483649]", "numberOutOfRange", "[1]"),
            ("[17.5]", "fraction", "[0]"), ("{}", "unknownType", ""),
            (#"{"number":1}"#, "unknownType", ""),
            (#"{"long":"1","char":1}"#, "unknownType", ""), (#"{"long":5}"#, "malformed", ".long"),
            (#"{"long":"+5"}"#, "malformed", ".long"), (#"{"long":"05"}"#, "malformed", ".long"),
            (#"{"long":"9223372036854775808"}"#, "malformed", ".long"),
            (#"{"float":"17"}"#, "malformed", ".float"),
            (#"{"float":"1.0e39"}"#, "malformed", ".float"),
            (#"{"double":"1.0e400"}"#, "malformed", ".double"),
            (#"{"double":"0x1.8p1"}"#, "malformed", ".double"),
            (#"{"float":"+1800000"}"#, "malformed", ".float"),
            (#"{"float":"4180000000000000"}"#, "malformed", ".float"),
            (#"{"double":"1.x"}"#, "malformed", ".double"),
            (#"{"char":55296}"#, "malformed", ".char"),
            (#"{"byteArray":"0"}"#, "malformed", ".byteArray"),
            (#"{"dictionary":{}}"#, "malformed", ".dictionary"),
            (#"{"dictionary":[[1]]}"#, "notPair", ".dictionary[0]"),
            (#"[{"dictionary":[[1,2],[null,1]]}]"#, "notKey", "[0].dictionary[1]"),
            (#"{"dictionary":[[1,2],[2,1],[1,3]]}"#, "repeatedKey", ".dictionary[2]"),
            (#"{"dictionary":[[1,{"long":1}]]}"#, "malformed", ".dictionary[0][1].long"),
            (#"{"dictionary":[[1,2],[1,3],[null,1]]}"#, "repeatedKey", ".dictionary[1]"),
            (#"{"dictionary":[[null,2],[1,2],[1,3]]}"#, "notKey", ".dictionary[0]"),
            (
                #"{"dictionary":[[null,2],[1,{"dictionary":[[[],1]]}]]}"#, "notKey",
                ".dictionary[1][1].dictionary[0]"
            ),
        ])
    func errors(_ text: String, _ reason: String, _ path: String) throws {
        let json = try #require(JSONValue(line: text))
        do throws(MalformedValue) {
            Issue.record("\(text) is \(try MonkeyValue(json: json))")
        } catch {
            #expect("\(error.reason)" == reason)
            #expect(error.path == path)
        }
    }
}
