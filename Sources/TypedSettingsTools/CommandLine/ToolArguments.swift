internal import TypedSettingsCore

/// The commands of the tool.
enum ToolVerb: String, CaseIterable {
  case list, get, set, reset, edit, describe, range, writable, inspect, monitor, export, `import`, diff, schema
  case doctor, completion

  /// The command with its arguments.
  var usage: String {
    switch self {
    case .list: "list [--origin] [TEXT]"
    case .get: "get [--stored | --source] NAME ..."
    case .set: "set NAME=VALUE ... | NAME+=VALUE ... | NAME [VALUE]"
    case .reset: "reset NAME ... | --all"
    case .edit: "edit"
    case .describe, .range, .writable, .inspect: "\(rawValue) NAME"
    case .monitor: "monitor [--count=N] [NAME ...]"
    case .export: "export [--format=json|plist]"
    case .import: "import [--skip-refused] FILE|-"
    case .diff: "diff FILE|-"
    case .schema: "schema [--format=FORMAT] [--domain=NAME] [--output=FOLDER]"
    case .doctor: "doctor [--preview | --fix]"
    case .completion: "completion bash|zsh|fish"
    }
  }

  /// A description of the command.
  var summary: String {
    switch self {
    case .list: "Lists the settings whose names contain a text, with their values."
    case .get: "Prints values, or what is stored, or where values come from."
    case .set: "Changes settings in one step. NAME alone takes its value from a prompt or the input."
    case .reset: "Removes stored values in one step."
    case .edit: "Opens the settings in your editor, and makes the changes in one step."
    case .describe: "Describes a setting."
    case .range: "Prints the values that a setting can have."
    case .writable: "Prints whether a setting can be written."
    case .inspect: "Prints the value in each layer of the store."
    case .monitor: "Prints changes until it's interrupted."
    case .export: "Writes a document of all stored settings, without secrets."
    case .import: "Sets the settings in a document in one step."
    case .diff: "Prints what an import would change."
    case .schema:
      "Prints the schema of all settings, or a document from it: \(SchemaFormat.list)."
    case .doctor: "Prints problems with the stored settings, or fixes those with one solution."
    case .completion: "Prints a script that completes commands in a shell."
    }
  }

  /// A Boolean value that indicates whether the command changes settings.
  var writes: Bool {
    switch self {
    case .set, .reset, .edit, .import: true
    case .list, .get, .describe, .range, .writable, .inspect, .monitor, .export, .diff, .schema, .doctor, .completion:
      false
    }
  }

  /// The options besides `--json` and `--help`, with `=` after those that have a value.
  var options: [String] {
    switch self {
    case .list: ["origin"]
    case .get: ["stored", "source"]
    case .reset: ["all"]
    case .monitor: ["count="]
    case .export: ["format="]
    case .schema: ["format=", "domain=", "output="]
    case .import: ["skip-refused"]
    case .doctor: ["preview", "fix"]
    default: []
    }
  }

  /// The allowed numbers of arguments.
  var counts: ClosedRange<Int> {
    switch self {
    case .list: 0...1
    case .get, .set: 1...Int.max
    case .reset, .monitor: 0...Int.max
    case .describe, .range, .writable, .inspect, .import, .diff, .completion: 1...1
    case .edit, .export, .schema, .doctor: 0...0
    }
  }

  /// The arguments of an example, with invented settings.
  private var example: String {
    switch self {
    case .list: "list color"
    case .get: "get volume theme"
    case .set: "set volume=0.5 theme=dark"
    case .reset: "reset volume theme"
    case .edit: "edit --help"
    case .describe, .range, .writable, .inspect: "\(rawValue) theme"
    case .monitor: "monitor --count=1 theme"
    case .export: "export --format=json >settings.json"
    case .import: "import --skip-refused settings.json"
    case .diff: "diff settings.json"
    case .schema: "schema --format=json-schema >schema.json"
    case .doctor: "doctor --json"
    case .completion: "completion bash >>~/.bashrc"
    }
  }

  /// Returns the help text of the command.
  func help(command: String) -> String {
    """
    \("Usage: \(command) \(usage) [--json]".wrapped(indent: 7))

    \(summary.wrapped(indent: 0))

    Example: \(command) \(example)

    """
  }
}

/// The arguments of the tool.
struct ToolArguments {
  /// The first argument that isn't an option.
  let verb: String?
  /// The other arguments.
  let values: [String]
  private let options: [(name: String, value: String?)]

  init(_ arguments: [String]) {
    var values: [String] = []
    var options: [(String, String?)] = []
    var isOption = true
    for argument in arguments {
      if isOption, argument == "--" {
        isOption = false
      } else if isOption, argument.hasPrefix("--") {
        options.append(String(argument.dropFirst(2)).assignment)
      } else if isOption, argument == "-h" {
        options.append(("help", nil))
      } else {
        values.append(argument)
      }
    }
    verb = values.first
    self.values = Array(values.dropFirst())
    self.options = options
  }

  /// The name of the first option, if there is one.
  var firstOption: String? { options.first?.name }

  func has(_ option: String) -> Bool { options.contains { $0.name == option } }

  func value(of option: String) -> String? { options.last { $0.name == option }?.value }

  /// A Boolean value that indicates whether the output is JSON.
  var isJSON: Bool { options.contains { $0.name == "json" && $0.value == nil } }

  /// Checks that a command has the arguments.
  ///
  /// - Throws: ``ToolFailure`` with ``SettingsTool/ExitCode/usage``.
  func check(_ verb: ToolVerb, command: String) throws {
    let known = verb.options + ["json"]
    let mistakes = options.compactMap { name, value -> ToolFailure? in
      known.contains(value == nil ? name : "\(name)=") ? nil : Self.mistake(in: name, of: verb, known)
    }
    if !mistakes.isEmpty { throw ToolFailure(mistakes: mistakes) }
    let isComplete = verb == .reset ? values.isEmpty == has("all") : verb.counts.contains(values.count)
    guard isComplete else { throw ToolFailure(.usage, "usage: \(command) \(verb.usage)") }
  }

  /// Returns the failure for an option that a command doesn't have in this form.
  private static func mistake(in name: String, of verb: ToolVerb, _ known: [String]) -> ToolFailure {
    if known.contains(name) { return ToolFailure(.usage, "the option '--\(name)' doesn't take a value") }
    if known.contains("\(name)=") { return ToolFailure(.usage, "the option needs a value: '--\(name)=…'") }
    let nearest = NearestName.of("--\(name)", among: known.map { "--\($0)" }).map { "; did you mean '\($0)'?" } ?? ""
    return ToolFailure(.usage, "unknown option '--\(name)' of '\(verb.rawValue)'\(nearest)")
  }
}

extension String {
  /// Returns the text in lines of at most 80 columns, of which all but the first are indented.
  func wrapped(indent: Int) -> String {
    var lines = [""]
    for word in split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if indent + last.count + 1 + word.count <= 80 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// The text before the first equals sign, and the text after it, which is `nil` if there is no sign.
  ///
  /// A combining mark at the start of the value and the sign are one character, so the sign is found as a scalar.
  var assignment: (name: String, value: String?) {
    guard let sign = unicodeScalars.firstIndex(of: "=") else { return (self, nil) }
    return (String(unicodeScalars[..<sign]), String(unicodeScalars[sign...].dropFirst()))
  }
}
