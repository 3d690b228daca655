import Foundation

/// The bytes of a file that should be a shard's report.
package struct ReportText {
    /// They are not a report; why.
    package struct Malformed: Error, Hashable {
        package let reason: String
    }

    private let data: Data

    package init(_ bytes: some Sequence<UInt8>) { data = Data(bytes) }

    /// The work that it is about.
    package func work() throws(Malformed) -> Work {
        struct Header: Decodable { let work: Work }
        return try decode(Header.self).work
    }

    package func report<Found: ShardResult>(
        of type: Found.Type
    ) throws(Malformed) -> ShardReport<Found> {
        try decode(ShardReport<Found>.self)
    }

    private func decode<Value: Decodable>(_ type: Value.Type) throws(Malformed) -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw Malformed(reason: words(error))
        } catch {
            throw Malformed(reason: "not JSON")
        }
    }

    private func words(_ error: DecodingError) -> String {
        if let fault = error.fault { return fault }
        // Where a number is that is out of range, the decoder does not tell.
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        let isJSON = (try? JSONDecoder().decode(Anything.self, from: data)) != nil
        return isJSON ? "a number is out of range" : "not JSON"
    }
}

extension DecodingError {
    /// What keeps a member of a report from being read; `nil` if it does not say which member.
    fileprivate var fault: String? {
        func name(_ path: [any CodingKey]) -> String {
            path.map(\.stringValue).joined(separator: ".")
        }
        switch self {
        case .keyNotFound(let key, let context):
            return "no '\(name(context.codingPath + [key]))'"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "'\(name(context.codingPath))' is of another type"
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty
                ? nil : "'\(name(context.codingPath))' has another form"
        @unknown default:
            return nil
        }
    }
}
