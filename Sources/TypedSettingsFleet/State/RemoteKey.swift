package import TypedSettings

/// The names of settings in an engine.
///
/// The key of a setting is its domain and its name, separated by a slash, such as
/// `com.example.shop/ShopSettingsCheckoutTimeout`. A slash or a percent sign of the domain is percent-encoded.
package enum RemoteKey {
  /// Returns the key of a setting in the engine.
  package static func text(of key: SettingsKey) -> String {
    guard key.domain.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }) else {
      return "\(key.domain)/\(key.name)"
    }
    var domain = ""
    for character in key.domain.unicodeScalars {
      switch character {
      case "/": domain += "%2F"
      case "%": domain += "%25"
      default: domain.unicodeScalars.append(character)
      }
    }
    return "\(domain)/\(key.name)"
  }

  /// Returns the setting of a key in the engine, or `nil` if no setting has that key.
  package static func setting(of text: String) -> SettingsKey? {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    let name = String(text[text.index(after: slash)...])
    guard text[..<slash].contains("%") else { return SettingsKey(domain: String(text[..<slash]), name: name) }
    var domain = ""
    var rest = text[..<slash]
    while let first = rest.first {
      if rest.hasPrefix("%2F") {
        domain += "/"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("%25") {
        domain += "%"
        rest = rest.dropFirst(3)
      } else if first == "%" {
        return nil
      } else {
        domain.append(first)
        rest = rest.dropFirst()
      }
    }
    return SettingsKey(domain: domain, name: name)
  }
}
