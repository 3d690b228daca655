/// Why a campaign could not find anything, so it was not run.
public enum ImpossibleCampaign: Hashable, Sendable, CaseIterable {
    /// The range of seeds is empty.
    case noSeeds
    /// There is no profile.
    case noProfiles
    /// There is no radio.
    case noRadios
    /// There is no promise to judge.
    case noPromises
    /// The device is an asynchronous function, and none of the promises can be judged for it.
    case noPromisesForProgram
    /// The device is an asynchronous function, which reads at offsets, and other radios were chosen.
    case otherRadiosForProgram
}

extension ImpossibleCampaign: CustomStringConvertible {
    /// The reason, as a sentence.
    public var description: String {
        switch self {
        case .noSeeds: "the range of seeds is empty"
        case .noProfiles: "no profile was chosen"
        case .noRadios: "no radio was chosen"
        case .noPromises: "no promise was chosen"
        case .noPromisesForProgram:
            "none of these promises can be judged for a device that is an asynchronous function"
        case .otherRadiosForProgram:
            "a device that is an asynchronous function has no radio but offsetReads"
        }
    }
}
