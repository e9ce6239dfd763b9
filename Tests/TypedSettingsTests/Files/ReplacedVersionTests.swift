import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// Documents of another version that replace the document while a program has it open.
@Suite struct ReplacedVersionTests {
  private static let domain = "com.example.timer"

  private let folder: TemporaryFolder
  private let store: FileSettingsStore

  init() throws {
    folder = try TemporaryFolder()
    store = FileSettingsStore(file: folder.file("x.json"))
  }

  /// Replaces the document.
  private func write(_ values: String) throws {
    try folder.write("{\"\(Self.domain)\": {\(values)}}", to: "x.json")
    store.refresh()
  }

  private func version() -> SettingsValue? { store.value(forKey: SettingsMigration.versionKey(inDomain: Self.domain)) }

  /// Returns a record of version 2, whose steps double the value and then add one.
  private func length(in store: FileSettingsStore, runs: Log<Int> = Log()) -> SettingRecord<Int> {
    let step = { (version: Int, change: @escaping @Sendable (Int64) -> Int64) in
      SettingsMigration(to: version) { values in
        runs.append(version)
        if case .integer(let number)? = values["Length"] { values["Length"] = .integer(change(number)) }
      }
    }
    return makeSettings(in: store) {
      SettingRecord(
        name: "length", key: SettingsKey(domain: Self.domain, name: "Length"), default: 25, coding: .automatic,
        version: 2
      ) { [step(1) { $0 * 2 }, step(2) { $0 + 1 }] }
    }
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      (#""Length": 40"#, 81), (#""$version": 1, "Length": 40"#, 41), (#""$version": 2, "Length": 40"#, 40),
    ])
  func `a restored earlier document is migrated as at the start`(values: String, expected: Int) async throws {
    try write(#""$version": 2, "Length": 30"#)
    let length = length(in: store)
    #expect(length.value == 30)
    let changes = Log<Int>()
    let token = length.observe { changes.append($0) }
    try write(values)
    #expect(length.value == expected)
    #expect(version() == 2)
    // Another thread may have read the document and notify the observer.
    try await wait { changes.elements.last == expected }
    try length.set(7)
    try store.writeDocuments()
    #expect(try folder.text("x.json").contains("7"))
    #expect(self.length(in: FileSettingsStore(file: folder.file("x.json"))).value == 7)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [(#""Length": 40"#, 81), (#""$version": 1, "Length": 40"#, 41)])
  func `an earlier document that appears after the start is migrated`(values: String, expected: Int) throws {
    let runs = Log<Int>()
    let length = length(in: store, runs: runs)
    #expect(length.value == 25)
    try write(values)
    #expect(length.value == expected)
    #expect(version() == 2)
    let count = runs.elements.count
    store.refresh()
    try length.set(3)
    #expect(runs.elements.count == count)
  }

  @Test func `the version is written again after the document is removed`() throws {
    try write(#""$version": 2, "Length": 30"#)
    let length = length(in: store)
    try FileManager.default.removeItem(at: folder.file("x.json"))
    store.refresh()
    #expect(length.value == 25)
    try length.set(7)
    #expect(version() == 2)
    try store.writeDocuments()
    #expect(self.length(in: FileSettingsStore(file: folder.file("x.json"))).value == 7)
  }

  @Test func `a newer document is neither migrated nor lowered`() throws {
    try write(#""$version": 2, "Length": 30"#)
    let runs = Log<Int>()
    let length = length(in: store, runs: runs)
    try write(#""$version": 3, "Length": 40"#)
    #expect(length.value == 40)
    #expect(length.link.version?.isOlderThanValues == true)
    try length.set(41)
    #expect(version() == 3)
    #expect(runs.elements.isEmpty)
    // An earlier copy returns.
    try store.writeDocuments()
    try write(#""$version": 1, "Length": 50"#)
    #expect((length.value, version()) == (51, 2))
    #expect(length.link.version?.isOlderThanValues == false)
  }

  @Test func `a document whose migration fails can't be written until another one replaces it`() throws {
    try write(#""$version": 2, "Length": 30"#)
    let record = makeSettings(in: store) {
      SettingRecord(
        name: "length", key: SettingsKey(domain: Self.domain, name: "Length"), default: 25, coding: .automatic,
        version: 2
      ) { [SettingsMigration(to: 2) { _ in throw SomeError() }] }
    }
    try write(#""$version": 1, "Length": 40"#)
    let error = #expect(throws: SettingsError.self) { try record.set(1) }
    #expect(error?.code == .migrationFailed)
    #expect((record.value, version()) == (40, 1))
    try write(#""$version": 2, "Length": 50"#)
    try record.set(51)
    #expect(record.value == 51)
  }

  @Test func `a document that another process has begun with an earlier version is migrated`() throws {
    let length = length(in: store)
    #expect(length.value == 25)
    let other = FileSettingsStore(file: folder.file("x.json"))
    try other.set([
      SettingsMigration.versionKey(inDomain: Self.domain): 1, SettingsKey(domain: Self.domain, name: "Length"): 40,
    ])
    #expect((length.value, version()) == (41, 2))
  }
}
