extension CommandLineSettingsStore {
  /// Returns the arguments that look like options of a program but name no setting, in their order.
  ///
  /// ```swift
  /// let commandLine = CommandLineSettingsStore()
  /// let settings = TimerSettings.make(alternateStore: commandLine)
  /// let unknown = commandLine.unknownOptions(for: settings).filter { $0 != "--help" }
  /// ```
  ///
  /// - Parameter groups: The groups whose settings the program has, nested groups included.
  /// - Returns: The arguments as they were typed.
  public func unknownOptions(for groups: any SettingsGroup...) -> [String] {
    parts(for: groups).compactMap { if case .unknown(_, let argument) = $0 { argument } else { nil } }
  }

  /// Returns the arguments that are neither options nor their values, such as the names of files, in their order.
  ///
  /// Every argument after `--` is one of them.
  ///
  /// - Parameter groups: The groups whose settings the program has, nested groups included.
  /// - Returns: The arguments as they were typed.
  public func positionalArguments(for groups: any SettingsGroup...) -> [String] {
    parts(for: groups).compactMap { if case .argument(let argument) = $0 { argument } else { nil } }
  }

  /// Returns everything that is wrong with the options: unknown ones, missing values, and values that their settings
  /// can't have.
  ///
  /// A program that wants to stop instead of ignoring them checks before it reads its settings:
  ///
  /// ```swift
  /// let commandLine = CommandLineSettingsStore()
  /// let settings = TimerSettings.make(alternateStore: commandLine)
  /// for problem in commandLine.problems(for: settings) { print(problem.found) }
  /// ```
  ///
  /// - Parameters:
  ///   - groups: The groups whose settings the program has, nested groups included.
  ///   - otherOptions: Options of the program itself, such as `--help`; they are no problem.
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

  /// The settings that options can be for, in the order of their declarations.
  func servedSettings(of groups: [any SettingsGroup]) -> [any Setting] {
    groups.flatMap { group in group.allSettings.map(\.setting) }.filter { !$0.traits.contains(.transient) }
  }

  /// What the command line knows of a setting and its older names.
  func family(of setting: any Setting) -> [CommandLineSetting] {
    family(
      of: SettingDeclaration(
        name: setting.name, key: setting.settingsKey, valueType: setting.valueType, traits: setting.traits,
        attributes: setting.attributes))
  }

  private func parts(for groups: [any SettingsGroup]) -> [CommandLineArguments.Part] {
    CommandLineArguments(arguments, for: servedSettings(of: groups).flatMap(family)).parts
  }

  /// Why an option can't be one of a setting; `nil` if it can, or if it names another one.
  private func problem(of option: CommandLineOption, for setting: any Setting) -> SettingsError? {
    guard let member = family(of: setting).first(where: { $0.isNamed(by: option) }) else { return nil }
    do throws(SettingsError) {
      let value = try member.value(of: option)
      guard let issue = (setting as? any CheckingSetting)?.issues(of: value).first else { return nil }
      return .unusableOption(option, of: setting, because: issue)
    } catch {
      return error
    }
  }
}

extension SettingsError {
  /// An option whose value its setting can't have.
  fileprivate static func unusableOption(
    _ option: CommandLineOption, of setting: any Setting, because issue: SettingsError
  ) -> SettingsError {
    let isSecret = setting.traits.contains(.secret)
    let text = isSecret ? SettingsTrait.hiddenValue : String((option.text ?? "").prefix(60))
    let placeholder = CommandLinePlaceholder(of: setting).text
    let expected = placeholder.map { "write '\(option.name)=\($0)'" } ?? "write '\(option.name)' alone"
    let advice = setting.validation.map { "\(expected); the value \($0.message)" } ?? expected
    return SettingsError(
      issue.code, key: setting.settingsKey, found: "the option '\(option.name)' with the value '\(text)'",
      advice: advice, underlying: isSecret ? nil : issue)
  }
}
