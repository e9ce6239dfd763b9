/// An argument that begins with two hyphens, with what may be its value.
struct CommandLineOption: Sendable {
  /// The name behind the hyphens.
  let name: String
  /// The name behind `no-`; `nil` if the option does not begin so, or has a value behind an equals sign.
  let positiveName: String?
  /// The text behind the equals sign or in the next argument; `nil` if there is none.
  private let text: String?

  /// The options among arguments, up to an argument of two hyphens alone.
  static func options(in arguments: [String]) -> [CommandLineOption] {
    var options: [CommandLineOption] = []
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { break }
      guard argument.hasPrefix("--") else { continue }
      let body = argument.dropFirst(2)
      if let equals = body.firstIndex(of: "=") {
        let text = String(body[body.index(after: equals)...])
        options.append(CommandLineOption(name: String(body[..<equals]), positiveName: nil, text: text))
      } else {
        let next = arguments.dropFirst(index + 1).first { _ in true }
        options.append(
          CommandLineOption(
            name: String(body), positiveName: body.hasPrefix("no-") ? String(body.dropFirst(3)) : nil,
            text: next.flatMap { $0.hasPrefix("--") ? nil : $0 }))
      }
    }
    return options
  }

  /// What the option says of a setting that has one of the names.
  func value(for names: Set<String>) -> SettingsValue {
    // A setting may itself be named so.
    guard names.contains(name) else { return false }
    return text.map(SettingsValue.string) ?? true
  }
}
