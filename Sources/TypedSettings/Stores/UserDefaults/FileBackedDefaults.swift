#if UserDefaults && !canImport(Darwin)
  internal import Foundation

  /// A `UserDefaults` suite on platforms where Foundation has no preferences daemon.
  ///
  /// Foundation reads the suite's property list once, and writes it in place when it's synchronized. It treats a file
  /// that it can't read, or that another process is writing, as empty, and would overwrite it with the next change.
  /// Therefore every file is validated first, and processes with this library exclude each other with a lock file in
  /// the folder. A copy of each file exists while it's written, so that a process that is killed in between loses only
  /// its changes.
  ///
  /// `synchronize()` writes all changed suites of a process, and nothing indicates whether other code has changed one.
  /// Therefore the files of all open suites, and of the standard suite, are validated and copied before each save. To
  /// copy a file takes less time than to compare it with Foundation's values.
  final class FileBackedDefaults: DefaultsDatabase {
    let suite: SuiteName
    let folder: String
    private let system = SystemCalls()
    /// The status of the last valid file.
    private let lastValidStatus = LockedState<FileStatus?>(nil)

    /// The suites with unsaved changes of the store.
    private static let unsaved = LockedState<[SuiteName: FileBackedDefaults]>([:])

    /// The open suites, which other code may have changed.
    private static let opened = WeakTable<SuiteName, FileBackedDefaults>()

    /// The standard suite, which other code may have changed even if it isn't open.
    private static let standard = FileBackedDefaults(.standard)

    /// Returns the suites that Foundation may write: the given ones, the open ones, and the standard suite.
    private static func writableSuites(
      with changed: [SuiteName: FileBackedDefaults]
    ) -> [SuiteName: FileBackedDefaults] {
      (opened.objects + [standard]).reduce(into: changed) { suites, other in
        if suites[other.suite] == nil { suites[other.suite] = other }
      }
    }

    /// A lock that lets one thread at a time acquire the lock file.
    private static let threadLock = ExclusiveAccess()

    /// The thread that ends the process, once it does.
    private static let endingThread = LockedState<ObjectIdentifier?>(nil)

    /// Lets only the current thread save from now on, because the process is ending.
    ///
    /// Otherwise, the process could end after Foundation has emptied a file and before it has written it.
    static func beginExit() {
      threadLock.run { endingThread.withLock { $0 = ObjectIdentifier(Thread.current) } }
    }

    static let lockName = ".typed-settings.lock"
    private static let lockAttempts = 2_000
    private static let attempts = 50

    init(_ suite: SuiteName) {
      self.suite = suite
      folder = Self.configurationFolder
    }

    let needsSynchronizing = true

    /// The folder of Foundation's property lists, according to the XDG Base Directory Specification.
    private static let configurationFolder: String = {
      let environment = ProcessInfo.processInfo.environment
      if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") { return path }
      return "\(environment["HOME"] ?? NSHomeDirectory())/.config"
    }()

    func load() throws(SettingsError) -> StoredDefaults {
      try withLock { () throws(SettingsError) in
        _ = Self.opened.object(forKey: suite) { self }
        var stored = StoredDefaults()
        for _ in 0..<Self.attempts {
          let status = try validStatus()
          // Synchronizing discards the values that Foundation has read. If there are unsaved changes, Foundation merges
          // them with the new contents and saves the result.
          let isSaved = Self.firstInvalidFile(except: self) == nil && succeeds { try saveAll() }
          let validated = try status == nil ? nil : validStatus()
          stored = StoredDefaults(suite.defaults.persistentDomain(forName: suite.text) ?? [:])
          // By its name, Foundation reads the standard suite from the disk, without its unsaved changes.
          stored.includesUnsaved = isSaved || suite != .standard
          // A process without this library, which doesn't use the lock, may have started to write in the meantime.
          if try isSame(validStatus(), validated) { break }
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
        do throws(SettingsError) { _ = try validStatus() } catch { throw .notSaved(suite, because: error) }
        if let error = Self.firstInvalidFile(except: self) { throw .notSaved(suite, because: error) }
        try saveAll()
      }
    }

    /// Saves all suites of the process.
    private func saveAll() throws(SettingsError) {
      if let ending = Self.endingThread.withLock({ $0 }), ending != ObjectIdentifier(Thread.current) {
        throw .notSaved(suite)
      }
      // Removed before saving, because changes that are made in the meantime may not be saved.
      let changed = Self.unsaved.withLock { unsaved in
        defer { unsaved = [:] }
        return unsaved
      }
      let suites = Self.writableSuites(with: changed)
      do throws(SettingsError) {
        for (name, other) in suites { try other.keepCopy(isRequired: changed[name] != nil) }
        guard suite.defaults.synchronize() else { throw .notSaved(suite) }
      } catch {
        Self.unsaved.withLock { $0.merge(changed) { current, _ in current } }
        throw error
      }
      for other in suites.values { other.removeCopy() }
    }

    /// Returns the error of the first suite, other than the given one, that Foundation may write over an invalid file.
    private static func firstInvalidFile(except suite: FileBackedDefaults) -> SettingsError? {
      for other in writableSuites(with: unsaved.withLock { $0 }).values where other.suite != suite.suite {
        do throws(SettingsError) { _ = try other.validStatus() } catch { return error }
      }
      return nil
    }

    var watchedFolder: String? {
      var path = folder[...]
      while !path.isEmpty {
        if succeeds({ try Folder(String(path), of: system) }) { return String(path) }
        path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
      }
      return "/"
    }

    func isAffected(by names: Set<String>, in folder: String) -> Bool {
      // In a parent folder, any change may create the next folder of the path.
      folder != self.folder || names.contains(suite.file)
    }

    private func isSame(_ left: FileStatus?, _ right: FileStatus?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return left.isSame(as: right)
    }
  }

  // MARK: The file

  extension FileBackedDefaults {
    /// Returns the status of the file after validating its contents.
    ///
    /// If the file is invalid, the method tries again for a short time, because another process may be writing it.
    ///
    /// - Returns: The status, or `nil` if there is no file.
    private func validStatus() throws(SettingsError) -> FileStatus? {
      let location = try FileLocation(path: "\(folder)/\(suite.file)", in: system)
      var attempt = 0
      while true {
        guard let (bytes, status) = try read(location) else { return nil }
        guard let bytes else { return status }
        do throws(SettingsError) {
          try Self.validate(bytes)
          lastValidStatus.withLock { $0 = status }
          removeCopy()
          return status
        } catch {
          if restoreCopy(to: location) { continue }
          attempt += 1
          guard attempt < Self.attempts else { throw .corruptDefaults(location.path, error) }
          usleep(1_000)
        }
      }
    }

    private static func validate(_ bytes: [UInt8]) throws(SettingsError) {
      // Foundation's objects may be nested deeper than a value. The depth of each value is checked later.
      let depth = -PropertyListObject.maximumDepth
      let root = try PropertyListReader.value(of: Data(withoutControls(bytes)), depth: depth)
      guard case .dictionary(let values) = root, values.count != 1 || values[PropertyListObject.referenceKey] == nil
      else {
        throw .malformed("a property list", "a root that Foundation doesn't read as a dictionary", offset: 0)
      }
    }

    /// Reads the file.
    ///
    /// - Returns: The status and the bytes, which are `nil` if the file hasn't changed since it was last valid; or
    ///   `nil` if there is no file.
    private func read(_ location: FileLocation) throws(SettingsError) -> (bytes: [UInt8]?, status: FileStatus)? {
      do throws(FileSystemError) {
        guard let file = try open(location) else { return nil }
        let status = try file.status()
        if let known = lastValidStatus.withLock({ $0 }), known.isSame(as: status) { return (nil, status) }
        guard status.kind == .regular, status.size <= FileSettingsStore.maximumFileSize else {
          throw FileSystemError("read a file", EFBIG)
        }
        return (try file.read(from: 0, to: status.size), status)
      } catch {
        throw .fileUnreadable(location.path, error)
      }
    }

    private func open(_ location: FileLocation) throws(FileSystemError) -> OpenFile? {
      try nilIfMissing { () throws(FileSystemError) in
        try Folder(location.folder, of: system).openIfPresent(location.names.document)
      }
    }

    /// Replaces control characters, which Foundation accepts although XML doesn't allow them, with spaces.
    private static func withoutControls(_ bytes: [UInt8]) -> [UInt8] {
      guard !PropertyListReader.isBinary(bytes) else { return bytes }
      return bytes.map { $0 < 0x20 && !$0.isXMLWhiteSpace ? UInt8(ascii: " ") : $0 }
    }

    /// Runs a closure while no other process with this library reads or writes in the folder.
    private func withLock<Result: Sendable>(
      _ body: () throws(SettingsError) -> Result
    ) throws(SettingsError) -> Result {
      try Self.threadLock.run { () throws(SettingsError) in
        let lock = try lock()
        let result = try body()
        withExtendedLifetime(lock) {}
        return result
      }
    }

    /// Acquires the lock file.
    ///
    /// - Returns: The open file, which holds the lock until it's closed; `nil` if the folder is missing or read-only.
    private func lock() throws(SettingsError) -> OpenFile? {
      do throws(FileSystemError) {
        let folder = try Folder(folder, of: system)
        let file: OpenFile
        do throws(FileSystemError) { file = try folder.open(Self.lockName, for: .writingOrCreating) } catch {
          guard let existing = try folder.openIfPresent(Self.lockName) else { return nil }
          file = existing
        }
        for attempt in 0..<Self.lockAttempts {
          if try system.lock(file.descriptor) { return file }
          system.pause(attempt: attempt)
        }
        throw FileSystemError("lock a file", EWOULDBLOCK)
      } catch {
        if error.isMissing || error.isWriteDenied { return nil }
        throw .notSaved("\(folder)/\(suite.file)", error)
      }
    }
  }

  // MARK: The copy

  extension FileBackedDefaults {
    private var copyName: String { ".\(suite.file).previous" }

    /// The contents of the copy if there is no file yet.
    private static let noValues = Array("<plist version=\"1.0\"><dict/></plist>\n".utf8)

    /// Copies the file before Foundation empties and writes it.
    ///
    /// - Parameter isRequired: Pass `false` to do nothing if the folder is missing or read-only. Then a suite without
    ///   changes can still be read.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``.
    private func keepCopy(isRequired: Bool) throws(SettingsError) {
      let location = try FileLocation(path: "\(folder)/\(suite.file)", in: system)
      do throws(FileSystemError) {
        let file = try open(location)
        let bytes = try file.map { file throws(FileSystemError) in try file.read(from: 0, to: file.status().size) }
        let folder = try Folder(folder, of: system)
        try folder.remove(copyName)
        try folder.open(copyName, for: .creating).write(bytes ?? Self.noValues, at: 0)
      } catch {
        if !isRequired, error.isMissing || error.isWriteDenied { return }
        throw .notSaved(location.path, error)
      }
    }

    /// Removes the copy of a complete file.
    private func removeCopy() {
      // A copy beside a complete file is removed when the file is validated.
      ignoringFailure { () throws(FileSystemError) in try Folder(folder, of: system).remove(copyName) }
    }

    /// Writes the copy over a file that a process was writing when it was killed.
    ///
    /// - Returns: `false` if there is no complete copy, or the file can't be written. Then it counts as corrupt.
    private func restoreCopy(to location: FileLocation) -> Bool {
      nilOnFailure {
        let folder = try Folder(folder, of: system)
        guard let copy = try folder.openIfPresent(copyName) else { return false }
        let bytes = try copy.read(from: 0, to: copy.status().size)
        try Self.validate(bytes)
        let file = try Folder(location.folder, of: system).open(location.names.document, for: .writing)
        try file.write(bytes, at: 0)
        try system.truncate(file.descriptor, to: bytes.count)
        try folder.remove(copyName)
        return true
      } ?? false
    }
  }
#endif
