/// The enumerations of Core Bluetooth, as Objective-C declares them: open ones, whose raw values may
/// be others than the named ones, and over which a switch in Swift needs `@unknown default`. An
/// enumeration that is declared in Swift would differ in both.
#ifndef CCOREBLUETOOTH_H
#define CCOREBLUETOOTH_H

#define OPEN enum __attribute__((enum_extensibility(open)))

OPEN CBManagerState : long {
    CBManagerStateUnknown = 0,
    CBManagerStateResetting,
    CBManagerStateUnsupported,
    CBManagerStateUnauthorized,
    CBManagerStatePoweredOff,
    CBManagerStatePoweredOn,
};
typedef enum CBManagerState CBManagerState;

OPEN CBManagerAuthorization : long {
    CBManagerAuthorizationNotDetermined = 0,
    CBManagerAuthorizationRestricted,
    CBManagerAuthorizationDenied,
    CBManagerAuthorizationAllowedAlways,
};
typedef enum CBManagerAuthorization CBManagerAuthorization;

OPEN CBPeripheralState : long {
    CBPeripheralStateDisconnected = 0,
    CBPeripheralStateConnecting,
    CBPeripheralStateConnected,
    CBPeripheralStateDisconnecting,
};
typedef enum CBPeripheralState CBPeripheralState;

OPEN CBCharacteristicWriteType : long {
    CBCharacteristicWriteWithResponse = 0,
    CBCharacteristicWriteWithoutResponse,
};
typedef enum CBCharacteristicWriteType CBCharacteristicWriteType;

// In Swift these two are `CBError.Code` and `CBATTError.Code`.

OPEN CBErrorCode : long {
    CBErrorCodeUnknown = 0,
    CBErrorCodeInvalidParameters = 1,
    CBErrorCodeInvalidHandle = 2,
    CBErrorCodeNotConnected = 3,
    CBErrorCodeOutOfSpace = 4,
    CBErrorCodeOperationCancelled = 5,
    CBErrorCodeConnectionTimeout = 6,
    CBErrorCodePeripheralDisconnected = 7,
    CBErrorCodeUuidNotAllowed = 8,
    CBErrorCodeAlreadyAdvertising = 9,
    CBErrorCodeConnectionFailed = 10,
    CBErrorCodeConnectionLimitReached = 11,
    CBErrorCodeUnknownDevice = 12,
    CBErrorCodeOperationNotSupported = 13,
    CBErrorCodePeerRemovedPairingInformation = 14,
    CBErrorCodeEncryptionTimedOut = 15,
    CBErrorCodeTooManyLEPairedDevices = 16,
};
typedef enum CBErrorCode CBErrorCode;

OPEN CBATTErrorCode : long {
    CBATTErrorCodeSuccess = 0x00,
    CBATTErrorCodeInvalidHandle = 0x01,
    CBATTErrorCodeReadNotPermitted = 0x02,
    CBATTErrorCodeWriteNotPermitted = 0x03,
    CBATTErrorCodeInvalidPdu = 0x04,
    CBATTErrorCodeInsufficientAuthentication = 0x05,
    CBATTErrorCodeRequestNotSupported = 0x06,
    CBATTErrorCodeInvalidOffset = 0x07,
    CBATTErrorCodeInsufficientAuthorization = 0x08,
    CBATTErrorCodePrepareQueueFull = 0x09,
    CBATTErrorCodeAttributeNotFound = 0x0A,
    CBATTErrorCodeAttributeNotLong = 0x0B,
    CBATTErrorCodeInsufficientEncryptionKeySize = 0x0C,
    CBATTErrorCodeInvalidAttributeValueLength = 0x0D,
    CBATTErrorCodeUnlikelyError = 0x0E,
    CBATTErrorCodeInsufficientEncryption = 0x0F,
    CBATTErrorCodeUnsupportedGroupType = 0x10,
    CBATTErrorCodeInsufficientResources = 0x11,
};
typedef enum CBATTErrorCode CBATTErrorCode;

#endif
