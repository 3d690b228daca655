import ConnectIQBridge
import KomootNav
import LinkForms

/// The vectors of watches: messages, the links of a device selection, and the navigation message.
enum WatchVector {
    /// What the library reads in a message's bytes.
    static func decode(_ input: JSONValue) -> JSONValue? {
        guard let bytes = input.bytes("bytes"), let limits = input.messageLimits else { return nil }
        do throws(MonkeyError) {
            let value = try MonkeyValue(decoding: bytes.span, limits: limits)
            return .object(["message": value.json])
        } catch {
            return .object(["error": error.json])
        }
    }

    /// What the library writes for a message, or why one of its dictionaries can't be made.
    static func encode(_ input: JSONValue) -> JSONValue? {
        guard let message = input["message"], let limits = input.messageLimits else { return nil }
        do throws(MalformedValue) {
            return bytes(of: try MonkeyValue(json: message), limits)
        } catch {
            return error.keyError.map { .object(["error": $0.json]) }
        }
    }

    /// The URL that asks for devices.
    static func request(_ input: JSONValue) -> JSONValue? {
        guard let request = input.deviceSelectionRequest else { return nil }
        switch request {
        case .success(let request): return .object(["url": .string(request.url)])
        case .failure(let error): return .object(["error": error.json])
        }
    }

    /// The devices in an answer.
    static func answer(_ input: JSONValue) -> JSONValue? {
        guard let url = input["url"]?.string, let scheme = input["urlScheme"]?.string else {
            return nil
        }
        do throws(LinkError) {
            return try DeviceSelectionResponse(url: url, urlScheme: scheme).json
        } catch {
            return .object(["error": error.json])
        }
    }

    /// The bytes of a navigation message.
    static func navigationEncode(_ input: JSONValue) -> JSONValue? {
        guard input["ended"] != .bool(true) else {
            return bytes(of: NavigationMessage.ended.value, MonkeyLimits())
        }
        guard let arrow = input["arrow"]?.unsigned.flatMap({ UInt8(exactly: $0) }),
            let distance = input["distanceInMeters"]?.unsigned,
            let street = input.bytes("streetBytes"),
            let limit = input.limit(
                "maximumStreetByteCount", or: NavigationMessage.defaultStreetByteCount)
        else { return nil }
        let instruction = NavigationInstruction(
            identifier: .uint32(0), arrow: Arrow(rawValue: arrow), distanceInMeters: distance,
            street: Street(street.span))
        let message = NavigationMessage(instruction, maximumStreetByteCount: limit)
        return bytes(of: message.value, MonkeyLimits())
    }

    /// The navigation message in some bytes.
    static func navigationDecode(_ input: JSONValue) -> JSONValue? {
        guard let bytes = input.bytes("bytes") else { return nil }
        let value: MonkeyValue
        do throws(MonkeyError) {
            value = try MonkeyValue(decoding: bytes.span)
        } catch {
            return .object(["error": error.json])
        }
        do throws(NavigationMessageError) {
            return try NavigationMessage(value).json
        } catch {
            return .object(["error": error.json])
        }
    }

    private static func bytes(of value: MonkeyValue, _ limits: MonkeyLimits) -> JSONValue {
        do throws(MonkeyError) {
            return .object(["bytes": .bytes(try value.encoded(limits: limits))])
        } catch {
            return .object(["error": error.json])
        }
    }
}

extension JSONValue {
    /// A limit that may be given; `nil` for anything but a number.
    fileprivate func limit(_ key: String, or usual: Int) -> Int? {
        self[key] == nil ? usual : int(key)
    }

    /// The limits of a message; `nil` if one of them has another form.
    var messageLimits: MonkeyLimits? {
        let usual = MonkeyLimits()
        guard let byteCount = limit("maximumByteCount", or: usual.maximumByteCount),
            let depth = limit("maximumDepth", or: usual.maximumDepth),
            let valueCount = limit("maximumValueCount", or: usual.maximumValueCount)
        else { return nil }
        return MonkeyLimits(
            maximumByteCount: byteCount, maximumDepth: depth, maximumValueCount: valueCount)
    }

    /// The request for devices, or why it can't be written; `nil` if a part has another form.
    var deviceSelectionRequest: Result<DeviceSelectionRequest, LinkError>? {
        guard let name = self["appName"]?.string, let bundle = self["bundleIdentifier"]?.string,
            let scheme = self["urlScheme"]?.string
        else { return nil }
        var version = DeviceSelection.libraryVersion
        if let given = self["libraryVersion"] {
            guard let number = given.unsigned else { return nil }
            version = number
        }
        do throws(LinkError) {
            return .success(
                try DeviceSelectionRequest(
                    appName: name, bundleIdentifier: bundle, urlScheme: scheme,
                    libraryVersion: version))
        } catch {
            return .failure(error)
        }
    }
}
