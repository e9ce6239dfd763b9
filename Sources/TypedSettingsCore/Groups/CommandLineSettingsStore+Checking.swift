extension CommandLineSettingsStore {
  /// Returns the arguments that look like options but match no setting, in order.
  ///
  /// ```swift
  /// let commandLine = CommandLineSettingsStore()
  /// let settings = TimerSettings.make(alternateStore: commandLine)
  /// let unknown = commandLine.unknownOptions(for: settings).filter { $0 != "--help" }
  /// ```
  ///
  /// - Parameter groups: The settings groups of the program, including their nested groups.
  /// - Returns: The arguments as they were typed.
  public func unknownOptions(for groups: any SettingsGroup...) -> [String] {
    parts(for: groups).compactMap { if case .unknown(_, let argument) = $0 { argument } else { nil } }
  }

  /// Returns the arguments that are neither options nor their values, such as file names, in order.
  ///
  /// Every argument after `--` is one of them.
  ///
  /// - Parameter groups: The settings groups of the program, including their nested groups.
  /// - Returns: The arguments as they were typed.
  public func positionalArguments(for groups: any SettingsGroup...) -> [String] {
    parts(for: groups).compactMap { if case .argument(let argument) = $0 { argument } else { nil } }
  }

  /// Returns all problems with the options: unknown options, missing values, and invalid values.
  ///
  /// To stop at a problem instead of ignoring it, call this method before you read the settings:
  ///
  /// ```swift
  /// let commandLine = CommandLineSettingsStore()
  /// let settings = TimerSettings.make(alternateStore: commandLine)
  /// for problem in commandLine.problems(for: settings) { print(problem.found) }
  /// ```
  ///
  /// - Parameters:
  ///   - groups: The settings groups of the program, including their nested groups.
  ///   - otherOptions: Options of the program itself, such as `--help`, which aren't reported.
  /// - Returns: The problems in the order of the arguments.
  public func problems(for groups: any SettingsGroup..., otherOptions: Set<String> = []) -> [SettingsError] {
    let settings = servedSettings(of: groups)
    return parts(for: groups).compactMap { part in
      switch part {
      case .argument: nil
      case .unknown(let option, let argument):
        otherOptions.contains(option.name) ? nil : .unknownOption(argument)
      case .option(let option):
        settings.lazy.compactMap { self.problem(of: option, for: $0) }.first
      }
    }
  }

  /// Returns the settings that options can set, in declaration order.
  func servedSettings(of groups: [any SettingsGroup]) -> [any Setting] {
    groups.flatMap { group in group.allSettings.map(\.setting) }.filter { !$0.traits.contains(.transient) }
  }

  /// Returns the command-line options of a setting and its aliases.
  func options(of setting: any Setting) -> [CommandLineSetting] {
    options(
      of: SettingDeclaration(
        name: setting.name, key: setting.key, valueType: setting.valueType, traits: setting.traits,
        attributes: setting.attributes))
  }

  private func parts(for groups: [any SettingsGroup]) -> [CommandLineArguments.Part] {
    CommandLineArguments(arguments, for: servedSettings(of: groups).flatMap(options)).parts
  }

  /// Returns an error if an option names a setting and its value is invalid, or `nil` otherwise.
  private func problem(of option: CommandLineOption, for setting: any Setting) -> SettingsError? {
    guard let member = options(of: setting).first(where: { $0.isNamed(by: option) }) else { return nil }
    do throws(SettingsError) {
      guard case .string(let text) = try member.value(of: option), let linked = setting as? any LinkedSetting else {
        return nil
      }
      let issue: SettingsError?
      do throws(SettingsError) {
        issue = linked.issues(of: try linked.value(ofText: text, usesDefault: true)).first
      } catch {
        issue = error
      }
      return issue.map { .unusableOption(option, of: setting, because: $0) }
    } catch {
      return error
    }
  }
}

extension SettingsError {
  /// Returns an error for an option whose value is invalid for its setting.
  fileprivate static func unusableOption(
    _ option: CommandLineOption, of setting: any Setting, because issue: SettingsError
  ) -> SettingsError {
    let isSecret = setting.traits.contains(.secret)
    let text = isSecret ? SettingsTrait.hiddenValue : String((option.text ?? "").prefix(60))
    let placeholder = CommandLinePlaceholder(of: setting).text
    let expected = placeholder.map { "write '\(option.name)=\($0)'" } ?? "write '\(option.name)' alone"
    let advice = setting.namedValidation.map { "\(expected); \($0.message(about: "the value"))" } ?? expected
    return SettingsError(
      issue.code, key: setting.key, found: "the option '\(option.name)' with the value '\(text)'",
      advice: advice, underlying: isSecret ? nil : issue)
  }
}
