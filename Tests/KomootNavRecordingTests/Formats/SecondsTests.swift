import KomootNavRecording
import Testing

@Suite("Seconds")
struct SecondsTests {
    @Test(
        "Seconds have three digits after the point, and a sign only if one of them is not zero",
        arguments: [
            (0, "0.000"), (999, "0.000"), (-999, "0.000"), (1000, "0.001"), (-1000, "-0.001"),
            (62_713_999, "62.713"), (-2_050_000, "-2.050"), (.max, "9223372036854.775"),
            (.min, "-9223372036854.775"),
        ] as [(Int64, String)])
    func text(_ microseconds: Int64, _ text: String) {
        #expect("\(Seconds(microseconds: microseconds))" == text)
    }
}
