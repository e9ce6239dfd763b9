import Testing
import TypedSettings

/// A value that an older version stored, this version's reading of it, and the stored form after a change.
struct Evolution: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// Runs the row and checks all its expectations.
  let check: @Sendable () throws -> Void

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - name: The purpose of the row.
  ///   - stored: The value that the older version stored.
  ///   - value: The default of this version.
  ///   - coding: The coding of this version.
  ///   - expected: The value that the setting reads; the default if omitted.
  ///   - paths: The coding paths of the reports; a last component "…" matches any components.
  ///   - change: A change that the user makes.
  ///   - result: The value that is stored after the change.
  ///   - sourceLocation: The location of failures.
  init<Value: Codable & Equatable & Sendable>(
    _ name: String, stored: SettingsValue?, default value: Value, coding: SettingCoding<Value> = .codable(),
    reads expected: Value? = nil, reports paths: [[String]] = [],
    change: @escaping @Sendable (inout Value) -> Void, leaves result: SettingsValue,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    testDescription = name
    check = {
      let store = InMemorySettingsStore()
      store.set(stored, forKey: testKey)
      func makeRecord() -> SettingRecord<Value> {
        PreferenceContext.$store.withValue(store) {
          SettingRecord(name: "value", key: testKey, default: value, coding: coding)
        }
      }
      let record = makeRecord()
      let reported = reports {
        #expect(record.value == expected ?? value, sourceLocation: sourceLocation)
        #expect(record.value == expected ?? value, sourceLocation: sourceLocation)
      }
      Self.expect(reported.map(\.codingPath), toMatch: paths, sourceLocation)
      Self.expect(record.issues.map(\.codingPath), toMatch: paths, sourceLocation)
      Self.expect(record.issue.map { [$0.codingPath] } ?? [], toMatch: Array(paths.prefix(1)), sourceLocation)
      #expect(reported.allSatisfy { $0.key == testKey && $0.code == .undecodable }, sourceLocation: sourceLocation)
      #expect(store.value(forKey: testKey) == stored, "reading writes", sourceLocation: sourceLocation)

      var changed = expected ?? value
      change(&changed)
      try record.set(changed)
      #expect(store.value(forKey: testKey) == result, sourceLocation: sourceLocation)
      _ = reports { #expect(makeRecord().value == changed, "another start", sourceLocation: sourceLocation) }
    }
  }

  /// Compares paths in any order, because the fields of a dictionary have none.
  private static func expect(
    _ found: [[String]], toMatch expected: [[String]], _ sourceLocation: SourceLocation
  ) {
    var rest = found
    for path in expected {
      let index = rest.firstIndex {
        path.last == "…" ? $0.starts(with: path.dropLast()) : $0 == path
      }
      if let index { rest.remove(at: index) } else { rest.append(["missing"] + path) }
    }
    #expect(rest == [], "\(found)", sourceLocation: sourceLocation)
  }

  static let all =
    additions + removals + undecodableFields + undecodableElements + droppedElements + roots + dictionaries
    + payloads + handwritten + unordered + ownKeys
}
