internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats

/// An error that ends a command.
struct ToolFailure: Error {
  let code: SettingsTool.ExitCode
  let messages: [String]

  init(_ code: SettingsTool.ExitCode, _ messages: String...) {
    self.code = code
    self.messages = messages
  }

  /// Creates a failure from several ones, of which the first mistake in the arguments decides the code.
  init(mistakes: [ToolFailure]) {
    let codes = mistakes.map(\.code)
    // A store that can't be reached comes first, because another value wouldn't help.
    code = codes.first { $0 == .usage } ?? codes.max { $0.rawValue < $1.rawValue } ?? .refused
    messages = mistakes.flatMap(\.messages)
  }

  /// Creates a failure from an error with a message for users.
  init(_ error: SettingsError, saying message: String) {
    code = Self.code(of: error.code)
    messages = [message]
  }

  /// Creates a failure from any error.
  init(_ error: any Error) {
    guard let error = error as? SettingsError else {
      code = .unavailable
      messages = ["\(error)"]
      return
    }
    let reasons = error.reasons.isEmpty ? [error] : error.reasons
    code = Self.code(of: reasons)
    messages = reasons.map { "\($0)" }
  }

  private static func code(of errors: [SettingsError]) -> SettingsTool.ExitCode {
    let codes = errors.map { code(of: $0.code) }
    // A store that can't be reached comes first, because another value wouldn't help.
    return codes.max { $0.rawValue < $1.rawValue } ?? .refused
  }

  private static func code(of code: SettingsError.Code) -> SettingsTool.ExitCode {
    switch code {
    case .locked, .readOnly: .locked
    case .storeFailed, .notSaved, .storeUnavailable, .fileMissing, .fileUnreadable, .fileCorrupt, .newerFormat,
      .newerVersion, .migrationFailed, .locksUnsupported, .untrustedFile:
      .unavailable
    default: .refused
    }
  }
}

/// All groups of the tool as one group, whose settings have the names that they have in their own group.
final class ToolGroups: SettingsGroup {
  let groups: [any SettingsGroup]

  init(_ groups: [any SettingsGroup]) { self.groups = groups }

  func enumerateSettings(into list: inout SettingsList) {
    for group in groups { list.appendSettings(of: group) }
  }
}
