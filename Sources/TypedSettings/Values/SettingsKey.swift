/// The identity of a setting in a store: a name within a domain.
///
/// Both are opaque text: dots and other signs have no meaning.
public struct SettingsKey: Hashable, Sendable, CustomStringConvertible {
  /// The namespace, usually the reverse-DNS name of an application or of a part of it.
  public let domain: String

  /// The name within the domain.
  public let name: String

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - domain: The namespace, such as `"com.example.pomodoro"`.
  ///   - name: The name within the domain, such as `"TimerSettingsSessionLength"`.
  public init(domain: String, name: String) {
    self.domain = domain
    self.name = name
  }

  /// The domain and the name, for messages.
  public var description: String { "\(domain)/\(name)" }
}
