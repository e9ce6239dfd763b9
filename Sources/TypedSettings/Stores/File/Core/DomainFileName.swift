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

  /// Refuses a domain whose file another one has already where the disk does not tell upper case from lower.
  func checkTwins(in folder: String, of system: any FileSystem) throws(SettingsError) {
    let present: [String]
    do throws(FileSystemError) { present = try system.names(in: folder) } catch { return }
    let lowercased = text.lowercased()
    guard present.allSatisfy({ $0 == text || $0.lowercased() != lowercased }) else {
      throw .invalidName(
        SettingsKey(domain: domain, name: ""), "a domain that differs only in case from one that has a file already")
    }
  }
}
