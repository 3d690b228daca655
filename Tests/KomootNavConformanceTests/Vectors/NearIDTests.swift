import KomootNavConformance
import Testing

@Suite("The ids near a wrong one")
struct NearIDTests {
    @Test(
        "The ids near a wrong one begin with the one that was meant",
        arguments: [
            ("KBC/CODEC/HANDWRITTEN/BV-6", "KBC/CODEC/HAND-WRITTEN/BV-06"),
            ("kbc/distance/vendor/bv-01", "KBC/DISTANCE/VENDOR/BV-01"),
            ("DISTANCE/VENDOR/BV-02", "KBC/DISTANCE/VENDOR/BV-02"),
            ("KBC/SESSION/CENTRAL/CONNECTING/BV-03", "KBC/SESSION-CENTRAL/CONNECTING/BV-03"),
        ])
    func near(_ text: String, _ id: String) throws {
        let near = try GoldenFixtures.suite().ids(near: text)
        #expect(near.count == 3 && near.first == id)
    }

    @Test(
        "The ids near a wrong one are none if nothing is like it",
        arguments: ["KBC/NO/SUCH", "", "7", "street"])
    func none(_ text: String) throws {
        #expect(try GoldenFixtures.suite().ids(near: text).isEmpty)
    }
}
