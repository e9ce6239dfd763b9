/// The settings of a group in the order of their declarations, nested groups included.
public struct SettingsList {
  /// The settings so far, each under its name; in a nested group the name is a path, such as `goals.dailyHours`.
  public private(set) var settings: [(name: String, setting: any Setting)] = []

  /// Where the names of nested settings begin.
  private var prefix = ""

  /// The groups that are being listed, so that one which holds itself is listed once.
  private var groups: [ObjectIdentifier] = []

  /// The rules about several settings, if they are asked for.
  private(set) var rules: [GroupRule] = []
  private let collectsRules: Bool

  /// Makes an empty list.
  public init() { collectsRules = false }

  init(collectsRules: Bool) { self.collectsRules = collectsRules }

  /// Appends a setting.
  public mutating func append(_ setting: any Setting) {
    settings.append((prefix + setting.name, setting))
  }

  /// Appends the settings of a nested group.
  ///
  /// - Parameters:
  ///   - group: The nested group.
  ///   - name: The name of the property that holds it.
  public mutating func append(_ group: some SettingsGroup, named name: String) {
    let outer = prefix
    prefix += "\(name)."
    appendSettings(of: group)
    prefix = outer
  }

  /// Appends the settings of a group under their own names.
  mutating func appendSettings(of group: some SettingsGroup) {
    let identity = ObjectIdentifier(group)
    guard !groups.contains(identity) else { return }
    groups.append(identity)
    group.enumerateSettings(into: &self)
    groups.removeLast()
  }

  /// Appends the rules about several settings of a group.
  ///
  /// - Parameters:
  ///   - rules: The rules; evaluated only where they are asked for.
  ///   - group: The group that they are about.
  public mutating func append<Group: SettingsGroup>(
    rules: @autoclosure () -> [SettingsRule<Group>], of group: Group
  ) {
    guard collectsRules else { return }
    for rule in rules() { self.rules.append(GroupRule(message: rule.message) { rule.holds(for: group) }) }
  }

  /// Passes over a property named `rules` that is no list of rules.
  ///
  /// The code that the macro writes calls it where it cannot tell which properties are.
  @_disfavoredOverload
  @available(*, deprecated, message: "'rules' is no list of 'SettingsRule' of this class, so nothing checks it")
  public mutating func append<Rules>(rules: @autoclosure () -> Rules, of group: some SettingsGroup) {}

  /// Passes over a stored property that holds no group.
  ///
  /// The code that the macro writes calls it where it cannot tell which properties do.
  public mutating func append<Member: ~Copyable>(_ member: borrowing Member, named name: String) {}

  /// Appends the settings of those stored properties that hold a group; others are passed over.
  ///
  /// The properties are found by reflection. The code that the macro writes calls it for classes that are isolated to an
  /// actor, because it runs on any thread and must not name a property that only the actor may touch. Reflection looks
  /// at every stored property, so call it on the actor if the object has variable ones beside its settings.
  ///
  /// - Parameters:
  ///   - owner: The object that has the properties.
  ///   - members: The names of constant stored properties of the object's class.
  public mutating func append(nestedIn owner: AnyObject, members: [String]) {
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let current = mirror {
      for (label, value) in current.children {
        if let label, members.contains(label), let group = value as? any SettingsGroup { append(group, named: label) }
      }
      mirror = current.superclassMirror
    }
  }
}
