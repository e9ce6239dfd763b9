#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that keeps settings in files which people can read, which several processes share, and which lose nothing.
///
/// ```swift
/// let store = FileSettingsStore(file: URL(filePath: "/home/me/.config/pomodoro/settings.json"))
/// let settings = TimerSettings.make(alternateStore: store)
/// settings.sessionLength = 50          // survives the end of the process, kill -9 included
/// try store.flush()                    // survives a power cut
/// ```
///
/// A write appends to a journal beside the document, in one system call under a lock that all processes share. Once
/// nothing was written for a short while, and when the store or the process ends, the document is written as a whole:
/// beside the old one, brought to the disk, and put in its place. The document before it is kept.
///
/// Making a store never fails and never writes. What is wrong with the file is told by ``state``, reported to
/// ``SettingsDiagnostics``, and thrown by what cannot be done.
public final class FileSettingsStore: SettingsStore {
  /// The largest file that is read or written: 16 MiB, in bytes.
  public static let maximumFileSize = 16 << 20

  /// The longest name of a file, or of a domain in a folder, in bytes of the file's name.
  public static let maximumNameLength = FileNames.maximumLength

  /// When a write is safe from what.
  public let durability: Durability

  /// A Boolean value that indicates whether settings with the trait ``SettingsTrait/secret`` may be written, in plain text.
  public let allowsSecrets: Bool

  let cores: FileCores

  /// Makes a store on one file that holds all domains.
  ///
  /// - Parameters:
  ///   - file: The URL of a file on this machine. The store of any other URL holds no values, touches no disk, and
  ///     throws ``SettingsError/Code/storeUnavailable`` from every write. The file and its folder are made by the first
  ///     write, for their owner alone. A symbolic link stays; what it leads to is replaced.
  ///   - format: The format of the file.
  ///   - durability: When a write is safe from what.
  ///   - allowsSecrets: Whether settings with the trait ``SettingsTrait/secret`` may be written, in plain text that the
  ///     owner of the file can read.
  public init(
    file: URL, format: Format = .automatic, durability: Durability = .crashSafe,
    allowsSecrets: Bool = false
  ) {
    self.durability = durability
    self.allowsSecrets = allowsSecrets
    cores =
      FileCores.obstacle(to: file).map { FileCores(unusable: $0, format: format) }
      ?? FileCores(file: file.path, format: format)
  }

  /// Makes a store on a folder that holds a file for each domain, named after it.
  ///
  /// - Parameters:
  ///   - directory: The URL of a folder on this machine; any other is refused as a file's is. The folder is made by the
  ///     first write, for its owner alone.
  ///   - format: The format of the files.
  ///   - durability: When a write is safe from what.
  ///   - allowsSecrets: Whether settings with the trait ``SettingsTrait/secret`` may be written, in plain text that the
  ///     owner of the file can read.
  public init(
    directory: URL, format: Format = .json, durability: Durability = .crashSafe,
    allowsSecrets: Bool = false
  ) {
    self.durability = durability
    self.allowsSecrets = allowsSecrets
    cores =
      FileCores.obstacle(to: directory).map { FileCores(unusable: $0, format: format) }
      ?? FileCores(directory: directory.path, format: format)
  }

  deinit { cores.close() }

  /// How the store stands to its file; of a folder, to the first file that something is wrong with.
  public var state: State { cores.state }

  /// The present ``state``, and each later one.
  public var states: AsyncStream<State> { cores.states }

  /// Where the settings of a domain are; `nil` if no file can hold them.
  public func file(forDomain domain: String) -> URL? {
    do throws(SettingsError) { return URL(filePath: try cores.core(forDomain: domain).path) } catch { return nil }
  }

  /// Takes over at once what other processes and editors have changed; without it, that takes a moment.
  ///
  /// When it returns, every read gives what was taken over. Observers of what the store had noticed by itself just
  /// before are told by the thread that did, which may be a little later.
  public func refresh() { cores.refresh() }

  /// Writes the documents now, so that they hold all that the journals do.
  ///
  /// Nothing needs it but people: a store reads both.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved`` if a document could not be written; all others
  ///   are. Then nothing is lost, and the store tries again.
  public func writeDocuments() throws(SettingsError) {
    try cores.forEach { core throws(SettingsError) in try core.writeDocument() }
  }
}
