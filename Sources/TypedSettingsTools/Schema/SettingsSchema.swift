public import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats
internal import TypedSettingsForms

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A description of all settings of a program, made from their declarations.
///
/// ```swift
/// let schema = SettingsSchema(of: settings)
/// try schema.json().write(to: URL(filePath: "Schema/settings.json"))
/// print(schema.markdown())
/// ```
///
/// The same declarations always produce the same document, byte for byte. The default of a `SettingsTrait.secret`
/// setting isn't part of a schema.
public struct SettingsSchema: Hashable, Sendable {
  /// A domain of settings.
  public struct Domain: Hashable, Sendable {
    /// The version of the domain's values, or `nil` if they are unversioned.
    public internal(set) var version: Int?

    /// The versions that the declared migrations produce, in order.
    public internal(set) var migrations: [Int] = []

    /// The messages of the rules about several settings, sorted.
    public internal(set) var rules: [String] = []
  }

  /// The settings, in declaration order.
  ///
  /// In a schema that was read from a document, they are sorted by their keys.
  public internal(set) var entries: [Entry]

  /// The domains by name.
  public internal(set) var domains: [String: Domain]

  /// The values that the declarations read for stored ones.
  var readings = SchemaReadings()

  init(entries: [Entry], domains: [String: Domain]) {
    self.entries = entries
    self.domains = domains
  }

  /// Creates the schema of settings groups, including their nested groups.
  ///
  /// - Parameters:
  ///   - groups: The groups. A key that several of them declare is described once.
  ///   - names: The names of custom traits and attributes.
  public init(of groups: any SettingsGroup..., naming names: Names = Names()) { self.init(of: groups, naming: names) }

  /// Creates the schema of a list of settings groups, including their nested groups.
  ///
  /// - Parameters:
  ///   - groups: The groups. A key that several of them declare is described once.
  ///   - names: The names of custom traits and attributes.
  public init(of groups: [any SettingsGroup], naming names: Names = Names()) {
    entries = []
    domains = [:]
    var known: Set<SettingsKey> = []
    for (name, setting) in groups.flatMap(\.allSettings) where known.insert(setting.key).inserted {
      entries.append(Entry(of: setting, named: name, naming: names))
      readings.add(setting)
      var domain = domains[setting.domain] ?? Domain()
      if let version = (setting as? any LinkedSetting)?.link.version {
        domain.version = max(version.number, domain.version ?? 0)
        domain.migrations = Set(domain.migrations + version.migratedVersions).sorted()
      }
      domains[setting.domain] = domain
    }
    for group in groups {
      // The rules of a group can be about several domains. One of them is enough to notice that they change.
      guard let name = group.allSettings.first?.setting.domain, var domain = domains[name] else { continue }
      domain.rules = Set(domain.rules + group.groupRules.map(\.message)).sorted()
      domains[name] = domain
    }
  }

  /// Returns the entry of a key, or `nil` if there is none.
  public subscript(key: SettingsKey) -> Entry? { entries.first { $0.key == key } }

  /// Returns the canonical document of the schema: JSON with sorted names.
  ///
  /// - Throws: `SettingsError` if a default can't be represented in JSON.
  public func json() throws(SettingsError) -> Data { Data(try DocumentFormat.json.bytes(of: document)) }
}

extension SettingsSchema {
  /// The description of one setting.
  public struct Entry: Hashable, Sendable {
    /// The identity of the setting in its store.
    public let key: SettingsKey

    /// The name of the property; in a nested group a path, such as `goals.dailyHours`.
    public let name: String

    /// The form of the stored values.
    public let form: Form

    /// Older forms that the setting's coding decodes too.
    public internal(set) var olderForms: [Form] = []

    /// The default in its stored form, or `nil` if the setting is secret.
    public internal(set) var defaultValue: SettingsValue?

    /// The stored cases of an enumeration that doesn't list them.
    var listedCases: [SettingsValue] = []

    /// The names of values whose stored form isn't text, such as the cases of an enumeration that's stored as numbers.
    public internal(set) var valueNames: [String: SettingsValue] = [:]

    /// The constraint on the values, or `nil` if there is none.
    public internal(set) var constraint: SettingConstraint?

    /// The part of the constraint that applies to the stored form.
    var storedPart = StoredPart.whole

    /// Older names of the setting in the same domain, in order of precedence.
    public internal(set) var aliases: [String] = []

    /// The traits of the setting, without named custom traits.
    public internal(set) var traits: SettingsTrait = []

    /// The names of custom traits, sorted.
    public internal(set) var customTraits: [String] = []

    /// The named custom attributes that differ from their default, in their stored form.
    public internal(set) var attributes: [String: SettingsValue] = [:]

    /// The display name of the setting.
    public internal(set) var title: String?

    /// The name of the form section that contains the setting.
    public internal(set) var section: String?

    /// The documentation comment of the declaration.
    public internal(set) var documentation: String?

    /// The documentation of the parts of the value, by their paths.
    public internal(set) var partDocumentation: [String: String] = [:]

    /// The reason why the setting should no longer be used.
    public internal(set) var deprecation: String?

    /// The additional command-line option names of the setting.
    public internal(set) var options: [String] = []

    /// The name of the unit that the setting is synchronized in.
    public internal(set) var syncUnit: String?

    /// The key of the setting on a paired watch.
    public internal(set) var watchKey: PreferenceKeyPair?

    init(key: SettingsKey, name: String, form: Form) {
      self.key = key
      self.name = name
      self.form = form
    }

    /// Creates the description of a setting.
    init(of setting: any Setting, named name: String, naming names: Names = Names()) {
      let linked = setting as? any LinkedSetting
      let isSecret = setting.traits.contains(.secret)
      let defaultValue = setting.inspect().defaultValue
      let description = linked?.codingDescription ?? .opaque
      self.init(key: setting.key, name: name, form: Form(FormDescriber.form(of: description, sample: defaultValue)))
      olderForms = FormDescriber.olderForms(of: description).map(Form.init)
      self.defaultValue = isSecret ? nil : defaultValue
      listedCases = FormDescriber.unlistedCases(of: setting.valueType, description)
      valueNames = Dictionary((linked?.namedForms ?? []).map { ($0.name, $0.form) }) { first, _ in first }
      constraint = setting.validation
      let stored = constraint?.storedPart(of: setting.valueType, description)
      if stored != constraint { storedPart = .part(stored) }
      aliases = (linked?.link.aliases ?? []).map(\.name)
      (traits, customTraits) = names.split(setting.traits)
      let attributes = setting.attributes
      self.attributes = names.values(of: attributes)
      title = attributes.title
      section = attributes.section
      documentation = attributes.documentation
      partDocumentation = attributes.partDocumentation
      deprecation = attributes.deprecation
      options = attributes.option.names
      syncUnit = attributes.syncUnit
      watchKey = attributes.watchKey
    }

    /// A part of a constraint.
    enum StoredPart: Hashable, Sendable {
      case whole
      case part(SettingConstraint?)
    }

    /// The constraint on the stored form of the values, or `nil` if there is none.
    var storedConstraint: SettingConstraint? {
      switch storedPart {
      case .whole: constraint
      case .part(let part): part
      }
    }

    /// A Boolean value that indicates whether the setting is secret.
    var isSecret: Bool { traits.contains(.secret) }

    /// The names of all traits.
    var traitNames: [String] { traits.names + customTraits }

    /// The allowed values, or `nil` if they aren't enumerated.
    public var choices: [SettingsValue]? {
      if let choices = constraint?.choices { return choices }
      guard case .choices(let choices, _) = form.unwrapped else { return nil }
      return choices
    }

    /// Returns the text of a value that users see: its name, or else its JSON without quotation marks.
    func text(of value: SettingsValue) -> String { name(of: value) ?? value.typedText }

    /// Returns the name of a value, or `nil` if it has none.
    func name(of value: SettingsValue) -> String? { valueNames.first { $0.value == value }?.key }
  }
}
