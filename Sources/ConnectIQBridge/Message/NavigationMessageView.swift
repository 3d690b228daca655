public import KomootNav

extension NavigationMessage {
    /// A navigation message, read in its bytes. It allocates nothing.
    ///
    /// ```swift
    /// let view = try NavigationMessage.View(decoding: bytes.span)
    /// if let arrow = view.arrow { display.show(arrow, view.distanceInMeters, view.street.bytes) }
    /// ```
    ///
    /// It refuses the same bytes as ``MonkeyValue/init(decoding:limits:)-(Span<UInt8>,_)`` and
    /// ``NavigationMessage/init(_:)-(MonkeyValue)`` together, for the same reason. The work is in proportion to the number of bytes,
    /// and to the square of the number of a dictionary's keys, if the keys are chosen to cause work.
    ///
    /// Source: `Docs/Watch.md`, clause 7.8.
    public struct View: ~Escapable {
        /// What to do; `nil` if the navigation has ended.
        public let arrow: Arrow?
        /// How far ahead, in metres; 0 if the navigation has ended.
        public let distanceInMeters: UInt32
        /// The street to turn into: well-formed UTF-8 without a zero byte. Empty if there is none, and if the navigation
        /// has ended.
        public let street: StreetView

        /// Reads a serialised message.
        ///
        /// - Parameters:
        ///   - bytes: the message, all of it.
        ///   - limits: how large it may be.
        /// - Throws: ``NavigationMessage/DecodingError``.
        @_lifetime(copy bytes)
        public init(decoding bytes: Span<UInt8>, limits: MonkeyLimits = MonkeyLimits())
            throws(DecodingError)
        {
            let found: (fields: NavigationFields, street: Range<Int>)?
            do throws(MonkeyError) {
                found = try Self.find(in: bytes, limits: limits)
            } catch {
                throw .malformed(error)
            }
            guard let found else { throw .refused(.notDictionary) }
            let shown: (arrow: Arrow, distanceInMeters: UInt32)?
            do throws(NavigationMessageError) {
                shown = try found.fields.checked()
            } catch {
                throw .refused(error)
            }
            arrow = shown?.arrow
            distanceInMeters = shown?.distanceInMeters ?? 0
            street = StreetView(bytes.extracting(shown == nil ? 0..<0 : found.street))
        }

        /// The values of the four keys, and where the street is; `nil` for another value than a dictionary.
        private static func find(
            in bytes: Span<UInt8>, limits: MonkeyLimits
        ) throws(MonkeyError) -> (fields: NavigationFields, street: Range<Int>)? {
            try MonkeyReader.check(bytes, limits: limits)
            var reader = try MonkeyReader(bytes, limits: limits)
            guard case .dictionary(let count)? = try reader.next() else { return nil }
            var fields = NavigationFields()
            var street = 0..<0
            for _ in 0..<count {
                guard let key = try reader.next(), let value = try reader.next() else { break }
                guard case .number(let number) = key else { continue }
                let field = NavigationFields.Field(value)
                switch number {
                case Key.version: fields.version = field
                case Key.arrow: fields.arrow = field
                case Key.distance: fields.distance = field
                case Key.street:
                    fields.street = field
                    if case .string(let offset) = value {
                        street = reader.textOfString(at: reader.strings.lowerBound + Int(offset))
                    }
                default: break
                }
            }
            return (fields, street)
        }
    }

    /// Why bytes are not a navigation message.
    public enum DecodingError: Error, Hashable, Sendable {
        /// They are not a serialised value (clause 6.10).
        case malformed(MonkeyError)
        /// They are a value, but not one that says where to go (clause 7.7).
        case refused(NavigationMessageError)
    }

    /// Copies what a view shows.
    public init(_ view: borrowing View) {
        guard let arrow = view.arrow else {
            self = .ended
            return
        }
        self = .instruction(
            Instruction(
                arrow: arrow, distanceInMeters: view.distanceInMeters,
                street: view.street.description))
    }

    /// Reads a serialised message.
    ///
    /// - Parameters:
    ///   - bytes: the message, all of it.
    ///   - limits: how large it may be.
    /// - Throws: ``NavigationMessage/DecodingError``.
    public init(decoding bytes: Span<UInt8>, limits: MonkeyLimits = MonkeyLimits())
        throws(DecodingError)
    {
        self.init(try View(decoding: bytes, limits: limits))
    }
}

extension NavigationMessage.DecodingError: CustomStringConvertible {
    /// The error as a sentence, or as in `truncated at 7`.
    public var description: String {
        switch self {
        case .malformed(let error): error.description
        case .refused(let error): error.description
        }
    }
}
