/// A run that broke a promise.
public struct RunFailure: Sendable {
    /// The plan of the run, with the shortest script that was found to fail.
    public internal(set) var plan: RunPlan
    /// How much went wrong in it.
    public let faults: FaultLevel
    /// The promise that was broken.
    public internal(set) var broken: BrokenPromise
    let origin: Origin

    /// Who can do the run again.
    enum Origin: Sendable {
        /// `knav campaign`.
        case knav
        /// `knav campaign --driver`.
        case knavWithDrivers
        /// Only Swift code that makes the same campaign.
        case code
    }

    /// The command that finds the failure again; `nil` if it judged code of yours, or radios or promises that you chose.
    public var command: String? {
        guard origin != .code else { return nil }
        let workload =
            switch plan.workload {
            case .drawn: ""
            case .steady: " --steady"
            case .everySecond: " --every-second"
            }
        return "knav campaign --seeds '\(plan.seed)..<\(plan.seed + 1)'"
            + " --profile \(plan.profile.rawValue) --faults \(faults.rawValue)"
            + workload + (origin == .knavWithDrivers ? " --driver" : "")
    }

    /// The Swift expression that finds the failure again, with the campaign's contestants: a campaign of its seed.
    public var expression: String {
        var arguments = [
            "seeds: \(plan.seed)..<\(plan.seed + 1)", "profiles: [.\(plan.profile.rawValue)]",
            "faults: .\(faults.rawValue)",
        ]
        if plan.workload != .drawn { arguments.append("workload: .\(plan.workload.rawValue)") }
        arguments.append("radios: [.\(plan.radio.rawValue)]")
        if plan.promises.count < Promise.allCases.count {
            let names = Promise.allCases.filter(plan.promises.contains).map { ".\($0.rawValue)" }
            arguments.append("promises: [\(names.joined(separator: ", "))]")
        }
        arguments.append("contestants: contestants")
        return "await Campaign(\(arguments.joined(separator: ", "))).run()"
    }
}

extension RunFailure: CustomStringConvertible {
    /// The promise, what was done before it was broken, and how to repeat the run.
    public var description: String {
        let title = "\(setting): \(broken.promise.rawValue) broken at \(moment): \(broken.evidence)"
        return ([title] + script + ["  repeat: \(command ?? expression)"]).joined(separator: "\n")
    }

    /// The seed, and what it drew.
    package var setting: String { setting() }

    /// The same, with the profile or without.
    package func setting(namesProfile: Bool = true) -> String {
        let reads = plan.radio.reads
        let radio =
            plan.radio.rawValue == "\(reads)" ? "\(reads)" : "\(reads) (\(plan.radio.rawValue))"
        return "seed \(plan.seed), \(namesProfile ? "profile \(plan.profile.rawValue), " : "")"
            + "radio \(radio), MTU \(plan.conditions.mtu)"
    }

    /// When the promise was broken.
    package var moment: String { seconds(broken.microseconds) }

    /// The script up to the break, a line for each entry. The publications of the quiet phase belong to every run, so
    /// they get one line together.
    package var script: [String] {
        var lines: [String] = []
        var quiet: [ScriptEntry] = []
        for entry in plan.script where entry.microseconds <= broken.microseconds {
            if case .publish = entry.action, entry.microseconds >= RunPlan.safetyPhase {
                quiet.append(entry)
            } else {
                lines.append("  \(seconds(entry.microseconds))  \(entry.action)")
            }
        }
        if let first = quiet.first {
            lines.append(
                "  \(seconds(first.microseconds))  the first of \(quiet.count) objects published")
        }
        return lines
    }

    private func seconds(_ microseconds: UInt64) -> String {
        "\(secondsText(microseconds / 1000, per: 1000)) s"
    }
}
