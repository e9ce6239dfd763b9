/// The identity of a setting in a store: a name within a domain.
///
/// Both are opaque strings; dots and other punctuation have no meaning. The names `$version`, `$schema`, `$number` and
/// `$spellings` are reserved. A store that can't represent a key has no value for it, and a write throws
/// ``SettingsError/Code/invalidName``.
public struct SettingsKey: Hashable, Sendable, CustomStringConvertible {
  /// The namespace, usually the reverse-DNS name of an app or one of its components.
  public let domain: String

  /// The name within the domain.
  public let name: String

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - domain: The namespace, such as `"com.example.pomodoro"`.
  ///   - name: The name within the domain, such as `"TimerSettingsSessionLength"`.
  public init(domain: String, name: String) {
    self.domain = domain
    self.name = name
  }

  /// Hashes the domain and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(domain.fastHashValue)
    hasher.combine(name.fastHashValue)
  }

  /// The domain and the name, for messages.
  public var description: String { "\(domain)/\(name)" }
}
