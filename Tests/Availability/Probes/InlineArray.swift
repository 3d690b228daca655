// Refused: InlineArray
public func tooNew() -> Int {
    let four: InlineArray<4, UInt8> = [1, 2, 3, 4]
    return four.count
}
