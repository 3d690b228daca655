import KomootNavPipe

extension Vector.WrongAnswer {
    /// Reads the members, or the word for a breakdown; `nil` if it is neither.
    init?(_ json: JSONValue) {
        switch json {
        case .object(let members): self = .members(members)
        case .string("breakdown"): self = .breakdown
        case .null, .bool, .number, .string, .array: return nil
        }
    }
}
