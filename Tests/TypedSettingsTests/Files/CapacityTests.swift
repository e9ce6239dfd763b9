import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// A store accepts only values that fit into the document.
@Suite struct CapacityTests {
  private static let formats: [FileSettingsStore.Format] = [.json, .propertyList(.xml), .propertyList(.binary)]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func key(_ name: String) -> SettingsKey { SettingsKey(domain: "com.example.timer", name: name) }

  private func open(_ format: FileSettingsStore.Format) -> FileSettingsStore {
    FileSettingsStore(file: folder.file("x"), format: format)
  }

  private func code(of write: () throws -> Void) -> SettingsError.Code? {
    do {
      try write()
      return nil
    } catch {
      return (error as? SettingsError)?.code
    }
  }

  @Test(arguments: formats) func `a value that would take the file beyond its limit is refused`(
    format: FileSettingsStore.Format
  ) throws {
    let store = open(format)
    // The strings differ, because a binary property list stores equal strings only once.
    try store.set(.string(String(repeating: "a", count: 10_000_000)), forKey: key("first"))
    let second = SettingsValue.string(String(repeating: "b", count: 10_000_000))
    #expect(code { try store.set(second, forKey: key("second")) } == .tooLarge)
    #expect(store.value(forKey: key("second")) == nil)
    try store.set(1, forKey: key("small"))
    try store.writeDocuments()
    try store.set(nil, forKey: key("first"))
    try store.set(second, forKey: key("second"))
    try store.writeDocuments()
    #expect(store.value(forKey: key("second")) == second)
  }

  @Test func `the value that exceeds the limit of a file is refused`() throws {
    let store = open(.json)
    var accepted = 0
    while code(of: {
      try store.set(.string(String(repeating: "a", count: 1_000_000)), forKey: key("\(accepted)"))
    }) == nil {
      accepted += 1
      try #require(accepted < 17)
    }
    #expect(accepted == 16)
    try store.writeDocuments()
    #expect(throws: Never.self) { try FileSettingsStore(file: folder.file("x"), format: .json).writeDocuments() }
  }

  @Test(arguments: formats) func `more values than a document may have are refused`(
    format: FileSettingsStore.Format
  ) throws {
    let store = open(format)
    let many = SettingsValue.array(Array(repeating: 7, count: SettingsValue.maximumCount / 2 + 1))
    try store.set(many, forKey: key("first"))
    #expect(code { try store.set(many, forKey: key("second")) } == .tooLarge)
    try store.writeDocuments()
  }

  @Test(arguments: formats) func `the sizes of several values add up`(format: FileSettingsStore.Format) throws {
    let store = open(format)
    let values = ["first", "second"].enumerated().map { index, name in
      (key(name), SettingsValue?.some(.string(String(repeating: "\(index)", count: 10_000_000))))
    }
    #expect(code { try store.set(Dictionary(uniqueKeysWithValues: values)) } == .tooLarge)
    #expect(store.keys(inDomain: "com.example.timer") == [])
    try store.writeDocuments()
  }

  @Test(arguments: ["a\u{1}", "a\u{FFFE}"])
  func `a name that XML forbids is refused by a store of XML`(name: String) throws {
    let store = open(.propertyList(.xml))
    for key in [key(name), SettingsKey(domain: name, name: "x")] {
      #expect(code { try store.set(1, forKey: key) } == .invalidName)
      #expect(code { _ = try store.write(1, to: store.liveValue(forKey: key), origin: .local) } == .invalidName)
      #expect(store.value(forKey: key) == nil)
    }
    try store.set(1, forKey: key("x"))
    try store.writeDocuments()
  }

  @Test(arguments: formats) func `a name too long for a document is refused`(
    format: FileSettingsStore.Format
  ) throws {
    let store = open(format)
    let name = String(repeating: "a", count: SettingsValue.maximumLength + 1)
    for key in [key(name), SettingsKey(domain: name, name: "x")] {
      #expect(code { try store.set(1, forKey: key) } == .invalidName)
      #expect(code { _ = try store.write(1, to: store.liveValue(forKey: key), origin: .local) } == .invalidName)
    }
    try store.writeDocuments()
  }

  @Test func `a name of combining marks is refused however it is written`() throws {
    let store = open(.json)
    let key = key("a" + String(repeating: "\u{301}", count: 31))
    #expect(code { try store.set(1, forKey: key) } == .invalidName)
    #expect(code { _ = try store.write(1, to: store.liveValue(forKey: key), origin: .local) } == .invalidName)
    try store.set(1, forKey: self.key("x"))
    try store.writeDocuments()
  }

  /// Foundation writes such documents, so they may exist.
  @Test func `existing control characters in a list survive and do not prevent saving`() throws {
    let list = xmlPropertyList(
      "<dict><key>other</key><dict><key>a\u{2}</key><string>b\u{1}</string></dict></dict>")
    try list.write(to: folder.file("x"))
    let store = open(.propertyList(.xml))
    try store.set(1, forKey: key("x"))
    try store.writeDocuments()
    let again = open(.propertyList(.xml))
    #expect(again.value(forKey: SettingsKey(domain: "other", name: "a\u{2}")) == "b\u{1}")
    #expect(again.value(forKey: key("x")) == 1)
    #expect(code { try store.set("c\u{1}", forKey: key("y")) } == .unencodable)
  }
}
