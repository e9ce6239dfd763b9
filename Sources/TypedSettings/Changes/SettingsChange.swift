internal import Synchronization

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

extension SettingsChange.Origin {
  /// What batches of values are part of: an import, or what somebody does.
  @TaskLocal package static var ofBatch: SettingsChange.Origin = .local

  /// The origin of one value of a batch.
  ///
  /// - Parameters:
  ///   - value: The value that is written; `nil` removes the key.
  ///   - batch: What the batch is part of.
  init(of value: SettingsValue?, in batch: SettingsChange.Origin) {
    self = value == nil && batch == .local ? .reset : batch
  }
}

/// The number of a change: of two changes the later one has the greater revision, across all stores of a process.
///
/// Two threads may commit in one order and be heard in the other. Who keeps a value takes it from a change only if the
/// revision is greater than that of the value it has.
public struct SettingsRevision: Hashable, Comparable, Sendable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }

  private static let last = Atomic<UInt64>(SettingsRevision.initial.number)

  /// The revision of a value that no change of this process has made.
  package static let initial = SettingsRevision(number: 1)

  /// Draws the next revision.
  ///
  /// Call it while holding the lock under which the change is made; only then do revisions follow the commits.
  ///
  /// - Returns: A revision greater than every one drawn before.
  public static func next() -> SettingsRevision {
    SettingsRevision(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Compares two revisions by age.
  ///
  /// - Returns: Whether the left one is the older.
  public static func < (left: SettingsRevision, right: SettingsRevision) -> Bool { left.number < right.number }
}

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
