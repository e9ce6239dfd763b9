internal import Synchronization

/// A change to the value of one key in a store.
public struct SettingsChange: Hashable, Sendable {
  /// The origin of a change.
  public enum Origin: Hashable, Sendable {
    /// This process set the value.
    case local
    /// The value changed outside of the store: in another process, in an editor, or on another device.
    case external
    /// This process removed the value.
    case reset
    /// This process imported the value from a document.
    case `import`
    /// Another device changed the value, and synchronization applied the change.
    case sync
  }

  /// The key that changed.
  public let key: SettingsKey

  /// The value before the change, or `nil` if there was none or the store doesn't provide it.
  public let oldValue: SettingsValue?

  /// The value after the change, or `nil` if it was removed.
  public let newValue: SettingsValue?

  /// The revision of the change, or `nil` if the store doesn't number its changes.
  ///
  /// Without a revision, observers treat the change as a hint and read the value from the store.
  public let revision: SettingsRevision?

  /// The origin of the change.
  public let origin: Origin

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - key: The key that changed.
  ///   - oldValue: The value before the change, if known.
  ///   - newValue: The value after the change, or `nil` if it was removed.
  ///   - revision: A revision drawn under the lock that protects the change, or `nil` if there is no such lock.
  ///   - origin: The origin of the change.
  public init(
    key: SettingsKey, oldValue: SettingsValue? = nil, newValue: SettingsValue?, revision: SettingsRevision? = nil,
    origin: Origin = .local
  ) {
    self.key = key
    self.oldValue = oldValue
    self.newValue = newValue
    self.revision = revision
    self.origin = origin
  }
}

extension SettingsChange: CustomStringConvertible, CustomReflectable {
  /// The key and the origin of the change; values are omitted because they may be secret.
  public var description: String { "\(key) changed (\(origin))" }

  /// The mirror for the debugger and `dump`; values are omitted because they may be secret.
  public var customMirror: Mirror { Mirror(self, children: ["key": key, "origin": origin]) }
}

extension SettingsChange.Origin {
  /// Returns the origin of the change of one key among changes of this origin.
  ///
  /// - Parameter value: The new value, or `nil` for a removal, which this process makes as a reset.
  /// - Returns: The origin.
  package func forChange(to value: SettingsValue?) -> SettingsChange.Origin {
    value == nil && self == .local ? .reset : self
  }
}

/// A number that orders the changes of all stores in a process: a later change has a greater revision.
///
/// Two threads can commit in one order and notify observers in the other. If you cache a value, replace it only with
/// the value of a change whose revision is greater.
public struct SettingsRevision: Hashable, Comparable, Sendable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }

  private static let last = Atomic<UInt64>(SettingsRevision.initial.number)

  /// The revision of a value that no change in this process has set.
  package static let initial = SettingsRevision(number: 1)

  /// Returns a new revision.
  ///
  /// Call this method while holding the lock that protects the change. Only then do revisions follow the order of
  /// commits.
  ///
  /// - Returns: A revision greater than all revisions returned before.
  public static func next() -> SettingsRevision {
    SettingsRevision(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Returns whether one revision is older than another.
  ///
  /// - Returns: `true` if the left revision is older.
  public static func < (left: SettingsRevision, right: SettingsRevision) -> Bool { left.number < right.number }
}

/// A token that identifies an observer of a key in a store.
public struct SettingsObservationToken: Hashable, Sendable {
  /// The observed key.
  public let key: SettingsKey

  package let number: UInt64

  private static let last = Atomic<UInt64>(0)

  /// Creates a unique token.
  ///
  /// - Parameter key: The observed key.
  public init(key: SettingsKey) {
    self.key = key
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
