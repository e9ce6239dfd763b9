/// One use of an option among the arguments of a process.
struct CommandLineOption: Sendable {
  /// The option as it's typed, without its value, such as `--no-port` or `-p`.
  let name: String
  /// The name without `no-`; `nil` if the option doesn't begin with it, or has a value after an equals sign.
  let positiveName: String?
  /// The value; `nil` if there is none.
  let text: String?

  /// Creates a use of an option.
  init(_ name: String, text: String?, isComplete: Bool = false) {
    self.name = name
    self.text = text
    positiveName = name.hasPrefix("--no-") && !isComplete ? "--\(name.dropFirst(5))" : nil
  }

  /// The names that a setting can have for the option to be its own.
  var names: [String] { positiveName.map { [name, $0] } ?? [name] }
}
