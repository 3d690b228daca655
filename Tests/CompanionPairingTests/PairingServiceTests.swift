import CompanionPairing
import Testing

@Test("The UUIDs of the pairing service never change")
func pairingServiceUUIDs() {
    #expect(PairingService.uuid == UUID128("F84B65BC-FF8C-4E07-9191-433C64023980"))
    #expect(
        PairingService.serverNameCharacteristic == UUID128("33D6980D-CB68-4FD9-B5A1-F207DBC5099B"))
    #expect(
        PairingService.pairedClientNameCharacteristic
            == UUID128("99322B86-44C4-434C-BE27-BA681F0BB03B"))
}
