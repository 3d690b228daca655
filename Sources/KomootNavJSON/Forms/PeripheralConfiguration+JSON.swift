package import KomootNav

extension PeripheralSession.Configuration {
    /// Reads the configuration's members of an object. Those that are missing have their defaults, except `layout`.
    ///
    /// Source: `Docs/Sessions.md`, configuration.
    package init(members json: JSONValue) throws(MalformedForm) {
        guard let layout = json.layout?.pinned else { throw .member("layout") }
        self.init(layout: layout)
        try json.take("notification", into: &notification)
        try json.take("retriedNotification", into: &retriedNotification)
        try json.take("serving", into: &serving)
        try json.take("ending", into: &ending)
        try json.take("chunkSize", into: &chunkSize)
        try json.take("lossDetection", into: &lossDetection)
        try json.take("hasCCCD", into: &hasCCCD)
        try json.take("repeats", into: &repeats)
    }

    /// The names of all members.
    package static let memberNames = [
        "layout", "notification", "retriedNotification", "serving", "ending", "chunkSize",
        "lossDetection", "hasCCCD", "repeats",
    ]

    /// Its members: `layout`, `hasCCCD`, and those that differ from their defaults.
    package var members: [String: JSONValue] {
        let usual = Self(layout: layout)
        let words: [(String, String, String)] = [
            ("notification", notification.rawValue, usual.notification.rawValue),
            (
                "retriedNotification", retriedNotification.rawValue,
                usual.retriedNotification.rawValue
            ),
            ("serving", serving.rawValue, usual.serving.rawValue),
            ("ending", ending.rawValue, usual.ending.rawValue),
            ("chunkSize", chunkSize.rawValue, usual.chunkSize.rawValue),
            ("lossDetection", lossDetection.rawValue, usual.lossDetection.rawValue),
        ]
        var members: [String: JSONValue] = [
            "layout": .string(layout.description), "hasCCCD": .bool(hasCCCD),
        ]
        for (key, word, usual) in words where word != usual { members[key] = .string(word) }
        if repeats != usual.repeats { members["repeats"] = .bool(repeats) }
        return members
    }
}

extension JSONValue {
    /// Takes a member, if there is one.
    fileprivate func take<Word: RawRepresentable<String>>(
        _ key: String, into word: inout Word
    ) throws(MalformedForm) {
        guard self[key] != nil else { return }
        guard let found = self.word(key, of: Word.self) else { throw .member(key) }
        word = found
    }

    /// Takes a member, if there is one.
    fileprivate func take(_ key: String, into flag: inout Bool) throws(MalformedForm) {
        guard self[key] != nil else { return }
        guard let found = bool(key) else { throw .member(key) }
        flag = found
    }
}
