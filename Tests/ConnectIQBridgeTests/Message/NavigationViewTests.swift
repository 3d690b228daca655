import CAllocationCounter
import ConnectIQBridge
import KomootNav
import PropertyTesting
import Testing

@Suite("A navigation message in its bytes")
struct NavigationViewTests {
    /// What both ways say of bytes.
    private typealias Verdict = Result<NavigationMessage, NavigationMessage.DecodingError>

    private func inPlace(_ bytes: Span<UInt8>, _ limits: MonkeyLimits = .init()) -> Verdict {
        do throws(NavigationMessage.DecodingError) {
            return .success(try NavigationMessage(decoding: bytes, limits: limits))
        } catch { return .failure(error) }
    }

    private func allocating(_ bytes: Span<UInt8>, _ limits: MonkeyLimits = .init()) -> Verdict {
        let value: MonkeyValue
        do throws(MonkeyError) {
            value = try MonkeyValue(decoding: bytes, limits: limits)
        } catch { return .failure(.malformed(error)) }
        do throws(NavigationMessageError) {
            return .success(try NavigationMessage(value))
        } catch { return .failure(.refused(error)) }
    }

    @Test("A navigation message in its bytes has arrow, distance and street, or has ended")
    func contents() throws {
        let message = NavigationMessage.instruction(
            NavigationMessage.Instruction(
                arrow: .left, distanceInMeters: 3_000_000_000, street: "Hauptstraße"))
        let input = try message.value.encoded()
        let view = try NavigationMessage.View(decoding: input.span)
        #expect(view.arrow == .left)
        #expect(view.distanceInMeters == 3_000_000_000)
        #expect(ContiguousArray(copying: view.street.bytes) == ContiguousArray("Hauptstraße".utf8))
        #expect(NavigationMessage(view) == message)
        // What comes after the end of the navigation is not looked at, as in clause 7.7.
        let value: MonkeyValue = [0: 1, 2: "x", 3: "Weg"]
        let ended = try value.encoded()
        let end = try NavigationMessage.View(decoding: ended.span)
        #expect(end.arrow == nil && end.distanceInMeters == 0 && end.street.isEmpty)
    }

    /// A dictionary that is nearly a navigation message, or any value.
    private static func value(_ choices: inout Choices) -> MonkeyValue {
        if choices.integer(in: 0...4) == 0 { return choices.value() }
        var dictionary = MonkeyDictionary()
        for _ in 0..<choices.integer(in: 0...5) { dictionary[choices.key()] = choices.value() }
        let numbers: [MonkeyValue] = [1, 0, 2, 255, 256, -1, .long(1), .long(1 << 32), nil, "a"]
        for key in 0...3 as ClosedRange<Int32> where choices.integer(in: 0...9) > 0 {
            let usual: MonkeyValue = key == 3 ? .string(choices.text()) : 1
            dictionary[.number(key)] = choices.bool() ? usual : choices.element(of: numbers)
        }
        if choices.integer(in: 0...3) == 0 { dictionary[9] = .dictionary(dictionary) }
        return .dictionary(dictionary)
    }

    private static func damaged(_ choices: inout Choices) -> ContiguousArray<UInt8> {
        var input = (try? value(&choices).encoded()) ?? []
        for _ in 0..<choices.integer(in: 0...3) where !input.isEmpty {
            let position = choices.integer(in: 0...(input.count - 1))
            switch choices.integer(in: 0...4) {
            case 0: input[position] = choices.any(UInt8.self)
            case 1: input[position] ^= 1 << UInt8(choices.integer(in: 0...7))
            case 2: input.remove(at: position)
            case 3: input.insert(input[position], at: position)
            default: input[position] = UInt8(choices.integer(in: 0...3))
            }
        }
        return input
    }

    @Test(
        "A navigation message in its bytes is what the value says, and is refused for the same reason, whatever the bytes are"
    )
    func damage() throws {
        var malformed = Set<MonkeyError.Code>()
        var refused = Set<String>()
        let tight = MonkeyLimits(maximumByteCount: 90, maximumDepth: 3, maximumValueCount: 12)
        try checkProperty("both ways agree", count: 5000) {
            Self.damaged(&$0)
        } holds: { input in
            for limits in [MonkeyLimits(), tight] {
                let expected = allocating(input.span, limits)
                switch expected {
                case .success: break
                case .failure(.malformed(let error)): malformed.insert(error.code)
                case .failure(.refused(let error)):
                    refused.insert("\(error)".prefix { $0 != "0" }.description)
                }
                let found = inPlace(input.span, limits)
                if found != expected { return "\(found), not \(expected)" }
            }
            return nil
        }
        let never: Set<MonkeyError.Code> = [.stringTooLong, .zeroInString]
        #expect(malformed == Set(MonkeyError.Code.allCases).subtracting(never))
        #expect(refused.count >= 6, "\(refused)")
    }

    @Test("Among 2000 keys of a navigation message, one that is there twice is found, and no other")
    func manyKeys() throws {
        func number(_ number: Int) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        for last in [1999, 1000] {
            let keys = Array(0..<1999) + [last]
            let pairs = keys.flatMap { [1] + number($0 * 0x10001) + [0] as [UInt8] }
            let objects: [UInt8] = [11] + number(keys.count) + pairs
            let head: [UInt8] = [0xDA, 0x7A, 0xDA, 0x7A] + number(objects.count)
            let input = ContiguousArray(head + objects)
            let expected = allocating(input.span)
            #expect(inPlace(input.span) == expected)
            let isUnique = last == 1999
            let place = isUnique ? nil : MonkeyError(.duplicateKey, at: input.count - 6)
            #expect(expected == .failure(place.map { .malformed($0) } ?? .refused(.noVersion)))
        }
    }

    /// How many blocks the work allocates: the least of four times, because the runtime may allocate for what other
    /// tests do meanwhile.
    private func allocations(of work: () -> Void) -> UInt64 {
        (0..<4).reduce(UInt64.max) { least, _ in
            let before = allocation_counter_value()
            work()
            return min(least, allocation_counter_value() - before)
        }
    }

    @Test(
        "Reading a navigation message in its bytes allocates nothing",
        .enabled(if: allocation_counter_is_available()))
    func inPlaceOnly() throws {
        let value: MonkeyValue = [
            0: 1, 1: 5, 2: .long(120), 3: "Unter den Kastanien", "x": [1, ["y": nil, "é": 2.5]],
            true: 1,
        ]
        let good = try value.encoded()
        var twice = try (["ab": 1, "cd": 2] as MonkeyValue).encoded()
        let second = try #require(twice.firstIndex(of: UInt8(ascii: "c")))
        twice[second] = UInt8(ascii: "a")
        twice[second + 1] = UInt8(ascii: "b")
        var sum = 0
        let reading = allocations {
            if let view = try? NavigationMessage.View(decoding: good.span) {
                sum += Int(view.distanceInMeters) + view.street.bytes.count
            }
        }
        #expect(reading == 0)
        #expect(sum == 4 * (120 + 19))
        var refusals = 0
        let refusing = allocations {
            do throws(NavigationMessage.DecodingError) {
                _ = try NavigationMessage.View(decoding: twice.span)
            } catch {
                if case .malformed(let error) = error, error.code == .duplicateKey {
                    refusals += 1
                }
            }
        }
        // The testing library keeps each error that is thrown: the reader's, and the one made of it.
        #expect(refusing <= 2)
        #expect(refusals == 4)
        let before = allocation_counter_value()
        let copy = try NavigationMessage(decoding: good.span)
        #expect(allocation_counter_value() > before)
        #expect(copy == (try allocating(good.span).get()))
    }

    @Test("A navigation message in its bytes says what is wrong")
    func words() throws {
        let input = try bytes("DA7ADA7A 00000001 00")
        #expect(inPlace(input.span) == .failure(.refused(.notDictionary)))
        #expect(
            "\(NavigationMessage.DecodingError.refused(.notDictionary))"
                == "the message is not a dictionary")
        #expect(
            "\(NavigationMessage.DecodingError.malformed(MonkeyError(.truncated, at: 7)))"
                == "truncated at 7")
    }
}
