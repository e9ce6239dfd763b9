import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Groups of one class, whose settings have the same keys.
@Suite struct SeveralStoresTests {
  enum Place: CaseIterable {
    case sameStore, sameFile, otherStore, otherFile

    /// Two stores.
    fileprivate var stores: (any SettingsStore, any SettingsStore) {
      let (file, other) = (SeveralStoresTests.newFile(), SeveralStoresTests.newFile())
      let memory = InMemorySettingsStore()
      switch self {
      case .sameStore: return (memory, memory)
      case .sameFile: return (FileSettingsStore(file: file), FileSettingsStore(file: file))
      case .otherStore: return (memory, InMemorySettingsStore())
      case .otherFile: return (FileSettingsStore(file: file), FileSettingsStore(file: other))
      }
    }
  }

  /// Returns a file that doesn't exist.
  private static func newFile() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
  }

  @Test(arguments: Place.allCases)
  func `a setting of two groups is reported if its values are in different stores`(_ place: Place) {
    let stores = place.stores
    let (first, second) = (TestDevice(in: stores.0), TestDevice(in: stores.1))
    let errors = LockedState<[SettingsError]>([])
    let settings = SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error) } }) {
      SyncedSettings(of: [first.group, second.group], traits: .watchSync, including: [], rules: .all)
    }
    let isReported = place == .otherStore || place == .otherFile
    let expected: [SettingsKey?] = isReported ? [first.count.key, first.name.key] : []
    #expect(errors.withLock { $0.map(\.key) } == expected)
    #expect(errors.withLock { $0.allSatisfy { $0.code == .syncRefused } })
    #expect(settings.members[first.count.key].map { $0.store === stores.0 } == true)
  }
}
