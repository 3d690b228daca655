// Accepted
public import Foundation

public func fine(_ locale: Locale) -> String {
    UInt64(1).formatted(.number.locale(locale)) + (locale.language.languageCode?.identifier ?? "")
}
