import CyclingSensors
import Foundation
import KomootNav
import KomootNavModels
import Testing

@Suite("A rider's values and a trainer's states in words")
struct RideTextsTests {
    private static func words(_ reading: CyclingReading, _ locale: String) -> [String] {
        reading.values(locale: Locale(identifier: locale)).map { "\($0.name): \($0.text)" }
    }

    @Test("Values have the locale's words, digits and units")
    func values() {
        var reading = CyclingReading()
        reading.speed = 8000
        reading.power = -5
        reading.cadence = 8951
        reading.heartRate = 141
        #expect(
            Self.words(reading, "en_US")
                == ["Speed: 17.9 mph", "Power: -5 W", "Cadence: 90 rpm", "Heart rate: 141 bpm"])
        #expect(
            Self.words(reading, "de_DE") == [
                "Geschwindigkeit: 28,8 km/h", "Leistung: -5 W", "Trittfrequenz: 90 U/min",
                "Herzfrequenz: 141 bpm",
            ])
        #expect(Self.words(reading, "es_ES").last == "Frecuencia cardíaca: 141 ppm")
        let chosen = reading.values(locale: Locale(identifier: "en_US"), style: .metric)
        #expect(chosen.first?.text == "28.8 km/h")
        let unknown = Self.words(CyclingReading(), "fr_FR")
        #expect(
            unknown == ["Vitesse: –", "Puissance: –", "Cadence: –", "Fréquence cardiaque: –"])
    }

    @Test("Each state of a trainer has a text of its own in each language")
    func states() {
        let road = TrainerTarget.simulation(
            IndoorBikeSimulation(
                windSpeedInMillimetersPerSecond: 0, gradeInHundredthsOfPercent: 0,
                rollingResistanceInTenThousandths: 40,
                windResistanceInHundredthsOfKilogramPerMeter: 25))
        let states: [TrainerControl.State] = [
            .disconnected, .idle, .waiting, .holding(.power(watts: 150)),
            .holding(.resistance(level: 10)), .holding(road), .refused(road, .notSupported),
            .unanswered, .controlLost, .changed(.power(watts: 100)), .stopped(.safetyKey),
            .spinningDown,
        ]
        for language in ["de", "en", "es", "fr", "it", "nl"] {
            let texts = states.map { $0.text(locale: Locale(identifier: language)) }
            #expect(Set(texts).count == states.count)
            #expect(texts[3].contains("150 W"))
        }
        #expect(
            TrainerControl.State.unanswered.text(locale: Locale(identifier: "it"))
                == "Il rullo non risponde")
    }
}
