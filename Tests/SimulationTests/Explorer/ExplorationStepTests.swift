import Testing

@testable import Simulation

@Suite("A step of an exploration")
struct ExplorationStepTests {
    @Test("is kept in two bytes, and found again")
    func codes() {
        var steps: [ExplorationStep] = [.found, .connected, .deviceDeadline, .phoneDeadline]
        for link in 0..<5 { steps += [.deliverToPhone(link: link), .deliverToDevice(link: link)] }
        steps += ExplorationStep.ObjectLength.allCases.map { .published($0) }
        steps += ExplorationStep.Recovery.allCases.map { .recovered($0) }
        steps += ExplorationStep.Failure.allCases.map { .failed($0) }
        for device in 0..<2 {
            steps += ExplorationStep.Action.allCases.map { .acted(device: device, $0) }
        }
        #expect(Set(steps.map(\.code)).count == steps.count)
        for step in steps { #expect(ExplorationStep(code: step.code) == step) }
    }
}
