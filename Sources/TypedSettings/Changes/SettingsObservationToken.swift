internal import Synchronization

/// Identifies an observer of a key in a store.
public struct SettingsObservationToken: Hashable, Sendable {
  /// The key that is observed.
  public let key: SettingsKey

  package let number: UInt64

  private static let last = Atomic<UInt64>(0)

  /// Makes a token that no other observer has.
  ///
  /// - Parameter key: The key that is observed.
  public init(key: SettingsKey) {
    self.key = key
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
