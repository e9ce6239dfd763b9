/// The arguments of the process, as a layer that is only read.
///
/// ```
/// pomodoro --AppSettingsTheme dark --timer-settings-session-length=50 --no-app-settings-sound --com.example.app.volume=3
/// ```
///
/// An option names a setting by its name in the store, by the words of that in small letters divided by hyphens, or by
/// either after the domain and a dot. Its value stands behind an equals sign or in the next argument; without one, or
/// where the next argument begins with two hyphens, the option alone means true, and `--no-` before the name means false.
/// Of several options for a setting the last counts. Everything behind the argument `--`, and every argument that names
/// no setting, is somebody else's and is left alone.
///
/// A value is text; a setting reads it as what it is, a number or a truth value for example, a list or a type of its own
/// from JSON. Text that is no value of the setting is reported, and the setting has its default.
public final class CommandLineSettingsStore: SettingsStore {
  private let options: [CommandLineOption]

  /// Makes a store of arguments.
  ///
  /// - Parameter arguments: The arguments without the name of the program; those of the process where they are left out.
  public init(arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
    options = CommandLineOption.options(in: arguments)
  }

  /// What the arguments say of a key; `nil` if they do not name it.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    let spelled = key.words.joined(separator: "-").lowercased()
    let names: Set = [key.name, spelled, "\(key.domain).\(key.name)", "\(key.domain).\(spelled)"]
    return options.last { names.contains($0.name) || names.contains($0.positiveName ?? "") }?.value(for: names)
  }

  /// Refuses to write.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/readOnly``.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    throw SettingsError.readOnly("the arguments of the process").at(key)
  }

  /// Says that no key can be written.
  public func isWritable(_ key: SettingsKey) -> Bool { false }

  /// Adds an observer that is never called, because arguments do not change.
  ///
  /// - Returns: What ``removeObserver(_:)`` takes.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { SettingsObservationToken(key: key) }

  /// Does nothing.
  public func removeObserver(_ token: SettingsObservationToken) {}
}
