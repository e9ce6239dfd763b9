/// The options of a setting on the command line.
struct CommandLineSetting: Equatable, Sendable {
  let key: SettingsKey
  /// The names as typed: first those from the setting's declaration, and then those derived from its key.
  private(set) var names: [String]
  /// The number of names that come from the declaration.
  private(set) var ownNameCount: Int
  /// A Boolean value that indicates whether the options never consume the next argument, even if they're refused.
  let isBoolean: Bool
  fileprivate(set) var kind: Kind

  /// The form of a setting's options.
  enum Kind: Sendable {
    /// The setting is undeclared, so any form is accepted.
    case unknown
    /// The option has no value.
    case boolean
    /// The option has a value.
    case valued
    /// The option is refused, because the arguments of a process aren't secret.
    case refused
  }

  /// Creates an undeclared setting.
  init(undeclared key: SettingsKey) {
    self.key = key
    names = Self.names(of: key)
    ownNameCount = 0
    isBoolean = false
    kind = .unknown
  }

  /// Creates a declared setting.
  init(_ declaration: SettingDeclaration, key: SettingsKey, allowsSecrets: Bool) {
    let ownNames = key == declaration.key ? declaration.attributes.option.options : []
    self.key = key
    names = ownNames + Self.names(of: key)
    ownNameCount = ownNames.count
    isBoolean = declaration.isBoolean
    kind =
      if declaration.traits.contains(.secret), !allowsSecrets {
        .refused
      } else if declaration.isBoolean { .boolean } else { .valued }
  }

  /// Returns the setting of a declaration, followed by one for each of its older names.
  static func settings(of declaration: SettingDeclaration, allowsSecrets: Bool) -> [CommandLineSetting] {
    let key = declaration.key
    let aliases = declaration.aliases.map { SettingsKey(domain: key.domain, name: $0) }.filter { $0 != key }
    return ([key] + aliases).map { CommandLineSetting(declaration, key: $0, allowsSecrets: allowsSecrets) }
  }

  /// Adds the names of another declaration of the setting.
  fileprivate mutating func addNames(of other: CommandLineSetting) {
    let ownNames = names.prefix(ownNameCount)
    let added = other.names.prefix(other.ownNameCount).filter { !ownNames.contains($0) }
    names.insert(contentsOf: added, at: ownNameCount)
    ownNameCount += added.count
  }

  /// Returns the names that are derived from a key.
  private static func names(of key: SettingsKey) -> [String] {
    let kebabCase = key.words.joined(separator: "-").lowercased()
    return [kebabCase, key.name, "\(key.domain).\(kebabCase)", "\(key.domain).\(key.name)"].map { "--\($0)" }
  }

  /// Returns a Boolean value that indicates whether an option names the setting.
  func isNamed(by option: CommandLineOption) -> Bool { option.names.contains(where: names.contains) }

  /// Returns an error if this setting shares a declared name with another setting.
  func conflict(with others: some Sequence<CommandLineSetting>) -> SettingsError? {
    for other in others where other.key != key {
      let shared =
        names.prefix(ownNameCount).first(where: other.names.contains)
        ?? other.names.prefix(other.ownNameCount).first(where: names.contains)
      if let shared { return .ambiguousOption(shared, of: key, and: other.key) }
    }
    return nil
  }

  /// Returns the value that an option has for the setting.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` or ``SettingsError/Code/secretRefused`` if the
  ///   option isn't valid for the setting.
  func value(of option: CommandLineOption) throws(SettingsError) -> SettingsValue {
    // The setting's own name may begin with `no-`.
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

extension [CommandLineSetting] {
  /// Returns the options of a setting and its older names, with the options of another declaration of the setting.
  ///
  /// If one of the declarations is secret, all options are refused.
  func merged(with other: [CommandLineSetting]) -> [CommandLineSetting] {
    var merged = self
    for member in other {
      if let index = merged.firstIndex(where: { $0.key == member.key }) {
        merged[index].addNames(of: member)
      } else {
        merged.append(member)
      }
    }
    guard (self + other).contains(where: { $0.kind == .refused }) else { return merged }
    for index in merged.indices { merged[index].kind = .refused }
    return merged
  }
}

extension SettingsError.Code {
  /// An argument that looks like an option but names no setting; it's ignored.
  public static let unknownOption = Self(rawValue: "unknownOption")
  /// A name on the command line that two settings share; its option applies to both.
  public static let ambiguousOption = Self(rawValue: "ambiguousOption")
}

extension SettingsError {
  /// Returns the error for an option that no setting has.
  static func unknownOption(_ argument: String) -> SettingsError {
    // A value after an equals sign may be meant for a secret.
    let name = argument.prefix { $0 != "=" }
    return SettingsError(
      .unknownOption, found: "the option '\(name)', which no setting has", advice: "see the help for the options")
  }

  /// Returns the error for a name that two settings share.
  fileprivate static func ambiguousOption(
    _ name: String, of key: SettingsKey, and other: SettingsKey
  ) -> SettingsError {
    SettingsError(
      .ambiguousOption, key: key, found: "the option '\(name)', which '\(other)' also has",
      advice: "give each setting unique names with '@PrefAttr(\\.option, …)'")
  }

  /// Returns the error for an option whose value is missing.
  fileprivate static func optionWithoutValue(_ name: String) -> SettingsError {
    SettingsError(
      .undecodable, found: "the option '\(name)' without a value",
      advice: "write '\(name)=VALUE'; without a value the option is ignored")
  }

  /// Returns the error for an option that negates a setting that isn't Boolean.
  fileprivate static func negatedOption(_ option: CommandLineOption) -> SettingsError {
    let name = option.positiveName ?? option.name
    return SettingsError(
      .undecodable, found: "the option '\(option.name)' for a setting that isn't a Boolean value",
      advice: "write '\(name)=VALUE', or leave the option out for the default; '\(option.name)' is ignored")
  }

  /// Returns the error for an option that contains a secret.
  fileprivate static func secretOption(_ name: String) -> SettingsError {
    SettingsError(
      .secretRefused, found: "the option '\(name)' for a secret, which every process on the machine can read",
      advice: "pass the value in the environment or a file, or create the store with 'allowsSecrets: true'; "
        + "the option is ignored")
  }
}
