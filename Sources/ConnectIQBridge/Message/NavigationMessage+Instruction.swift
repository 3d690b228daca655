// Left out of Embedded Swift: where a character ends is in tables that firmware has no room for.
#if !hasFeature(Embedded)
    public import KomootNav

    extension NavigationMessage {
        /// The longest street that a message has if nothing else is said, in bytes. A watch shows fewer.
        public static let defaultStreetByteCount = 64

        /// Makes a message of an instruction.
        ///
        /// The street is repaired if it is not well-formed UTF-8, ends before a zero byte, and is cut at the end of
        /// a character if it has too many bytes.
        ///
        /// - Parameter maximumStreetByteCount: the largest number of bytes of the street.
        public init(
            _ instruction: NavigationInstruction,
            maximumStreetByteCount: Int = NavigationMessage.defaultStreetByteCount
        ) {
            self = .instruction(
                Instruction(
                    arrow: instruction.arrow, distanceInMeters: instruction.distanceInMeters,
                    street: Self.text(of: instruction.street, maximumStreetByteCount)))
        }

        private static func text(of street: Street, _ limit: Int) -> String {
            // With this policy it never throws.
            guard let text = try? street.text(.dropIncompleteTail) else { return "" }
            let beginning = Street(String(text.prefix { $0 != "\0" }))
            return beginning.prefix(maximumByteCount: limit).description
        }
    }
#endif
