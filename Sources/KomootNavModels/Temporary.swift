import Foundation
import KomootNavFoundation
import KomootNavCoreBluetooth
public enum SourceText: Hashable, Sendable { case ended, unreadable, damaged(Int)
  func text(locale: Locale, in catalogues: TextCatalogues) -> String { switch self { case .ended: "The recording has ended"; case .unreadable: "The recording can't be read"; case .damaged(let n): n == 1 ? "1 part of the recording can't be read" : "\(n) parts of the recording can't be read" } } }
extension NavigationDevice.Status { func advice(locale: Locale, in catalogues: TextCatalogues) -> String? { nil } }
