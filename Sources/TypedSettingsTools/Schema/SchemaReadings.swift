internal import TypedSettingsCore

/// The values that declarations read for the samples of their settings.
///
/// A schema of declarations reads with them. A schema from a document knows the readings that were stored in it. The
/// readings follow from the declarations, so they don't distinguish schemas.
struct SchemaReadings: Sendable {
  /// A sample that is read as another value.
  struct Reading: Sendable {
    let stored: SettingsValue
    let read: SettingsValue
  }

  /// The version of the samples, which a document names.
  static let version = 1

  /// The declared settings; empty in a schema from a document.
  private(set) var settings: [SettingsKey: any LinkedSetting] = [:]

  /// The readings from a document, or `nil` if the document has none, or has those of other samples.
  var stored: [SettingsKey: [Reading]]?

  mutating func add(_ setting: any Setting) { settings[setting.key] = setting as? any LinkedSetting }

  /// Returns the samples of a setting that are read as other values, or `nil` if they aren't known.
  ///
  /// A reading of a secret setting can be its default, so there are none.
  func readings(of entry: SettingsSchema.Entry) -> [Reading]? {
    if entry.isSecret { return nil }
    guard let setting = settings[entry.key] else { return stored.map { $0[entry.key] ?? [] } }
    return entry.samples.compactMap { sample in
      guard let read = setting.identity(of: sample, revision: nil), read != sample else { return nil }
      return Reading(stored: sample, read: read)
    }
  }
}

extension SchemaReadings: Hashable {
  static func == (left: SchemaReadings, right: SchemaReadings) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

// The document lists the samples that aren't used, and pairs of the other samples and the values that are read.

extension SchemaReadings {
  /// Returns the members of a setting's document.
  func members(of entry: SettingsSchema.Entry) -> [String: SettingsValue] {
    let readings = readings(of: entry) ?? []
    let unused = readings.filter { $0.read == entry.defaultValue }.map(\.stored.tagged)
    let others = readings.filter { $0.read != entry.defaultValue }.map {
      SettingsValue.array([$0.stored.tagged, $0.read.tagged])
    }
    var members: [String: SettingsValue] = [:]
    if !unused.isEmpty { members["unused"] = .array(unused) }
    if !others.isEmpty { members["readings"] = .array(others) }
    return members
  }

  /// Returns the readings in the document of a setting.
  static func readings(in members: [String: SettingsValue], default defaultValue: SettingsValue?) -> [Reading] {
    let unused = (members["unused"]?.list ?? []).compactMap(SettingsValue.init(tagged:))
    let others = (members["readings"]?.list ?? []).map { $0.list.compactMap(SettingsValue.init(tagged:)) }
    return unused.map { Reading(stored: $0, read: defaultValue ?? .null) }
      + others.filter { $0.count == 2 }.map { Reading(stored: $0[0], read: $0[1]) }
  }
}
