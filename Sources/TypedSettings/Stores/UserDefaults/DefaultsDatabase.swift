#if canImport(Darwin) || UserDefaults
  internal import Foundation

  /// One suite of `UserDefaults`, and what brings it to the disk and back.
  package protocol DefaultsDatabase: Sendable {
    /// What the suite holds now, changes of other processes included; what is registered or given as an argument is no
    /// part of it.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/fileCorrupt`` or ``SettingsError/Code/fileUnreadable``.
    func load() throws(SettingsError) -> StoredDefaults

    /// Changes the object of a name, or removes it.
    ///
    /// Others may be told of it before it returns, so no lock is held meanwhile.
    func set(_ value: SettingsValue?, forName name: String)

    /// Whether an administrator has decided the value of a name.
    func isForced(_ name: String) -> Bool

    /// Brings changes to the disk.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``; then they remain, and a later call tries again.
    func synchronize() throws(SettingsError)

    /// Whether changes are lost with the process unless ``synchronize()`` is called.
    var needsSynchronizing: Bool { get }

    /// The folder to watch for changes that other processes make; `nil` if there is none.
    var watchedFolder: String? { get }

    /// Whether it is of interest that files with these names have changed in a watched folder.
    func isConcerned(by names: Set<String>, in folder: String) -> Bool
  }

  /// What a suite of `UserDefaults` held at one moment.
  package struct StoredDefaults: Sendable {
    /// The values by name.
    package var values: [String: SettingsValue] = [:]
    /// Why others are no values; they stay as they are.
    package var undecodable: [String: SettingsError] = [:]

    package init() {}

    /// Reads the objects of a suite.
    package init(_ objects: [String: Any]) {
      for (name, object) in objects {
        do throws(SettingsError) { values[name] = try PropertyListObject.value(of: object) } catch {
          undecodable[name] = error
        }
      }
    }
  }

  /// The name of a suite of `UserDefaults`.
  package struct SuiteName: Hashable, Sendable {
    package let text: String

    /// The suite of `UserDefaults.standard`: the identifier of the main bundle, or the name of the program.
    package static let standard = SuiteName(
      unchecked: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)

    /// The domains of `UserDefaults` that are not the program's own.
    private static let reserved: Set = [
      UserDefaults.globalDomain, UserDefaults.argumentDomain, UserDefaults.registrationDomain, ".GlobalPreferences",
    ]

    private init(unchecked text: String) { self.text = text }

    /// Checks a name: it becomes that of a file.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalidName``.
    package init(_ text: String) throws(SettingsError) {
      let bytes = text.utf8
      guard !bytes.isEmpty, !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")),
        bytes.count + Self.fileExtension.utf8.count <= FileNames.maximumLength, !Self.reserved.contains(text)
      else {
        throw .invalidName(SettingsKey(domain: text, name: ""), "a domain that cannot be a suite of UserDefaults")
      }
      self.text = text
    }

    private static let fileExtension = ".plist"

    /// The name of the suite's file where Foundation keeps one itself.
    var file: String { text + Self.fileExtension }

    /// The suite's `UserDefaults`, made anew each time because it may not be handed to other threads; that is cheap.
    var defaults: UserDefaults {
      if self == .standard { return .standard }
      return UserDefaults(suiteName: text) ?? .standard
    }
  }

  extension SettingsError {
    static func notSaved(_ suite: SuiteName) -> SettingsError {
      SettingsError(
        .notSaved, found: "UserDefaults could not save the suite '\(suite.text)'",
        advice: "the changes are kept in memory, and saved with the next attempt that succeeds")
    }

    static func notSaved(_ suite: SuiteName, because error: SettingsError) -> SettingsError {
      SettingsError(
        .notSaved, found: "the suite '\(suite.text)' was not saved: \(error.found)", advice: error.advice,
        underlying: error)
    }

    static func corruptDefaults(_ path: String, _ underlying: SettingsError?) -> SettingsError {
      SettingsError(
        .fileCorrupt, found: "'\(path)' is no property list\(underlying.map { ": \($0.found)" } ?? "")",
        advice: "repair or remove the file; until then the last values are served and nothing is written",
        underlying: underlying)
    }
  }
#endif
