public import Testing
public import TypedSettingsCore

/// Expects that an operation changes exactly the given settings of a group, to exactly the given values.
///
/// ```swift
/// expectChanges(in: settings, to: ["sessionLength": 50, "goals.dailyHours": nil]) {
///   settings.sessionLength = 50
///   settings.goals.$dailyHours.reset()
/// }
/// ```
///
/// The function compares the stored values before and after the operation, and ignores changes in between.
///
/// - Parameters:
///   - group: The group to compare, including nested groups.
///   - expected: The expected stored values by setting name. Use `nil` for a setting that isn't set, and `.null` for a
///     stored `nil`.
///   - sourceLocation: The source location to report failures at.
///   - operation: The operation that makes the changes.
/// - Returns: The result of the operation.
/// - Throws: The error of the operation, in which case no expectations are checked.
@discardableResult
public func expectChanges<Result>(
  in group: some SettingsGroup, to expected: [String: SettingsValue?],
  sourceLocation: SourceLocation = #_sourceLocation, by operation: () throws -> Result
) rethrows -> Result {
  let before = storedValues(of: group)
  let result = try operation()
  expect(expected, of: group, since: before, at: sourceLocation)
  return result
}

/// Expects that an asynchronous operation changes exactly the given settings of a group, to exactly the given values.
///
/// ```swift
/// await expectChanges(in: settings, to: ["sessionLength": 50]) {
///   await settings.$sessionLength.setting(to: 50)()
/// }
/// ```
///
/// The function compares the stored values before and after the operation. Changes that other tasks make in the
/// meantime count too.
///
/// - Parameters:
///   - group: The group to compare, including nested groups.
///   - expected: The expected stored values by setting name. Use `nil` for a setting that isn't set, and `.null` for a
///     stored `nil`.
///   - sourceLocation: The source location to report failures at.
///   - isolation: The actor that the operation runs on; by default, the actor of the caller.
///   - operation: The operation that makes the changes.
/// - Returns: The result of the operation.
/// - Throws: The error of the operation, in which case no expectations are checked.
@discardableResult
public func expectChanges<Result>(
  in group: some SettingsGroup, to expected: [String: SettingsValue?],
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
  by operation: () async throws -> Result
) async rethrows -> Result {
  let before = storedValues(of: group)
  let result = try await operation()
  expect(expected, of: group, since: before, at: sourceLocation)
  return result
}

/// Expects that an operation changes no setting of a group.
///
/// - Parameters:
///   - group: The group to compare, including nested groups.
///   - sourceLocation: The source location to report failures at.
///   - operation: The operation.
/// - Returns: The result of the operation.
/// - Throws: The error of the operation, in which case no expectations are checked.
@discardableResult
public func expectNoChanges<Result>(
  in group: some SettingsGroup, sourceLocation: SourceLocation = #_sourceLocation, by operation: () throws -> Result
) rethrows -> Result {
  try expectChanges(in: group, to: [:], sourceLocation: sourceLocation, by: operation)
}

/// Expects that an asynchronous operation changes no setting of a group.
///
/// - Parameters:
///   - group: The group to compare, including nested groups.
///   - sourceLocation: The source location to report failures at.
///   - isolation: The actor that the operation runs on; by default, the actor of the caller.
///   - operation: The operation.
/// - Returns: The result of the operation.
/// - Throws: The error of the operation, in which case no expectations are checked.
@discardableResult
public func expectNoChanges<Result>(
  in group: some SettingsGroup, sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, by operation: () async throws -> Result
) async rethrows -> Result {
  try await expectChanges(in: group, to: [:], sourceLocation: sourceLocation, isolation: isolation, by: operation)
}

/// Reports each setting whose change since an operation began isn't the expected one.
private func expect(
  _ expected: [String: SettingsValue?], of group: some SettingsGroup, since before: [String: SettingsValue?],
  at sourceLocation: SourceLocation
) {
  let after = storedValues(of: group)
  let secrets = Set(group.allSettings.filter { $0.setting.traits.contains(.secret) }.map(\.name))
  for name in Set(after.keys).union(expected.keys).sorted() {
    let problem: String?
    if let newValue = after[name] {
      let text = { (value: SettingsValue?) in shownText(of: value, isSecret: secrets.contains(name)) }
      let oldValue: SettingsValue? = before[name] ?? nil
      switch expected[name] {
      case nil where oldValue == newValue: problem = nil
      case nil: problem = "'\(name)' changed unexpectedly, from \(text(oldValue)) to \(text(newValue))"
      case let value? where oldValue == newValue:
        problem = "'\(name)' did not change to \(text(value)), it is \(text(newValue)) as before"
      case let value? where value == newValue: problem = nil
      case let value?:
        problem =
          "'\(name)' changed to an unexpected value, from \(text(oldValue)) to \(text(newValue)) instead of "
          + text(value)
      }
    } else {
      let nearest = NearestName.of(name, among: after.keys.sorted()).map { "; did you mean '\($0)'?" } ?? ""
      problem = "no setting '\(name)'\(nearest)"
    }
    if let problem { Issue.record("\(problem)", sourceLocation: sourceLocation) }
  }
}

/// Returns the text of a stored value for a message.
private func shownText(of value: SettingsValue?, isSecret: Bool) -> String {
  guard let value else { return "unset" }
  return isSecret ? "(secret)" : value.excerpt
}

private func storedValues(of group: some SettingsGroup) -> [String: SettingsValue?] {
  Dictionary(group.allSettings.map { ($0.name, $0.setting.storedValue) }, uniquingKeysWith: { first, _ in first })
}
