import Foundation
import Testing

@Suite("knav sensor decode")
struct SensorDecodeTests {
    /// A characteristic, a value, and lines that its text has.
    struct Example: Sendable {
        let name: String
        let bytes: String
        let lines: [String]
    }

    /// Vectors of other implementations, and values of our own where there are none.
    static let examples = [
        Example(
            name: "csc", bytes: "03FFFFFFFF033FFF07E70F",
            lines: [
                "cumulative wheel revolutions  4294967295",
                "last wheel event time         15.753 s  (16131 in 1/1024 s)",
                "cumulative crank revolutions  2047",
                "last crank event time         3.976 s  (4071 in 1/1024 s)",
            ]),
        Example(name: "csc-feature", bytes: "0780", lines: ["sensor locations, bit 15"]),
        Example(name: "csc-control", bytes: "0178563412", lines: ["revolutions  305419896"]),
        Example(name: "csc-control", bytes: "100401040c", lines: ["front wheel, rear wheel"]),
        Example(name: "csc-control", bytes: "100302", lines: ["op code not supported"]),
        Example(name: "location", bytes: "0c", lines: ["rear wheel"]),
        Example(
            name: "power", bytes: "33000a006404000000000802000400",
            lines: [
                "instantaneous power           10 W",
                "pedal power balance           50.0 %  (100 in 0.5 %)",
                "last wheel event time         1.000 s  (2048 in 1/2048 s)",
                "last crank event time         0.004 s  (4 in 1/1024 s)",
            ]),
        Example(
            name: "power-vector", bytes: "242d00ffff",
            lines: ["force magnitudes  45 N, -1 N", "direction         radial"]),
        Example(
            name: "power-feature", bytes: "0c002000",
            lines: ["wheel revolutions, crank revolutions", "distributed system  supported"]),
        Example(name: "power-control", bytes: "045901", lines: ["172.5 mm  (345 in 0.5 mm)"]),
        Example(
            name: "power-control", bytes: "200f01e7070a0b0c0d0e", lines: ["2023-10-11 12:13:14"]),
        Example(
            name: "power-control", bytes: "200c01feff", lines: ["offset       -2 N or 1/32 N m"]),
        Example(
            name: "heart", bytes: "16484c034d03",
            lines: [
                "heart rate    72 beats/min", "skin contact  detected", "0.824 s, 0.825 s",
            ]),
        Example(name: "heart", bytes: "00ff", lines: ["heart rate    no signal"]),
        Example(name: "ftms", bytes: "0002be0aff", lines: ["heart rate           no signal"]),
        Example(name: "body-location", bytes: "02", lines: ["wrist"]),
        Example(name: "heart-control", bytes: "01", lines: ["reset energy expended"]),
        Example(
            name: "ftms", bytes: "4400a00fb4003200",
            lines: [
                "instantaneous speed    40.00 km/h  (4000 in 0.01 km/h)",
                "instantaneous cadence  90.0 /min  (180 in 0.5 /min)",
                "instantaneous power    50 W",
            ]),
        Example(
            name: "ftms", bytes: "4003be0ade00",
            lines: ["instantaneous power  222 W", "cut off              energy, heart rate"]),
        Example(
            name: "ftms", bytes: "0000be0ab400", lines: ["is cadence flag inverted  yes"]),
        Example(
            name: "ftms-feature", bytes: "0240000008200000",
            lines: ["measured  cadence, power", "settable  power, indoor bike simulation"]),
        Example(
            name: "ftms-control", bytes: "11e803960028ff",
            lines: ["wind speed          1.000 m/s", "grade               1.50 %"]),
        Example(
            name: "ftms-control", bytes: "801301640014 05", lines: ["target speed high  13.00 km/h"]
        ),
        Example(name: "ftms-status", bytes: "08fa00", lines: ["target power  250 W"]),
        Example(name: "training-status", bytes: "010d48616c6c6f", lines: ["manual mode", "Hallo"]),
        Example(
            name: "speed-range", bytes: "64002c010a00", lines: ["maximum            3.00 km/h"]),
        Example(name: "inclination-range", bytes: "9cff640005 00", lines: ["-10.0 %"]),
        Example(name: "resistance-range", bytes: "000064000100", lines: ["10.0  (100 in 0.1)"]),
        Example(name: "resistance-range", bytes: "00640a", lines: ["1000  (100 in 10)"]),
        Example(name: "heart-range", bytes: "3cdc01", lines: ["220 beats/min"]),
        Example(name: "power-range", bytes: "9cffd0070500", lines: ["-100 W", "2000 W"]),
        Example(
            name: "fec", bytes: "a4094e0519a500245c00002002",
            lines: [
                "page               25", "event count        165", "accumulated power  23588 W",
            ]),
        Example(
            name: "fec-command", bytes: "a4094f0531ffffffffffc800e1",
            lines: ["target power  50.00 W  (200 in 0.25 W)"]),
        Example(
            name: "fec", bytes: "a4094e054731030401000020b6",
            lines: [
                "FE-C frame, 13 bytes", "last command  49", "status        pending",
                "data          1, 0, 0, 32",
            ]),
    ]

    @Test(
        "knav sensor decode shows the fields of every characteristic with their units",
        arguments: examples)
    func fields(of example: Example) async throws {
        let run = try await KnavProcess(["sensor", "decode", example.name, example.bytes])
        #expect(run.exitCode == 0, "\(run.errors)")
        for line in example.lines {
            #expect(run.output.contains(line), "\(example.name): no \(line) in \(run.output)")
        }
    }

    @Test("Every characteristic in the help of knav sensor decode has an example")
    func everyCharacteristic() async throws {
        let help = try await KnavProcess(["sensor", "decode", "--help"]).lines
        let names = help.filter {
            $0.hasPrefix("  ") && !$0.hasPrefix("  -") && !$0.hasPrefix("   ")
        }
        .map { String($0.split(separator: " ")[0]) }
        #expect(names.count == 23)
        #expect(Set(names) == Set(Self.examples.map(\.name)))
    }

    @Test("knav sensor decode takes a number or a UUID for a characteristic as well")
    func numbers() async throws {
        let uuids = ["2a37", "00002A37-0000-1000-8000-00805F9B34FB"]
        for uuid in uuids {
            #expect(
                try await KnavProcess(["sensor", "decode", uuid, "0050"]).output.contains(
                    "80 beats"))
        }
        for name in ["CSC", "Csc", "0x2A5B", "0X2a5b", "00002a5b-0000-1000-8000-00805f9b34fb"] {
            let run = try await KnavProcess(["sensor", "decode", name, "00"])
            #expect(run.output.hasPrefix("CSC Measurement"), "\(name): \(run.errors)")
        }
        let fec = "6E40FEC3-B5A3-F393-E0A9-E50E24DCCA9E"
        let run = try await KnavProcess(["sensor", "decode", fec, "a4094f0531ffffffffffc800e1"])
        #expect(run.output.contains("50.00 W"))
    }

    @Test(
        "knav sensor decode gives frames of both directions one heading, and its help tells them apart"
    )
    func frames() async throws {
        for name in ["fec", "fec-command"] {
            let run = try await KnavProcess([
                "sensor", "decode", name, "a4094f0531ffffffffffc800e1",
            ])
            #expect(run.exitCode == 0 && run.output.hasPrefix("FE-C frame, 13 bytes\n"))
        }
        let help = try await KnavProcess(["sensor", "decode", "--help"]).output
        #expect(help.contains("  fec                FE-C frame, notified by the trainer\n"))
        #expect(help.contains("  fec-command        FE-C frame, written to the trainer\n"))
    }

    @Test("knav sensor decode gives an error its code and its byte, and reads the other inputs")
    func errors() async throws {
        let run = try await KnavProcess(
            ["sensor", "decode", "csc", "0101", "0 0", "0g", "01ffff00014599"])
        #expect(run.exitCode == 65)
        #expect(
            run.errors == """
                knav sensor decode: input 1: truncated at byte 2
                knav sensor decode: input 3: malformedHex at character 1: 'g' is not a hexadecimal digit

                """)
        #expect(run.output.contains("16842751") && run.output.contains("CSC Measurement, 1 byte\n"))
        let frame = ["sensor", "decode", "--json", "fec", "a4094e0519a500245c00002003"]
        #expect(
            try await KnavProcess(frame).output
                == #"{"error":{"code":"checksumMismatch","offset":12},"input":1}"# + "\n")
    }

    @Test("knav sensor decode tells odd digits from wrong ones, and names a value without fields")
    func plainWords() async throws {
        let odd = try await KnavProcess(["sensor", "decode", "csc", "012"])
        #expect(
            odd.errors == "knav sensor decode: input 1: "
                + "malformedHex at character 3: a byte has two digits\n")
        let empty = try await KnavProcess(["sensor", "decode", "csc", "00"])
        #expect(empty.output == "CSC Measurement, 1 byte\n  no fields\n")
    }

    @Test("knav sensor decode tells of bytes after the last field")
    func unread() async throws {
        let values = [
            ("csc", "00aaaa", 2), ("power", "0000000000", 1), ("heart", "00501122", 2),
            ("heart", "1050000111", 1), ("power-vector", "0400002a", 1), ("ftms", "010001", 1),
            ("training-status", "000d41", 1), ("fec", "a4094e0519a500245c0000200200", 1),
            ("resistance-range", "00006400010000", 1), ("location", "0405", 1),
        ]
        for (name, bytes, count) in values {
            let words = count == 1 ? "1 byte" : "\(count) bytes"
            let run = try await KnavProcess(["sensor", "decode", name, bytes])
            #expect(run.output.contains("  \(words) at the end not read"), "\(name) \(bytes)")
            let json = try await KnavProcess(["sensor", "decode", "--json", name, bytes])
            #expect(json.output.contains("\"unread\":\(count)"), "\(name) \(bytes)")
        }
        #expect(
            try await !KnavProcess(["sensor", "decode", "csc", "00"]).output.contains("not read"))
    }

    @Test(
        "knav sensor decode gives as JSON each field's value and unit as they are sent, one object a line"
    )
    func json() async throws {
        let run = try await KnavProcess(
            ["sensor", "decode", "--json", "heart", "-"], input: "0050\n\nxx\n")
        #expect(run.exitCode == 65)
        #expect(
            run.lines == [
                #"{"characteristic":"2A37","fields":{"heartRate":{"unit":"beats/min","value":80},"#
                    + #""skinContact":{"value":"not supported"}},"name":"heart","unread":0}"#,
                #"{"error":{"code":"malformedHex","offset":0},"input":3}"#,
            ])
    }

    @Test(
        "knav sensor decode refuses a wrong command line",
        arguments: [
            [], ["csc"], ["2A99", "00"], ["2A5B5", "00"], ["+A5B", "00"],
            ["0x2A99", "00"], ["0x", "00"], ["0x02A5B", "00"], ["0x+A5B", "00"],
            ["csc", "00", "--wheel"],
        ])
    func usage(words: [String]) async throws {
        #expect(try await KnavProcess(["sensor", "decode"] + words).exitCode == 64)
    }
}
