import KomootNav

extension GATTService {
    /// The service of a navigating phone.
    public static func navigation(hasCCCD: Bool) -> GATTService {
        GATTService(
            uuid: NavigationService.uuid,
            characteristics: [
                GATTCharacteristic(
                    uuid: NavigationService.instructionCharacteristic,
                    properties: [.read, .notify], hasCCCD: hasCCCD)
            ])
    }
}
