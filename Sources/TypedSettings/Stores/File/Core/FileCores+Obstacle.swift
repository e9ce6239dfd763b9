#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FileCores {
  /// Why a URL can't be the place of a store; `nil` if it's a file URL of this machine.
  static func obstacle(to url: URL) -> SettingsError? {
    guard url.isFileURL else { return .noFileURL(url.scheme.map { "the scheme '\($0)'" } ?? "no scheme") }
    guard let host = url.host, !host.isEmpty, host != "localhost" else { return nil }
    return .noFileURL("the host of another machine")
  }
}

extension SettingsError {
  /// A URL that names no file of this machine.
  fileprivate static func noFileURL(_ found: String) -> SettingsError {
    SettingsError(
      .storeUnavailable, found: "a URL with \(found), which names no file of this machine",
      advice: "make the URL with 'URL(filePath:)'; until then nothing is read or written")
  }
}
