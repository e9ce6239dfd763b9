public import TypedSettingsCore
public import TypedSettingsFormats

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that keeps settings in human-readable files, which several processes can share.
///
/// ```swift
/// let store = FileSettingsStore(file: URL(filePath: "/home/me/.config/pomodoro/settings.json"))
/// let settings = TimerSettings.make(alternateStore: store)
/// settings.sessionLength = 50          // persisted even if the process crashes
/// try store.flush()                    // survives a power failure
/// ```
///
/// A write appends a record to a journal beside the document, with one `write(2)` and without a lock. On a file system
/// that doesn't order the appends of several processes, such as a network file system, the write acquires a lock.
///
/// The store writes the whole document once it's been idle for a short time, and when it's deallocated or the process
/// exits. It writes the new document beside the old one, synchronizes it with the disk, and then replaces the old one.
/// The previous document is kept as a backup.
///
/// Creating a store never fails and never writes. If the file has a problem, ``state`` describes it,
/// ``SettingsDiagnostics`` receives a report, and operations that can't succeed throw an error.
public final class FileSettingsStore: SettingsStore {
  /// The maximum size of a settings file in bytes, which is 16 MiB.
  public static let maximumFileSize = DocumentRoom.maximumFileSize

  /// The durability of a write that has returned.
  package let durability: Durability

  /// A Boolean value that indicates whether the store writes secret settings, in plain text.
  ///
  /// Secret settings have the trait ``SettingsTrait/secret``.
  package let allowsSecrets: Bool

  let cores: FileCores

  /// The settings that were created with the store.
  let declarations = LockedState(FileDeclarations())

  /// Creates a store that keeps all domains in one file.
  ///
  /// The first write creates the file and its folder, accessible to their owner only. If the file is a symbolic link,
  /// the store keeps the link and replaces its destination.
  ///
  /// - Parameters:
  ///   - file: The URL of a file on this machine. With any other URL, the store has no values, never accesses a disk,
  ///     and throws ``SettingsError/Code/storeUnavailable`` from every write.
  ///   - format: The format of the file.
  ///   - durability: The durability of a write that has returned.
  ///   - allowsSecrets: A Boolean value that indicates whether the store writes settings with the trait
  ///     ``SettingsTrait/secret``, in plain text that the owner of the file can read.
  ///   - schema: The URL of a JSON Schema, relative to the file, by which editors complete and check the file. A JSON
  ///     document that the store creates refers to it in its member `$schema`, which isn't a setting. The store doesn't
  ///     add the member to a document that exists, and doesn't change it.
  public init(
    file: URL, format: Format = .automatic, durability: Durability = .crashSafe,
    allowsSecrets: Bool = false, schema: String? = nil
  ) {
    self.durability = durability
    self.allowsSecrets = allowsSecrets
    cores =
      FileCores.obstacle(to: file).map { FileCores(unusable: $0, format: format) }
      ?? FileCores(file: file.path, format: format)
    if let schema { for core in cores.open { core.refer(toSchema: schema) } }
  }

  /// Creates a store that keeps each domain in a file of its own, named after the domain.
  ///
  /// ```swift
  /// let store = FileSettingsStore(directory: URL(filePath: "/home/me/.config/pomodoro"))
  /// // The domain "com.example.pomodoro" is in the file com.example.pomodoro.json.
  /// ```
  ///
  /// The first write creates the folder, accessible to its owner only.
  ///
  /// - Parameters:
  ///   - directory: The URL of a folder on this machine. With any other URL, the store has no values, never accesses a
  ///     disk, and throws ``SettingsError/Code/storeUnavailable`` from every write.
  ///   - format: The format of the files.
  ///   - durability: The durability of a write that has returned.
  ///   - allowsSecrets: A Boolean value that indicates whether the store writes settings with the trait
  ///     ``SettingsTrait/secret``, in plain text that the owner of the files can read.
  ///   - schemas: The URLs of JSON Schemas by domain, relative to the folder. A JSON document of such a domain that the
  ///     store creates refers to the schema in its member `$schema`, which isn't a setting.
  public init(
    directory: URL, format: Format = .json, durability: Durability = .crashSafe,
    allowsSecrets: Bool = false, schemas: [String: String] = [:]
  ) {
    self.durability = durability
    self.allowsSecrets = allowsSecrets
    cores =
      FileCores.obstacle(to: directory).map { FileCores(unusable: $0, format: format) }
      ?? FileCores(directory: directory.path, format: format, schemas: schemas)
  }

  /// Creates a store for files that are only read.
  ///
  /// - Parameters:
  ///   - url: The URL of a file that contains all domains, or of a folder with a file for each domain.
  ///   - isFolder: Whether the URL identifies a folder.
  ///   - format: The format of the files.
  init(reading url: URL, isFolder: Bool, format: Format) {
    durability = .crashSafe
    allowsSecrets = false
    cores =
      FileCores.obstacle(to: url).map { FileCores(unusable: $0, format: format) }
      ?? (isFolder
        ? FileCores(directory: url.path, format: format, access: .readOnly)
        : FileCores(file: url.path, format: format, access: .readOnly))
  }

  /// Creates a store for a file that is open already, which can be on a simulated disk.
  init(_ core: FileCore, format: Format = .automatic, durability: Durability = .crashSafe) {
    self.durability = durability
    allowsSecrets = false
    cores = FileCores(core, format: format)
  }

  deinit { cores.close() }

  /// The state of the store's file; for a folder, the state of the first file that has a problem.
  public var state: State { cores.state }

  /// An asynchronous sequence of the current ``state`` and later ones.
  ///
  /// ```swift
  /// let store = FileSettingsStore(file: URL(filePath: "/home/me/.config/pomodoro/settings.json"))
  /// for await state in store.states {
  ///   if let error = state.error { logger.warning("\(error)") }
  /// }
  /// ```
  ///
  /// If a loop is slower than the changes, it receives the newest 16 states.
  public var states: AsyncStream<State> { cores.states }

  /// Returns the URL of the file that contains the settings of a domain, or `nil` if no file can contain them.
  public func file(forDomain domain: String) -> URL? {
    nilOnFailure { URL(filePath: try cores.core(forDomain: domain).path) }
  }

  /// Reads changes of other processes and editors immediately, instead of a moment later.
  ///
  /// When the method returns, the store's values include these changes, and values of an earlier version are migrated.
  /// This also applies to settings that read the store through aliases, layers, routes, drafts or wrapping stores. If
  /// another thread was already reading a change, that thread notifies the observers, possibly a little later.
  public func refresh() {
    cores.refresh()
    VersionedDomain.reexamine(self)
  }

  /// Writes the documents immediately, so that they contain all changes from the journals.
  ///
  /// You don't need to call this for correctness, because every store also reads the journals. Call it to make the
  /// documents current for users and other programs.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved`` if a document can't be written, after all others
  ///   are written. No change is lost, and the store tries again.
  public func writeDocuments() throws(SettingsError) {
    try cores.forEach { core throws(SettingsError) in try core.writeDocument() }
  }
}

extension FileSettingsStore {
  /// The state of a store's file.
  public typealias State = SettingsFileState

  /// The format of a settings file.
  public typealias Format = SettingsDocumentFormat

  /// The durability of a write that has returned.
  public enum Durability: Hashable, Sendable {
    /// A write persists even if the process crashes or is killed.
    ///
    /// It survives a power failure after ``FileSettingsStore/flush()``.
    case crashSafe
    /// A write survives a power failure.
    ///
    /// Each write waits for the disk; concurrent writers share one synchronization. If the synchronization fails, the
    /// write throws ``SettingsError/Code/notSaved``: the value is set, and the store tries again. Setting a key to its
    /// current value isn't a write.
    case everyWrite
  }
}
