import TypedSettings
import TypedSettingsTesting

/// The stores that a promise about all stores is tested with.
enum StoreKind: CaseIterable {
  /// Its keys have live values.
  case live
  /// It offers the four methods and numbers no changes.
  case fourMethods
  /// It numbers its changes, and is observed.
  case observed

  func make() -> any SettingsStore {
    switch self {
    case .live: InMemorySettingsStore()
    case .fourMethods: DictionaryStore()
    case .observed: FaultInjectingSettingsStore()
    }
  }
}
