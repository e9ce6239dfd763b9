package import TypedSettingsCore

/// The name of a domain's file in a folder.
///
/// Letters, digits, hyphens, underscores and dots are unchanged. Every other byte of the domain's UTF-8, and a dot at
/// the beginning, becomes `%` and two digits. Different domains have different names, and no name leads out of the
/// folder.
package struct DomainFileName {
  package let text: String
  private let domain: String

  /// Creates the name of a domain's file.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalidName`` if the domain is empty or its name too long.
  package init(_ domain: String, fileExtension: String) throws(SettingsError) {
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

  /// The name in lower case, which identifies the file on a case-insensitive file system.
  var caseless: String { text.lowercased() }

  /// Refuses a domain that has the same file as another one, because the file system is case-insensitive.
  func checkCase(in path: String, of system: any FileSystem) throws(SettingsError) {
    // An error occurs again when the file is read.
    let isShared = nilOnFailure {
      let folder = try Folder(path, of: system)
      guard let own = try folder.status(of: text) else { return false }
      for name in try system.names(in: path) where name != text && name.lowercased() == caseless {
        if let other = try folder.status(of: name), other.isOfSameFile(as: own) { return true }
      }
      return false
    }
    if isShared == true { throw caseError }
  }

  /// Refuses a domain that differs only in case from another one, unless each has a file of its own.
  func checkCase(against other: String, in path: String, of system: any FileSystem) throws(SettingsError) {
    let areDifferent = nilOnFailure {
      let folder = try Folder(path, of: system)
      guard let own = try folder.status(of: text), let others = try folder.status(of: other) else { return false }
      return !others.isOfSameFile(as: own)
    }
    if areDifferent != true { throw caseError }
  }

  private var caseError: SettingsError {
    .invalidName(SettingsKey(domain: domain, name: ""), "a domain that differs only in case from another one")
  }
}
