import ConnectIQBridge

/// Where a conversion is, and how many values it has met. Both directions count alike.
struct ObjectPath {
    private let limits: MonkeyLimits
    /// The value itself is one.
    private var count = 1
    private(set) var steps: [FoundationObjectError.Step] = []

    init(limits: MonkeyLimits) { self.limits = limits }

    func error(_ code: FoundationObjectError.Code) -> FoundationObjectError {
        FoundationObjectError(code, at: steps)
    }

    /// Counts the values in a container, keys among them.
    mutating func enterContainer(of valueCount: Int) throws(FoundationObjectError) {
        guard valueCount > 0 else { return }
        guard steps.count + 1 < limits.maximumDepth else { throw error(.tooDeep) }
        guard valueCount <= limits.maximumValueCount - count else { throw error(.tooManyValues) }
        count += valueCount
    }

    mutating func enter(_ step: FoundationObjectError.Step) { steps.append(step) }

    mutating func leave() { steps.removeLast() }
}
