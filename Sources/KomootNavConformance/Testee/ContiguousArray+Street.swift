import KomootNav

extension ContiguousArray<UInt8> {
    /// The text that is shown of a street.
    var shownText: String {
        // This policy refuses nothing.
        (try? StreetView(span).text(.dropIncompleteTail)) ?? ""
    }
}
