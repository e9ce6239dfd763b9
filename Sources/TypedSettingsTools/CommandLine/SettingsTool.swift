public import TypedSettingsCore
internal import TypedSettingsFiles

/// A command-line tool for the settings of a program.
///
/// ```swift
/// let tool = SettingsTool(command: "pomodoro settings") { [TimerSettings()] }
/// let code = await tool.run(["set", "sessionLength=50", "soundEnabled=false"])
/// ```
///
/// The closure makes new groups. The tool calls it again for each command that writes, and makes the changes in that
/// copy until all of them are valid.
///
/// Values are written to the output, and everything else to the error output. ``run(_:isolation:)`` returns the exit
/// code of the process; see ``ExitCode``.
public struct SettingsTool {
  /// The exit codes of the tool.
  public enum ExitCode: Int32, Sendable {
    /// The command succeeded.
    case success = 0
    /// The setting has no stored value.
    case unset = 1
    /// The arguments aren't valid, or name a file or folder that can't be used.
    case usage = 2
    /// A value was refused, and nothing was changed, or `doctor` found a value that can't be used.
    case refused = 3
    /// A layer above the writable one decides a setting, or its store is read-only; nothing was changed.
    case locked = 4
    /// The store, the standard input, or the output can't be read or written.
    case unavailable = 5
  }

  /// The words with which the user starts the tool, such as `pomodoro settings`.
  let command: String
  let console: SettingsConsole
  let names: SettingsSchema.Names
  let makeGroups: () -> [any SettingsGroup]

  /// Creates a tool.
  ///
  /// - Parameters:
  ///   - command: The words with which the user starts the tool. They are part of the help and of completions.
  ///   - console: The input and the outputs.
  ///   - names: The names of custom traits and attributes.
  ///   - groups: A closure that makes new groups in the current store, `PreferenceContext.store`.
  public init(
    command: String = "settings", console: SettingsConsole = .standard,
    naming names: SettingsSchema.Names = SettingsSchema.Names(), groups: @escaping () -> [any SettingsGroup]
  ) {
    self.command = command
    self.console = console
    self.names = names
    makeGroups = groups
  }

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the words of the command.
  ///   - isolation: The actor of the caller.
  /// - Returns: The exit code of the process, the raw value of an ``ExitCode``.
  public func run(_ arguments: [String], isolation: isolated (any Actor)? = #isolation) async -> Int32 {
    let arguments = ToolArguments(arguments)
    let messages = ToolMessages(console)
    // The other commands end soon. Their reports follow their errors.
    let isEndless = arguments.verb == ToolVerb.monitor.rawValue
    let handler: SettingsDiagnostics.Handler = { report in
      if isEndless { messages.warn(about: report) } else { messages.add(report) }
    }
    let code = await SettingsDiagnostics.withHandler(handler) { () async -> ExitCode in
      do {
        try await run(arguments, messages)
        return .success
      } catch {
        let failure = error as? ToolFailure ?? ToolFailure(error)
        if arguments.isJSON { writeError(failure) } else { failure.messages.forEach(writeError) }
        for message in failure.messages { messages.markWritten(.text(message)) }
        return failure.code
      }
    }
    messages.writeReports()
    guard let failure = console.output.takeFailure() else { return code.rawValue }
    writeError("the output can't be written: \(failure.reason)")
    return ExitCode.unavailable.rawValue
  }

  private func writeError(_ message: String) {
    let label = Self.paint("error:", .red, if: console.showsErrorColors)
    console.writeError("\(label) \(message.printable(keepsLines: true))\n")
  }

  /// Writes the exit code and the messages of a failure as JSON on one line.
  private func writeError(_ failure: ToolFailure) {
    let error: SettingsValue = [
      "exitCode": .integer(Int64(failure.code.rawValue)),
      "messages": .array(failure.messages.map(SettingsValue.string)),
    ]
    console.writeError("\(error.jsonText)\n")
  }

  private func run(
    _ arguments: ToolArguments, _ messages: ToolMessages, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let isHelp = arguments.verb == "help"
    guard let word = isHelp ? arguments.values.first : arguments.verb else {
      if isHelp || arguments.has("help") { return console.write(helpText) }
      if let option = arguments.firstOption {
        throw ToolFailure(.usage, "unknown option '--\(option)'; '\(command) help' lists the commands")
      }
      console.writeError(helpText)
      throw ToolFailure(.usage)
    }
    guard let verb = ToolVerb(rawValue: word) else {
      let nearest = NearestName.of(word, among: ToolVerb.allCases.map(\.rawValue))
      throw ToolFailure(.usage, "unknown command '\(word)'\(nearest.map { "; did you mean '\($0)'?" } ?? "")")
    }
    if isHelp || arguments.has("help") { return console.write(verb.help(command: command)) }
    try arguments.check(verb, command: command)
    // A command that only reads leaves a file of an older version as it is.
    try await MigrationPreview.$current.withValue(verb.writes || arguments.has("fix") ? nil : MigrationPreview()) {
      try await run(verb, ToolSession(self, arguments, messages))
    }
  }

  private func run(
    _ verb: ToolVerb, _ session: ToolSession, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    switch verb {
    case .list: try session.list()
    case .get: try session.get()
    case .set: try session.set()
    case .reset: try session.reset()
    case .edit: try session.edit()
    case .describe: try session.describe()
    case .range: try session.range()
    case .writable: try session.writable()
    case .inspect: try session.inspect()
    case .monitor: try await session.monitor()
    case .export: try session.export()
    case .import: try session.importDocument()
    case .diff: try session.diff()
    case .schema: try session.schema()
    case .doctor: try session.doctor()
    case .completion: try session.completion()
    }
  }

  private var helpText: String {
    let width = ToolVerb.allCases.map(\.rawValue.count).max() ?? 0
    let lines = ToolVerb.allCases.map { verb in
      let name = verb.rawValue
      return
        "  \(name)\(String(repeating: " ", count: width + 2 - name.count))\(verb.summary.wrapped(indent: width + 4))"
    }
    return """
      Usage: \(command) COMMAND [ARGUMENT ...] [--json]

      \(lines.joined(separator: "\n"))

      The arguments of a command: \(command) help COMMAND

      Exit codes: 0 success, 1 not set, 2 usage, 3 value refused, 4 locked,
      5 store, input or output unavailable.

      """
  }
}

extension SettingsTool {
  /// A color of a terminal.
  enum Color: String {
    case red = "31"
    case green = "32"
    case faint = "2"
  }

  /// Returns text in a color, if the output is a terminal.
  func paint(_ text: String, _ color: Color) -> String { Self.paint(text, color, if: console.isTerminal) }

  private static func paint(_ text: String, _ color: Color, if isColored: Bool) -> String {
    isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
