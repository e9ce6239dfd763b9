public import TypedSettingsCore
public import TypedSettingsFormats

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A read-only store for files that an administrator manages.
///
/// The permissions of the file make the settings managed, so don't give users of the program write access. The file is
/// JSON or a property list, with the layout of ``FileSettingsStore``. The store never writes to the file or its folder,
/// and detects changes while the program runs. It ignores journals that the program's user puts beside the file, unless
/// that user owns the file or its folder. A missing file holds no values. An unreadable or corrupt file is reported. At
/// the start of the program, an unreadable file holds no values, and a corrupt JSON file holds the settings before its
/// first syntax error. Later, the last values stay in effect.
public final class ManagedSettingsStore: SettingsStore {
  let files: FileSettingsStore

  /// Creates a store for one file that contains all domains.
  ///
  /// - Parameter file: The URL of a local file. A store with any other URL holds no values and is reported.
  public init(file: URL) { files = FileSettingsStore(reading: file, isFolder: false, format: .automatic) }

  /// Creates a store for a folder with a file for each domain, named after the domain.
  ///
  /// - Parameters:
  ///   - directory: The URL of a local folder. A store with any other URL holds no values and is reported.
  ///   - format: The format of the files, which determines their name extension.
  public init(directory: URL, format: FileSettingsStore.Format = .json) {
    files = FileSettingsStore(reading: directory, isFolder: true, format: format)
  }

  /// The state of the store's file, or, for a folder, of the first file with a problem.
  public var state: FileSettingsStore.State { files.state }

  /// An asynchronous sequence of the current ``state`` and later ones.
  ///
  /// If a loop is slower than the changes, it receives the newest 16 states.
  public var states: AsyncStream<FileSettingsStore.State> { files.states }

  /// Loads changes of the files immediately.
  ///
  /// Otherwise, the store loads them a moment after they occur.
  public func refresh() { files.refresh() }

  /// Returns the value of a key, or `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? { files.value(forKey: key) }

  /// Throws an error, because managed settings are read-only.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/readOnly``.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws(SettingsError) {
    throw SettingsError.readOnly("managed settings").at(key)
  }

  /// Returns one read-only layer named `managed`, with the store's value.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    [SettingsLayer.Value(layer: "managed", value: value(forKey: key), isWritable: false)]
  }

  /// Adds an observer of later changes to a key.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { files.observe(key, onChange: onChange) }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) { files.removeObserver(token) }

  /// Registers a setting, whose name isn't undeclared then, and returns its place.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    _ = files.open(setting)
    return SettingCell(of: setting, in: self)
  }

  /// The store of the files.
  public var sources: [SettingsSource] { [SettingsSource(files, isWritable: false)] }

  /// Does nothing, because the store writes no file.
  public func flush() {}

  /// Returns the error for a domain in whose place the file has a value that isn't a dictionary; `nil` if it has none.
  package func domainError(_ domain: String) -> SettingsError? { files.domainError(domain) }
}
