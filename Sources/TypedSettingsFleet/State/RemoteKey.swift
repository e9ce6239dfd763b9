package import TypedSettingsCore

/// A key in an engine, relative to the prefix.
///
/// An engine identifies a key by its bytes. Texts that differ only in Unicode normalization are equal strings, but
/// different keys.
///
/// The key of a setting is its domain and its name, separated by a slash, such as
/// `com.example.shop/ShopSettingsCheckoutTimeout`. A slash or a percent sign of the domain is percent-encoded.
package struct RemoteKey: Hashable, Sendable {
  package let text: String

  /// Creates a key from its text.
  package init(_ text: String) { self.text = text }

  /// Creates the key of a setting.
  package init(of key: SettingsKey) {
    guard key.domain.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }) else {
      text = "\(key.domain)/\(key.name)"
      return
    }
    var domain = ""
    for character in key.domain.unicodeScalars {
      switch character {
      case "/": domain += "%2F"
      case "%": domain += "%25"
      default: domain.unicodeScalars.append(character)
      }
    }
    text = "\(domain)/\(key.name)"
  }

  /// The setting with this key, or `nil` if no setting has it.
  package var setting: SettingsKey? {
    // A combining mark after a slash or a percent sign is part of the same character, but not of the same byte.
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let name = String(text[text.utf8.index(after: slash)...])
    var rest = text.utf8[..<slash]
    guard rest.contains(UInt8(ascii: "%")) else { return SettingsKey(domain: String(text[..<slash]), name: name) }
    var domain: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        domain.append(byte)
        continue
      }
      if rest.starts(with: "2F".utf8) {
        domain.append(UInt8(ascii: "/"))
      } else if rest.starts(with: "25".utf8) {
        domain.append(UInt8(ascii: "%"))
      } else {
        return nil
      }
      rest = rest.dropFirst(2)
    }
    return SettingsKey(domain: String(decoding: domain, as: UTF8.self), name: name)
  }
}

extension RemoteKey {
  /// Returns a Boolean value that indicates whether two keys have the same bytes.
  package static func == (left: RemoteKey, right: RemoteKey) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Hashes the bytes of the key.
  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
