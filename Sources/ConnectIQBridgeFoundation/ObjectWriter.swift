import ConnectIQBridge
import Foundation

/// Makes Foundation objects from values.
struct ObjectWriter {
    private var path: ObjectPath

    init(limits: MonkeyLimits) { path = ObjectPath(limits: limits) }

    mutating func object(of value: MonkeyValue) throws(FoundationObjectError) -> NSObject {
        switch value {
        case .null: return NSNull()
        case .number(let number): return NSNumber(value: number)
        case .long(let number): return NSNumber(value: number)
        case .float(let number): return NSNumber(value: number)
        case .double(let number): return NSNumber(value: number)
        case .boolean(let flag): return NSNumber(value: flag)
        case .char: throw path.error(.unsupportedType)
        case .string(let text): return NSString(string: text)
        case .array(let elements): return try object(of: elements)
        case .dictionary(let dictionary): return try object(of: dictionary)
        case .byteArray(let bytes): return NSData(data: Data(bytes))
        }
    }

    private mutating func object(
        of elements: [MonkeyValue]
    ) throws(FoundationObjectError) -> NSObject {
        try path.enterContainer(of: elements.count)
        var objects: [NSObject] = []
        objects.reserveCapacity(elements.count)
        for (position, element) in elements.enumerated() {
            path.enter(.element(position))
            objects.append(try object(of: element))
            path.leave()
        }
        return NSArray(array: objects)
    }

    private mutating func object(
        of dictionary: MonkeyDictionary
    ) throws(FoundationObjectError) -> NSObject {
        try path.enterContainer(of: 2 * dictionary.pairs.count)
        // As Swift compares them: Foundation on Linux stops the program for some of those that are the same to Swift.
        var texts = Set<String>()
        let objects = NSMutableDictionary()
        for pair in dictionary.pairs {
            let key = try self.key(of: pair.key)
            path.enter(.key(pair.key))
            switch key {
            case .text(let text):
                guard texts.insert(text).inserted else { throw path.error(.duplicateKey) }
                objects.setObject(try object(of: pair.value), forKey: NSString(string: text))
            case .number(let number):
                guard objects.object(forKey: number) == nil else {
                    throw path.error(.duplicateKey)
                }
                objects.setObject(try object(of: pair.value), forKey: number)
            }
            path.leave()
        }
        return objects
    }

    /// What a key becomes.
    private enum Key {
        case number(NSNumber)
        case text(String)
    }

    private func key(of key: MonkeyKey) throws(FoundationObjectError) -> Key {
        switch key {
        case .number(let number): return .number(NSNumber(value: number))
        case .long(let number): return .number(NSNumber(value: number))
        case .float(let number) where !number.isNaN: return .number(NSNumber(value: number))
        case .double(let number) where !number.isNaN: return .number(NSNumber(value: number))
        case .boolean(let flag): return .number(NSNumber(value: flag))
        case .string(let text): return .text(text)
        case .float, .double, .char: throw path.error(.invalidKey)
        }
    }
}
