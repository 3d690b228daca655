import CompanionPairing
import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
import LinkVocabulary
import Testing

@Suite("What is wrong with a pairing, for a rider")
struct PairingProblemsTests {
    private let english = Locale(identifier: "en_GB")

    @Test(
        "A fault of a phone is told as what the rider can know of it",
        arguments: [
            (.pairedWithAnother, .pairedWithAnother), (.invalidName, .invalidName),
            (.link(.refused(.unlikelyError)), .refused(.unlikelyError)),
            (.link(.notDiscovered(PairingService.uuid)), .notOffered),
            (.link(.notDiscovered(NavigationService.uuid)), .noNavigation),
            (.link(.ambiguous(NavigationService.instructionCharacteristic)), .noNavigation),
            (.link(.notPermitted(.read)), .notOffered), (.link(.timedOut), .noAnswer),
            (.link(.servicesChanged), .noAnswer), (.link(.disconnected), .noAnswer),
        ] as [(PairedDisplay.PhoneFault, PairingText.Problem)])
    func faults(_ fault: PairedDisplay.PhoneFault, _ problem: PairingText.Problem) {
        #expect(fault.text(locale: english) == PairingText.problem(problem).text(locale: english))
    }

    @Test("A store that fails is told with the system's error, or that the device is locked")
    func stores() {
        let all: [(NameStoreError, PairingText.Problem)] = [
            (.unreadable, .namesDamaged), (.system(1), .namesLocked),
            (.system(28), .namesRefused(28)),
        ]
        for (error, problem) in all {
            #expect(
                error.text(locale: english) == PairingText.problem(problem).text(locale: english))
        }
    }
}
