import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// Documents with mistakes made by hand.
@Suite struct BrokenDocumentTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `settings before a mistake are read if there is no earlier document`() throws {
    try folder.write("{\n  \"com.example.timer\": {\n    \"Length\": 50,\n    \"Theme\": dark\n  }\n}", to: "x.json")
    let reports = Log<SettingsError>()
    let store = SettingsDiagnostics.withHandler({ reports.append($0) }) {
      FileSettingsStore(file: folder.file("x.json"))
    }
    #expect(store.value(forKey: Self.key) == 50)
    #expect(reports.elements.map(\.code) == [.fileCorrupt])
    #expect(reports.elements.first?.description.contains("x.json:4:14: ") == true)
  }

  @Test func `a partial setting before a mistake is ignored`() throws {
    try folder.write(#"{"com.example.timer": {"Length": 50, "List": [1, 2, 3, "#, to: "x.json")
    try folder.write(#"{"Length": 50, "List": {"a": 1, "#, to: "com.example.timer.json")
    let list = SettingsKey(domain: Self.key.domain, name: "List")
    SettingsDiagnostics.withHandler({ _ in }) {
      for store in [FileSettingsStore(file: folder.file("x.json")), FileSettingsStore(directory: folder.url)] {
        #expect(store.value(forKey: Self.key) == 50)
        #expect(store.value(forKey: list) == nil)
      }
    }
  }

  @Test func `a corrupt document is copied when a setting is written`() throws {
    try folder.write("{ no JSON", to: "x.json")
    let store = SettingsDiagnostics.withHandler({ _ in }) { FileSettingsStore(file: folder.file("x.json")) }
    try store.set(1, forKey: Self.key)
    try store.writeDocuments()
    #expect(try folder.text("x.json.corrupt-1") == "{ no JSON")
    #expect(try folder.text("x.json").contains("\"Length\": 1"))
  }

  /// Where a mistake is made in a document that a program has read.
  enum Mistake: CaseIterable {
    case atStart, inMiddle, atEnd

    func broken(_ text: String) -> String {
      switch self {
      case .atStart: "<" + text.dropFirst()
      case .inMiddle: text.replacing("Length", with: "Length\"<")
      case .atEnd: String(text.dropLast(12))
      }
    }
  }

  private static let documents: [(format: FileSettingsStore.Format, hasPrevious: Bool)] = [
    (.json, false), (.json, true), (.propertyList(.xml), false), (.propertyList(.xml), true),
  ]

  @Test(arguments: Mistake.allCases, documents)
  func `a mistake in a document that a program has read costs none of its values`(
    mistake: Mistake, document: (format: FileSettingsStore.Format, hasPrevious: Bool)
  ) throws {
    let (format, hasPrevious) = document
    let first = FileSettingsStore(file: folder.file("y"), format: format)
    let keys = ["Alarm", "Length", "Theme"].map { SettingsKey(domain: Self.key.domain, name: $0) }
    if hasPrevious {
      try first.set(0, forKey: Self.key)
      try first.writeDocuments()
    }
    for (number, key) in keys.enumerated() { try first.set(.integer(Int64(number + 7)), forKey: key) }
    try first.writeDocuments()
    // A copy that another program made, perhaps without a previous document.
    try FileManager.default.copyItem(at: folder.file("y"), to: folder.file("x"))
    let store = FileSettingsStore(file: folder.file("x"), format: format)
    #expect(keys.map { store.value(forKey: $0) } == [7, 8, 9])
    if hasPrevious { try FileManager.default.copyItem(at: folder.file(".y.previous"), to: folder.file(".x.previous")) }
    try folder.write(mistake.broken(try folder.text("x")), to: "x")
    SettingsDiagnostics.withHandler({ _ in }) { store.refresh() }
    let other = SettingsKey(domain: Self.key.domain, name: "Other")
    try store.set(1, forKey: other)
    try store.writeDocuments()
    let again = FileSettingsStore(file: folder.file("x"), format: format)
    #expect((keys + [other]).map { again.value(forKey: $0) } == [7, 8, 9, 1])
  }

  @Test func `a mistake after another process's save costs nothing that either process has written`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 1, "b": 2}}"#)
      let (first, second) = (try SimulatedProcess(disk), try SimulatedProcess(disk, number: 2))
      try second.set("b", 3)
      try second.checkpoint()
      try second.set("c", 4)
      try second.checkpoint()
      disk.replace(SimulatedProcess.document, with: disk.text(at: SimulatedProcess.document).replacing("}", with: ""))
      try first.set("d", 5)
      try first.checkpoint()
      #expect(try SimulatedProcess(disk, number: 3).values == ["a": 1, "b": 3, "c": 4, "d": 5])
    }
  }

  @Test func `a program that only reads does not change a corrupt document`() throws {
    try folder.write("{ no JSON", to: "x.json")
    do {
      let store = SettingsDiagnostics.withHandler({ _ in }) { FileSettingsStore(file: folder.file("x.json")) }
      #expect(store.value(forKey: Self.key) == nil)
    }
    #expect(try folder.names == ["x.json"])
  }
}
