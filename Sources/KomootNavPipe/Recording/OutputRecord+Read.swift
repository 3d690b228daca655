package import KomootNav
package import KomootNavRecording

extension OutputRecord {
    /// A read of a log as `knav capture show --json` prints it, without its time.
    package init(_ read: CapturedRead, units: DistanceStyle) {
        self.init()
        if read.outcome == .complete {
            do throws(KomootNavError) {
                self.init(try NavigationInstructionView(decoding: read.bytes.span), units: units)
            } catch {
                self.init(errorCode: error.code.name, offset: error.offset)
            }
        }
        connection = read.connection
        integrity = read.integrity.rawValue
        answers = read.answerCount
        bytes = HexBytes.encode(read.bytes)
        outcome = read.outcome.name.rawValue
        if case .refused(let error) = read.outcome {
            attError = error.rawValue
            attErrorName = error.name
        }
    }
}
