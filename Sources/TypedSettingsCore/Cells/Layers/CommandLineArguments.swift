/// The arguments of a process, parsed into options of settings and other arguments.
struct CommandLineArguments {
  /// One part of the arguments.
  enum Part {
    /// An option of a setting.
    case option(CommandLineOption)
    /// An option that no setting has; it doesn't consume the next argument.
    case unknown(CommandLineOption, argument: String)
    /// Any other argument.
    case argument(String)
  }

  private(set) var parts: [Part] = []
  private let flags: Set<String>
  private let names: Set<String>
  /// The last use of each option, by the names that it matches.
  private var lastUses: [String: (position: Int, option: CommandLineOption)] = [:]

  /// Parses arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - settings: The declared settings.
  init(_ arguments: [String], for settings: some Sequence<CommandLineSetting>) {
    var (flags, names): (Set<String>, Set<String>) = ([], [])
    for setting in settings {
      names.formUnion(setting.names)
      if setting.isBoolean { flags.formUnion(setting.names) }
    }
    (self.flags, self.names) = (flags, names)
    parse(arguments)
    for (position, part) in parts.enumerated() {
      switch part {
      case .option(let option), .unknown(let option, _):
        for name in option.names { lastUses[name] = (position, option) }
      case .argument: break
      }
    }
  }

  /// Returns the last option that names a setting, or `nil` if none does.
  func lastOption(of setting: CommandLineSetting) -> CommandLineOption? {
    setting.names.compactMap { lastUses[$0] }.max { $0.position < $1.position }?.option
  }

  private mutating func parse(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        parts += rest.map(Part.argument)
        return
      }
      if argument.hasPrefix("--") {
        appendLong(argument, &rest)
      } else if argument.hasPrefix("-"), argument.count > 1 {
        appendShort(argument, &rest)
      } else {
        parts.append(.argument(argument))
      }
    }
  }

  /// Appends an option that begins with two hyphens.
  private mutating func appendLong(_ argument: String, _ rest: inout ArraySlice<String>) {
    if let equals = argument.firstIndex(of: "=") {
      let option = CommandLineOption(
        String(argument[..<equals]), text: String(argument[argument.index(after: equals)...]), canNegate: false)
      parts.append(names.contains(option.name) ? .option(option) : .unknown(option, argument: argument))
    } else if names.contains(argument) {
      let text = flags.contains(argument) ? nil : takeValue(from: &rest)
      // The name of a setting isn't the negation of another one.
      parts.append(.option(CommandLineOption(argument, text: text, canNegate: false)))
    } else {
      // The next argument is the value only if an undeclared setting with this name is read.
      let option = CommandLineOption(argument, text: rest.first.flatMap { Self.isValue($0) ? $0 : nil })
      let isKnown = option.names.contains(where: names.contains)
      parts.append(isKnown ? .option(option) : .unknown(option, argument: argument))
    }
  }

  /// Appends options that begin with one hyphen: any number of Boolean options, and then one with a value.
  private mutating func appendShort(_ argument: String, _ rest: inout ArraySlice<String>) {
    var options: [Part] = []
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      let attached = letters.first == "=" ? letters.dropFirst() : letters
      if flags.contains(name), letters.first != "=" {
        options.append(.option(CommandLineOption(name, text: nil)))
      } else if names.contains(name) {
        let isAlone = letters.isEmpty
        options.append(.option(CommandLineOption(name, text: isAlone ? takeValue(from: &rest) : String(attached))))
        break
      } else {
        parts.append(.unknown(CommandLineOption(argument, text: nil), argument: argument))
        return
      }
    }
    parts += options
  }

  private func takeValue(from rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first, Self.isValue(next) else { return nil }
    return rest.popFirst()
  }

  /// Returns a Boolean value that indicates whether an argument can be the value of the option before it.
  ///
  /// Such an argument doesn't begin with a hyphen, or is a single hyphen or a negative number.
  private static func isValue(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let second = argument.dropFirst().first else { return true }
    return second == "." || second.isNumber
  }
}

/// One use of an option among the arguments of a process.
struct CommandLineOption: Sendable {
  /// The option as typed, without its value, such as `--no-port` or `-p`.
  let name: String
  /// The name without `no-`, or `nil` if the option negates no setting.
  let positiveName: String?
  /// The value, or `nil` if there is none.
  let text: String?

  /// Creates a use of an option.
  ///
  /// - Parameters:
  ///   - name: The option as typed, without its value.
  ///   - text: The value, or `nil` if there is none.
  ///   - canNegate: Whether the option negates a setting if it begins with `--no-`.
  init(_ name: String, text: String?, canNegate: Bool = true) {
    self.name = name
    self.text = text
    positiveName = name.hasPrefix("--no-") && canNegate ? "--\(name.dropFirst(5))" : nil
  }

  /// The setting names that the option matches.
  var names: [String] { positiveName.map { [name, $0] } ?? [name] }
}
