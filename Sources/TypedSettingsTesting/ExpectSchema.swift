public import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats
public import TypedSettingsTools

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An error that lists the changes of declarations since a schema was checked in.
public struct SettingsSchemaMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the checked-in schema.
  public let path: String

  /// The changes that aren't accepted, the most severe ones first.
  public let changes: [SettingsSchemaChange]

  /// The names of accepted settings and domains that have no change.
  public let unusedAcceptances: [String]

  /// The changes with their categories, and how to accept them.
  public var description: String {
    let groups = SettingsSchemaChange.Category.allCases.compactMap { category -> String? in
      let lines = changes.filter { $0.category == category }.map { "  \($0.name): \($0.summary)\n    -> \($0.advice)" }
      return lines.isEmpty ? nil : "\(category.rawValue):\n\(lines.joined(separator: "\n"))"
    }
    let unused = unusedAcceptances.map { "'accepting:' names '\($0)', which has no change; remove it." }
    if changes.isEmpty { return unused.joined(separator: "\n") }
    return """
      The settings differ from '\(path)'.
      \((groups + unused).joined(separator: "\n"))
      To accept all changes, run the test with \(SchemaGate.variable)=1 in the environment, and check the file in.
      To accept the changes of one setting, pass its name and your reason, as in 'accepting: ["name": "reason"]'.
      """
  }
}

/// Compares the declarations of settings with a checked-in schema.
///
/// ```swift
/// @Test func `The stored settings of users stay readable`() throws {
///   try expectSchema(of: TimerSettings.self, matches: "Schema/settings.json")
/// }
/// ```
///
/// The test fails with the list of changes since the file was written, each with its category and a suggestion. Values
/// that the earlier declarations can have stored are read with the present ones; the list names what becomes of them.
/// To accept the changes, or to create the file, run the test with `TYPED_SETTINGS_UPDATE_SCHEMA=1` in the environment,
/// and check the file in. The function works in any test library, because it throws.
///
/// - Parameters:
///   - groups: The classes of the program's settings groups, which the macro has been applied to. The groups are made
///     in memory. For a class without an initializer without parameters, pass an instance instead.
///   - names: The names of custom traits and attributes.
///   - path: The path of the schema, relative to the folder of the package that contains the test.
///   - category: The least severe category that fails the test. A change that passes isn't recorded in the file. With
///     a category other than `compatible`, the removal of a setting that was added since isn't noticed.
///   - reasons: The reasons for which the changes of settings or domains are accepted, by their names. A name without a
///     change fails the test.
///   - testFile: The path of the test.
/// - Throws: ``SettingsSchemaMismatch`` if the declarations differ from the file, or an error if the file can't be read
///   or written.
public func expectSchema<each Group: __RootSettingsGroup>(
  of groups: repeat (each Group).Type, naming names: SettingsSchema.Names = SettingsSchema.Names(),
  matches path: String, failing category: SettingsSchemaChange.Category = .compatible,
  accepting reasons: [String: String] = [:], testFile: String = #filePath
) throws where repeat (each Group).__Root == each Group {
  var instances: [any SettingsGroup] = []
  for group in repeat each groups { instances.append(group.testSettings()) }
  let gate = SchemaGate(path: path, failing: category, accepting: reasons, testFile: testFile)
  try gate.check(SettingsSchema(of: instances, naming: names), isUpdating: SchemaGate.isUpdating)
}

/// Compares the declarations of instances of settings groups with a checked-in schema.
///
/// It's the same as the function with classes.
///
/// - Parameters:
///   - groups: The settings groups of the program. In tests, groups are made in memory.
///   - names: The names of custom traits and attributes.
///   - path: The path of the schema, relative to the folder of the package that contains the test.
///   - category: The least severe category that fails the test. A change that passes isn't recorded in the file. With
///     a category other than `compatible`, the removal of a setting that was added since isn't noticed.
///   - reasons: The reasons for which the changes of settings or domains are accepted, by their names. A name without a
///     change fails the test.
///   - testFile: The path of the test.
/// - Throws: ``SettingsSchemaMismatch`` if the declarations differ from the file, or an error if the file can't be read
///   or written.
public func expectSchema(
  of groups: any SettingsGroup..., naming names: SettingsSchema.Names = SettingsSchema.Names(), matches path: String,
  failing category: SettingsSchemaChange.Category = .compatible, accepting reasons: [String: String] = [:],
  testFile: String = #filePath
) throws {
  let gate = SchemaGate(path: path, failing: category, accepting: reasons, testFile: testFile)
  try gate.check(SettingsSchema(of: groups, naming: names), isUpdating: SchemaGate.isUpdating)
}

/// The comparison of a schema with a file.
struct SchemaGate {
  static let variable = "TYPED_SETTINGS_UPDATE_SCHEMA"

  static var isUpdating: Bool {
    guard let value = ProcessInfo.processInfo.environment[variable] else { return false }
    return !value.isEmpty && value != "0"
  }

  let path: String
  let url: URL
  private let category: SettingsSchemaChange.Category
  private let reasons: [String: String]

  init(
    path: String, failing category: SettingsSchemaChange.Category = .compatible,
    accepting reasons: [String: String] = [:],
    testFile: String
  ) {
    self.path = path
    self.category = category
    self.reasons = reasons
    url = path.hasPrefix("/") ? URL(filePath: path) : Self.packageFolder(of: testFile).appending(path: path)
  }

  /// Returns the nearest folder around a file that contains a package, or else the folder of the file.
  private static func packageFolder(of file: String) -> URL {
    let folder = URL(filePath: file).deletingLastPathComponent()
    var candidate = folder
    while candidate.pathComponents.count > 1 {
      if FileManager.default.fileExists(atPath: candidate.appending(path: "Package.swift").path) { return candidate }
      candidate.deleteLastPathComponent()
    }
    return folder
  }

  /// Compares a schema with the file, or writes it.
  func check(_ schema: SettingsSchema, isUpdating: Bool) throws {
    let document = try schema.json()
    guard FileManager.default.fileExists(atPath: url.path) else {
      if isUpdating { return try write(document) }
      throw SettingsError(
        .fileMissing, found: "no schema at '\(path)'",
        advice: "run the test with \(Self.variable)=1 in the environment, and check the file in")
    }
    let old = try Data(contentsOf: url)
    if old == document { return try checkAcceptances() }
    if isUpdating { return try write(document) }
    let former: SettingsSchema
    do throws(SettingsError) { former = try SettingsSchema(json: old) } catch { throw unreadable(because: error) }
    // The file was formatted in another way, for example by version control.
    if try former.json() == document { return try checkAcceptances() }
    let changes = schema.changes(since: former)
    let unaccepted = changes.filter { $0.category <= category && reasons[$0.name] == nil }
    let unused = unusedAcceptances(changes)
    if unaccepted.isEmpty, unused.isEmpty { return }
    throw SettingsSchemaMismatch(path: path, changes: unaccepted, unusedAcceptances: unused)
  }

  /// Returns the names of accepted settings that have none of the changes.
  private func unusedAcceptances(_ changes: [SettingsSchemaChange]) -> [String] {
    reasons.keys.filter { name in !changes.contains { $0.name == name } }.sorted()
  }

  /// Checks that no change is accepted if there is none.
  private func checkAcceptances() throws {
    let unused = unusedAcceptances([])
    if !unused.isEmpty { throw SettingsSchemaMismatch(path: path, changes: [], unusedAcceptances: unused) }
  }

  /// Returns the error for a file that isn't a schema, for example because it contains the markers of a merge conflict.
  private func unreadable(because error: SettingsError) -> SettingsError {
    let isNewer = error.code == .newerFormat
    return SettingsError(
      error.code, found: "the schema '\(path)' can't be read: \(error.found)",
      advice: isNewer ? error.advice : "resolve a merge conflict, or write it again with \(Self.variable)=1",
      underlying: error)
  }

  private func write(_ document: Data) throws {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try document.write(to: url, options: .atomic)
  }
}
