/// What an observer of a store hears: one key got another value.
public struct SettingsChange: Sendable {
  /// Where a change comes from.
  public enum Origin: Hashable, Sendable {
    /// Somebody in this process assigned the value.
    case local
    /// The value changed behind the store's back: another process, an editor, a device.
    case external
    /// Somebody in this process removed the value.
    case reset
    /// Somebody in this process imported the value from a document, with others.
    case `import`
  }

  /// The key that changed.
  public let key: SettingsKey

  /// The value before the change; `nil` if there was none, or if the store does not say.
  public let oldValue: SettingsValue?

  /// The value after the change; `nil` if it was removed.
  public let value: SettingsValue?

  /// The change's place in the order of commits; `nil` if the store does not number its changes.
  ///
  /// Without a revision an observer takes the change as a hint and asks the store for the value.
  public let revision: SettingsRevision?

  /// Where the change comes from.
  public let origin: Origin

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - key: The key that changed.
  ///   - oldValue: The value before, if known.
  ///   - value: The value after; `nil` if it was removed.
  ///   - revision: A revision drawn under the lock that made the change; leave it out if there is no such lock.
  ///   - origin: Where the change comes from.
  public init(
    key: SettingsKey, oldValue: SettingsValue? = nil, value: SettingsValue?, revision: SettingsRevision? = nil,
    origin: Origin = .local
  ) {
    self.key = key
    self.oldValue = oldValue
    self.value = value
    self.revision = revision
    self.origin = origin
  }
}

extension SettingsChange: CustomStringConvertible, CustomReflectable {
  /// The key and where the change comes from; the values are left out, since they may be secret.
  public var description: String { "\(key) changed (\(origin))" }

  /// What the debugger and `dump` show; the values are left out, since they may be secret.
  public var customMirror: Mirror { Mirror(self, children: ["key": key, "origin": origin]) }
}
