// Keeping broken files beside.

extension FileCore {
  /// How many copies of broken files are kept: the first, which may be of what a person has written, and the last ones.
  private static let copyLimit = 5

  private static let partLength = 256 << 10

  /// Keeps a broken file beside, under a name that nothing will take from it.
  ///
  /// A file whose bytes are kept already isn't kept again, so that attempts which fail later take no copy away.
  func quarantine(_ name: String, in folder: Folder, asCopy: Bool = false) throws(FileSystemError) {
    if isKept(name, among: copies(), in: folder) { return }
    try keepBeside(in: folder) { copy throws(FileSystemError) in try keep(name, as: copy, in: folder, asCopy: asCopy) }
  }

  /// Finds the name of the next copy, and removes the copies that are too many.
  ///
  /// - Parameters:
  ///   - folder: The folder of the document.
  ///   - keep: Makes the copy of that name; called again where the name is taken.
  /// - Throws: What `keep` throws, but that there is no file to be kept.
  func keepBeside(
    in folder: Folder, _ keep: (_ copy: String) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    let copies = copies()
    let first = (copies.last ?? 0) + 1
    for number in first..<first + 1_000 {
      do throws(FileSystemError) { try keep(location.names.quarantine(number)) } catch {
        if error.isMissing { return }
        if error.isTaken { continue }
        throw error
      }
      for surplus in copies.dropFirst().dropLast(Self.copyLimit - 2) {
        discard(location.names.quarantine(surplus), in: folder)
      }
      return
    }
    throw FileSystemError("keep another broken file", .tooManyFiles)
  }

  /// The numbers of the copies, in ascending order.
  private func copies() -> [Int] {
    // Where the folder cannot be listed, the names show one by one which numbers are taken.
    do throws(FileSystemError) {
      return try system.names(in: location.folder).compactMap { location.names.number(ofQuarantine: $0) }.sorted()
    } catch {
      return []
    }
  }

  /// Returns whether one of the copies holds the bytes of a file.
  private func isKept(_ name: String, among copies: [Int], in folder: Folder) -> Bool {
    copies.suffix(Self.copyLimit).contains { number in
      // What cannot be compared is kept once more.
      do throws(FileSystemError) {
        guard let file = try folder.openIfPresent(name),
          let copy = try folder.openIfPresent(location.names.quarantine(number))
        else { return false }
        return try isCopy(copy, of: file)
      } catch {
        return false
      }
    }
  }

  private func isCopy(_ copy: OpenFile, of file: OpenFile) throws(FileSystemError) -> Bool {
    let (status, original) = (try copy.status(), try file.status())
    guard status.kind == .regular, original.kind == .regular else { return false }
    if status.isOfSameFile(as: original) { return true }
    // A journal whose replacement failed was made longer, by zeros.
    guard 0...4_096 ~= original.size - status.size else { return false }
    guard try file.read(from: status.size, to: original.size).allSatisfy({ $0 == 0 }) else { return false }
    let found = try DocumentFingerprint(of: copy, length: status.size)
    return try found == DocumentFingerprint(of: file, length: status.size)
  }

  private func keep(
    _ name: String, as newName: String, in folder: Folder, asCopy: Bool
  ) throws(FileSystemError) {
    do throws(FileSystemError) {
      if !asCopy { return try folder.link(name, as: newName) }
    } catch {
      guard error.hasNoLinks else { throw error }
    }
    try copy(name, to: newName, in: folder)
  }

  /// Copies a file, where it cannot have a second name.
  private func copy(_ name: String, to newName: String, in folder: Folder) throws(FileSystemError) {
    let source = try folder.open(name, for: .reading)
    let size = try source.status().size
    let file = try folder.open(newName, for: .making)
    do throws(FileSystemError) {
      var offset = 0
      while offset < size {
        let part = try source.read(from: offset, to: min(offset + Self.partLength, size))
        if part.isEmpty { break }
        try file.write(part, at: offset)
        offset += part.count
      }
      try system.synchronize(file.descriptor, .everything)
    } catch {
      discard(newName, in: folder)
      throw error
    }
  }
}
