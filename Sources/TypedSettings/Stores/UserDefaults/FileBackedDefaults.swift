#if UserDefaults && !canImport(Darwin)
  internal import Foundation

  /// A suite of the `UserDefaults` of Foundation where it has no daemon behind it: a property list that it reads once,
  /// and writes, in place, when it is told to.
  ///
  /// A file that Foundation cannot read, and one that another process is just writing, is empty to it, and with the next
  /// change it would write that. So nothing here lets it near a file that is not whole, and all processes with this
  /// library take turns, by the lock of a file in the folder. `synchronize()` writes all suites of a process at once, so
  /// the files of all that have changed are looked at first.
  final class FileBackedDefaults: DefaultsDatabase {
    let suite: SuiteName
    let folder: String
    private let system = SystemCalls()
    /// The last file that was found to be whole.
    private let whole = LockedState<FileStatus?>(nil)

    /// The suites with changes that are not on the disk yet.
    private static let unsaved = LockedState<[SuiteName: FileBackedDefaults]>([:])

    /// Lets one thread at a time have the lock that processes share.
    private static let turn = Turn()

    static let lockName = ".typed-settings.lock"
    private static let lockAttempts = 2_000
    private static let attempts = 50

    init(_ suite: SuiteName) {
      self.suite = suite
      folder = Self.configurationFolder
    }

    let needsSynchronizing = true

    /// Where Foundation keeps its property lists: the XDG Base Directory Specification's place for settings, looked up
    /// once.
    private static let configurationFolder: String = {
      let environment = ProcessInfo.processInfo.environment
      if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") { return path }
      return "\(environment["HOME"] ?? NSHomeDirectory())/.config"
    }()

    func load() throws(SettingsError) -> StoredDefaults {
      try withLock { () throws(SettingsError) in
        var stored = StoredDefaults()
        for _ in 0..<Self.attempts {
          let status = try wholeFile()
          // It forgets what it has read, unless something is unsaved; then it saves that with what it reads anew.
          if Self.brokenFile(besides: self) == nil { _ = saveAll() }
          let seen = try status == nil ? nil : wholeFile()
          stored = StoredDefaults(suite.defaults.persistentDomain(forName: suite.text) ?? [:])
          // Who does not know of the lock may have begun to write meanwhile.
          if try isSame(wholeFile(), seen) { break }
        }
        return stored
      }
    }

    func set(_ value: SettingsValue?, forName name: String) {
      Self.unsaved.withLock { if $0[suite] == nil { $0[suite] = self } }
      if let value {
        suite.defaults.set(PropertyListObject.object(of: value), forKey: name)
      } else {
        suite.defaults.removeObject(forKey: name)
      }
    }

    func isForced(_ name: String) -> Bool { false }

    func synchronize() throws(SettingsError) {
      do throws(FileSystemError) { try system.makeFolder(folder) } catch {
        throw .notSaved("\(folder)/\(suite.file)", error)
      }
      try withLock { () throws(SettingsError) in
        do throws(SettingsError) { _ = try wholeFile() } catch { throw .notSaved(suite, because: error) }
        if let error = Self.brokenFile(besides: self) { throw .notSaved(suite, because: error) }
        guard saveAll() else { throw .notSaved(suite) }
      }
    }

    /// Saves all suites of the process.
    private func saveAll() -> Bool {
      // Taken before: what is set meanwhile may not be saved.
      let saved = Self.unsaved.withLock { unsaved in
        defer { unsaved = [:] }
        return unsaved
      }
      if suite.defaults.synchronize() { return true }
      Self.unsaved.withLock { $0.merge(saved) { present, _ in present } }
      return false
    }

    /// Why another suite cannot be written that would be.
    private static func brokenFile(besides suite: FileBackedDefaults) -> SettingsError? {
      for other in unsaved.withLock({ Array($0.values) }) where other.suite != suite.suite {
        do throws(SettingsError) { _ = try other.wholeFile() } catch { return error }
      }
      return nil
    }

    var watchedFolder: String? {
      var path = folder[...]
      while !path.isEmpty {
        do throws(FileSystemError) {
          _ = try Folder(String(path), of: system)
          return String(path)
        } catch {
          path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        }
      }
      return "/"
    }

    func isConcerned(by names: Set<String>, in folder: String) -> Bool {
      // In a folder above, each change may be on the way there.
      folder != self.folder || names.contains(suite.file)
    }

    private func isSame(_ left: FileStatus?, _ right: FileStatus?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return left.isSame(as: right)
    }
  }

  // MARK: The file

  extension FileBackedDefaults {
    /// Looks whether the file is whole, and waits for a moment if it is not, for who writes it may be at it.
    ///
    /// - Returns: `nil` if there is none.
    private func wholeFile() throws(SettingsError) -> FileStatus? {
      let location = try FileLocation(path: "\(folder)/\(suite.file)", in: system)
      var attempt = 0
      while true {
        guard let (bytes, status) = try read(location) else { return nil }
        guard let bytes else { return status }
        do throws(SettingsError) {
          // Foundation may nest deeper than a value does; how deep a single value is, is looked at later.
          let depth = -PropertyListObject.maximumDepth
          _ = try PropertyListReader.value(of: Data(Self.withoutControls(bytes)), depth: depth)
          whole.withLock { $0 = status }
          return status
        } catch {
          attempt += 1
          guard attempt < Self.attempts else { throw .corruptDefaults(location.path, error) }
          usleep(1_000)
        }
      }
    }

    /// Reads the file; `nil` if there is none, and without bytes if it is the last one that was whole.
    private func read(_ location: FileLocation) throws(SettingsError) -> (bytes: [UInt8]?, status: FileStatus)? {
      do throws(FileSystemError) {
        guard let file = try open(location) else { return nil }
        let status = try file.status()
        if let known = whole.withLock({ $0 }), known.isSame(as: status) { return (nil, status) }
        guard status.kind == .regular, status.size <= FileSettingsStore.maximumFileSize else {
          throw FileSystemError("read a file", EFBIG)
        }
        return (try file.read(from: 0, to: status.size), status)
      } catch {
        throw .fileUnreadable(location.path, error)
      }
    }

    private func open(_ location: FileLocation) throws(FileSystemError) -> OpenFile? {
      do throws(FileSystemError) {
        return try Folder(location.folder, of: system).openIfPresent(location.names.document)
      } catch {
        if error.isMissing { return nil }
        throw error
      }
    }

    /// Control characters, which Foundation writes and reads although XML has none, as spaces.
    private static func withoutControls(_ bytes: [UInt8]) -> [UInt8] {
      guard !PropertyListReader.isBinary(bytes) else { return bytes }
      return bytes.map { $0 < 0x20 && !$0.isXMLWhiteSpace ? UInt8(ascii: " ") : $0 }
    }

    /// Runs a body while no other process with this library reads or writes in the folder.
    private func withLock<Result: Sendable>(
      _ body: () throws(SettingsError) -> Result
    ) throws(SettingsError) -> Result {
      try Self.turn.take { () throws(SettingsError) in
        let lock = try lock()
        let result = try body()
        withExtendedLifetime(lock) {}
        return result
      }
    }

    /// Takes the lock, which ends with the result; `nil` where there is none to take, because nothing can be written.
    private func lock() throws(SettingsError) -> OpenFile? {
      do throws(FileSystemError) {
        let folder = try Folder(folder, of: system)
        let file: OpenFile
        do throws(FileSystemError) { file = try folder.open(Self.lockName, for: .writingOrMaking) } catch {
          guard let present = try folder.openIfPresent(Self.lockName) else { return nil }
          file = present
        }
        for attempt in 0..<Self.lockAttempts {
          if try system.lock(file.descriptor) { return file }
          system.pause(attempt: attempt)
        }
        throw FileSystemError("lock a file", EWOULDBLOCK)
      } catch {
        if error.isMissing || error.isForReadingOnly { return nil }
        throw .notSaved("\(folder)/\(suite.file)", error)
      }
    }
  }
#endif
