import Testing

@Suite("knav watch")
struct WatchCommandTests {
    /// `{"a": [4]}`, the example of clause 6.6 of Docs/Watch.md.
    private let example =
        "abcdabcd0000000400026100da7ada7a000000140b0000000103000000000500000001"
        + "0100000004"
    private let ended = "da7ada7a0000000f0b0000000101000000000100000001"

    private func run(_ words: String..., input: String = "") async throws -> KnavProcess {
        try await KnavProcess(["watch"] + words, input: input)
    }

    @Test("knav watch decode shows a value with its types, one line each")
    func decode() async throws {
        let run = try await run("decode", example)
        #expect(run.exitCode == 0)
        #expect(
            run.output == """
                Dictionary of 1
                  "a": Array of 1
                    Number 4

                """)
        let json = try await self.run("decode", "--json", example)
        #expect(json.output == #"{"message":{"dictionary":[["a",[4]]]}}"# + "\n")
    }

    @Test("knav watch decode shows every type of a value and of a key")
    func types() async throws {
        let value =
            #"[null,true,{"long":"-7"},{"float":"17.5"},{"double":"0.25"},{"char":88},"a","#
            + #"{"byteArray":"00ff"},{"byteArray":""},{"dictionary":[[{"char":88},1],[2,[]]]}]"#
        let bytes = try #require(try await run("encode", value).lines.first)
        let shown = try await run("decode", String(bytes))
        #expect(
            shown.output == """
                Array of 10
                  null
                  Boolean true
                  Long -7
                  Float 17.5
                  Double 0.25
                  Char "X", 88
                  String "a"
                  ByteArray of 2 bytes: 00ff
                  ByteArray of 0 bytes
                  Dictionary of 2
                    Char "X", 88: Number 1
                    2: Array of 0

                """)
    }

    @Test("knav watch decode says what is wrong and where, and goes on")
    func wrong() async throws {
        let words = ["da7ada7a0000000105", "0g", ended]
        let run = try await KnavProcess(["watch", "decode"] + words)
        #expect(run.exitCode == 65)
        #expect(
            run.errors == """
                knav watch decode: input 1: truncated at byte 9
                knav watch decode: input 2: malformedHex at character 1: 'g' is not a hexadecimal digit

                """)
        #expect(run.lines.first == "Dictionary of 1")
        let json = try await KnavProcess(["watch", "decode", "--json"] + words.prefix(2))
        #expect(
            json.lines == [
                #"{"error":{"code":"truncated","offset":9},"input":1}"#,
                #"{"error":{"code":"malformedHex","offset":1},"input":2}"#,
            ])
    }

    @Test("knav watch writes an instruction and reads it")
    func instruction() async throws {
        let words = ["--instruction", "--arrow", "left", "--distance", "120", "--street", "Weg"]
        let written = try await KnavProcess(["watch", "encode"] + words)
        #expect(written.exitCode == 0)
        #expect(
            written.output
                == "abcdabcd00000006000457656700da7ada7a0000002d0b00000004010000000001000000010100000001"
                + "01000000050100000002010000007801000000030300000000\n")
        let read = try await run(
            "decode", "--instruction", "-", input: written.output + ended + "\n")
        #expect(read.exitCode == 0)
        #expect(read.lines.count == 2)
        #expect(read.lines[0].contains("120 m  Weg  (arrow 5 left, 120 m)"), "\(read.output)")
        #expect(read.lines[1] == "the navigation has ended")
        let json = try await run("decode", "--instruction", "--json", "-", input: written.output)
        #expect(json.output == #"{"arrow":5,"distanceInMeters":120,"street":"Weg"}"# + "\n")
        #expect(try await run("encode", "--ended").output == ended + "\n")
    }

    @Test("knav watch decode refuses a message that is not an instruction")
    func otherMessage() async throws {
        let three = "da7ada7a000000050100000003"
        let run = try await run("decode", "--instruction", three)
        #expect(run.exitCode == 65)
        #expect(run.errors == "knav watch decode: input 1: the message is not a dictionary\n")
        let json = try await self.run("decode", "--instruction", "--json", three)
        #expect(json.output == #"{"error":{"code":"notDictionary"},"input":1}"# + "\n")
    }

    @Test("knav watch encode says what is wrong with a value, and goes on")
    func unencodable() async throws {
        let run = try await run(
            "encode", "17.5", #"[1,{"number":1}]"#, "5000000000", #"["a\u0000"]"#, "null")
        #expect(run.exitCode == 65)
        #expect(run.output == "da7ada7a0000000100\n")
        let errors = run.errors.split(separator: "\n")
        #expect(errors.count == 4)
        #expect(
            errors[0].contains(#"input 1: a number with a fraction needs its type; write 17.5 as"#))
        #expect(errors[1].contains("input 2 at [1]: an object has one member"))
        #expect(errors[2].contains("input 3: a Number has 32 bits"))
        #expect(errors[3] == "knav watch encode: input 4: zeroInString at value 1")
    }

    @Test("knav watch encode takes what decode prints as JSON, and says what a type takes")
    func forms() async throws {
        let decoded = try await run("decode", "--json", "da7ada7a0000000501fffffffe")
        let again = try await run("encode", String(decoded.lines[0]))
        #expect(again.output == "da7ada7a0000000501fffffffe\n")
        let wrong = try await run("encode", #"[{"long":5}]"#, #"{"float":"1.0e39"}"#)
        #expect(wrong.exitCode == 65 && wrong.output.isEmpty)
        #expect(wrong.errors.contains(#"input 1 at [0].long: this type takes a decimal text"#))
        #expect(wrong.errors.contains(#"input 2 at .float: this type takes a decimal text"#))
    }

    @Test("knav watch url request writes the URL, with the name escaped")
    func request() async throws {
        let words = ["--name", "Rides & more", "--bundle", "com.example.rides", "--scheme"]
        let run = try await KnavProcess(["watch", "url", "request"] + words + ["rides"])
        #expect(run.exitCode == 0)
        #expect(
            run.output
                == "gcm-ciq://device-select-req?ciqApp=Rides%20%26%20more&ciqBundle=com.example.rides"
                + "&ciqScheme=rides&ciqSdkVersion=10000\n")
        let wrong = try await KnavProcess(["watch", "url", "request"] + words + ["my rides"])
        #expect(wrong.exitCode == 65)
        #expect(wrong.errors == "knav watch url: invalidScheme at byte 2\n")
    }

    @Test("knav watch url answer shows the watches, or where the URL is wrong")
    func answer() async throws {
        let id = "A6230408-B526-A5D6-8929-7791342EB4AF"
        let url = "rides://device-select-resp?ciqBundle=x&d0ID=\(id)&d0Model=fenix%205&d0Name=mine"
        let run = try await run("url", "answer", url)
        #expect(run.exitCode == 0)
        #expect(run.lines == ["\(id)  fenix 5  mine", "claims to be from x"])
        let partNumber = try await self.run("url", "answer", url + "&d0PartNumber=006-B2697-00")
        #expect(partNumber.lines[0] == "\(id)  fenix 5  mine  part number 006-B2697-00")
        let json = try await self.run("url", "answer", "--json", url)
        #expect(
            json.output
                == #"{"devices":[{"id":"\#(id)","model":"fenix 5","name":"mine"}],"sender":"x"}"#
                + "\n")
        let none = try await self.run("url", "answer", "rides://device-select-resp")
        #expect(none.lines == ["the user shares no watch", "no sender given"])
        let other = try await self.run("url", "answer", "--scheme", "ride", url)
        #expect(other.exitCode == 65)
        #expect(other.errors == "knav watch url: wrongScheme at byte 0\n")
        let noURL = try await self.run("url", "answer", "foo")
        #expect(noURL.exitCode == 65)
        #expect(noURL.errors.contains("'foo' is not a URL"))
        let cut = try await self.run("url", "answer", "--json", String(url.dropLast(60)))
        #expect(cut.exitCode == 65)
        #expect(cut.output.hasPrefix(#"{"error":{"code":"invalidIdentifier","offset":39}}"#))
    }

    @Test(
        "knav watch refuses a wrong command line",
        arguments: [
            ["decode"], ["decode", "--street"], ["encode"], ["encode", "--ended", "1"],
            ["encode", "--instruction"], ["encode", "--instruction", "--arrow", "left"],
            ["encode", "--street", "a", "1"], ["encode", "--ended", "--street", "a"],
            ["encode", "--instruction", "--arrow", "5", "--distance", "1", "1"], ["url"],
            ["url", "ask"], ["url", "answer"], ["url", "request"],
            ["url", "request", "--name", "a", "--bundle", "b"],
            ["url", "request", "--name", "a", "--bundle", "b", "--scheme", "c", "d"],
            ["url", "request", "--name", "a", "--bundle", "b", "--scheme", "c", "--json"],
            ["url", "answer", "--name", "a", "rides:"],
        ])
    func usage(words: [String]) async throws {
        let run = try await KnavProcess(["watch"] + words)
        #expect(run.exitCode == 64, "\(words): \(run.output)\(run.errors)")
    }
}
