import CoreBluetooth
import Foundation
import Testing

@Suite struct ErrorTests {
    @Test("An error tells its domain and its code, and unnamed codes too")
    func codes() throws {
        let error: any Error = CBATTError(CBATTError.Code(rawValue: 0x80) ?? .success)
        let att = try #require(error as? CBATTError)
        #expect(att.code.rawValue == 0x80)
        #expect(att.errorCode == 0x80)
        #expect((error as NSError).domain == CBATTErrorDomain)
        #expect((error as NSError).code == 0x80)
        #expect(error as? CBError == nil)
        #expect(CBATTError.attributeNotLong ~= CBATTError(.attributeNotLong))
        switch CBManagerState.poweredOff {
        case .unknown, .resetting, .unsupported, .unauthorized, .poweredOff, .poweredOn: break
        @unknown default: Issue.record("unnamed")
        }
    }
}
