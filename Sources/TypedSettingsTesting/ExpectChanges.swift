public import Testing
public import TypedSettings

/// Expects that an operation changes exactly the given settings of a group, to exactly the given values.
///
/// ```swift
/// expectChanges(in: settings, to: ["sessionLength": 50, "goals.dailyHours": nil]) {
///   settings.sessionLength = 50
///   settings.goals.$dailyHours.reset()
/// }
/// ```
///
/// What counts is what the store holds before and after; a setting that ends as it began has not changed.
///
/// - Parameters:
///   - group: The group to watch, nested groups included.
///   - expected: The stored values afterwards by the names of the settings; `nil` where the setting is to be not set,
///     `.null` where `nil` is to be stored.
///   - sourceLocation: Where a failure is shown.
///   - operation: What makes the changes.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws; then nothing is expected.
@discardableResult
public func expectChanges<Result>(
  in group: some SettingsGroup, to expected: [String: SettingsValue?],
  sourceLocation: SourceLocation = #_sourceLocation, by operation: () throws -> Result
) rethrows -> Result {
  let before = storedValues(of: group)
  let result = try operation()
  let changed = storedValues(of: group).filter { name, value in before[name] != .some(value) }
  for (name, value) in changed.sorted(by: { $0.key < $1.key }) where expected[name] != .some(value) {
    let isListed = expected[name] != nil
    Issue.record(
      isListed
        ? "'\(name)' changed to another value than the expected one" : "'\(name)' changed and is not expected to",
      sourceLocation: sourceLocation)
  }
  for name in expected.keys.sorted() where changed[name] == nil {
    Issue.record("'\(name)' did not change", sourceLocation: sourceLocation)
  }
  return result
}

/// Expects that an operation changes no setting of a group.
///
/// - Parameters:
///   - group: The group to watch, nested groups included.
///   - sourceLocation: Where a failure is shown.
///   - operation: What is to change nothing.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws; then nothing is expected.
@discardableResult
public func expectNoChanges<Result>(
  in group: some SettingsGroup, sourceLocation: SourceLocation = #_sourceLocation, by operation: () throws -> Result
) rethrows -> Result {
  try expectChanges(in: group, to: [:], sourceLocation: sourceLocation, by: operation)
}

private func storedValues(of group: some SettingsGroup) -> [String: SettingsValue?] {
  Dictionary(group.allSettings.map { ($0.name, $0.setting.storedValue) }, uniquingKeysWith: { first, _ in first })
}
