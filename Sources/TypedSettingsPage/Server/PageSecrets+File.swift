#if Page
  public import TypedSettingsCore

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  extension PageSecrets {
    /// Returns the secrets in a file, which is created with new ones if it's missing.
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

  extension SettingsError.Code {
    /// A page can't be served at an address, or with a token file.
    public static let pageUnavailable = Self(rawValue: "pageUnavailable")
  }

  extension SettingsError {
    fileprivate static func unusableToken(_ path: String, _ problem: String) -> SettingsError {
      SettingsError(
        .pageUnavailable, found: "the token file '\(path)', which \(problem)",
        advice: "pass the path of a file that's missing, or that the page has created; only its owner may read it")
    }

    /// The error for an address at which the system can't listen.
    static func unavailablePage(at host: String, _ port: UInt16, _ problem: String?) -> SettingsError {
      guard let problem else {
        return SettingsError(
          .pageUnavailable, found: "the host '\(host)', which isn't an IPv4 or IPv6 address",
          advice: "pass an address of the machine, such as '127.0.0.1' or '0.0.0.0', and its names as 'names'")
      }
      return SettingsError(
        .pageUnavailable, found: "no page at '\(host)' with port \(port): \(problem)",
        advice: "pass another port, or 0 for one that's free, and an address of this machine")
    }
  }
#endif
