extension SettingsError.Code {
  /// There is no settings file; it is made by the first write.
  public static let fileMissing = Self(rawValue: "fileMissing")
  /// The settings file is there, but cannot be read; nothing is written until it can.
  public static let fileUnreadable = Self(rawValue: "fileUnreadable")
  /// The settings file is not what its format prescribes; what it held is kept beside.
  public static let fileCorrupt = Self(rawValue: "fileCorrupt")
  /// The settings file is of a newer format than this version of the library knows; nothing is written.
  public static let newerFormat = Self(rawValue: "newerFormat")
  /// The store cannot take a write now, and nothing was changed; see ``SettingsError/underlying``.
  public static let storeUnavailable = Self(rawValue: "storeUnavailable")
  /// The store, its file or the folder of that may only be read; nothing was changed.
  public static let readOnly = Self(rawValue: "readOnly")
  /// A file was edited at a setting that this store had not written to it yet; the store's value stays.
  public static let editConflict = Self(rawValue: "editConflict")
  /// The file system of a settings file has no locks, so that only one process at a time may write it.
  public static let unlockable = Self(rawValue: "unlockable")
  /// A domain or key that the file cannot hold.
  public static let invalidName = Self(rawValue: "invalidName")
}

extension SettingsError {
  static func fileMissing(_ path: String) -> SettingsError {
    SettingsError(.fileMissing, found: "no file at '\(path)'", advice: "the first write makes it")
  }

  static func fileUnreadable(_ path: String, _ reason: String, underlying: (any Error)? = nil) -> SettingsError {
    SettingsError(
      .fileUnreadable, found: "'\(path)', which cannot be read: \(reason)",
      advice: "make the file readable; until then the last values are served and nothing is written",
      underlying: underlying)
  }

  static func fileCorrupt(_ path: String, advice: String, underlying: SettingsError) -> SettingsError {
    SettingsError(
      .fileCorrupt, found: "'\(path)' is broken: \(underlying.found)", advice: advice, underlying: underlying)
  }

  static func fileUnreadable(_ path: String, _ error: FileSystemError) -> SettingsError {
    .fileUnreadable(path, error.explanation, underlying: error)
  }

  static func newerFormat(_ path: String) -> SettingsError {
    SettingsError(
      .newerFormat, found: "'\(path)', written by a newer version of the library",
      advice: "update the program; until then nothing is written")
  }

  static func storeUnavailable(_ path: String, because error: any Error) -> SettingsError {
    SettingsError(
      .storeUnavailable, found: "the store at '\(path)' takes no writes now",
      advice: "see 'underlying'; nothing was changed", underlying: error)
  }

  static func readOnly(_ path: String, _ error: FileSystemError) -> SettingsError {
    SettingsError(
      .readOnly, found: "'\(path)' may only be read: \(error.explanation)",
      advice: "make the file and its folder writable; nothing was changed", underlying: error)
  }

  static func notSaved(_ path: String, _ error: FileSystemError, isRepeated: Bool = false) -> SettingsError {
    SettingsError(
      .notSaved, problem: .words("'\(path)' could not be saved: \(error.explanation)"),
      advice: "the changes are kept in memory, and saved with the next write or flush that succeeds",
      underlying: error, isRepeated: isRepeated)
  }

  /// Changes that no record of a journal can hold.
  static func tooLarge(_ changes: [FileContents.Change], _ path: String) -> SettingsError {
    SettingsError(
      .tooLarge, key: changes.count == 1 ? changes.first?.key : nil,
      found: "values of more than \(JournalBudget.memory) bytes at once for '\(path)'",
      advice: "keep so much in files of your own; nothing was changed")
  }

  static func editConflict(_ key: SettingsKey, in path: String) -> SettingsError {
    SettingsError(
      .editConflict, key: key, found: "'\(path)' was edited where a newer value had not been written to it yet",
      advice: "the newer value is kept; edit the file again")
  }

  static func unlockable(_ path: String, _ error: FileSystemError) -> SettingsError {
    SettingsError(
      .unlockable, found: "'\(path)', on a file system without locks: \(error.explanation)",
      advice: "let only one process at a time write it, or keep it on another file system; values are saved",
      underlying: error)
  }

  static func invalidName(_ key: SettingsKey, _ problem: String) -> SettingsError {
    SettingsError(.invalidName, key: key, found: problem, advice: "use another name; nothing was changed")
  }
}
