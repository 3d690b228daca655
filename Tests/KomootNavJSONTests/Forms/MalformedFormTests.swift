import Foundation
import KomootNavJSON
import Testing

@Suite("A value that is not an event or an effect")
struct MalformedFormTests {
    @Test(
        "A value that is not an event or an effect is described in a sentence that names the member"
    )
    func sentences() {
        let unknown: any Error = MalformedForm.unknownName
        let member: any Error = MalformedForm.member("bytes")
        #expect(
            unknown.localizedDescription
                == "This is not an event or an effect of a session: it has no "
                + "name, or one that the session does not know.")
        #expect(
            member.localizedDescription
                == "This is not an event or an effect of a session: the member "
                + "'bytes' is missing, or has the wrong type.")
        #expect(
            "\(MalformedForm.member("a"))" == "the member 'a' is missing, or has the wrong type")
    }
}
