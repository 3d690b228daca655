#if hasFeature(Embedded)
    /// What is kept for each connection, by a number. One kind of dictionary for all kinds of values makes a module
    /// small that a browser loads.
    struct ConnectionTable<Value: Sendable>: Sendable {
        private var values: [(key: Int, value: Value?)] = []
        /// Where the value of a number is.
        private var places: [Int: Int] = [:]

        /// The numbers, in no particular order.
        var keys: [Int] { values.map { $0.key } }

        /// The value of a number; `nil` if there is none.
        subscript(key: Int) -> Value? {
            guard let place = places[key] else { return nil }
            return values[place].value
        }

        /// Looks at the value of a number, or changes it.
        ///
        /// - Parameter body: must not use the table.
        mutating func update<R>(_ key: Int, _ body: (inout Value?) -> R) -> R {
            let place = places[key] ?? values.count
            if place == values.count {
                values.append((key, nil))
                places[key] = place
            }
            let result = body(&values[place].value)
            if values[place].value == nil {
                let last = values.removeLast()
                places[key] = nil
                if place < values.count {
                    values[place] = last
                    places[last.key] = place
                }
            }
            return result
        }

        /// Changes every value.
        mutating func updateAll(_ body: (inout Value) -> Void) {
            for key in keys {
                update(key) { kept in
                    guard var value = kept else { return }
                    body(&value)
                    kept = value
                }
            }
        }

        /// Takes a value out; `nil` if there is none.
        mutating func removeValue(forKey key: Int) -> Value? {
            update(key) { value in
                defer { value = nil }
                return value
            }
        }

        mutating func removeAll() { self = ConnectionTable() }
    }
#else
    /// What is kept for each connection, by a number.
    ///
    /// Traffic comes from a few connections at a time. Those are found without hashing, which would take longer
    /// than everything else that is done with a record.
    struct ConnectionTable<Value: Sendable>: Sendable {
        private struct Recent {
            var key: Int
            var value: Value?
        }

        private static var recentCount: Int { 8 }

        /// The last ones used, each at the place that its number's last bits give; empty before the first use, so
        /// that a new table allocates nothing. What is here is not in `others`.
        private var recent: ContiguousArray<Recent> = []
        private var others: [Int: Value] = [:]

        /// The numbers, in no particular order.
        var keys: [Int] { recent.compactMap { $0.value == nil ? nil : $0.key } + others.keys }

        /// The value of a number; `nil` if there is none.
        subscript(key: Int) -> Value? {
            let place = key & (Self.recentCount - 1)
            guard !recent.isEmpty, recent[place].key == key else { return others[key] }
            return recent[place].value
        }

        /// Looks at the value of a number, or changes it.
        ///
        /// - Parameter body: must not use the table.
        mutating func update<R>(_ key: Int, _ body: (inout Value?) -> R) -> R {
            let place = key & (Self.recentCount - 1)
            if recent.isEmpty || recent[place].key != key { bringIn(key, to: place) }
            return body(&recent[place].value)
        }

        /// Changes every value.
        mutating func updateAll(_ body: (inout Value) -> Void) {
            for key in keys {
                update(key) { kept in
                    guard var value = kept else { return }
                    body(&value)
                    kept = value
                }
            }
        }

        /// Takes a value out; `nil` if there is none.
        mutating func removeValue(forKey key: Int) -> Value? {
            update(key) { value in
                defer { value = nil }
                return value
            }
        }

        mutating func removeAll() { self = ConnectionTable() }

        private mutating func bringIn(_ key: Int, to place: Int) {
            if recent.isEmpty {
                recent = ContiguousArray(
                    repeating: Recent(key: 0, value: nil), count: Self.recentCount)
            }
            if let earlier = recent[place].value { others[recent[place].key] = earlier }
            recent[place] = Recent(key: key, value: others.removeValue(forKey: key))
        }
    }
#endif
