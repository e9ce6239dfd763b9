public import TypedSettingsCore

/// The state of a settings file.
public enum SettingsFileState: Sendable {
  /// The file was read, and is expected to be writable unless the store only reads it.
  case ready
  /// There's no file yet; the first write creates it, unless the store only reads it.
  case missing(SettingsError)
  /// The file can't be read. The store keeps its last values, refuses writes, and tries again.
  case unreadable(SettingsError)
  /// The file is corrupt.
  ///
  /// The store keeps its last values, or recovers them from the previous version of the file and the journal. The
  /// next write preserves a copy of the corrupt file.
  case corrupt(SettingsError)
  /// The file has a newer format. The store provides the values that it can read, and refuses writes.
  case newerFormat(SettingsError)

  /// The reason why the file can't be read, or `nil` if it was read.
  public var error: SettingsError? {
    switch self {
    case .ready: nil
    case .missing(let error), .unreadable(let error), .corrupt(let error), .newerFormat(let error): error
    }
  }

  /// A Boolean value that indicates whether the store refuses writes.
  var refusesWrites: Bool {
    switch self {
    case .ready, .missing, .corrupt: false
    case .unreadable, .newerFormat: true
    }
  }

  /// Returns whether two states are the same for observers.
  func isSame(as other: SettingsFileState) -> Bool {
    switch (self, other) {
    case (.ready, .ready): true
    case (.missing(let left), .missing(let right)), (.unreadable(let left), .unreadable(let right)),
      (.corrupt(let left), .corrupt(let right)),
      (.newerFormat(let left), .newerFormat(let right)):
      left.found == right.found
    default: false
    }
  }
}
