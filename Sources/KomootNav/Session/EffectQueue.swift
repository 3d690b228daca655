/// The effects of one event, in order, without a heap.
///
/// The sessions' tables bound what one event can cause; ten is what a phone with four
/// centrals can need when a deadline was handled late.
struct EffectQueue<Effect: Sendable>: Sendable {
    /// The most effects that one event may have.
    static var capacity: Int { 10 }

    private var slots:
        (
            Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?, Effect?
        )
    private var first = 0
    private var count = 0

    init() { slots = (nil, nil, nil, nil, nil, nil, nil, nil, nil, nil) }

    var isEmpty: Bool { first == count }

    mutating func append(_ effect: Effect) {
        precondition(count < Self.capacity, "an event has more effects than there is room for")
        self[count] = effect
        count += 1
    }

    mutating func popFirst() -> Effect? {
        guard first < count else { return nil }
        let effect = self[first]
        first += 1
        if first == count {
            first = 0
            count = 0
        }
        return effect
    }

    private subscript(position: Int) -> Effect? {
        get {
            switch position {
            case 0: slots.0
            case 1: slots.1
            case 2: slots.2
            case 3: slots.3
            case 4: slots.4
            case 5: slots.5
            case 6: slots.6
            case 7: slots.7
            case 8: slots.8
            default: slots.9
            }
        }
        set {
            switch position {
            case 0: slots.0 = newValue
            case 1: slots.1 = newValue
            case 2: slots.2 = newValue
            case 3: slots.3 = newValue
            case 4: slots.4 = newValue
            case 5: slots.5 = newValue
            case 6: slots.6 = newValue
            case 7: slots.7 = newValue
            case 8: slots.8 = newValue
            default: slots.9 = newValue
            }
        }
    }
}
