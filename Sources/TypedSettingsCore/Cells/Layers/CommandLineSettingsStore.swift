/// A read-only store that reads settings from the arguments of the process.
///
/// ```
/// pomodoro --port 80 -v --AppSettingsTheme dark --timer-settings-session-length=50 --no-app-settings-sound notes.txt
/// ```
///
/// An option names a setting in one of these ways:
///
/// - A name from the setting's declaration, such as `@PrefAttr(\.option, "port")`.
/// - The name of its key.
/// - The words of that name in lowercase, separated by hyphens.
/// - The domain, a dot, and either of the last two.
///
/// The store parses arguments by these rules:
///
/// - The option of a Boolean setting has no value and never consumes the next argument. Its negation has `--no-` before
///   the name, unless that's the name of another setting. You can attach a value, as in `--verbose=false`.
/// - Any other option has its value after an equals sign or in the next argument. An argument that begins with a hyphen
///   isn't a value, unless it's a negative number or a single hyphen.
/// - Options of one letter can be combined: `-vp80` is `-v -p 80`.
/// - If a setting has several options, the last one applies. The argument `--` ends the options.
///
/// The store knows a setting's type and names after the setting's record is created, and ignores arguments that name no
/// setting. If your program has no other options, use ``unknownOptions(for:)``, ``positionalArguments(for:)``,
/// ``problems(for:otherOptions:)``, and ``helpText(for:width:)``.
///
/// A value is text, which a setting reads as <doc:Typed-values> describes. An option that isn't valid for its setting
/// is ignored and reported once.
public final class CommandLineSettingsStore: SettingsStore {
  private struct State {
    /// The declared settings by key, including their older names.
    var settings: [SettingsKey: CommandLineSetting] = [:]
    /// The setting and its older names, by the key of each declared setting.
    var families: [SettingsKey: [CommandLineSetting]] = [:]
    /// The declarations of the settings, also by their older names.
    var declarations: [SettingsKey: SettingDeclaration] = [:]
    /// The values of the texts that were read last.
    var values: [SettingsKey: (text: String, value: SettingsValue)] = [:]
    /// The keys for which an option was reported.
    var reported: Set<SettingsKey> = []
    /// The keys of ``settings`` by the names of their options.
    private var keysByName: [String: Set<SettingsKey>] = [:]
    /// The keys of ``settings`` by those names that come from their declarations.
    private var keysByOwnName: [String: Set<SettingsKey>] = [:]
    /// The parsed arguments, or `nil` if a setting was declared since they were last read.
    private var parsed: CommandLineArguments?

    /// Adds a declared setting and its older names.
    ///
    /// - Returns: The errors for names that other settings have.
    mutating func declare(_ family: [CommandLineSetting], of key: SettingsKey) -> [SettingsError] {
      let known = families[key] ?? []
      let merged = known.merged(with: family)
      if merged == known { return [] }
      let conflicts = family.compactMap { $0.conflict(with: namesakes(of: $0, excluding: known)) }
      families[key] = merged
      for member in merged {
        settings[member.key] = member
        for name in member.names { keysByName[name, default: []].insert(member.key) }
        for name in member.names.prefix(member.ownNameCount) { keysByOwnName[name, default: []].insert(member.key) }
      }
      parsed = nil
      return conflicts
    }

    /// Returns the settings that may share a declared name with a setting; no others need to be compared.
    private func namesakes(
      of setting: CommandLineSetting, excluding known: [CommandLineSetting]
    ) -> [CommandLineSetting] {
      let ownNames = setting.names.prefix(setting.ownNameCount)
      var keys = Set(setting.names.flatMap { keysByOwnName[$0] ?? [] })
      keys.formUnion(ownNames.flatMap { keysByName[$0] ?? [] })
      return keys.subtracting(known.map(\.key)).compactMap { settings[$0] }
    }

    /// Returns the last option among the arguments that names a setting, or `nil` if none does.
    mutating func lastOption(of setting: CommandLineSetting, in arguments: [String]) -> CommandLineOption? {
      // Kept, because reads and checks of locks would otherwise take longer with each declared setting.
      let current = parsed ?? CommandLineArguments(arguments, for: settings.values)
      parsed = current
      return current.lastOption(of: setting)
    }
  }

  /// The arguments, without the name of the program.
  let arguments: [String]

  /// A Boolean value that indicates whether options can hold settings with the trait ``SettingsTrait/secret``.
  package let allowsSecrets: Bool

  private let state = LockedState(State())

  /// Creates a store of arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the name of the program; by default, the arguments of the process.
  ///   - allowsSecrets: Pass `true` to allow options for settings with the trait ``SettingsTrait/secret``. Every
  ///     process on the machine can read these arguments, so by default such an option is ignored and reported.
  public init(arguments: [String] = Array(CommandLine.arguments.dropFirst()), allowsSecrets: Bool = false) {
    self.arguments = arguments
    self.allowsSecrets = allowsSecrets
  }

  /// Registers the type and the names of a setting, and returns its place.
  ///
  /// The store reports a name that another setting already has. If several declarations have the same key, the setting
  /// has the names of all of them, and it's secret if one of them is.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    if setting.isDeclared { register(setting) }
    return SettingCell(of: setting, in: self)
  }

  private func register(_ setting: SettingDeclaration) {
    let family = CommandLineSetting.settings(of: setting, allowsSecrets: allowsSecrets)
    let conflicts = state.withLock { state in
      for member in family where state.declarations[member.key] == nil { state.declarations[member.key] = setting }
      return state.declare(family, of: setting.key)
    }
    for conflict in conflicts { SettingsDiagnostics.report(conflict) }
  }

  /// Returns the value that the arguments have for a key, or `nil` if they don't name it.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    let (setting, option) = state.withLock { state -> (CommandLineSetting, CommandLineOption?) in
      let setting = state.settings[key] ?? CommandLineSetting(undeclared: key)
      return (setting, state.lastOption(of: setting, in: arguments))
    }
    guard let option else { return nil }
    do throws(SettingsError) { return value(of: try setting.value(of: option), forKey: key) } catch {
      if state.withLock({ $0.reported.insert(key).inserted }) { SettingsDiagnostics.report(error) }
      return nil
    }
  }

  /// Returns the value of an option for a key, as its setting reads it.
  private func value(of value: SettingsValue, forKey key: SettingsKey) -> SettingsValue {
    switch value {
    case .string(let text): return self.value(ofText: text, forKey: key)
    case .bool(let flag):
      // A coding can store a Boolean value as another one, which its name stands for.
      let read = self.value(ofText: flag.description, forKey: key)
      if case .string = read { return value }
      return read
    default: return value
    }
  }

  private func value(ofText text: String, forKey key: SettingsKey) -> SettingsValue {
    let (known, declaration) = state.withLock { ($0.values[key], $0.declarations[key]) }
    if let known, known.text == text { return known.value }
    // Outside of the lock, because it runs code of the setting's type.
    guard let value = declaration?.value(ofText: text) else { return .string(text) }
    state.withLock { $0.values[key] = (text, value) }
    return value
  }

  /// Returns the options of a setting and of its older names, as registered by a record if there is one.
  func options(of declaration: SettingDeclaration) -> [CommandLineSetting] {
    state.withLock { $0.families[declaration.key] }
      ?? CommandLineSetting.settings(of: declaration, allowsSecrets: allowsSecrets)
  }

  /// Throws an error, because arguments are read-only.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/readOnly``.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws(SettingsError) {
    throw SettingsError.readOnly("the arguments of the process").at(key)
  }

  /// Returns ``SettingsLayer/InvalidValuePolicy/fallThrough``, because the text was passed to one run of the program.
  public var invalidValues: SettingsLayer.InvalidValuePolicy { .fallThrough }

  /// Returns one read-only layer named `command line`, with the store's value.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    [SettingsLayer.Value(layer: "command line", value: value(forKey: key), isWritable: false)]
  }

  /// Returns a token for an observer that is never called, because arguments don't change.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { SettingsObservationToken(key: key) }

  /// Returns the name of the option that holds the value of a setting.
  public func origin(ofKeys keys: [SettingsKey]) -> String? {
    state.withLock { state in
      for key in keys {
        let setting = state.settings[key] ?? CommandLineSetting(undeclared: key)
        if let option = state.lastOption(of: setting, in: arguments) { return option.name }
      }
      return nil
    }
  }

  /// Does nothing.
  public func removeObserver(_ token: SettingsObservationToken) {}
}
