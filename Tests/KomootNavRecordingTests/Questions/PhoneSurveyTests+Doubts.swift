import KomootNav
import KomootNavRecording
import Testing

/// Where a log can't tell, or tells of another moment.
extension PhoneSurveyTests {
    @Test("A chunk's MTU is the one at which it came, and none if it would be too small")
    func chunksOfMTU() {
        let one = chunk(Self.object, at: 0) + chunk(Self.object, at: 22)
        let grown: [Happening] = [(.mtuAgreed(23), [])] + one + [(.mtuAgreed(185), [])]
        #expect(
            answers(grown + chunk(Self.object, at: 0))[.chunks]?.text == "22 at MTU 23, MTU − 1")
        #expect(answers(grown)[.chunks]?.text == "22 at MTU 23, MTU − 1")
        let odd = answers([(.mtuAgreed(22), [])] + read(Self.object))[.chunks]
        #expect(odd?.text == "22 bytes, the MTU not shown")
    }
}
