/// A list of a group's settings in declaration order, including nested groups.
public struct SettingsList {
  /// The settings with their names; in a nested group the name is a path, such as `goals.dailyHours`.
  public private(set) var settings: [(name: String, setting: any Setting)] = []

  /// The prefix of the names of nested settings.
  private var prefix = ""

  /// The groups being enumerated, so that a group which contains itself is enumerated once.
  private var groups: [ObjectIdentifier] = []

  /// The rules about several settings, if the list collects them.
  private(set) var rules: [GroupRule] = []
  private let collectsRules: Bool

  /// Creates an empty list.
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
  ///   - name: The name of the property that holds the group.
  public mutating func append(_ group: some SettingsGroup, named name: String) {
    let outer = prefix
    prefix += "\(name)."
    appendSettings(of: group)
    prefix = outer
  }

  /// Appends the settings of a group without a prefix.
  mutating func appendSettings(of group: some SettingsGroup) {
    let identity = ObjectIdentifier(group)
    guard !groups.contains(identity) else { return }
    groups.append(identity)
    group.enumerateSettings(into: &self)
    groups.removeLast()
  }

  /// Appends a group's rules about several settings.
  ///
  /// - Parameters:
  ///   - rules: The rules; evaluated only if the list collects rules.
  ///   - group: The group that the rules apply to.
  public mutating func append<Group: SettingsGroup>(
    rules: @autoclosure () -> [SettingsRule<Group>], of group: Group
  ) {
    guard collectsRules else { return }
    for rule in rules() { self.rules.append(GroupRule(message: rule.message) { rule.holds(for: group) }) }
  }

  /// Ignores a property named `rules` that isn't a list of rules.
  ///
  /// The macro generates a call to this method if it doesn't know the type of the property.
  @_disfavoredOverload
  @available(*, deprecated, message: "'rules' isn't a list of 'SettingsRule' of this class, so it isn't checked")
  public mutating func append<Rules>(rules: @autoclosure () -> Rules, of group: some SettingsGroup) {}

  /// Ignores a stored property that doesn't hold a group.
  ///
  /// The macro generates a call to this method if it doesn't know the type of the property.
  public mutating func append<Member: ~Copyable>(_ member: borrowing Member, named name: String) {}

  /// Appends the settings of the stored properties that hold a group, and ignores the others.
  ///
  /// The method finds the properties by reflection. The macro generates a call to it for classes that are isolated to
  /// an actor: enumeration runs on any thread, and can't refer to isolated properties. Reflection reads every stored
  /// property. If the object has variable properties besides its settings, call the method on the actor.
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
