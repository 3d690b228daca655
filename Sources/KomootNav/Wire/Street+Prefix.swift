// Left out of Embedded Swift: where a character ends is in tables that firmware has no room for.
#if !hasFeature(Embedded)
    extension Street {
        /// The longest beginning that has at most this many bytes and ends where a character ends. If
        /// the bytes are not well-formed UTF-8, it ends where a sequence ends.
        ///
        /// ``InstructionLayout/maximumStreetByteCount`` is what a layout has room for.
        public func prefix(maximumByteCount limit: Int) -> Street {
            if byteCount <= limit { return self }
            guard let text = try? text(.strict) else {
                return withBytes { bytes in
                    Street(StreetView(bytes.extracting(..<max(limit, 0))).wholeCharacters)
                }
            }
            var count = 0
            let beginning = text.prefix { character in
                count += character.utf8.count
                return count <= limit
            }
            return Street(String(beginning))
        }
    }
#endif
