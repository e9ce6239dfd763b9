public import TypedSettingsCore
internal import TypedSettingsFormats

extension SettingsError.Code {
  /// The settings file doesn't exist; the first write creates it, unless the store only reads it.
  public static let fileMissing = Self(rawValue: "fileMissing")
  /// The settings file exists but can't be read; the store refuses writes until it can.
  public static let fileUnreadable = Self(rawValue: "fileUnreadable")
  /// The settings file or its journal doesn't conform to its format; a write preserves a copy of it, or is refused.
  public static let fileCorrupt = Self(rawValue: "fileCorrupt")
  /// A file has a format that's newer than this version of the library; it isn't overwritten.
  public static let newerFormat = Self(rawValue: "newerFormat")
  /// An edit of a file conflicts with a newer value that wasn't in the file yet; the newer value is kept.
  public static let editConflict = Self(rawValue: "editConflict")
  /// A change was removed with its journal or couldn't be saved, and the settings file now has another value.
  ///
  /// The value in the file is used.
  public static let changeLost = Self(rawValue: "changeLost")
  /// A file can't be locked, usually because the file system has no locks, so only one process at a time may write.
  public static let locksUnsupported = Self(rawValue: "locksUnsupported")
}

extension SettingsError {
  /// Returns the error for a file that doesn't exist.
  static func fileMissing(_ path: String, _ access: StoreAccess = .readWrite) -> SettingsError {
    SettingsError(
      .fileMissing, found: "no file at '\(path)'",
      advice: access.advice(
        writing: "the first write creates it",
        reading: "it holds no values until the administrator creates it"))
  }

  /// Returns the error for a file that can't be read.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reason: The reason.
  ///   - remedy: The action that lets the file be read again, such as "make the file readable".
  ///   - access: The access of the stores.
  ///   - underlying: The error of the system.
  /// - Returns: The error.
  package static func fileUnreadable(
    _ path: String, _ reason: String, remedy: String, _ access: StoreAccess = .readWrite,
    underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(
      .fileUnreadable, found: "'\(path)', which can't be read: \(reason)",
      advice: access.advice(
        writing: "\(remedy); until then the last values are used and nothing is written",
        reading: "ask the administrator of the file to \(remedy); until then the last values are used"),
      underlying: underlying)
  }

  /// Returns the error for a file that doesn't conform to its format.
  static func fileCorrupt(_ path: String, advice: String, underlying: SettingsError) -> SettingsError {
    var place = underlying.place?.found
    place?.file = path
    return SettingsError(
      .fileCorrupt, problem: .words("'\(path)' is corrupt: \(underlying.found)"), advice: advice,
      underlying: underlying, place: place.map { DocumentPlace($0) })
  }

  /// Returns the error for a file that the file system doesn't let this process read.
  package static func fileUnreadable(
    _ path: String, _ error: FileSystemError, _ access: StoreAccess = .readWrite
  ) -> SettingsError {
    .fileUnreadable(path, error.explanation, remedy: error.remedyOfReading, access, underlying: error)
  }

  /// Returns the error for a file that a newer version of the library has written.
  static func newerFormat(_ path: String) -> SettingsError {
    SettingsError(
      .newerFormat, found: "'\(path)', written by a newer version of the library",
      advice: "update the program; until then nothing is written")
  }

  /// Returns the error for a store whose state prevents writes.
  package static func storeUnavailable(because error: SettingsError) -> SettingsError {
    SettingsError(.storeUnavailable, found: error.found, advice: error.advice, underlying: error)
  }

  /// Returns the error for a write that the file system doesn't allow at present.
  package static func storeUnavailable(_ path: String, because error: FileSystemError) -> SettingsError {
    SettingsError(
      .storeUnavailable, found: "'\(path)' can't be written at present: \(error.explanation)",
      advice: "resolve this, and write again; nothing was changed", underlying: error)
  }

  /// Returns the error for a file that this process may not write.
  package static func readOnly(_ path: String, _ error: FileSystemError) -> SettingsError {
    SettingsError(
      .readOnly, found: "'\(path)' is read-only: \(error.explanation)",
      advice: "make the file and its folder writable; nothing was changed", underlying: error)
  }

  /// Returns the error for changes that are in memory only.
  static func notSaved(_ path: String, _ error: FileSystemError, isRepeated: Bool = false) -> SettingsError {
    SettingsError(
      .notSaved, problem: .words("'\(path)' couldn't be saved: \(error.explanation)"),
      advice: "the changes are kept in memory, and saved with the next write or flush that succeeds",
      underlying: error, isRepeated: isRepeated)
  }

  /// Returns the error for an edit of a file that a newer value overrides.
  static func editConflict(_ key: SettingsKey, in path: String) -> SettingsError {
    SettingsError(
      .editConflict, key: key, found: "'\(path)' was edited while a newer value wasn't in it yet",
      advice: "the newer value is kept; edit the file again")
  }

  /// Returns the error for a change that is no longer in the files or wasn't saved, and that another one overrides.
  static func changeLost(_ key: SettingsKey, in path: String) -> SettingsError {
    SettingsError(
      .changeLost, key: key, found: "a change that was lost, because '\(path)' got another value meanwhile",
      advice: "the value in the file is used; assign the setting again if it isn't the right one")
  }

  /// Returns the error for a file on a file system without locks.
  static func locksUnsupported(_ path: String, _ error: FileSystemError) -> SettingsError {
    SettingsError(
      .locksUnsupported, found: "'\(path)', on a file system without locks: \(error.explanation)",
      advice: "let only one process at a time write it, or keep it on another file system; values are saved",
      underlying: error)
  }
}

/// The way in which stores use a settings file.
package enum StoreAccess: Sendable {
  /// The stores read and write the file.
  case readWrite
  /// The stores only read the file, which an administrator maintains.
  case readOnly

  /// Returns the advice that applies to the stores.
  ///
  /// - Parameters:
  ///   - writing: The advice for stores that write the file.
  ///   - reading: The advice for stores that only read it.
  /// - Returns: The advice.
  func advice(writing: String, reading: String) -> String {
    switch self {
    case .readWrite: writing
    case .readOnly: reading
    }
  }
}
