/// What Connect Mobile answers to a ``DeviceSelectionRequest``: the devices that the user shares.
///
/// ```swift
/// let response = try DeviceSelectionResponse(
///     url: "rides-4711://device-select-resp?d0ID=A6230408-B526-A5D6-8929-7791342EB4AF&d0Name=Edge",
///     urlScheme: "rides-4711")
/// print(response.devices[0].name)  // Edge
/// ```
///
/// The list replaces all devices known before, even if it is empty. Any app can open such a URL: see clause 3.5.
///
/// Source: `Docs/Watch.md`, clauses 3.3 to 3.5.
public struct DeviceSelectionResponse: Hashable, Sendable {
    /// The devices, in the order of their numbers.
    public let devices: [WatchDevice]
    /// The bundle identifier that the answer gives as its sender's; `nil` if it gives none. It proves nothing.
    public let sender: String?

    /// Parses an answer. Items may come in any order; unknown ones are ignored, but those of a device need its identifier.
    ///
    /// - Parameters:
    ///   - url: the URL that the system handed to the app.
    ///   - urlScheme: the scheme that the app registered. Case does not matter.
    /// - Throws: any ``LinkError`` but `invalidScheme` and `emptyName`.
    public init(url: String, urlScheme: String) throws(LinkError) {
        guard url.utf8.count <= DeviceSelection.maximumByteCount else {
            throw LinkError(.oversized, at: DeviceSelection.maximumByteCount)
        }
        let bytes = ContiguousArray(url.utf8)
        let query = try Self.query(of: bytes, urlScheme: urlScheme)
        var listed = ListedDevices()
        var sender: String?
        var start = query.lowerBound
        while start < query.upperBound {
            let rest = start..<query.upperBound
            let end = bytes[rest].firstIndex(of: UInt8(ascii: "&")) ?? query.upperBound
            let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
            let name = try PercentEncoding.decoded(start..<equals, of: bytes)
            let value = try PercentEncoding.decoded(min(equals + 1, end)..<end, of: bytes)
            if Self.isSame(name, "ciqBundle") {
                guard sender == nil else { throw LinkError(.repeatedItem, at: start) }
                sender = value
            } else {
                try listed.take(name: name, value: value, offset: start)
            }
            start = end + 1
        }
        devices = try listed.devices()
        self.sender = sender
    }

    /// Whether a URL has an app's scheme and the answer's host, well-formed or not.
    static func isAddressed(_ url: String, urlScheme: String) -> Bool {
        (try? query(of: ContiguousArray(url.utf8), urlScheme: urlScheme)) != nil
    }

    /// Where the items are: after the question mark, if there is one, and before the fragment.
    private static func query(
        of url: ContiguousArray<UInt8>, urlScheme: String
    ) throws(LinkError) -> Range<Int> {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")),
            url[..<colon].elementsEqual(urlScheme.utf8, by: isSameLetter)
        else { throw LinkError(.wrongScheme, at: 0) }
        let host = "://\(DeviceSelection.responseHost)".utf8
        var position = colon
        for expected in host {
            guard position < url.count, isSameLetter(url[position], expected) else {
                throw LinkError(.notDeviceSelection, at: position)
            }
            position += 1
        }
        if position < url.count, url[position] == UInt8(ascii: "/") { position += 1 }
        let end = url[position...].firstIndex(of: UInt8(ascii: "#")) ?? url.count
        guard position < end else { return end..<end }
        guard url[position] == UInt8(ascii: "?") else {
            throw LinkError(.notDeviceSelection, at: position)
        }
        return position + 1..<end
    }

    private static func isSame(_ name: String, _ other: String) -> Bool {
        name.utf8.elementsEqual(other.utf8)
    }

    /// Whether two bytes are the same but for the case of a letter.
    private static func isSameLetter(_ one: UInt8, _ other: UInt8) -> Bool {
        lowercase(one) == lowercase(other)
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte
    }
}

/// The items of all devices.
private struct ListedDevices {
    private struct Items {
        let offset: Int
        var id: UUID128?
        var model: String?
        var name: String?
        var partNumber: String?
    }

    private enum Field {
        case id
        case model
        case name
        case partNumber
    }

    private var items = [Items?](repeating: nil, count: DeviceSelection.maximumDeviceCount)

    /// Takes an item, if it is one of a device. A word that is not known is ignored, but the device is there: an
    /// answer in words that nobody knows must not look like one without devices.
    mutating func take(name: String, value: String, offset: Int) throws(LinkError) {
        guard let (number, field) = Self.parts(of: name) else { return }
        guard number < items.count else { throw LinkError(.tooManyDevices, at: offset) }
        var device = items[number] ?? Items(offset: offset)
        switch field {
        case .id:
            guard let id = UUID128(value) else { throw LinkError(.invalidIdentifier, at: offset) }
            guard device.id == nil else { throw LinkError(.repeatedItem, at: offset) }
            device.id = id
        case .model:
            guard device.model == nil else { throw LinkError(.repeatedItem, at: offset) }
            device.model = value
        case .name:
            guard device.name == nil else { throw LinkError(.repeatedItem, at: offset) }
            device.name = value
        case .partNumber:
            guard device.partNumber == nil else { throw LinkError(.repeatedItem, at: offset) }
            device.partNumber = value
        case nil: break
        }
        items[number] = device
    }

    func devices() throws(LinkError) -> [WatchDevice] {
        var devices: [WatchDevice] = []
        var ids = Set<UUID128>()
        for device in items {
            guard let device else { continue }
            guard let id = device.id else { throw LinkError(.missingIdentifier, at: device.offset) }
            guard ids.insert(id).inserted else {
                throw LinkError(.duplicateDevice, at: device.offset)
            }
            devices.append(
                WatchDevice(
                    id: id, model: device.model ?? "", name: device.name ?? "",
                    partNumber: device.partNumber ?? ""))
        }
        return devices
    }

    /// The device's number and the word after it, as in `d0ID`; the word is `nil` if it is not known.
    private static func parts(of name: String) -> (number: Int, field: Field?)? {
        let bytes = ContiguousArray(name.utf8)
        guard bytes.first == UInt8(ascii: "d") else { return nil }
        let digits = bytes.dropFirst().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard !digits.isEmpty else { return nil }
        let number = digits.reduce(0) { number, digit in
            // Larger numbers are all too large.
            min(10 * number + Int(digit - UInt8(ascii: "0")), DeviceSelection.maximumDeviceCount)
        }
        let word = bytes[digits.endIndex...]
        if word.elementsEqual("ID".utf8) { return (number, .id) }
        if word.elementsEqual("Model".utf8) { return (number, .model) }
        if word.elementsEqual("Name".utf8) { return (number, .name) }
        if word.elementsEqual("PartNumber".utf8) { return (number, .partNumber) }
        return (number, nil)
    }
}
