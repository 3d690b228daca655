public import Foundation

/// A device that the user shares.
open class IQDevice: NSObject {
    /// Names the device.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public let uuid: UUID!
    /// The product.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public let modelName: String!
    /// What its user calls it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public let friendlyName: String!
    /// The product's number in the vendor's catalogue.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public let partNumber: String!

    /// Creates a device.
    public convenience init!(id uuid: UUID!, modelName: String!, friendlyName: String!) {
        self.init(id: uuid, modelName: modelName, friendlyName: friendlyName, partNumber: nil)
    }

    /// Creates a device with a part number.
    public init!(id uuid: UUID!, modelName: String!, friendlyName: String!, partNumber: String!) {
        self.uuid = uuid
        self.modelName = modelName
        self.friendlyName = friendlyName
        self.partNumber = partNumber
    }

    /// Creates a device that is the same.
    public init!(device: IQDevice!) {
        uuid = device.uuid
        modelName = device.modelName
        friendlyName = device.friendlyName
        partNumber = device.partNumber
    }
}
