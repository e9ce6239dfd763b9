public import TypedSettingsCore

/// A mapping from Objective-C selectors to the settings of any number of groups.
///
/// A setting responds to the selectors that its property would have in Objective-C:
///
/// ```swift
/// let forwarding = SettingsForwarding(settings, counters)
/// forwarding.target(of: "soundEnabled")        // .getter(settings.$soundEnabled)
/// forwarding.target(of: "isSoundEnabled")      // the same, because the setting is Boolean
/// forwarding.target(of: "setSoundEnabled:")    // .setter(settings.$soundEnabled)
/// forwarding.target(of: "dailyHours")          // .getter(settings.goals.$dailyHours)
/// ```
///
/// If two groups have a property of the same name, the first group's is used. A setting of a nested group is found by
/// its own name without the path, if no setting outside of nested groups and no other nested setting has that name. The
/// name of a property takes precedence over a name derived with `is`. ``ambiguities`` lists the settings passed over.
public struct SettingsForwarding: Sendable {
  /// The access that a selector stands for.
  public enum Target: Sendable {
    /// The selector reads a setting.
    case getter(any Setting)
    /// The selector writes a setting.
    case setter(any Setting)

    /// The setting to read or write.
    public var setting: any Setting {
      switch self {
      case .getter(let setting), .setter(let setting): setting
      }
    }
  }

  /// The settings of all groups with their names, or paths if they are nested, in declaration order.
  public let settings: [(name: String, setting: any Setting)]

  /// The selectors that match more than one setting, in declaration order.
  public let ambiguities: [Ambiguity]

  private let targets: [String: Target]

  /// Creates a forwarding for the given groups.
  ///
  /// - Parameter groups: The groups. If two have a property of the same name, the first one's is used.
  public init(_ groups: any SettingsGroup...) { self.init(groups) }

  /// Creates a forwarding for the given groups.
  ///
  /// - Parameter groups: The groups. If two have a property of the same name, the first one's is used.
  public init(_ groups: [any SettingsGroup]) {
    var seen: Set<ObjectIdentifier> = []
    settings = groups.flatMap(\.allSettings).filter { seen.insert(ObjectIdentifier($0.setting)).inserted }
    let table = SelectorTable(settings)
    targets = table.targets
    ambiguities = table.ambiguities
  }

  /// Returns the access that a selector stands for.
  ///
  /// - Parameter selector: The name of a getter, or of a setter with its colon.
  /// - Returns: The setting, and whether it is read or written; `nil` if no setting responds to the selector.
  public func target(of selector: String) -> Target? { targets[selector] }

  /// Returns the setting for a key of key-value coding, which is the name of a property.
  ///
  /// - Parameter key: The name, without `set` and without a colon.
  /// - Returns: The setting, or `nil` if there is none with the name.
  public func setting(forKey key: String) -> (any Setting)? {
    guard case .getter(let setting)? = targets[key] else { return nil }
    return setting
  }

  /// All selectors that a setting responds to, in no particular order.
  public var selectors: [String] { Array(targets.keys) }
}

extension SettingsForwarding {
  /// Returns the current value of the setting for a key, in the native form of the setting's type.
  ///
  /// - Parameter key: The name of a property.
  /// - Returns: The value, or ``SettingsValue/null`` if the value is `nil`; `nil` if no setting has the name.
  public func value(forKey key: String) -> SettingsValue? { setting(forKey: key)?.forwardedValue }

  /// Sets the setting for a key, from the native form of the setting's type.
  ///
  /// ```swift
  /// try SettingsForwarding(settings).setValue(50, forKey: "sessionLength")
  /// ```
  ///
  /// - Parameters:
  ///   - value: The new value; ``SettingsValue/null`` stands for `nil`.
  ///   - key: The name of a property.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unknownName`` if no setting has the name, or the errors of
  ///   ``Setting/setEncodedValue(_:)``.
  public func setValue(_ value: SettingsValue, forKey key: String) throws(SettingsError) {
    guard let setting = setting(forKey: key) else { throw .unknownName }
    try setting.setForwardedValue(value)
  }
}

extension Setting {
  /// The value in the form that is exposed to Objective-C.
  var forwardedValue: SettingsValue? {
    guard let setting = self as? any PlainValueSetting else { return encodedValue }
    return setting.plainValue
  }

  /// Sets the value from the form that is exposed to Objective-C.
  func setForwardedValue(_ value: SettingsValue) throws(SettingsError) {
    guard let setting = self as? any PlainValueSetting else { return try setEncodedValue(value) }
    try setting.setPlainValue(value)
  }
}

extension SettingsForwarding {
  /// A selector that matches more than one setting.
  public struct Ambiguity: Sendable {
    /// The selector.
    public let selector: String

    /// The setting that responds; `nil` if none does, because all of them are nested.
    public let chosen: (any Setting)?

    /// The settings that don't respond.
    public let ignored: [any Setting]
  }
}

extension SettingsForwarding.Ambiguity: CustomStringConvertible {
  /// The selector, and the keys of the settings in declaration order.
  public var description: String {
    let others = ignored.map { "'\($0.key.name)'" }.joined(separator: ", ")
    guard let chosen else { return "'\(selector)' is ambiguous between \(others)" }
    return "'\(selector)' resolves to '\(chosen.key.name)', not to \(others)"
  }
}

extension SettingsError.Code {
  /// No setting has the given name; nothing was changed.
  public static let unknownName = SettingsError.Code(rawValue: "unknownName")
}

extension SettingsError {
  /// An error about a name that no setting has; the text omits the name, because it may be untrusted input.
  static var unknownName: SettingsError {
    SettingsError(
      .unknownName, found: "a name that no setting has",
      advice: "use the name of a property; 'ambiguities' lists the names that several settings share")
  }
}
