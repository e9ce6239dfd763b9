internal import TypedSettingsCore

// Keeping copies of broken files.

extension SettingsFolder {
  /// The maximum number of copies: the first one, which may contain a user's edits, and the latest ones.
  private static let copyLimit = 5

  private static let partLength = 256 << 10

  /// Keeps a broken file under a name that the store never overwrites.
  ///
  /// A file whose bytes were kept already isn't kept again, so repeated failures don't push other copies out.
  func quarantine(_ name: String, asCopy: Bool = false) throws(FileSystemError) {
    if isKept(name, among: copies()) { return }
    try quarantine { copy throws(FileSystemError) in try preserve(name, as: copy, asCopy: asCopy) }
  }

  /// Finds the name of the next copy, and removes surplus copies.
  ///
  /// - Parameter makeCopy: A closure that creates the copy with the given name; called again if the name is taken.
  /// - Throws: Any error that `makeCopy` throws, except that the file is missing.
  func quarantine(_ makeCopy: (_ copy: String) throws(FileSystemError) -> Void) throws(FileSystemError) {
    let copies = copies()
    let first = (copies.last ?? 0) + 1
    for number in first..<first + 1_000 {
      do throws(FileSystemError) { try makeCopy(names.quarantine(number)) } catch {
        if error.isMissing { return }
        if error.alreadyExists { continue }
        throw error
      }
      for surplus in copies.dropFirst().dropLast(Self.copyLimit - 2) { discard(names.quarantine(surplus)) }
      return
    }
    throw FileSystemError("keep another copy of a broken file", .tooManyFiles)
  }

  /// The numbers of the copies, in ascending order.
  private func copies() -> [Int] {
    // If the folder can't be listed, creating a copy finds out which numbers are taken.
    do throws(FileSystemError) {
      return try system.names(in: context.location.folder).compactMap { names.number(ofQuarantine: $0) }.sorted()
    } catch {
      return []
    }
  }

  private func isKept(_ name: String, among copies: [Int]) -> Bool {
    copies.suffix(Self.copyLimit).contains { number in
      // A file that can't be compared is kept again.
      nilOnFailure {
        guard let file = try folder.openIfPresent(name),
          let copy = try folder.openIfPresent(names.quarantine(number))
        else { return false }
        return try isCopy(copy, of: file)
      } ?? false
    }
  }

  private func isCopy(_ copy: OpenFile, of file: OpenFile) throws(FileSystemError) -> Bool {
    let (status, original) = (try copy.status(), try file.status())
    guard status.kind == .regular, original.kind == .regular else { return false }
    if status.isOfSameFile(as: original) { return true }
    // A journal whose replacement failed has grown by zeros.
    guard 0...4_096 ~= original.size - status.size else { return false }
    guard try file.read(from: status.size, to: original.size).allSatisfy({ $0 == 0 }) else { return false }
    let found = try DocumentFingerprint(of: copy, length: status.size)
    return try found == DocumentFingerprint(of: file, length: status.size)
  }

  private func preserve(_ name: String, as newName: String, asCopy: Bool) throws(FileSystemError) {
    do throws(FileSystemError) {
      if !asCopy { return try folder.link(name, as: newName) }
    } catch {
      guard error.hasNoLinks else { throw error }
    }
    try copy(name, to: newName)
  }

  private func copy(_ name: String, to newName: String) throws(FileSystemError) {
    let source = try folder.open(name, for: .reading)
    let size = try source.status().size
    let file = try folder.open(newName, for: .creating)
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
      discard(newName)
      throw error
    }
  }
}
