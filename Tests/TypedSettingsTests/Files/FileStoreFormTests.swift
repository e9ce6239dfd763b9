import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// The differences between a value and its form in a file.
@Suite struct FileStoreFormTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record<Value: Sendable>(
    _ value: Value, _ coding: SettingCoding<Value>, in file: String
  ) -> SettingRecord<Value> {
    PreferenceContext.$store.withValue(FileSettingsStore(file: folder.file(file))) {
      SettingRecord(
        name: "x", key: SettingsKey(domain: "com.example.timer", name: "X"), default: value, coding: coding)
    }
  }

  @Test(arguments: ["x.json", "x.plist"]) func `a date round-trips through a file bit for bit`(file: String) throws {
    let date = Date(timeIntervalSinceReferenceDate: 812_345_678.123_456_7)
    try record(Date.distantPast, .automatic, in: file).set(date)
    #expect(record(Date.distantPast, .automatic, in: file).value == date)
  }

  @Test(arguments: ["x.json", "x.plist"]) func `data round-trips through a file`(file: String) throws {
    let data = Data([0, 255, 7])
    try record(Data(), .automatic, in: file).set(data)
    #expect(record(Data(), .automatic, in: file).value == data)
  }

  @Test(arguments: ["x.json", "x.plist"]) func `a NaN round-trips through a file`(file: String) throws {
    try record(0.0, .automatic, in: file).set(-.infinity)
    #expect(record(0.0, .automatic, in: file).value == -.infinity)
  }

  @Test(arguments: [FileSettingsStore.Format.PropertyListForm.xml, .binary])
  func `a property list is read in either form, and written in the given one`(
    form: FileSettingsStore.Format.PropertyListForm
  ) throws {
    let key = SettingsKey(domain: "com.example.timer", name: "X")
    let other = FileSettingsStore(
      file: folder.file("x.plist"), format: .propertyList(form == .xml ? .binary : .xml))
    try other.set(1, forKey: key)
    try other.writeDocuments()
    let store = FileSettingsStore(file: folder.file("x.plist"), format: .propertyList(form))
    #expect(store.value(forKey: key) == 1)
    #expect(store.state.error == nil)
    try store.set(2, forKey: key)
    try store.writeDocuments()
    let bytes = try Array(Data(contentsOf: folder.file("x.plist")))
    #expect(DocumentFormat.detect(bytes) == (form == .xml ? .xmlPropertyList : .binaryPropertyList))
  }

  @Test func `the text form in a file is not an older form`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 812_345_678.5)
    let first = record(Date.distantPast, .automatic, in: "x.json")
    try first.set(date)
    try first.store.flush()
    let text = SettingsValue.string("2026-09-29T03:47:58.5Z")
    try folder.write(#"{"com.example.timer": {"X": "2026-09-29T03:47:58.5Z"}}"#, to: "y.json")
    let second = record(Date.distantPast, .automatic, in: "y.json")
    #expect(second.storedValue == text)
    #expect(second.issues.isEmpty)
    #expect(try !second.migrate())
    try second.set(second.value)
    #expect(try folder.names.filter { $0.contains("y.json.") } == [])
  }

  @Test(arguments: [
    (FileSettingsStore.Format.PropertyListForm.xml, FileSettingsStore.Format.PropertyListForm.binary), (.binary, .xml),
  ]) func `either form of a property list is read, and the given one written`(
    old: FileSettingsStore.Format.PropertyListForm, new: FileSettingsStore.Format.PropertyListForm
  ) throws {
    let keys = ["a", "b"].map { SettingsKey(domain: "com.example.timer", name: $0) }
    do {
      let store = FileSettingsStore(file: folder.file("x.plist"), format: .propertyList(old))
      try store.set(1, forKey: keys[0])
    }
    let store = FileSettingsStore(file: folder.file("x.plist"), format: .propertyList(new))
    #expect(store.value(forKey: keys[0]) == 1)
    try store.set(2, forKey: keys[1])
    try store.writeDocuments()
    let bytes = Array(try Data(contentsOf: folder.file("x.plist")))
    #expect(DocumentFormat.detect(bytes) == (new == .xml ? .xmlPropertyList : .binaryPropertyList))
    #expect(try folder.names.filter { $0.contains("corrupt") } == [])
    #expect(FileSettingsStore(file: folder.file("x.plist")).value(forKey: keys[0]) == 1)
  }
}
