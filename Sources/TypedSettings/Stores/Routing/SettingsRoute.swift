/// Which settings a ``RoutingSettingsStore`` keeps in which store.
public struct SettingsRoute: Sendable {
  private enum Condition: Sendable {
    case traits(SettingsTrait)
    case domain(String)
  }

  private let condition: Condition

  /// The store that keeps them.
  public let store: any SettingsStore

  /// The settings that have all of the given traits.
  ///
  /// - Parameters:
  ///   - traits: What a setting must have.
  ///   - store: The store that keeps them.
  /// - Returns: The route.
  public static func traits(_ traits: SettingsTrait, to store: any SettingsStore) -> SettingsRoute {
    SettingsRoute(condition: .traits(traits), store: store)
  }

  /// The settings of a domain.
  ///
  /// - Parameters:
  ///   - domain: The domain.
  ///   - store: The store that keeps them.
  /// - Returns: The route.
  public static func domain(_ domain: String, to store: any SettingsStore) -> SettingsRoute {
    SettingsRoute(condition: .domain(domain), store: store)
  }

  /// Whether a setting takes the route.
  func fits(_ key: SettingsKey, _ traits: SettingsTrait) -> Bool {
    switch condition {
    case .traits(let required): !required.isEmpty && traits.isSuperset(of: required)
    case .domain(let domain): key.domain == domain
    }
  }
}
