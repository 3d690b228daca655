import KomootNav
import Testing

@Suite("An arrow")
struct ArrowTests {
    private static let all = (UInt8.min...UInt8.max).map(Arrow.init(rawValue:))

    @Test("An arrow keeps every value in encoding and decoding")
    func survives() throws {
        for layout in InstructionLayout.known {
            for arrow in Self.all {
                var instruction = NavigationInstruction(
                    identifier: 1, arrow: arrow, distanceInMeters: 2)
                if layout == .legacy { instruction.identifier = .uuid(UUID128(high: 1, low: 2)) }
                let object = try instruction.encoded(as: layout)
                let pinned = layout == .legacy ? layout : nil
                let decoded = try NavigationInstruction(decoding: object, layout: pinned)
                #expect(decoded.arrow == arrow)
            }
        }
    }

    @Test("An arrow has a name of its own that leads back to it, and a glyph")
    func names() {
        #expect(Set(Self.all.map(\.name)).count == 256)
        for arrow in Self.all {
            #expect(Arrow(name: arrow.name) == arrow)
            #expect(arrow.glyph.count == 1)
        }
        for name in ["", "Left", "reserved", "reserved1", "reserved256", "left "] {
            #expect(Arrow(name: name) == nil)
        }
    }

    @Test("An arrow is listed if it has a meaning, in the order of the bytes")
    func named() {
        let meant = Self.all.filter { !$0.name.hasPrefix("reserved") }
        #expect(Arrow.named == meant)
        #expect(Arrow.named.count == 28)
    }

    @Test("An arrow has the name and the constant that the protocol's table gives its value")
    func table() {
        let names = [
            "reserved0", "straight", "start", "finish", "slightLeft", "left", "sharpLeft",
            "sharpRight", "right", "slightRight", "forkRight", "forkLeft", "uTurn", "reserved13",
            "reserved14", "roundaboutExitLeft", "roundaboutExitRight",
            "roundaboutCounterclockwise1of1", "roundaboutCounterclockwise1of2",
            "roundaboutCounterclockwise1of3", "roundaboutCounterclockwise2of2",
            "roundaboutCounterclockwise2of3", "roundaboutCounterclockwise3of3",
            "roundaboutClockwise1of1", "roundaboutClockwise1of2", "roundaboutClockwise1of3",
            "roundaboutClockwise2of2", "roundaboutClockwise2of3", "roundaboutClockwise3of3",
            "roundaboutFallback", "outOfRoute",
        ]
        #expect(Self.all.prefix(names.count).map(\.name) == names)
        #expect(Self.all.dropFirst(names.count).map(\.name) == (31...255).map { "reserved\($0)" })
        #expect(Self.all.map(\.description) == Self.all.map(\.name))
    }

    @Test("An arrow has a glyph that shows the right direction and the right exit")
    func glyphs() {
        let apart: [[Arrow]] = [
            [.straight, .uTurn, .slightLeft, .left, .sharpLeft, .sharpRight, .right, .slightRight],
            [.forkLeft, .forkRight], [.roundaboutExitLeft, .roundaboutExitRight],
            [
                .roundaboutCounterclockwise1of3, .roundaboutCounterclockwise2of3,
                .roundaboutCounterclockwise3of3, .roundaboutClockwise1of3,
                .roundaboutClockwise2of3, .roundaboutClockwise3of3,
            ],
        ]
        for arrows in apart { #expect(Set(arrows.map(\.glyph)).count == arrows.count) }
        for arrow in Self.all { #expect((arrow.glyph == "?") == arrow.isReserved) }
    }

    @Test("An arrow is reserved at 0, 13, 14 and from 31 up, and its name says so")
    func reserved() {
        let reserved = Self.all.filter(\.isReserved).map(\.rawValue)
        #expect(reserved == [0, 13, 14] + Array(31...255))
        for arrow in Self.all {
            #expect(arrow.isReserved == (arrow.name == "reserved\(arrow.rawValue)"))
        }
    }
}
