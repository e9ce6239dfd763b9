import TypedSettings
import TypedSettingsTesting

/// The stores that tests of all stores use.
enum StoreKind: CaseIterable {
  /// A store whose keys have live values.
  case live
  /// A store of the four methods, whose changes have no numbers.
  case fourMethods
  /// A store whose changes have numbers and which has observers.
  case observed

  func make() -> any SettingsStore {
    switch self {
    case .live: InMemorySettingsStore()
    case .fourMethods: DictionaryStore()
    case .observed: FaultInjectingSettingsStore()
    }
  }
}
