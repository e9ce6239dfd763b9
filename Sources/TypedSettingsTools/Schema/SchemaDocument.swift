public import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The canonical document:
//
//   {
//     "$typedSettingsSchema": 1,
//     "$typedSettingsSamples": 1,
//     "domains": {"com.example": {"version": 2, "migrations": [2], "rules": ["…"], "settings": {"key": { … }}}}
//   }

extension SettingsSchema {
  private static let markName = "$typedSettingsSchema"
  private static let samplesName = "$typedSettingsSamples"
  private static let version = 1

  /// The advice for a damaged document.
  fileprivate static let advice = "restore an earlier version of the file, or write it again with 'json()'"

  /// Reads a schema from its canonical document.
  ///
  /// - Parameter json: The document, as ``json()`` returns it.
  /// - Throws: `SettingsError` with `SettingsError.Code.malformed` if the data isn't a schema, or with
  ///   `SettingsError.Code.newerFormat` if it was written by a newer version of the library.
  public init(json: Data) throws(SettingsError) {
    let document: [String: SettingsValue]
    do throws(SettingsError) { document = try DocumentFormat.json.value(of: [UInt8](json)).members } catch {
      throw error.replacing(advice: Self.advice)
    }
    guard case .integer(let version)? = document[Self.markName], case .dictionary(let domains)? = document["domains"]
    else { throw .notASchema("no member '\(Self.markName)'") }
    if version > Self.version { throw .newerSchema }
    self.init(entries: [], domains: [:])
    if document[Self.samplesName]?.int == SchemaReadings.version { readings.stored = [:] }
    for (domain, members) in domains.sorted(by: { $0.key < $1.key }) {
      let members = members.members
      self.domains[domain] = Domain(
        version: members["version"]?.int, migrations: members["migrations"]?.list.compactMap(\.int) ?? [],
        rules: members["rules"]?.list.compactMap(\.text) ?? [])
      for (name, entry) in (members["settings"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
        let key = SettingsKey(domain: domain, name: name)
        entries.append(try Entry(entry.members, key: key))
        readings.stored?[key] = SchemaReadings.readings(in: entry.members, default: entries.last?.defaultValue)
      }
    }
  }

  /// The canonical document as a value.
  var document: SettingsValue {
    var tree: [String: SettingsValue] = [:]
    for (name, domain) in domains {
      let own = entries.filter { $0.key.domain == name }.map { entry in
        var members = entry.document.members
        members.merge(readings.members(of: entry)) { first, _ in first }
        return (entry.key.name, SettingsValue.dictionary(members))
      }
      var members: [String: SettingsValue] = [
        "settings": .dictionary(Dictionary(own) { first, _ in first })
      ]
      members["version"] = domain.version.map(\.settingsValue)
      if !domain.migrations.isEmpty { members["migrations"] = domain.migrations.settingsValue }
      if !domain.rules.isEmpty { members["rules"] = domain.rules.settingsValue }
      tree[name] = .dictionary(members)
    }
    return [
      Self.markName: Self.version.settingsValue, Self.samplesName: SchemaReadings.version.settingsValue,
      "domains": .dictionary(tree),
    ]
  }
}

extension SettingsSchema.Entry {
  fileprivate init(_ members: [String: SettingsValue], key: SettingsKey) throws(SettingsError) {
    guard let name = members["name"]?.text, let form = SettingsSchema.Form(members["form"]) else {
      throw .notASchema("no name or no form of the setting '\(key)'")
    }
    self.init(key: key, name: name, form: form)
    olderForms = members["olderForms"]?.list.compactMap { SettingsSchema.Form($0) } ?? []
    defaultValue = members["default"].flatMap(SettingsValue.init(tagged:))
    listedCases = members["cases"]?.list.compactMap(SettingsValue.init(tagged:)) ?? []
    valueNames = (members["valueNames"]?.members ?? [:]).compactMapValues(SettingsValue.init(tagged:))
    constraint = members["constraint"].flatMap(SettingConstraint.init(document:))
    if let part = members["storedConstraint"] { storedPart = .part(SettingConstraint(document: part)) }
    aliases = members["aliases"]?.list.compactMap(\.text) ?? []
    let names = members["traits"]?.list.compactMap(\.text) ?? []
    traits = SettingsTrait(names: names).subtracting(.named)
    customTraits = names.filter { !traits.names.contains($0) }.sorted()
    attributes = (members["attributes"]?.members ?? [:]).compactMapValues(SettingsValue.init(tagged:))
    title = members["title"]?.text
    section = members["section"]?.text
    documentation = members["documentation"]?.text
    partDocumentation = (members["partDocumentation"]?.members ?? [:]).compactMapValues(\.text)
    deprecation = members["deprecation"]?.text
    options = members["options"]?.list.compactMap(\.text) ?? []
    syncUnit = members["syncUnit"]?.text
    watchKey = members["watchKey"]?.members["key"]?.text.map {
      PreferenceKeyPair(key: $0, domain: members["watchKey"]?.members["domain"]?.text)
    }
  }

  /// The description as a value; what the setting doesn't have is omitted.
  var document: SettingsValue {
    var members: [String: SettingsValue] = ["name": .string(name), "form": form.document]
    if !olderForms.isEmpty { members["olderForms"] = .array(olderForms.map(\.document)) }
    members["default"] = defaultValue?.tagged
    if !listedCases.isEmpty { members["cases"] = .array(listedCases.map(\.tagged)) }
    if !valueNames.isEmpty { members["valueNames"] = .dictionary(valueNames.mapValues(\.tagged)) }
    members["constraint"] = constraint?.document
    if case .part(let part) = storedPart { members["storedConstraint"] = part?.document ?? .null }
    if !aliases.isEmpty { members["aliases"] = aliases.settingsValue }
    if !traitNames.isEmpty { members["traits"] = traitNames.settingsValue }
    if !attributes.isEmpty { members["attributes"] = .dictionary(attributes.mapValues(\.tagged)) }
    members["title"] = title?.settingsValue
    members["section"] = section?.settingsValue
    members["documentation"] = documentation?.settingsValue
    if !partDocumentation.isEmpty {
      members["partDocumentation"] = .dictionary(partDocumentation.mapValues(SettingsValue.string))
    }
    members["deprecation"] = deprecation?.settingsValue
    if !options.isEmpty { members["options"] = options.settingsValue }
    members["syncUnit"] = syncUnit?.settingsValue
    if let watchKey {
      var pair: [String: SettingsValue] = ["key": .string(watchKey.key)]
      pair["domain"] = watchKey.domain?.settingsValue
      members["watchKey"] = .dictionary(pair)
    }
    return .dictionary(members)
  }
}

extension SettingsValue {
  /// The string of the value, or `nil` if it's another value.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The integer of the value, or `nil` if it's another value.
  var int: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }

  /// The elements of an array, or none.
  var list: [SettingsValue] { if case .array(let values) = self { values } else { [] } }

  /// The members of a dictionary, or none.
  var members: [String: SettingsValue] { if case .dictionary(let values) = self { values } else { [:] } }

  /// A Boolean value that indicates whether the value is neither an array nor a dictionary.
  var isScalar: Bool {
    switch self {
    case .array, .dictionary: false
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date: true
    }
  }

  /// The value in a form that JSON preserves: a kind that JSON lacks has a dictionary with its name.
  var tagged: SettingsValue {
    switch self {
    case .null, .bool, .integer, .unsigned, .string: self
    case .double(let number): number.isFinite ? self : ["$double": DocumentFormat.json.canonical(self)]
    case .date: ["$date": DocumentFormat.json.canonical(self)]
    case .data: ["$data": DocumentFormat.json.canonical(self)]
    case .array(let values): .array(values.map(\.tagged))
    case .dictionary(let values):
      // A value that looks like a tag is kept apart from one.
      values.count == 1 && values.keys.first?.first == "$"
        ? ["$value": .dictionary(values.mapValues(\.tagged))] : .dictionary(values.mapValues(\.tagged))
    }
  }

  /// Creates a value from its tagged form; `nil` if a tag has no valid value.
  init?(tagged value: SettingsValue) {
    switch value {
    case .array(let values): self = .array(values.compactMap(Self.init(tagged:)))
    case .dictionary(let values):
      let sole = values.count == 1 ? values.first : nil
      do throws(SettingsError) {
        switch sole?.key {
        case "$double": self = .double(try SettingCoding<Double>.automatic.decode(sole?.value ?? .null))
        case "$date": self = .date(try SettingCoding<Date>.automatic.decode(sole?.value ?? .null))
        case "$data": self = .data(try SettingCoding<Data>.automatic.decode(sole?.value ?? .null))
        case "$value": self = .dictionary((sole?.value.members ?? [:]).compactMapValues(Self.init(tagged:)))
        default: self = .dictionary(values.compactMapValues(Self.init(tagged:)))
        }
      } catch {
        return nil
      }
    default: self = value
    }
  }
}

extension SettingsError {
  fileprivate static func notASchema(_ found: String) -> SettingsError {
    SettingsError(.malformed, found: "a schema with \(found)", advice: SettingsSchema.advice)
  }

  fileprivate static var newerSchema: SettingsError {
    SettingsError(
      .newerFormat, found: "a schema that a newer version of the library wrote", advice: "update the library")
  }
}
