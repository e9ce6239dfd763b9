import Testing
import TypedSettings

/// What an older version stored, what this one makes of it, and what is stored after a change.
struct Evolution: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// Plays the row and checks all it promises.
  let check: @Sendable () throws -> Void

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - name: What is special about the row.
  ///   - stored: What the older version stored.
  ///   - value: The default of this version.
  ///   - coding: How this version stores.
  ///   - expected: What the setting reads as; the default where it is left out.
  ///   - paths: The coding paths of the reports; the last component "…" stands for any others.
  ///   - change: A change that the user makes.
  ///   - result: What is stored then.
  ///   - sourceLocation: Where failures are shown.
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

  /// Compares paths in any order, as the fields of a dictionary have none.
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
    + payloads + handwritten
}
