extension SettingsError.Code {
  /// The settings file doesn't exist; the first write creates it.
  public static let fileMissing = Self(rawValue: "fileMissing")
  /// The settings file exists but can't be read; the store refuses writes until it can.
  public static let fileUnreadable = Self(rawValue: "fileUnreadable")
  /// The settings file doesn't conform to its format; a copy of it is preserved.
  public static let fileCorrupt = Self(rawValue: "fileCorrupt")
  /// The settings file has a format that's newer than this version of the library; the store refuses writes.
  public static let newerFormat = Self(rawValue: "newerFormat")
  /// The store can't write at present, and nothing was changed; see ``SettingsError/underlying``.
  public static let storeUnavailable = Self(rawValue: "storeUnavailable")
  /// The store, its file, or the folder is read-only; nothing was changed.
  public static let readOnly = Self(rawValue: "readOnly")
  /// An edit of a file conflicts with a newer value that wasn't in the file yet; the newer value is kept.
  public static let editConflict = Self(rawValue: "editConflict")
  /// A journal with a change was removed, and the settings file has another value by now; that value is used.
  public static let changeLost = Self(rawValue: "changeLost")
  /// The file system has no locks, so only one process at a time may write the settings file.
  public static let locksUnsupported = Self(rawValue: "locksUnsupported")
  /// A domain or key isn't valid in the file.
  public static let invalidName = Self(rawValue: "invalidName")
}

extension SettingsError {
  static func fileMissing(_ path: String, _ access: StoreAccess = .readWrite) -> SettingsError {
    SettingsError(
      .fileMissing, found: "no file at '\(path)'",
      advice: access.advice(
        writing: "the first write creates it",
        reading: "it holds no values until the administrator creates it"))
  }

  static func fileUnreadable(_ path: String, _ reason: String, underlying: (any Error)? = nil) -> SettingsError {
    SettingsError(
      .fileUnreadable, found: "'\(path)', which can't be read: \(reason)",
      advice: "make the file readable; until then the last values are used and nothing is written",
      underlying: underlying)
  }

  static func fileCorrupt(_ path: String, advice: String, underlying: SettingsError) -> SettingsError {
    var place = underlying.place?.found
    place?.file = path
    return SettingsError(
      .fileCorrupt, problem: .words("'\(path)' is corrupt: \(underlying.found)"), advice: advice,
      underlying: underlying, place: place.map { DocumentPlace($0) })
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
      .storeUnavailable, found: "the store at '\(path)' can't write at present",
      advice: "see 'underlying'; nothing was changed", underlying: error)
  }

  static func readOnly(_ path: String, _ error: FileSystemError) -> SettingsError {
    SettingsError(
      .readOnly, found: "'\(path)' is read-only: \(error.explanation)",
      advice: "make the file and its folder writable; nothing was changed", underlying: error)
  }

  static func notSaved(_ path: String, _ error: FileSystemError, isRepeated: Bool = false) -> SettingsError {
    SettingsError(
      .notSaved, problem: .words("'\(path)' couldn't be saved: \(error.explanation)"),
      advice: "the changes are kept in memory, and saved with the next write or flush that succeeds",
      underlying: error, isRepeated: isRepeated)
  }

  /// Returns the error for changes that exceed the limit of a journal record.
  static func tooLarge(_ changes: [FileContents.Change], _ path: String) -> SettingsError {
    SettingsError(
      .tooLarge, key: changes.count == 1 ? changes.first?.key : nil,
      found: "values of more than \(JournalBudget.memory) bytes in one write to '\(path)'",
      advice: "store so much data in files of your own; nothing was changed")
  }

  static func editConflict(_ key: SettingsKey, in path: String) -> SettingsError {
    SettingsError(
      .editConflict, key: key, found: "'\(path)' was edited while a newer value wasn't in it yet",
      advice: "the newer value is kept; edit the file again")
  }

  static func changeLost(_ key: SettingsKey, in path: String) -> SettingsError {
    SettingsError(
      .changeLost, key: key, found: "a change whose journal was removed, while '\(path)' got another value",
      advice: "the value in the file is used; assign the setting again if it isn't the right one")
  }

  static func locksUnsupported(_ path: String, _ error: FileSystemError) -> SettingsError {
    SettingsError(
      .locksUnsupported, found: "'\(path)', on a file system without locks: \(error.explanation)",
      advice: "let only one process at a time write it, or keep it on another file system; values are saved",
      underlying: error)
  }

  static func invalidName(_ key: SettingsKey, _ problem: String) -> SettingsError {
    SettingsError(.invalidName, key: key, found: problem, advice: "use another name; nothing was changed")
  }
}
