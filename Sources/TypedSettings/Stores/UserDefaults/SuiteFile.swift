#if UserDefaults && !canImport(Darwin)
  internal import Foundation

  /// The property list of a suite, which Foundation reads and writes.
  final class SuiteFile: Sendable {
    let name: String
    let folder: String
    private let system = SystemCalls()
    /// The status of the last valid file.
    private let lastValidStatus = LockedState<FileStatus?>(nil)
    /// The status of the last file that stayed invalid.
    private let lastInvalidStatus = LockedState<FileStatus?>(nil)

    private static let attempts = 50

    init(_ name: String, in folder: String) {
      self.name = name
      self.folder = folder
    }

    /// The path of the file, or of a symbolic link to it.
    var path: String { "\(folder)/\(name)" }

    /// Returns the location of the file, following a symbolic link in its place.
    func location() throws(SettingsError) -> FileLocation { try FileLocation(path: path, in: system) }

    /// Returns the status of the file after validating its contents.
    ///
    /// If the file is invalid, the method tries again for a short time, because another process may be writing it. If
    /// the file hasn't changed since an earlier call has done that, the method tries once.
    ///
    /// - Returns: The status, or `nil` if there is no file.
    func validStatus() throws(SettingsError) -> FileStatus? {
      putBack()
      let location = try location()
      let known = lastInvalidStatus.withLock { $0 }
      var attempt = 0
      while true {
        guard let (bytes, status) = try read(location) else { return nil }
        guard let bytes else { return status }
        do throws(SettingsError) {
          _ = try Self.objects(in: bytes)
          lastValidStatus.withLock { $0 = status }
          removeCopy()
          return status
        } catch {
          if restoreCopy(to: location) { continue }
          attempt += 1
          if attempt == Self.attempts || known.map({ status.isUnmodified(since: $0) }) ?? false {
            lastInvalidStatus.withLock { $0 = status }
            throw .corruptDefaults(location.path, error)
          }
          usleep(1_000)
        }
      }
    }

    /// Returns the contents of the file, which are empty if there is no file.
    func contents() throws(SettingsError) -> StoredDefaults {
      let location = try location()
      let bytes: [UInt8]?
      do throws(FileSystemError) { bytes = try readAll(location) } catch { throw .fileUnreadable(location.path, error) }
      guard let bytes else { return StoredDefaults() }
      return StoredDefaults(try Self.objects(in: bytes))
    }

    /// Returns the objects of a property list by name.
    ///
    /// The library's reader refuses data that would crash Foundation's. It accepts more text than Foundation's, such as
    /// white space after a number, so Foundation must be able to read the property list, too.
    private static func objects(in bytes: [UInt8]) throws(SettingsError) -> [String: Any] {
      // Foundation's objects may be nested deeper than a value. The depth of each value is checked later.
      let depth = -PropertyListObject.maximumDepth
      let root = try PropertyListReader.value(of: Data(withoutControls(bytes)), depth: depth)
      if case .dictionary(let values) = root, values.count != 1 || values[PropertyListObject.referenceKey] == nil {
        let list = nilOnFailure { try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) }
        if let objects = list as? [String: Any] { return objects }
      }
      throw .malformed("a property list", "a root that Foundation doesn't read as a dictionary", offset: 0)
    }

    /// Replaces control characters, which Foundation accepts although XML doesn't allow them, with spaces.
    private static func withoutControls(_ bytes: [UInt8]) -> [UInt8] {
      guard !PropertyListReader.isBinary(bytes) else { return bytes }
      return bytes.map { $0 < 0x20 && !$0.isXMLWhiteSpace ? UInt8(ascii: " ") : $0 }
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
        guard status.kind == .regular else { throw FileSystemError("read the file", .notRegularFile) }
        guard status.size <= FileSettingsStore.maximumFileSize else {
          throw FileSystemError("read so large a file", .tooLarge)
        }
        return (try file.read(from: 0, to: status.size), status)
      } catch {
        throw .fileUnreadable(location.path, error)
      }
    }

    /// Returns the bytes of the file, or `nil` if there is no file.
    private func readAll(_ location: FileLocation) throws(FileSystemError) -> [UInt8]? {
      guard let file = try open(location) else { return nil }
      return try file.read(from: 0, to: file.status().size)
    }

    private func open(_ location: FileLocation) throws(FileSystemError) -> OpenFile? {
      try nilIfMissing { () throws(FileSystemError) in
        try Folder(location.folder, of: system).openIfPresent(location.names.document)
      }
    }
  }

  // MARK: The copy

  extension SuiteFile {
    private var copyName: String { ".\(name).previous" }

    /// The contents of the copy if there is no file yet.
    private static let noValues = Array("<plist version=\"1.0\"><dict/></plist>\n".utf8)

    /// Copies the file before Foundation empties and writes it.
    ///
    /// - Parameter isRequired: Pass `false` to do nothing if the folder is missing or read-only. Then a suite without
    ///   changes can still be read.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``.
    func keepCopy(isRequired: Bool) throws(SettingsError) {
      let location = try location()
      do throws(FileSystemError) {
        let bytes = try readAll(location)
        let folder = try Folder(folder, of: system)
        try folder.remove(copyName)
        try folder.open(copyName, for: .creating).write(bytes ?? Self.noValues, at: 0)
      } catch {
        if !isRequired, error.isMissing || error.isWriteDenied { return }
        throw .notSaved(location.path, error)
      }
    }

    /// Removes the copy of a complete file.
    func removeCopy() {
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
        _ = try Self.objects(in: bytes)
        let file = try Folder(location.folder, of: system).open(location.names.document, for: .writing)
        try file.write(bytes, at: 0)
        try system.truncate(file.descriptor, to: bytes.count)
        try folder.remove(copyName)
        return true
      } ?? false
    }
  }

  // MARK: Invalid files

  extension SuiteFile {
    /// The name of an invalid file while a folder is in its place; also that of the folder before and afterwards.
    private var asideName: String { ".\(name).set-aside" }

    /// Sets an invalid file aside, and puts a folder in its place, which Foundation can neither write nor remove.
    ///
    /// Call ``putBack()`` also if this method throws.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``.
    func setAside() throws(SettingsError) {
      do throws(FileSystemError) {
        let folder = try Folder(folder, of: system)
        guard try folder.status(of: asideName) == nil else { throw FileSystemError("set a file aside", EEXIST) }
        try system.makeFolder("\(self.folder)/\(asideName)")
        do throws(FileSystemError) { try folder.exchange(name, with: asideName) } catch {
          removeFolder(asideName)
          guard error.isNotSupported else { throw error }
          try folder.rename(name, to: asideName)
          try system.makeFolder(path)
        }
      } catch {
        throw .notSaved(path, error)
      }
    }

    /// Gives a file that was set aside its name back, also if the process that did so was killed.
    func putBack() {
      // If this fails, the suite can't be read, and the next validation tries again.
      ignoringFailure { () throws(FileSystemError) in
        let folder = try Folder(folder, of: system)
        guard try folder.status(of: asideName) != nil, !removeFolder(asideName) else { return }
        if try folder.status(of: name)?.kind == .folder {
          // Without a moment in which another program could create a file with the name.
          if succeeds({ try folder.exchange(name, with: asideName) }) {
            removeFolder(asideName)
            return
          }
          removeFolder(name)
        }
        if try folder.status(of: name) == nil { try folder.rename(asideName, to: name) }
      }
    }

    /// Removes an empty folder.
    ///
    /// - Returns: `false` if there is no empty folder with the name.
    @discardableResult
    private func removeFolder(_ name: String) -> Bool { rmdir("\(folder)/\(name)") == 0 }
  }
#endif
