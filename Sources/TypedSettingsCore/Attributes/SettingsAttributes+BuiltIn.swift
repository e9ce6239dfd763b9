private enum SectionKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum TitleKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum DocumentationKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum PartDocumentationKey: SettingsAttributeKey { static var defaultValue: [String: String] { [:] } }
private enum OptionKey: SettingsAttributeKey { static var defaultValue: SettingOptionNames { [] } }
private enum WatchKey: SettingsAttributeKey { static var defaultValue: PreferenceKeyPair? { nil } }
private enum DeprecationKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum SyncUnitKey: SettingsAttributeKey { static var defaultValue: String? { nil } }

extension SettingsAttributes {
  /// The name of the form section that contains the setting.
  public var section: String? {
    get { self[SectionKey.self] }
    set { self[SectionKey.self] = newValue }
  }

  /// The localized display name of the setting.
  public var title: String? {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }

  /// The documentation comment of the setting's declaration, without comment markers.
  public var documentation: String? {
    get { self[DocumentationKey.self] }
    set { self[DocumentationKey.self] = newValue }
  }

  /// The documentation of the parts of the value, by their paths.
  ///
  /// A macro doesn't see the documentation of a structure that is declared elsewhere. A path consists of the names of
  /// properties as they are stored. It has no part for the elements of lists and dictionaries in between.
  ///
  /// ```swift
  /// struct Sensor: Codable, Sendable {
  ///   var name = "North wall"
  ///   var limit = 30.0
  /// }
  ///
  /// @SettingsGroup(domain: "com.example.house")
  /// final class HouseSettings: Sendable {
  ///   @Pref @PrefAttr(\.partDocumentation, ["name": "The name on the label.", "limit": "In degrees."])
  ///   var sensor = Sensor()
  /// }
  /// ```
  public var partDocumentation: [String: String] {
    get { self[PartDocumentationKey.self] }
    set { self[PartDocumentationKey.self] = newValue }
  }

  /// The reason why the setting should no longer be used, such as "use 'theme' instead".
  ///
  /// The setting works as before; editors and references that are made from a schema show the text.
  public var deprecation: String? {
    get { self[DeprecationKey.self] }
    set { self[DeprecationKey.self] = newValue }
  }

  /// The command-line option names of the setting, in addition to those derived from its key.
  ///
  /// See ``CommandLineSettingsStore``.
  public var option: SettingOptionNames {
    get { self[OptionKey.self] }
    set { self[OptionKey.self] = newValue }
  }

  /// The key that names the setting to the device it's synchronized with, if it has another key there.
  public var watchKey: PreferenceKeyPair? {
    get { self[WatchKey.self] }
    set { self[WatchKey.self] = newValue }
  }

  /// The name of the unit that the setting is synchronized in.
  ///
  /// Settings of one domain with the same unit are synchronized as one: a device gets all of their values from the same
  /// writer, and never some from one writer and some from another.
  public var syncUnit: String? {
    get { self[SyncUnitKey.self] }
    set { self[SyncUnitKey.self] = newValue }
  }
}

/// The key of a setting on another device, if it differs from the local key.
public struct PreferenceKeyPair: Hashable, Sendable {
  /// The name on the other device, as text; unlike the key of a setting, it has no domain of its own.
  public let key: String

  /// The domain on the other device, or `nil` for the setting's own domain.
  public let domain: String?

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - key: The name on the other device.
  ///   - domain: The domain on the other device, or `nil` for the setting's own domain.
  public init(key: String, domain: String? = nil) {
    self.key = key
    self.domain = domain
  }
}

/// The names of a setting's command-line option.
///
/// ```swift
/// @Pref @PrefAttr(\.option, ["port", "p"]) var port = 6800      // --port 80, -p 80
/// @Pref @PrefAttr(\.option, "v") var isVerbose = false          // -v
/// ```
///
/// A name with one character becomes an option with one hyphen, and a longer name becomes an option with two. Leading
/// hyphens in a name are ignored.
public struct SettingOptionNames: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// The names without hyphens, in the order of the help text.
  public let names: [String]

  /// Creates a list of names.
  ///
  /// - Parameter names: The names; empty names are ignored.
  public init(_ names: [String]) {
    self.names = names.map { String($0.drop { $0 == "-" }) }.filter { !$0.isEmpty }
  }

  /// Creates a list with one name.
  public init(stringLiteral name: String) { self.init([name]) }

  /// Creates a list of names from an array literal.
  public init(arrayLiteral names: String...) { self.init(names) }

  /// The names with hyphens, such as `-p` and `--port`.
  package var options: [String] { names.map { $0.count == 1 ? "-\($0)" : "--\($0)" } }
}

extension [String: String] {
  /// Returns the texts of the parts of a part, by their paths inside of it.
  package func inside(_ part: String) -> [String: String] {
    reduce(into: [:]) { inner, entry in
      if entry.key.hasPrefix("\(part).") { inner[String(entry.key.dropFirst(part.count + 1))] = entry.value }
    }
  }
}
