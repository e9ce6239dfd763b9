public import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingsSchema {
  /// Returns a manifest of a domain for the editors of configuration profiles, such as ProfileCreator and iMazing.
  ///
  /// The manifest has the format of the ProfileManifests project: a property list with the type, default, range and
  /// choices of each setting. An administrator makes a profile from it, whose values a `ManagedSettingsStore` reads.
  ///
  /// Left out are transient settings, the defaults of secret ones, and settings whose form the schema can't describe,
  /// unless their default has the type. The manifest has no date of modification, so that the same declarations always
  /// produce the same bytes; the project's own scripts add it.
  ///
  /// - Parameters:
  ///   - domain: The domain of the settings, which is the type of the payload. If the schema doesn't have the domain,
  ///     the manifest has no settings.
  ///   - title: The title of the manifest, such as the name of the program.
  ///   - description: The description of the manifest; "*title* settings" by default.
  ///   - platforms: The platforms on which the program runs: `macOS`, `iOS` or `tvOS`.
  ///   - version: The version of the manifest.
  /// - Returns: An XML property list.
  /// - Throws: `SettingsError` if a property list can't represent a default.
  public func profileManifest(
    ofDomain domain: String, title: String, description: String? = nil, platforms: [String] = ["macOS"],
    version: Int = 1
  ) throws(SettingsError) -> Data {
    let description = description ?? "\(title) settings"
    let own = entries.filter { $0.key.domain == domain && $0.isStored }
    let manifest: SettingsValue = [
      "pfm_title": .string(title), "pfm_description": .string(description), "pfm_domain": .string(domain),
      "pfm_format_version": 1, "pfm_version": version.settingsValue, "pfm_platforms": platforms.settingsValue,
      "pfm_targets": ["system", "user"], "pfm_unique": true,
      "pfm_subkeys": .array(
        Self.payloadKeys(domain, title, description) + own.compactMap(\.manifestKey).map(SettingsValue.dictionary)),
    ]
    return Data(try DocumentFormat.xmlPropertyList.bytes(of: manifest))
  }

  /// The keys that every payload of a profile has.
  private static func payloadKeys(_ domain: String, _ title: String, _ description: String) -> [SettingsValue] {
    func key(
      _ name: String, _ title: String, _ text: String, default value: SettingsValue?,
      _ rest: [String: SettingsValue] = [:]
    ) -> SettingsValue {
      var members: [String: SettingsValue] = [
        "pfm_name": .string(name), "pfm_title": .string(title), "pfm_description": .string(text), "pfm_type": "string",
      ]
      members["pfm_default"] = value
      return .dictionary(members.merging(rest) { _, new in new })
    }
    let required: [String: SettingsValue] = ["pfm_require": "always"]
    let uuid: SettingsValue = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    return [
      key("PayloadDescription", "Payload Description", "A description of the payload.", default: .string(description)),
      key("PayloadDisplayName", "Payload Display Name", "The name of the payload.", default: .string(title), required),
      key("PayloadIdentifier", "Payload Identifier", "The unique identifier.", default: .string(domain), required),
      key("PayloadType", "Payload Type", "The type of the payload.", default: .string(domain), required),
      key(
        "PayloadUUID", "Payload UUID", "A UUID of the payload.", default: nil,
        ["pfm_require": "always", "pfm_format": uuid]),
      key(
        "PayloadVersion", "Payload Version", "The version of the payload.", default: 1,
        ["pfm_require": "always", "pfm_type": "integer", "pfm_range_list": [1]]),
      key("PayloadOrganization", "Payload Organization", "The organization that provides the profile.", default: nil),
    ]
  }
}

extension SettingsSchema.Entry {
  /// The members of the setting's key in a manifest, or `nil` if its type isn't known.
  fileprivate var manifestKey: [String: SettingsValue]? {
    guard let type = propertyListType else { return nil }
    var members = form.manifestKey(isElement: false) ?? [:]
    members["pfm_type"] = .string(type.rawValue)
    members["pfm_name"] = .string(key.name)
    members["pfm_title"] = .string(displayTitle)
    members["pfm_description"] = documentation?.settingsValue ?? ""
    // The project's checker doesn't accept defaults of the type data.
    if type != .data { members["pfm_default"] = propertyListDefault }
    members["pfm_range_min"] = bounds.minimum
    members["pfm_range_max"] = bounds.maximum
    if let choices, choices.allSatisfy({ type.converted($0) != nil }) {
      members["pfm_range_list"] = .array(choices.compactMap(type.converted))
      members["pfm_range_list_titles"] = choices.map(Self.title).settingsValue
    }
    members["pfm_format"] = portablePattern?.settingsValue
    if type == .array, case .count(let minimum, let maximum)? = storedConstraint {
      members["pfm_repetition_min"] = minimum?.settingsValue
      members["pfm_repetition_max"] = maximum?.settingsValue
    }
    if isSecret { members["pfm_sensitive"] = true }
    members["pfm_note"] = deprecation.map { .string("Deprecated: \($0)") }
    return members
  }
}

extension SettingsSchema.Form {
  /// The members of a key that describe the form, or `nil` if its type isn't known.
  fileprivate func manifestKey(isElement: Bool) -> [String: SettingsValue]? {
    guard let type = propertyListType else { return nil }
    var members: [String: SettingsValue] = ["pfm_type": .string(type.rawValue)]
    switch unwrapped {
    case .choices(let values, _) where isElement: members["pfm_range_list"] = .array(values)
    case .array(let element):
      if let key = element.manifestKey(isElement: true) { members["pfm_subkeys"] = [.dictionary(key)] }
    case .dictionary(let element, _):
      // The project's names for any key of a dictionary and for its value.
      let name: SettingsValue = ["pfm_name": "{{key}}", "pfm_type": "string"]
      guard var value = element.manifestKey(isElement: true) else { break }
      value["pfm_name"] = "{{value}}"
      members["pfm_subkeys"] = [name, .dictionary(value)]
    case .object(let properties):
      let keys = properties.compactMap { property -> SettingsValue? in
        guard var key = property.form.manifestKey(isElement: true) else { return nil }
        key["pfm_name"] = .string(property.name)
        key["pfm_title"] = .string(SettingsSchema.Entry.words(of: property.name))
        // In the value of a setting, a missing property falls back to the default's property.
        if isElement, property.isRequired { key["pfm_require"] = "always-nested" }
        return .dictionary(key)
      }
      members["pfm_subkeys"] = .array(keys)
    default: break
    }
    return members
  }
}
