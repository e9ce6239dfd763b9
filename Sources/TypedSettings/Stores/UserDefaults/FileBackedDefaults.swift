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
  /// Therefore the files of all open suites, and of the standard suite, are validated before each save. Valid files are
  /// copied: to copy a file takes less time than to compare it with Foundation's values. Each invalid file is set aside
  /// during the save, with a folder in its place, so that Foundation can't write the suite and keeps its changes.
  final class FileBackedDefaults: DefaultsDatabase {
    let suite: SuiteName
    let file: SuiteFile
    private let system: any FileSystem
    /// The location of the file when the folders to watch were last determined.
    private let watchedLocation = LockedState<FileLocation?>(nil)

    /// The changes of one suite that Foundation may not have saved.
    private struct Changes: Sendable {
      let database: FileBackedDefaults
      /// The new values by name, which are `nil` for removed names.
      var values: [String: SettingsValue?] = [:]
    }

    /// The unsaved changes of the stores, by suite.
    private static let unsaved = LockedState<[SuiteName: Changes]>([:])

    /// The open suites, which other code may have changed.
    private static let opened = WeakTable<SuiteName, FileBackedDefaults>()

    /// The standard suite, which other code may have changed even if it isn't open.
    private static let standard = FileBackedDefaults(.standard)

    /// A lock that lets one thread at a time acquire the lock file.
    private static let threadLock = ExclusiveAccess()

    /// The thread that exits the process, once it has begun to do so.
    private static let exitingThread = LockedState<ObjectIdentifier?>(nil)

    /// Lets only the current thread save from now on, because the process is exiting.
    ///
    /// Otherwise, the process could exit after Foundation has emptied a file and before it has written it.
    static func beginExit() {
      threadLock.run { exitingThread.withLock { $0 = ObjectIdentifier(Thread.current) } }
    }

    static let lockName = ".typed-settings.lock"
    private static let lockAttempts = 2_000
    private static let attempts = 50

    /// Creates a suite in a folder, by default that of Foundation.
    ///
    /// - Parameters:
    ///   - suite: The name of the suite.
    ///   - folder: The folder; `nil` for that of Foundation.
    ///   - system: The file system of the lock file.
    init(_ suite: SuiteName, in folder: String? = nil, system: any FileSystem = SystemCalls()) {
      self.suite = suite
      self.system = system
      file = SuiteFile(suite.file, in: folder ?? Self.configurationFolder)
    }

    let needsSynchronizing = true

    private static let configurationFolder = folder(in: ProcessInfo.processInfo.environment)

    /// Returns the folder of Foundation's property lists, according to the XDG Base Directory Specification.
    ///
    /// Foundation ignores a relative path and the root folder. For a missing home folder, it uses an empty path.
    static func folder(in environment: [String: String]) -> String {
      if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/"), path != "/" { return path }
      return "\(environment["HOME"] ?? "")/.config"
    }

    func load() throws(SettingsError) -> StoredDefaults {
      try withLock(isReading: true) { problem throws(SettingsError) in
        _ = Self.opened.object(forKey: suite) { self }
        var stored = StoredDefaults()
        for _ in 0..<Self.attempts {
          let status = try file.validStatus()
          // Synchronizing discards the values that Foundation has read. If there are unsaved changes, Foundation merges
          // them with the new contents and saves the result.
          let isSaved = succeeds { try saveAll() }
          let validated = try status == nil ? nil : file.validStatus()
          stored = StoredDefaults(suite.defaults.persistentDomain(forName: suite.text) ?? [:])
          // By its name, Foundation reads the standard suite from the disk, without its unsaved changes.
          stored.includesUnsaved = isSaved || suite != .standard
          // A process without this library, which doesn't use the lock, may have started to write in the meantime.
          if try file.validStatus().isSame(as: validated) { break }
        }
        stored.problem = problem
        return stored
      }
    }

    func set(_ value: SettingsValue?, forName name: String) {
      markUnsaved(value, forName: name)
      if let value {
        suite.defaults.set(PropertyListObject.object(of: value), forKey: name)
      } else {
        suite.defaults.removeObject(forKey: name)
      }
      // Again, because a save that began before Foundation had the value may have ended.
      markUnsaved(value, forName: name)
    }

    private func markUnsaved(_ value: SettingsValue?, forName name: String) {
      Self.unsaved.withLock { unsaved in
        _ = unsaved[suite, default: Changes(database: self)].values.updateValue(value, forKey: name)
      }
    }

    func isForced(_ name: String) -> Bool { false }

    func synchronize() throws(SettingsError) { _ = try saveAll { true } }

    func synchronizeUnsaved() throws(SettingsError) -> Bool {
      try saveAll { Self.unsaved.withLock { $0[suite] != nil } }
    }

    /// The folder of the suites, or its nearest existing parent; and the folder that a symbolic link leads to.
    var watchedFolders: [String] {
      var path = file.folder[...]
      while !path.isEmpty, !exists(String(path)) { path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
      let folder = path.isEmpty ? "/" : String(path)
      let location = nilOnFailure { try file.location() }
      watchedLocation.withLock { $0 = location }
      guard let location, location.folder != folder, exists(location.folder) else { return [folder] }
      return [folder, location.folder]
    }

    func isAffected(by names: Set<String>, in folder: String) -> Bool {
      if folder == file.folder, names.contains(file.name) { return true }
      if let location = watchedLocation.withLock({ $0 }), location.folder == folder {
        return names.contains(location.names.document)
      }
      // In a parent folder, any change may create the next folder of the path.
      return folder != file.folder
    }

    private func exists(_ folder: String) -> Bool { succeeds { try Folder(folder, of: system) } }
  }

  // MARK: Saving

  extension FileBackedDefaults {
    /// Saves the suites of the process, if a condition holds while no other thread saves them.
    ///
    /// - Parameter isNeeded: The condition.
    /// - Returns: `false` if the condition doesn't hold.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved`` if this suite isn't saved.
    private func saveAll(if isNeeded: () -> Bool) throws(SettingsError) -> Bool {
      do throws(FileSystemError) { try system.makeFolder(file.folder) } catch { throw .notSaved(file.path, error) }
      return try withLock { _ throws(SettingsError) -> Bool in
        guard isNeeded() else { return false }
        try saveAll()
        return true
      }
    }

    /// Saves this suite, and all others of the process whose files are valid.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved`` if this suite isn't saved. If its file is
    ///   invalid, the method saves no suite.
    private func saveAll() throws(SettingsError) {
      if let exiting = Self.exitingThread.withLock({ $0 }), exiting != ObjectIdentifier(Thread.current) {
        throw .notSaved(suite)
      }
      // Removed before saving, because changes that are made in the meantime may not be saved.
      let changed = Self.unsaved.withLock { unsaved in
        defer { unsaved = [:] }
        return unsaved
      }
      let saved: Set<SuiteName>
      do throws(SettingsError) { saved = try save(changed) } catch {
        Self.keepUnsaved(changed)
        throw error
      }
      Self.keepUnsaved(changed.filter { !saved.contains($0.key) })
      if !saved.contains(suite) { throw .notSaved(suite) }
    }

    /// Keeps changes for the next save, except those that were replaced in the meantime.
    private static func keepUnsaved(_ changed: [SuiteName: Changes]) {
      unsaved.withLock { unsaved in
        for (name, changes) in changed {
          unsaved[name, default: changes].values.merge(changes.values) { later, _ in later }
        }
      }
    }

    /// Saves the suites that Foundation may write.
    ///
    /// - Parameter changed: The changes of the stores.
    /// - Returns: The suites that have no unsaved changes of the stores anymore.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved`` if nothing is saved.
    private func save(_ changed: [SuiteName: Changes]) throws(SettingsError) -> Set<SuiteName> {
      var valid: [FileBackedDefaults] = []
      var invalid: [FileBackedDefaults] = []
      for other in writableSuites(with: changed) {
        do throws(SettingsError) {
          _ = try other.file.validStatus()
          valid.append(other)
        } catch {
          if other.suite == suite { throw .notSaved(suite, because: error) }
          invalid.append(other)
        }
      }
      for other in valid { try other.file.keepCopy(isRequired: changed[other.suite] != nil) }
      let isComplete = try synchronize(except: invalid)
      var saved: Set<SuiteName> = []
      for other in valid {
        // Validating restores a file that Foundation has written in part.
        if isComplete || succeeds({ try other.file.validStatus() }) { other.file.removeCopy() }
        if isComplete || other.hasSaved(changed[other.suite]?.values ?? [:]) { saved.insert(other.suite) }
      }
      return saved
    }

    /// Returns the suites that Foundation may write: this one, the changed ones, the open ones, and the standard suite.
    private func writableSuites(with changed: [SuiteName: Changes]) -> [FileBackedDefaults] {
      var names: Set<SuiteName> = []
      let suites = [self] + changed.values.map(\.database) + Self.opened.objects + [Self.standard]
      return suites.filter { names.insert($0.suite).inserted }
    }

    /// Lets Foundation save all suites of the process, except those with invalid files.
    ///
    /// - Returns: `false` if Foundation has unsaved changes afterwards, also of the suites with invalid files.
    private func synchronize(except invalid: [FileBackedDefaults]) throws(SettingsError) -> Bool {
      defer { for other in invalid { other.file.putBack() } }
      for other in invalid { try other.file.setAside() }
      return suite.defaults.synchronize()
    }

    /// Returns whether the file contains changes, apart from those that were replaced in the meantime.
    private func hasSaved(_ changes: [String: SettingsValue?]) -> Bool {
      let later = Self.unsaved.withLock { $0[suite]?.values ?? [:] }
      let changes = changes.filter { !later.keys.contains($0.key) }
      if changes.isEmpty { return true }
      guard let stored = nilOnFailure({ try file.contents() }) else { return false }
      return changes.allSatisfy { name, value in
        stored.undecodable[name] == nil && stored.values[name] == value
      }
    }
  }

  // MARK: The lock

  extension FileBackedDefaults {
    /// The lock of the folder.
    private struct Lock {
      /// The open file, which holds the lock until it's closed; `nil` if there is no lock.
      var file: OpenFile?
      /// The reason why other processes can read and write in the folder at the same time, if they can.
      var problem: SettingsError?
    }

    /// Runs a closure while no other process with this library reads or writes in the folder.
    ///
    /// - Parameters:
    ///   - isReading: A Boolean value that indicates whether the closure reads the suite.
    ///   - body: The closure. Its parameter is the reason why it runs without the lock, if it does.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure, or ``SettingsError`` if the lock can't be acquired.
    private func withLock<Result: Sendable>(
      isReading: Bool = false, _ body: (_ problem: SettingsError?) throws(SettingsError) -> Result
    ) throws(SettingsError) -> Result {
      try Self.threadLock.run { () throws(SettingsError) in
        let lock = try lock(isReading: isReading)
        let result = try body(lock.problem)
        withExtendedLifetime(lock) {}
        return result
      }
    }

    /// Acquires the lock file.
    ///
    /// Without the lock, because another user owns the file or the file system has no locks, values are still read and
    /// saved.
    ///
    /// - Parameter isReading: A Boolean value that indicates whether the lock is for reading the suite.
    /// - Returns: The lock.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/fileUnreadable`` or ``SettingsError/Code/notSaved`` if
    ///   another process doesn't release the lock.
    private func lock(isReading: Bool) throws(SettingsError) -> Lock {
      do throws(FileSystemError) {
        let folder = try Folder(file.folder, of: system)
        let lock: OpenFile
        do throws(FileSystemError) { lock = try Self.openLock(in: folder) } catch {
          guard folder.mayWrite(".") else { return Lock() }
          return Lock(problem: .notLocked("\(file.folder)/\(Self.lockName)", error))
        }
        for attempt in 0..<Self.lockAttempts {
          do throws(FileSystemError) {
            if try system.lock(lock.descriptor) { return Lock(file: lock) }
          } catch {
            guard error.hasNoLocks else { throw error }
            return Lock(problem: .locksUnsupported(file.path, error))
          }
          system.pause(attempt: attempt)
        }
        throw FileSystemError("lock a file", EWOULDBLOCK)
      } catch {
        if error.isMissing || error.isWriteDenied { return Lock() }
        throw isReading ? .fileUnreadable(file.path, error) : .notSaved(file.path, error)
      }
    }

    /// Opens the lock file; one that may only be read can be locked too.
    private static func openLock(in folder: Folder) throws(FileSystemError) -> OpenFile {
      do throws(FileSystemError) { return try folder.open(lockName, for: .writingOrCreating) } catch {
        guard let existing = try folder.openIfPresent(lockName) else { throw error }
        return existing
      }
    }
  }

  extension SettingsError {
    fileprivate static func notLocked(_ path: String, _ error: FileSystemError) -> SettingsError {
      SettingsError(
        .locksUnsupported, found: "'\(path)', which can't be locked: \(error.explanation)",
        advice: "remove the file, or let this user read it; until then, let only one process at a time change suites",
        underlying: error)
    }
  }
#endif
