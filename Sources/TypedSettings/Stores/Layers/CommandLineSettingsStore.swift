/// A read-only store over the arguments of the process.
///
/// ```
/// pomodoro --port 80 -v --AppSettingsTheme dark --timer-settings-session-length=50 --no-app-settings-sound notes.txt
/// ```
///
/// An option names a setting by one of the names that its declaration gives it with `@PrefAttr(\.option, "port")`, by
/// the name of its key, by the words of that name in lowercase divided by hyphens, or by either after the domain and a
/// dot.
///
/// - The option of a Boolean setting stands alone, and never takes the next argument. Its opposite has `--no-` before
///   the name. A value is attached, as in `--verbose=false`.
/// - Any other option has its value after an equals sign or in the next argument. A next argument that begins with a
///   hyphen is no value, unless it's a negative number or a hyphen alone.
/// - Options of one letter can be joined: `-vp80` is `-v -p 80`.
/// - Of several options for a setting the last counts. The argument `--` ends the options.
///
/// The store knows a setting's type and names as soon as the setting's record is created. Every argument that names no
/// setting is ignored; ``unknownOptions(for:)``, ``positionalArguments(for:)``, ``problems(for:otherOptions:)`` and
/// ``helpText(for:width:)`` help a program that takes no other options.
///
/// A value is text; a setting reads it as a value of its type, such as a number or a Boolean value, or as JSON for
/// lists and types of your own. An option that can't be one of its setting is ignored and reported once.
public final class CommandLineSettingsStore: SettingsStore {
  private struct State {
    /// The declared settings, each under its own key and under its older names.
    var settings: [SettingsKey: CommandLineSetting] = [:]
    /// By the key of a declared setting, the setting itself and then its older names.
    var families: [SettingsKey: [CommandLineSetting]] = [:]
    /// The settings that an option was reported for.
    var reported: Set<SettingsKey> = []
  }

  /// The arguments without the name of the program.
  let arguments: [String]

  /// A Boolean value that indicates whether options can hold settings with the trait ``SettingsTrait/secret``.
  public let allowsSecrets: Bool

  private let state = LockedState(State())

  /// Creates a store of arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the name of the program; by default those of the process.
  ///   - allowsSecrets: Whether options can hold settings with the trait ``SettingsTrait/secret``. Every process of the
  ///     machine can read the arguments of every other one, so by default such an option is ignored and reported.
  public init(arguments: [String] = Array(CommandLine.arguments.dropFirst()), allowsSecrets: Bool = false) {
    self.arguments = arguments
    self.allowsSecrets = allowsSecrets
  }

  /// Takes over the type and the names of a setting.
  ///
  /// A name that another setting has already is reported.
  public func prepare(for setting: SettingDeclaration) {
    let family = CommandLineSetting.settings(of: setting, allowsSecrets: allowsSecrets)
    let conflicts = state.withLock { state -> [SettingsError] in
      if state.families[setting.key] != nil { return [] }
      let conflicts = family.compactMap { $0.conflict(with: state.settings.values) }
      state.families[setting.key] = family
      for member in family { state.settings[member.key] = member }
      return conflicts
    }
    for conflict in conflicts { SettingsDiagnostics.report(conflict) }
  }

  /// Returns the value that the arguments have for a key, or `nil` if they don't name it.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    let settings = state.withLock { $0.settings }
    let setting = settings[key] ?? CommandLineSetting(undeclared: key)
    guard let option = CommandLineArguments(arguments, for: settings.values).options.last(where: setting.isNamed)
    else { return nil }
    do throws(SettingsError) { return try setting.value(of: option) } catch {
      if state.withLock({ $0.reported.insert(key).inserted }) { SettingsDiagnostics.report(error) }
      return nil
    }
  }

  /// What is known of a setting and its older names, which only a record of this store has told.
  func family(of declaration: SettingDeclaration) -> [CommandLineSetting] {
    state.withLock { $0.families[declaration.key] }
      ?? CommandLineSetting.settings(of: declaration, allowsSecrets: allowsSecrets)
  }

  /// Throws an error, because arguments are only read.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/readOnly``.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    throw SettingsError.readOnly("the arguments of the process").at(key)
  }

  /// Returns `false`.
  public func isWritable(_ key: SettingsKey) -> Bool { false }

  /// Returns a token for an observer that is never called, because arguments don't change.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { SettingsObservationToken(key: key) }

  /// Does nothing.
  public func removeObserver(_ token: SettingsObservationToken) {}
}
