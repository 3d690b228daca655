import Foundation
import KomootNavFoundation
import KomootNavCoreBluetooth
public enum SourceText: Hashable, Sendable { case ended, unreadable, damaged(Int)
  func text(locale: Locale, in catalogues: TextCatalogues) -> String { "\(self)" } }
extension NavigationDevice.Status { func advice(locale: Locale, in catalogues: TextCatalogues) -> String? { nil } }
