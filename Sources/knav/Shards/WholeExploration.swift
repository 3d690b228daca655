import SimulationRuns

/// Visits all states, whatever it is that is promised in them, and prints what was found. If the user interrupts it, it
/// prints how far it came.
///
/// - Parameters:
///   - visit: visits them. It tells now and then how far it came, and ends if the answer is `false`.
///   - summarize: makes the result of what was found, and of the time that it took.
func explore<Findings>(
    _ arguments: Arguments, _ visit: (@escaping (() -> String) -> Bool) -> Findings,
    summarize: (Findings, Duration) -> some ExplorationResult
) -> ExitCode {
    let isJSON = arguments.flags.contains("--json")
    let progress = ProgressLine()
    let clock = ContinuousClock()
    let start = clock.now
    Interruption.catchSignals()
    let findings = visit { text in
        if !isJSON { progress.show(text) }
        return !Interruption.hasHappened
    }
    progress.finish()
    let result = summarize(findings, clock.now - start)
    print(isJSON ? jsonLine(result) : result.text)
    if Interruption.hasHappened { return .interrupted }
    return result.isClean ? .success : .failed
}
