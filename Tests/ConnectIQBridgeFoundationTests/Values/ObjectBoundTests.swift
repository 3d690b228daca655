import ConnectIQBridge
import Foundation
import PropertyTesting
import Testing

@testable import ConnectIQBridgeFoundation

@Suite("Depth, number, and the way there and back")
struct ObjectBoundTests {
    @Test("A container at the largest depth may only be empty")
    func depth() throws {
        let limits = MonkeyLimits(maximumDepth: 5)
        for inner in [7, [], [:]] as [MonkeyValue] {
            let value = nested(inner, in: 4)
            let object = try value.foundationObject(limits: limits)
            #expect(try MonkeyValue(foundationObject: object, limits: limits) == value)
        }
        let path: [FoundationObjectError.Step] = [.key(0), .element(0), .key(0), .element(0)]
        for inner in [[7], [1: 7]] as [MonkeyValue] {
            let value = nested(inner, in: 4)
            let expected = FoundationObjectError(.tooDeep, at: path)
            #expect(failure(of: value, limits: limits) == expected)
            #expect(failure(try value.foundationObject(), limits: limits) == expected)
        }
    }

    @Test("The largest depth that can be allowed is read and written")
    func largestDepth() throws {
        let limits = MonkeyLimits(maximumDepth: 256)
        let value = nested(7, in: 255)
        let object = try value.foundationObject(limits: limits)
        #expect(try MonkeyValue(foundationObject: object, limits: limits) == value)
        #expect(failure(NSArray(object: object), limits: limits)?.code == .tooDeep)
        #expect(failure(of: [value], limits: limits)?.code == .tooDeep)
    }

    @Test("All values count, keys and containers among them")
    func number() throws {
        // 1 + 4 + 2 + 2: the dictionary, its keys and values, and what is in these.
        let value: MonkeyValue = [1: ["a", "b"], 2: ["c": nil]]
        let enough = MonkeyLimits(maximumValueCount: 9)
        let object = try value.foundationObject(limits: enough)
        #expect(try MonkeyValue(foundationObject: object, limits: enough) == value)
        for (limit, path) in [(8, [.key(2)]), (6, [.key(1)]), (4, []), (1, [])]
            as [(Int, [FoundationObjectError.Step])]
        {
            let limits = MonkeyLimits(maximumValueCount: limit)
            let expected = FoundationObjectError(.tooManyValues, at: path)
            #expect(failure(of: value, limits: limits) == expected)
            #expect(failure(object, limits: limits) == expected)
        }
        let one = MonkeyLimits(maximumValueCount: 1)
        #expect(failure(5, limits: one) == nil)
        #expect(failure([Any](), limits: one) == nil)
        #expect(failure([5], limits: one)?.code == .tooManyValues)
    }

    @Test("What survives comes back, and a second time the same")
    func roundTrip() throws {
        try checkProperty("objects of a value give it back", count: 4000) {
            $0.value()
        } holds: { value in
            let back = try MonkeyValue(foundationObject: value.foundationObject())
            if back != value.survivor { return "came back as \(back)" }
            let again = try MonkeyValue(foundationObject: back.foundationObject())
            return again == back ? nil : "the second time as \(again)"
        }
    }
}
