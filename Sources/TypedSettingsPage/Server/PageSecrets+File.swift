#if Page
  internal import TypedSettingsCore

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  extension PageSecrets {
    /// Creates the secrets that a file keeps, which is created with new ones if it's missing.
    ///
    /// - Throws: `SettingsError` with ``SettingsError/Code/pageUnavailable`` if the file can't be used, or if other
    ///   users can read it.
    init(keptAt path: String, using random: inout some RandomNumberGenerator) throws(SettingsError) {
      let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard number >= 0 else { throw .unusableToken(path, "can't be opened: \(String(cString: strerror(errno)))") }
      defer { close(number) }
      var status = stat()
      guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw .unusableToken(path, "isn't a regular file")
      }
      guard status.st_mode & 0o077 == 0 else { throw .unusableToken(path, "can be read or written by other users") }
      var bytes = [UInt8](repeating: 0, count: 1_024)
      let count = read(number, &bytes, bytes.count)
      if count == 0 {
        self.init(using: &random)
        let text = Array(text.utf8)
        guard write(number, text, text.count) == text.count else { throw .unusableToken(path, "can't be written") }
      } else {
        let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        guard let secrets = Self(text: text) else { throw .unusableToken(path, "has other contents than a token") }
        self = secrets
      }
    }
  }
#endif
