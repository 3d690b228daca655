import CAllocationCounter
import CyclingSensors
import KomootNav
import Testing

@Suite("Without the heap", .enabled(if: allocation_counter_is_available()))
struct AllocationTests {
    /// How many blocks the work allocates after it has run once before: the least of three times,
    /// because the runtime may allocate for what other tests do meanwhile.
    private func allocations(of work: () throws -> Void) rethrows -> UInt64 {
        try work()
        var least = UInt64.max
        for _ in 0..<3 {
            let before = allocation_counter_value()
            try work()
            least = min(least, allocation_counter_value() - before)
        }
        return least
    }

    @Test("The counter of allocations notices one")
    func counter() {
        var kept: [[UInt8]] = []
        kept.reserveCapacity(4)
        #expect(allocations { kept.append([UInt8](repeating: 1, count: 100)) } >= 1)
    }

    private func check<Value: SensorValue>(_: Value.Type, _ hex: String) throws {
        let value = try bytes(hex)
        var kept: Value?
        var buffer = ContiguousArray<UInt8>(repeating: 0, count: 40)
        let count = try allocations {
            kept = try Value(decoding: value.span)
            try unsafe buffer.withUnsafeMutableBufferPointer { pointer in
                var span = unsafe MutableSpan(_unsafeElements: pointer)
                _ = try kept?.encode(into: &span)
            }
        }
        #expect(count == 0, "\(Value.self)")
        #expect(buffer.prefix(value.count) == value[...])
    }

    @Test("Without the heap, every value is decoded and encoded")
    func values() throws {
        try check(CSCMeasurement.self, "03 FFFFFFFF 033F FF07 E70F")
        try check(SCControlPointRequest.self, "7F 01 02 03")
        try check(CyclingPowerMeasurement.self, "3000 D204 FFFFFFFF 033F FF07 E70F")
        try check(CyclingPowerRequest.self, "0D 0501")
        try check(ControlPointResponse.self, "20 10 01 34 12 59 00 02 AA BB")
        try check(IndoorBikeData.self, "FE02 FE09 3408 8E00 7C00 4A0100 1400 C700 6800 00")
        try check(FitnessMachineFeature.self, "824A0000 0CE00000")
        try check(FitnessMachineCommand.self, "11 B80B 2A03 28 31")
        try check(FitnessMachineStatus.self, "12 B80B 2A03 28 31")
        try check(WahooCommand.self, "43 B01D 0400 7001")
        try check(SupportedResistanceRange.self, "0000 E803 0100")
        try check(FECFrame.self, "A4 09 4E 05 10 19 F6 2E 7A 0C FF 34 8A")
    }

    @Test("Without the heap, heart rates and vectors are read, and rides calculated")
    func views() throws {
        let heart = try bytes("1F 4801 0A00 0004 FF03")
        let vector = try bytes("27 0102 0304 5A00 0A00 FEFF")
        let csc = try bytes("03 FFFFFFFF 033F FF07 E70F")
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2105)
        var record = IndoorBikeRecord()
        var sum = 0
        let count = try allocations {
            sum += Int(try HeartRateMeasurementView(decoding: heart.span).rrIntervals[1])
            sum += Int(try CyclingPowerVectorView(decoding: vector.span).magnitudes.signed(at: 1))
            let page = FECPage(word: UInt64(sum)).content
            if case .other = page { sum += 1 }
            sum += record.take(IndoorBikeData()) == nil ? 1 : 2
            for step in 0..<10 {
                let time = UInt64(step)
                try calculator.take(
                    csc.span, of: SensorCharacteristic.cscMeasurement,
                    at: SessionTime(milliseconds: time))
                sum += Int(calculator.reading(at: SessionTime(milliseconds: time)).speed ?? 0)
            }
        }
        #expect(count == 0)
        #expect(sum != 0)
    }

    @Test("Without the heap, a trainer is controlled")
    func control() throws {
        let control = try bytes("80 00 01")
        let power = try bytes("80 05 01")
        let lost = try bytes("FF")
        var requests = 0
        let count = allocations {
            var driver = Driver()
            driver.handle(.setTarget(.power(watts: 150)), at: 0)
            driver.handle(.connected(.fitnessMachine(.power)), at: 1)
            driver.handle(.done(driver.ticket), at: 2)
            driver.handle(.done(driver.ticket), at: 3)
            driver.handle(.answered(control.span), at: 4)
            driver.handle(.answered(power.span), at: 5)
            driver.handle(.status(lost.span), at: 6)
            driver.handle(.timePassed, at: 2000)
            requests = driver.requests
        }
        #expect(count == 0)
        #expect(requests == 4)
    }

    private struct Driver {
        var control = TrainerControl()
        var ticket = Ticket(rawValue: 0)
        var requests = 0

        mutating func handle(_ event: borrowing TrainerControl.Event, at time: UInt64) {
            control.handle(event, at: SessionTime(milliseconds: time))
            while let effect = control.nextEffect() {
                guard case .perform(_, let next) = effect else { continue }
                (ticket, requests) = (next, requests + 1)
            }
        }
    }
}
