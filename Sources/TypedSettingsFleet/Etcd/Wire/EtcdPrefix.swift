#if Etcd
  internal import TypedSettingsCore

  /// The prefix of all keys of a store.
  struct EtcdPrefix: Hashable, Sendable {
    /// The text of the prefix, which ends with a slash.
    let text: String

    /// Creates a prefix, and adds a slash to the end if it has none.
    init(_ text: String) throws(SettingsError) {
      let text = text.hasSuffix("/") ? text : text + "/"
      guard text != "/", text.utf8.count <= 1024 else {
        throw SettingsError(
          .remoteRefused, found: "a prefix that is empty or longer than 1024 bytes",
          advice: "pass the prefix of your program's keys, such as '/shop/'")
      }
      self.text = text
    }

    /// The first possible key.
    var first: [UInt8] { [UInt8](text.utf8) }

    /// The first possible key after those with the prefix.
    var end: [UInt8] {
      // The slash at the end is never the largest byte.
      var end = first
      end[end.count - 1] += 1
      return end
    }

    /// Returns the bytes of a key, given relative to the prefix.
    func bytes(of key: String) -> [UInt8] { first + key.utf8 }

    /// Returns a key relative to the prefix, or `nil` if the key isn't UTF-8.
    ///
    /// - Throws: An error if the key doesn't have the prefix.
    func key(of bytes: [UInt8]) throws(SettingsError) -> String? {
      let length = text.utf8.count
      guard bytes.starts(with: text.utf8) else {
        throw .remoteMalformed("an answer of etcd with a key that doesn't have the prefix")
      }
      return String(validating: bytes[length...], as: UTF8.self)
    }
  }
#endif
