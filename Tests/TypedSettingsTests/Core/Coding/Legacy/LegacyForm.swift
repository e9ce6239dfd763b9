import Testing
import TypedSettings

/// A form that an older program or another library stored, and the current form.
struct LegacyForm: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// Runs the row and checks all its expectations.
  let check: @Sendable () throws -> Void

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - name: The name of the older form.
  ///   - stored: The older form.
  ///   - today: The current form.
  ///   - value: A default with a different value.
  ///   - coding: The coding of the setting.
  ///   - sourceLocation: The location of failures.
  init<Value: Codable & Sendable>(
    _ name: String, _ stored: SettingsValue, today: SettingsValue, default value: Value,
    coding: SettingCoding<Value> = .codable(), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    testDescription = name
    check = {
      let strict = try MigratingDecoder().decode(Value.self, from: today)
      #expect(try MigratingEncoder().encode(strict) == today, "the row", sourceLocation: sourceLocation)
      #expect(try MigratingEncoder().encode(value) != today, "the row", sourceLocation: sourceLocation)
      // Without a default, with one, and as a property of a struct.
      let alone = try MigratingDecoder().decode(Value.self, from: stored)
      #expect(try MigratingEncoder().encode(alone) == today, sourceLocation: sourceLocation)
      let over = try MigratingDecoder().decode(Value.self, from: stored, default: value)
      #expect(try MigratingEncoder().encode(over) == today, sourceLocation: sourceLocation)

      let store = InMemorySettingsStore([testKey: stored])
      let record = PreferenceContext.$store.withValue(store) {
        SettingRecord(name: "value", key: testKey, default: value, coding: coding)
      }
      let reported = try reports {
        let read = try MigratingEncoder().encode(record.value)
        #expect(read == today, sourceLocation: sourceLocation)
      }
      #expect(reported.map(\.description) == [], sourceLocation: sourceLocation)
      #expect(record.issues.map(\.description) == [], sourceLocation: sourceLocation)
      #expect(store.value(forKey: testKey) == stored, "reading writes", sourceLocation: sourceLocation)
      #expect(try record.migrate(), sourceLocation: sourceLocation)
      #expect(store.value(forKey: testKey) == today, sourceLocation: sourceLocation)
      #expect(try !record.migrate(), sourceLocation: sourceLocation)

      store.set(stored, forKey: testKey)
      try record.set(record.value)
      #expect(store.value(forKey: testKey) == today, "the next write", sourceLocation: sourceLocation)
    }
  }

  static let all = flags + numbers + texts + natives + cases + collections + documents + fields
}
