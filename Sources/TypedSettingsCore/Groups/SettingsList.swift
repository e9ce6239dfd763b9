/// A list of a group's settings in declaration order, including nested groups.
public struct SettingsList {
  /// The settings with their names; in a nested group the name is a path, such as `goals.dailyHours`.
  public private(set) var settings: [(name: String, setting: any Setting)] = []

  /// The prefix of the names of nested settings.
  private var prefix = ""

  /// The groups being enumerated, so that a group which contains itself is enumerated once.
  private var groups: [ObjectIdentifier] = []

  /// The settings of the group that is being enumerated, without nested ones, if their keys have to be compared.
  private var ownSettings: [any Setting]?

  /// The rules about several settings, if the list collects them.
  private(set) var rules: [GroupRule] = []
  private let collectsRules: Bool

  /// Creates an empty list.
  public init() { collectsRules = false }

  init(collectsRules: Bool) { self.collectsRules = collectsRules }

  /// Appends a setting.
  @_disfavoredOverload  // Otherwise, errors about other values mention this method instead of their type.
  public mutating func append(_ setting: any Setting) {
    settings.append((prefix + setting.name, setting))
    ownSettings?.append(setting)
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
  package mutating func appendSettings<Group: SettingsGroup>(of group: Group) {
    let identity = ObjectIdentifier(group)
    guard !groups.contains(identity) else { return }
    groups.append(identity)
    let outerSettings = ownSettings
    ownSettings = GroupKeys.needsCheck(type(of: group)) ? [] : nil
    group.enumerateSettings(into: &self)
    if let ownSettings { GroupKeys.check(ownSettings, of: type(of: group)) }
    ownSettings = outerSettings
    groups.removeLast()
    guard collectsRules else { return }
    // The metatype of the instance, because a class can override the property of its superclass.
    for rule in type(of: group).rules {
      rules.append(
        GroupRule(message: rule.message) {
          // A rule of an unrelated class can't be checked, and so it's broken.
          (group as? Group.RuledGroup).map { rule.holds(for: $0) } ?? false
        })
    }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
extension SettingsList {
  /// Appends the settings of a stored property that holds a group.
  ///
  /// - Warning: This method is an implementation detail of the macro; use ``append(_:named:)``. The macro doesn't know
  ///   the types of stored properties. Overload resolution finds those that hold a group.
  /// - Parameters:
  ///   - group: The nested group.
  ///   - name: The name of the property.
  public mutating func __append(_ group: some SettingsGroup, named name: String) { append(group, named: name) }

  /// Appends the settings of a stored property that holds an optional group, unless it's `nil`.
  ///
  /// - Warning: This method is an implementation detail of the macro; use ``append(_:named:)``.
  /// - Parameters:
  ///   - group: The nested group, or `nil`.
  ///   - name: The name of the property.
  public mutating func __append(_ group: (some SettingsGroup)?, named name: String) {
    if let group { append(group, named: name) }
  }

  /// Ignores a stored property that doesn't hold a group.
  ///
  /// - Warning: This method is an implementation detail of the macro.
  /// - Parameters:
  ///   - member: The value of the property.
  ///   - name: The name of the property.
  public mutating func __append<Member: ~Copyable>(_ member: borrowing Member, named name: String) {}

  /// Appends the settings of the stored properties that hold a group, and ignores the others.
  ///
  /// The method finds the properties by reflection, for classes that are isolated to an actor: enumeration runs on any
  /// thread, and can't refer to isolated properties. Reflection reads every stored property. If the object has variable
  /// properties besides its settings, enumerate it on the actor.
  ///
  /// - Warning: This method is an implementation detail of the macro; use ``append(_:named:)``.
  /// - Parameters:
  ///   - owner: The object that has the properties.
  ///   - members: The names of constant stored properties of the object's class.
  public mutating func __append(nestedIn owner: AnyObject, members: [String]) {
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let current = mirror {
      for (label, value) in current.children {
        if let label, members.contains(label), let group = value as? any SettingsGroup { append(group, named: label) }
      }
      mirror = current.superclassMirror
    }
  }

  /// Appends the rules that a subclass of a group adds to the rules of its superclass.
  ///
  /// - Warning: This method is an implementation detail of the macro; declare ``SettingsGroup/rules``. A subclass
  ///   inherits the conformance of its superclass, and with it the rules of the superclass.
  /// - Parameters:
  ///   - group: The group that the rules apply to.
  ///   - rules: A closure that returns the rules; called only if the list collects rules.
  public mutating func __appendRules<Group: SettingsGroup>(of group: Group, _ rules: () -> [SettingsRule<Group>]) {
    guard collectsRules else { return }
    for rule in rules() { self.rules.append(GroupRule(message: rule.message) { rule.holds(for: group) }) }
  }
}
