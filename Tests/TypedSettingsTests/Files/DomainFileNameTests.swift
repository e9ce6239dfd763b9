import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFiles

struct DomainFileNameTests {
  private static let domains = [
    "com.example.timer", "..", ".", ".hidden", "a/b", "/absolute", "a\u{0}b", "%2E", "%", "a b", "é", "e\u{301}",
    "\u{202E}rtl", "CON", "a.json", "UPPER", String(repeating: "x", count: 190),
  ]

  @Test func `different domains have different names, none of them outside the folder`() throws {
    let names = try Self.domains.map { try DomainFileName($0, fileExtension: "json").text }
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
      #expect(!name.hasPrefix("."))
      #expect(name.utf8.count <= FileNames.maximumLength)
    }
  }

  @Test func `generated domains never share a name`() throws {
    var generator = SeededGenerator(seed: 33)
    var names: [String: String] = [:]
    for _ in 0..<5_000 {
      let scalars = (0..<generator.number(below: 12) + 1).map { _ in
        Unicode.Scalar(UInt32(generator.number(below: 0x250))) ?? "x"
      }
      let domain = String(String.UnicodeScalarView(scalars))
      let name = try DomainFileName(domain, fileExtension: "json").text
      // Domains are equal only if their bytes are.
      #expect(names.updateValue(domain, forKey: name).map { Array($0.utf8) == Array(domain.utf8) } ?? true)
    }
  }

  @Test(arguments: ["", String(repeating: "x", count: 196), String(repeating: "é", count: 40)])
  func `a domain that cannot be a file name is refused`(domain: String) throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(directory: folder.url)
    let key = SettingsKey(domain: domain, name: "x")
    let error = #expect(throws: SettingsError.self) { try store.set(1, forKey: key) }
    #expect(error?.code == .invalidName)
    #expect(store.value(forKey: key) == nil)
    #expect(!store.isWritable(key))
    #expect(store.file(forDomain: domain) == nil)
    #expect(try folder.names == [])
  }

  @Test func `of domains that differ only in case, one is refused before either has a file`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(directory: folder.url)
    #expect(store.value(forKey: SettingsKey(domain: "com.example.timer", name: "x")) == nil)
    let key = SettingsKey(domain: "com.example.Timer", name: "x")
    let error = #expect(throws: SettingsError.self) { try quietly { try store.set(2, forKey: key) } }
    #expect(error?.code == .invalidName)
    try store.set(1, forKey: SettingsKey(domain: "com.example.timer", name: "x"))
  }

  @Test func `domains that differ only in case are accepted if each has its own file`() throws {
    let (system, path) = (SimulatedFileSystem(.withFolder()), SimulatedProcess.folder)
    let upper = try DomainFileName("Timer", fileExtension: "json")
    let lower = try DomainFileName("timer", fileExtension: "json")
    system.disk.replace("\(path)/Timer.json", with: "{}")
    try upper.checkCase(in: path, of: system)
    try lower.checkCase(in: path, of: system)
    #expect(throws: SettingsError.self) { try lower.checkCase(against: upper.text, in: path, of: system) }
    system.disk.replace("\(path)/timer.json", with: "{}")
    for (name, other) in [(upper, lower), (lower, upper)] {
      try name.checkCase(in: path, of: system)
      try name.checkCase(against: other.text, in: path, of: system)
    }
  }

  /// Two names of one file simulate a case-insensitive disk.
  @Test func `domains that differ only in case are refused if they share a file`() throws {
    let (system, path) = (SimulatedFileSystem(.withFolder()), SimulatedProcess.folder)
    system.disk.replace("\(path)/Timer.json", with: "{}")
    try Folder(path, of: system).link("Timer.json", as: "timer.json")
    let lower = try DomainFileName("timer", fileExtension: "json")
    #expect(throws: SettingsError.self) { try lower.checkCase(in: path, of: system) }
    #expect(throws: SettingsError.self) { try lower.checkCase(against: "Timer.json", in: path, of: system) }
  }

  @Test func `a domain that differs from one with a file only in case is refused`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(directory: folder.url)
    try store.set(1, forKey: SettingsKey(domain: "com.example.timer", name: "x"))
    try store.writeDocuments()
    let error = #expect(throws: SettingsError.self) {
      try store.set(2, forKey: SettingsKey(domain: "com.example.Timer", name: "x"))
    }
    #expect(error?.code == .invalidName)
  }

  private static let caseVariants = ["com.example.timer", "com.example.Timer"].map {
    SettingsKey(domain: $0, name: "x")
  }

  @Test func `domains that differ only in case are both listed on a case-sensitive disk`() throws {
    let folder = try TemporaryFolder()
    for (index, key) in Self.caseVariants.enumerated() {
      let store = FileSettingsStore(directory: folder.url)
      try store.set(.integer(Int64(index)), forKey: key)
      try store.writeDocuments()
      // The next one is left with only a journal.
      try store.set(.integer(Int64(index) + 10), forKey: key)
    }
    try #require(try folder.names.filter { !$0.hasPrefix(".") }.count == 2, "the disk is case-insensitive")
    for keys in [Self.caseVariants, Self.caseVariants.reversed()] {
      let store = FileSettingsStore(directory: folder.url)
      for key in keys { #expect(store.value(forKey: key) != nil) }
    }
  }

  @Test func `of domains that differ only in case, one is accepted while neither has a file`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(directory: folder.url)
    for key in Self.caseVariants { #expect(store.value(forKey: key) == nil) }
    try store.set(1, forKey: Self.caseVariants[0])
    let error = #expect(throws: SettingsError.self) { try store.set(2, forKey: Self.caseVariants[1]) }
    #expect(error?.code == .invalidName)
  }

  /// As a case-insensitive disk does.
  @Test func `a domain whose file belongs to another one is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"x": 1}"#, to: "com.example.Timer.json")
    try FileManager.default.linkItem(
      at: folder.file("com.example.Timer.json"), to: folder.file("com.example.timer.json"))
    let store = FileSettingsStore(directory: folder.url)
    let error = #expect(throws: SettingsError.self) { try store.set(2, forKey: Self.caseVariants[0]) }
    #expect(error?.code == .invalidName)
  }
}
