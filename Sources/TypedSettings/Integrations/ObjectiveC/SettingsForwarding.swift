/// Finds the setting that a selector of Objective-C means, over the settings of any number of groups.
///
/// A setting answers to the names that its property would have in Objective-C:
///
/// ```swift
/// let forwarding = SettingsForwarding(settings, counters)
/// forwarding.target(of: "soundEnabled")        // .getter(settings.$soundEnabled)
/// forwarding.target(of: "isSoundEnabled")      // the same, because the setting is a truth value
/// forwarding.target(of: "setSoundEnabled:")    // .setter(settings.$soundEnabled)
/// forwarding.target(of: "dailyHours")          // .getter(settings.goals.$dailyHours)
/// ```
///
/// Where two groups have a property of the same name, the first group's answers. A setting of a nested group goes by
/// its own name without the path, after those that are not nested, and only if no other nested one has that name.
/// A name that a property really has goes before one that was derived with `is`. ``ambiguities`` lists who lost.
public struct SettingsForwarding: Sendable {
  /// What a selector means.
  public enum Target: Sendable {
    /// The selector reads a setting.
    case getter(any Setting)
    /// The selector writes a setting.
    case setter(any Setting)

    /// The setting that is read or written.
    public var setting: any Setting {
      switch self {
      case .getter(let setting), .setter(let setting): setting
      }
    }
  }

  /// The settings of all groups under their names, nested ones under their paths, in the order of their declarations.
  public let settings: [(name: String, setting: any Setting)]

  /// The selectors that more than one setting could have answered to, in the order of the declarations.
  public let ambiguities: [Ambiguity]

  private let targets: [String: Target]

  /// Makes the forwarding of some groups.
  ///
  /// - Parameter groups: The groups; where two have a property of the same name, the first one's answers.
  public init(_ groups: any SettingsGroup...) { self.init(groups) }

  /// Makes the forwarding of some groups.
  ///
  /// - Parameter groups: The groups; where two have a property of the same name, the first one's answers.
  public init(_ groups: [any SettingsGroup]) {
    var seen: Set<ObjectIdentifier> = []
    settings = groups.flatMap(\.allSettings).filter { seen.insert(ObjectIdentifier($0.setting)).inserted }
    let table = SelectorTable(settings)
    targets = table.targets
    ambiguities = table.ambiguities
  }

  /// What a selector means.
  ///
  /// - Parameter selector: The name of a getter or a setter, the latter with its colon.
  /// - Returns: The setting, and whether it is read or written; `nil` if no setting answers to the name.
  public func target(of selector: String) -> Target? { targets[selector] }

  /// The setting that a key of key-value coding means: a property's name.
  ///
  /// - Parameter key: The name, without `set` and without a colon.
  /// - Returns: The setting, or `nil` if none answers to the name.
  public func setting(forKey key: String) -> (any Setting)? {
    guard case .getter(let setting)? = targets[key] else { return nil }
    return setting
  }

  /// All selectors that a setting answers to, in no particular order.
  public var selectors: [String] { Array(targets.keys) }
}
