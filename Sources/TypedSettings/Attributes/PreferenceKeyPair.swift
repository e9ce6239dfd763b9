/// The name of a setting on another device, where it differs from the local one.
public struct PreferenceKeyPair: Hashable, Sendable {
  /// The name there.
  public let key: String

  /// The domain there; `nil` for the setting's own.
  public let domain: String?

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - key: The name on the other device.
  ///   - domain: The domain there, where it differs from the setting's own.
  public init(key: String, domain: String? = nil) {
    self.key = key
    self.domain = domain
  }
}
