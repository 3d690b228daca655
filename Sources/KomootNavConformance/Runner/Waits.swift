/// How long a run waits for anything but the answer to a case.
package struct Waits: Sendable {
    /// The longest that the answer to `describe` may take; `nil` for the limit of any other answer.
    package var description: Duration?
    /// The longest that a program may take to end after its output has ended.
    package var end = Duration.seconds(1)
    /// The most time that breakdowns and new starts may take in all; the time of
    /// ``Patience/timeouts`` time-outs if that is longer. After that, only the vectors that are always asked are run.
    package var breakdowns = Duration.seconds(30)
}
