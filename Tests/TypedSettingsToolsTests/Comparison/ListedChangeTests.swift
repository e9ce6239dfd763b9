import Foundation
import Testing
import TypedSettings
import TypedSettingsForms
import TypedSettingsObjectiveC

@testable import TypedSettingsTesting
@testable import TypedSettingsTools

/// Differences between documents that affect no stored value.
struct ListedChangeTests {
  typealias Entry = SettingsSchema.Entry

  private static func schema(
    _ form: SettingsSchema.Form = .integer, migrations: [Int] = [], _ change: (inout Entry) -> Void = { _ in }
  ) -> SettingsSchema {
    var entry = Entry(key: SettingsKey(domain: "d", name: "key"), name: "property", form: form)
    change(&entry)
    return SettingsSchema(entries: [entry], domains: ["d": .init(version: 2, migrations: migrations)])
  }

  @Test(
    arguments: [
      (schema(), schema { $0.olderForms = [.string(nil)] }),
      (schema { $0.constraint = .choices([1, 2]) }, schema { $0.constraint = .choices([2, 1]) }),
      (
        schema { $0.constraint = .count(minimum: 1, maximum: nil) },
        schema {
          $0.constraint = .count(minimum: 1, maximum: nil)
          $0.storedPart = .part(nil)
        }
      ),
      (schema(migrations: [2]), schema(migrations: [1, 2])),
    ])
  func `A difference without an effect on stored values is listed as compatible`(
    old: SettingsSchema, new: SettingsSchema
  ) {
    #expect(new.changes(since: old).map(\.category) == [.compatible])
  }

  @Test(arguments: [true, false])
  func `The hidden default of a secret is no change of its form`(isAdded: Bool) {
    let plain = Self.schema(.opaque) { $0.defaultValue = 1 }
    let secret = Self.schema(.opaque) { $0.traits = .secret }
    let changes = isAdded ? secret.changes(since: plain) : plain.changes(since: secret)
    #expect(!changes.contains { $0.summary.contains("the stored form") }, "\(changes)")
  }

  @Test func `A schema with other line ends is the same schema`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "settings.json")
    let schema = Self.schema()
    let text = String(decoding: try schema.json(), as: UTF8.self)
    try Data(text.split(separator: "\n").joined(separator: "\r\n").utf8).write(to: url)
    try SchemaGate(path: url.path, testFile: #filePath).check(schema, isUpdating: false)
  }
}
