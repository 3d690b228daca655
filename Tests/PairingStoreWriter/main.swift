import CompanionPairing
import CompanionPairingStore
import Foundation

// Stores one name after the other, until it is killed. Prints each number after its name is stored.
//
//   pairing-store-writer FILE

let store = FileNameStore(path: CommandLine.arguments[1])
guard let own = PairingName("server") else { fatalError("a name has 1 to 64 bytes") }
var number: UInt64 = 0
while true {
    number += 1
    try await store.store(PairingNames(own: own, peer: PairingName(random: number)))
    FileHandle.standardOutput.write(Data("\(number)\n".utf8))
}
