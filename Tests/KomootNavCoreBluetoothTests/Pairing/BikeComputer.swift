import CompanionPairing
import CyclingSensors
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation

/// A bike computer: directions of the paired phone, and speed, over one radio.
actor BikeComputer {
    private(set) var direction = ""
    private(set) var status = ""
    private(set) var pairing = ""
    private(set) var speed: Double?
    private(set) var sensorStatus = ""
    private let central: GATTCentral
    let display: PairedDisplay

    init(on central: GATTCentral, names: any NameStore) {
        self.central = central
        display = PairedDisplay(on: central, names: names)
    }

    /// Shows what there is until its task is cancelled.
    func run(sensor: GATTPeer) async {
        display.start()
        async let directions: Void = showDirections()
        var ride = RideCalculator<GATTPeer>(wheelCircumferenceInMillimeters: 2105)
        await central.withSensors([sensor]) { sensors in
            for await update in sensors.updates {
                ride.take(update)
                speed = ride.reading(at: update.time).values.speedInKilometersPerHour
                if case .status(let status) = update.event { sensorStatus = "\(status)" }
            }
        }
        await directions
    }

    private func showDirections() async {
        for await update in display.updates {
            switch update {
            case .bluetooth, .storeFailure, .phoneFault: break
            case .screen(let screen): pairing = screen.description
            case .navigation(.status(let next)): status = next.rawValue
            case .navigation(.instruction(let next)):
                direction = next.instruction.street.description
            case .navigation(.noInstruction): direction = ""
            }
        }
    }
}
