/// A setting as the command line knows it.
struct CommandLineSetting: Sendable {
  let key: SettingsKey
  /// The names from the setting's declaration, then those that follow from its key; as they are typed.
  let names: [String]
  /// How many of the names come from the declaration.
  let ownNameCount: Int
  let kind: Kind

  /// How the options of a setting are read.
  enum Kind: Sendable {
    /// Nothing is known of the setting: any form is taken.
    case unknown
    /// The option stands alone.
    case boolean
    /// The option has a value.
    case valued
    /// The option is refused, because the arguments of a process are no secret.
    case refused
  }

  /// Creates a setting of which the key alone is known.
  init(undeclared key: SettingsKey) {
    self.key = key
    names = Self.names(of: key)
    ownNameCount = 0
    kind = .unknown
  }

  /// Creates a declared setting.
  init(_ declaration: SettingDeclaration, key: SettingsKey, allowsSecrets: Bool) {
    let ownNames = key == declaration.key ? declaration.attributes.option.options : []
    self.key = key
    names = ownNames + Self.names(of: key)
    ownNameCount = ownNames.count
    kind =
      if declaration.traits.contains(.secret), !allowsSecrets {
        .refused
      } else if declaration.isBoolean { .boolean } else { .valued }
  }

  /// The settings that a declaration makes known: the setting itself, and then its older names.
  static func settings(of declaration: SettingDeclaration, allowsSecrets: Bool) -> [CommandLineSetting] {
    let key = declaration.key
    let aliases = declaration.aliases.map { SettingsKey(domain: key.domain, name: $0) }.filter { $0 != key }
    return ([key] + aliases).map { CommandLineSetting(declaration, key: $0, allowsSecrets: allowsSecrets) }
  }

  /// The names that follow from a key.
  private static func names(of key: SettingsKey) -> [String] {
    let spelled = key.words.joined(separator: "-").lowercased()
    return [spelled, key.name, "\(key.domain).\(spelled)", "\(key.domain).\(key.name)"].map { "--\($0)" }
  }

  /// A Boolean value that indicates whether an option names the setting.
  func isNamed(by option: CommandLineOption) -> Bool { option.names.contains(where: names.contains) }

  /// A name from a declaration that another setting has too; `nil` if there is none.
  func conflict(with others: some Sequence<CommandLineSetting>) -> SettingsError? {
    for other in others where other.key != key {
      let shared =
        names.prefix(ownNameCount).first(where: other.names.contains)
        ?? other.names.prefix(other.ownNameCount).first(where: names.contains)
      if let shared { return .ambiguousOption(shared, of: key, and: other.key) }
    }
    return nil
  }

  /// The value that an option has for the setting.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` or ``SettingsError/Code/secretRefused`` if the
  ///   option can't be one of the setting.
  func value(of option: CommandLineOption) throws(SettingsError) -> SettingsValue {
    // A setting may itself be named so.
    let isNegated = !names.contains(option.name)
    switch kind {
    case .unknown, .boolean: return isNegated ? false : option.text.map(SettingsValue.string) ?? true
    case .refused: throw .secretOption(option.name).at(key)
    case .valued:
      if isNegated { throw .negatedOption(option).at(key) }
      guard let text = option.text else { throw .optionWithoutValue(option.name).at(key) }
      return .string(text)
    }
  }
}

extension SettingsError.Code {
  /// An argument that looks like an option, but that no setting has; it's ignored.
  public static let unknownOption = Self(rawValue: "unknownOption")
  /// A name on the command line that two settings have; its option counts for both.
  public static let ambiguousOption = Self(rawValue: "ambiguousOption")
}

extension SettingsError {
  /// An option that no setting has.
  static func unknownOption(_ argument: String) -> SettingsError {
    // A value after an equals sign may be meant for a secret.
    let name = argument.prefix { $0 != "=" }
    return SettingsError(
      .unknownOption, found: "the option '\(name)', which no setting has", advice: "see the help for the options")
  }

  /// A name that two settings have.
  fileprivate static func ambiguousOption(
    _ name: String, of key: SettingsKey, and other: SettingsKey
  ) -> SettingsError {
    SettingsError(
      .ambiguousOption, key: key, found: "the option '\(name)', which '\(other)' has too",
      advice: "give each setting names of its own with '@PrefAttr(\\.option, …)'")
  }

  /// An option whose value is missing.
  fileprivate static func optionWithoutValue(_ name: String) -> SettingsError {
    SettingsError(
      .undecodable, found: "the option '\(name)' without a value",
      advice: "write '\(name)=VALUE'; without a value the option is ignored")
  }

  /// An option that negates a setting which isn't Boolean.
  fileprivate static func negatedOption(_ option: CommandLineOption) -> SettingsError {
    let name = option.positiveName ?? option.name
    return SettingsError(
      .undecodable, found: "the option '\(option.name)' for a setting that isn't a Boolean value",
      advice: "write '\(name)=VALUE', or leave the option out for the default; '\(option.name)' is ignored")
  }

  /// An option that holds a secret.
  fileprivate static func secretOption(_ name: String) -> SettingsError {
    SettingsError(
      .secretRefused, found: "the option '\(name)' for a secret, which every process of the machine can read there",
      advice: "pass the value in the environment or a file, or make the store with 'allowsSecrets: true'; "
        + "the option is ignored")
  }
}
