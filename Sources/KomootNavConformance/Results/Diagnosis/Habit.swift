/// Something that a testee does in every case of an operation, right or wrong.
///
/// A testee that answers every street with an empty one agrees by chance with each bug that empties some streets. What it
/// does everywhere explains more.
public struct Habit: Hashable, Sendable {
    /// What a testee may always do.
    public enum Kind: Hashable, Sendable {
        /// It ends, never answers, or writes something else than an answer.
        case noAnswer
        /// The same, but only if there is an instruction to show.
        case noInstruction
        /// The same, but only if a member of the right answer has this value.
        case noAnswerWith(member: String, JSONValue)
        /// The same, but only within a limit.
        case noAnswerWithin(Limit)
        /// A member has this value, or is missing.
        case constant(member: String, JSONValue?)
        /// A member has the second value where it should have the first.
        case replaced(member: String, JSONValue, by: JSONValue)
        /// A member is wrong.
        case wrong(member: String)
        /// What is measured is wrong within a limit.
        case wrongWithin(Limit)
        /// A member has this value within a limit.
        case sameWithin(Limit, member: String, JSONValue)
        /// A member is read or shown in another way.
        case otherReading(Reading)
        /// Streets of more than so many bytes are cut to that length.
        case cutStreet(byteCount: Int)
        /// Texts of streets of more than so many characters are cut to that length, with this text at the end.
        case cutText(characterCount: Int, ending: String)
        /// So many bytes are missing at the end of every street.
        case endOfStreetLost(byteCount: Int)
        /// These bytes, in hexadecimal, follow every street.
        case streetFollowed(by: String)
        /// The street is read from this byte of the object, whatever its layout.
        case streetBegins(byte: Int)
        /// Arrow, distance and street are read so many bytes too early.
        case fieldsEarly(byteCount: Int)
        /// A member is read from this byte of the object, whatever its layout.
        case memberBegins(String, byte: Int)
        /// Streets of fewer bytes, or characters of text, are filled up with blanks.
        case streetPadded(count: Int)
        /// The street ends before this text.
        case streetEndsBefore(String)
        /// Known arrows, or their names, are shown as others.
        case otherArrows(member: String, [Replacement])
        /// There is no answer if the street is not UTF-8.
        case noAnswerIfIllFormed
        /// The instruction of the object before is shown, or its street only, if the street is not UTF-8.
        case earlierIfIllFormed(Earlier)
        /// The same, if a part of both objects is the same.
        case earlierIfAlike(Earlier, Alike)
        /// Characters of a street become others.
        case characters(CharacterMap)
        /// Distances are shown in another way.
        case distanceShown(Distances)
        /// What cases that nothing else explains have in common, in words.
        case common(String)
    }

    /// The values of a measure from one on, or up to one.
    public struct Limit: Hashable, Sendable {
        /// Which values are within the limit.
        public enum Side: String, Hashable, Sendable, CaseIterable {
            /// The value and all that are greater.
            case from
            /// The value and all that are less.
            case upTo
        }

        /// What is measured.
        public let measure: Measure
        /// Which values are within the limit.
        public let side: Side
        /// The last value within the limit.
        public let value: Int
    }

    /// What a limit may be one of.
    public enum Measure: String, Hashable, Sendable, CaseIterable {
        /// The number of the arrow.
        case arrow
        /// The distance in metres.
        case distanceInMeters
        /// The bytes of the street.
        case streetSize
        /// The same, where only the street's text is wrong.
        case streetTextSize
    }

    /// Another way to read or show a member.
    public enum Reading: String, Hashable, Sendable, CaseIterable {
        /// The first two bytes of the identifier are read.
        case identifierInTwoBytes
        /// The identifier is read most significant byte first.
        case identifierReversed
        /// The first two bytes of the distance are read.
        case distanceInTwoBytes
        /// The distance is rounded to the nearest 10 when it is decoded.
        case distanceRounded
        /// The street ends before its first zero byte.
        case streetEndsAtZero
    }

    /// What is left of an object that was read before.
    public enum Earlier: String, Hashable, Sendable, CaseIterable {
        /// All of the instruction.
        case instruction
        /// The street alone.
        case street
    }

    /// What is the same in two objects.
    public enum Alike: Hashable, Sendable {
        /// So many first bytes, or more.
        case beginning(byteCount: Int)
        /// These members, or ``numberOfBytes``.
        case members([String])

        /// Stands for how long both are.
        public static let numberOfBytes = "the number of bytes"
    }

    /// A value that is shown as another.
    public struct Replacement: Hashable, Sendable {
        /// The right value.
        public let right: JSONValue
        /// What is shown.
        public let shown: JSONValue
    }

    /// Another way to show distances.
    public enum Distances: Hashable, Sendable {
        /// "Now" is shown up to so many metres; `not` are the least that are shown as a number.
        case now(upTo: Int, not: Int?)
        /// Short distances are rounded to so many units, not to 10.
        case step(Int)
        /// Short distances are rounded up.
        case roundedUp
        /// Halves of short distances are rounded to the even ten, or down.
        case halves(isEven: Bool)
        /// The unit of long distances is used from so many metres on, or never; `not` are the most with the other unit.
        case largeUnit(String, from: Int?, not: Int?)
        /// The unit of long distances is used from a short distance on that is not rounded, as "1000 ft".
        case limitNotRounded(String, String)
        /// The tenths of this unit are cut off, not rounded.
        case tenthsCut(String)
        /// The tenths of this unit are rounded up.
        case tenthsRoundedUp(String)
        /// Halves of tenths of this unit are rounded up or down, as their binary fractions are.
        case halvesPrinted(String)
        /// Halves of tenths of this unit, and of the whole unit, become even.
        case halvesOfLargeUnit(String)
        /// This unit has no tenths.
        case noTenths(String)
        /// Tenths of this unit are left out if they are zero.
        case zeroLeftOut(String)
        /// Tenths of this unit are left out from 10 on before rounding.
        case tenthsTo10(String)
        /// This unit has tenths also from 10 on.
        case tenthsGoOn(String)
        /// Whole numbers of this unit, from 10 on, are rounded up or down, not to the nearest.
        case wholeRounded(String, isUp: Bool)
        /// A unit has another name.
        case unit(String, as: String)
        /// There is a comma for the point.
        case comma
        /// A unit is taken for something else: for one of these, in words.
        case reckoned(String, as: [String])
        /// Distances from so many metres on are all shown alike.
        case same(from: Int, as: String)
        /// Distances from so many metres on are wrong; `not` is the greatest below that is right.
        case wrong(from: Int, not: Int?)
    }

    /// What it does.
    public let kind: Kind
    /// In which operations.
    public let operations: [Vector.Operation]
    /// In how many cases it does so.
    public let shownCount: Int
    /// In how many it could have done so.
    public let caseCount: Int
    /// The value nearest to a limit that the testee gets right, in the cases of the suite; `nil` if there is no limit.
    public let nearestRight: Int?
    /// What is shown instead of what, "10 instead of 12", if the habit says only that something is wrong.
    public let example: String?
    /// "in style metric", if only some of the styles of distances that could show it do.
    public let styles: String?
}

extension Habit {
    /// The habits, each kind of them once.
    static func joined(_ habits: [Self]) -> [Self] {
        var joined: [Self] = []
        for habit in habits {
            guard let place = joined.firstIndex(where: { $0.kind == habit.kind }) else {
                joined.append(habit)
                continue
            }
            let other = joined[place]
            joined[place] = Self(
                kind: habit.kind, operations: other.operations + habit.operations,
                shownCount: other.shownCount + habit.shownCount,
                caseCount: other.caseCount + habit.caseCount,
                nearestRight: other.nearestRight ?? habit.nearestRight,
                example: other.example ?? habit.example, styles: other.styles ?? habit.styles)
        }
        return joined
    }
}

extension Habit.Limit {
    /// Whether a value is within the limit.
    func contains(_ other: Int) -> Bool { side == .from ? other >= value : other <= value }
}

extension Habit.Measure {
    /// The member of the answer that is measured.
    var member: String {
        switch self {
        case .arrow: Observation.arrowName
        case .distanceInMeters: Observation.distanceName
        case .streetSize: Observation.streetName
        case .streetTextSize: Observation.streetTextName
        }
    }

    /// The value in a right answer with all of an instruction; `nil` if it has none.
    func value(in expected: JSONValue) -> Int? {
        switch self {
        case .arrow, .distanceInMeters: expected.int(member)
        case .streetSize, .streetTextSize:
            expected[Observation.streetName]?.string.map { $0.utf8.count / 2 }
        }
    }
}
