#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Files that somebody else is in charge of, such as an administrator, as a layer that is only read.
///
/// What makes the settings managed are the permissions of the file: see to it that the program's users cannot write it.
/// It is in JSON or a property list, laid out as ``FileSettingsStore`` has it, and nothing is ever written to it or
/// beside it. A change of the file is noticed while the program runs. A file that is missing holds no values; one that
/// cannot be read or is broken holds none either, and is reported.
public final class ManagedSettingsStore: SettingsStore {
  private let files: FileSettingsStore

  /// Makes a store on one file that holds all domains.
  ///
  /// - Parameter file: The URL of a file on this machine; a store of any other URL holds no values and is reported.
  public init(file: URL) { files = FileSettingsStore(file: file) }

  /// Makes a store on a folder that holds a file for each domain, named after it.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - format: The format of the files, which their names end with.
  public init(directory: URL, format: FileSettingsStore.Format = .json) {
    files = FileSettingsStore(directory: directory, format: format)
  }

  /// How the store stands to its file; of a folder, to the first file that something is wrong with.
  public var state: FileSettingsStore.State { files.state }

  /// Takes over at once what has changed in the files; without it, that takes a moment.
  public func refresh() { files.refresh() }

  /// The value of a key; `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? { files.value(forKey: key) }

  /// Refuses to write.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/readOnly``.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    throw SettingsError.readOnly("managed settings").at(key)
  }

  /// Says that no key can be written.
  public func isWritable(_ key: SettingsKey) -> Bool { false }

  /// Adds an observer of later changes of a key.
  ///
  /// - Returns: What ``removeObserver(_:)`` takes.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { files.observe(key, onChange: onChange) }

  /// Removes an observer; an unknown token is left alone.
  public func removeObserver(_ token: SettingsObservationToken) { files.removeObserver(token) }

  /// The keys of a domain that have a value, in no particular order.
  public func keys(inDomain domain: String) -> [SettingsKey]? { files.keys(inDomain: domain) }
}
