/// The name of a domain's file in a folder.
///
/// Letters, digits, hyphens, underscores and dots stand for themselves, every other byte of the domain's UTF-8 as `%` and
/// two digits; so does a dot at the beginning. Different domains have different names, and none leads out of the folder.
struct DomainFileName {
  let text: String
  private let domain: String

  /// The name of a domain's file.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalidName`` if the domain is empty or its name too long.
  init(_ domain: String, fileExtension: String) throws(SettingsError) {
    var name = ""
    for (index, byte) in domain.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where index > 0: name += "."
      default: name += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    text = "\(name).\(fileExtension)"
    self.domain = domain
    guard !domain.isEmpty, text.utf8.count <= FileNames.maximumLength else {
      throw .invalidName(SettingsKey(domain: domain, name: ""), "a domain that is empty or too long for a file's name")
    }
  }

  /// Refuses a domain whose file is that of another one, as it is where the disk does not tell upper case from lower.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - hasOpenTwin: Whether a domain that differs only in case is in use; then this one must have a file to be told
  ///     apart by, because nobody knows the disk before there is one.
  ///   - system: The file system.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalidName``.
  func checkTwins(in path: String, hasOpenTwin: Bool, of system: any FileSystem) throws(SettingsError) {
    let isTaken: Bool
    do throws(FileSystemError) { isTaken = try isFileOfTwin(in: path, of: system) ?? hasOpenTwin } catch {
      isTaken = error.isMissing && hasOpenTwin
    }
    guard !isTaken else {
      throw .invalidName(
        SettingsKey(domain: domain, name: ""), "a domain that differs only in case from one that has its file")
    }
  }

  /// Whether the files of the domain are those of another one; nil if it has none.
  private func isFileOfTwin(in path: String, of system: any FileSystem) throws(FileSystemError) -> Bool? {
    let present = try system.names(in: path)
    let folder = try Folder(path, of: system)
    let names = FileNames(document: text)
    var isPresent = false
    for name in [names.document, names.journal, names.nextJournal] {
      guard let status = try folder.status(of: name) else { continue }
      isPresent = true
      let lowercased = name.lowercased()
      for twin in present where twin != name && twin.lowercased() == lowercased {
        if let other = try folder.status(of: twin), other.isOfSameFile(as: status) { return true }
      }
    }
    return isPresent ? false : nil
  }
}
