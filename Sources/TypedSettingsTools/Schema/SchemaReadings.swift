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

extension SchemaReadings.Reading {
  /// The reading as a value.
  var document: SettingsValue { [stored.tagged, read.tagged] }

  /// Creates a reading from its document; `nil` if it isn't one.
  init?(document: SettingsValue) {
    guard document.list.count == 2, let stored = SettingsValue(tagged: document.list[0]),
      let read = SettingsValue(tagged: document.list[1])
    else { return nil }
    self.init(stored: stored, read: read)
  }
}
