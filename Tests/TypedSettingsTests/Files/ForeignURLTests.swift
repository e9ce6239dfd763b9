import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct ForeignURLTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// URLs that aren't files of this machine, with a path that is writable here.
  private func foreignURLs() throws -> [URL] {
    let path = folder.file("z.json").path
    return try ["https://x.example", "ftp:", "file://other.example", "", "x-custom://"].map {
      try #require(URL(string: "\($0)\(path)"))
    }
  }

  @Test func `a URL that is not a local file never touches the disk`() throws {
    for url in try foreignURLs() {
      let reports = Log<SettingsError>()
      SettingsDiagnostics.withHandler({ reports.append($0) }) {
        for store in [FileSettingsStore(file: url), FileSettingsStore(directory: url)] {
          guard case .unreadable(let error) = store.state else {
            Issue.record("\(store.state) of \(url)")
            continue
          }
          #expect(error.code == .storeUnavailable)
          #expect(store.value(forKey: Self.key) == nil)
          #expect(!store.isWritable(Self.key))
          #expect(store.file(forDomain: Self.key.domain) == nil)
          let thrown = #expect(throws: SettingsError.self) { try store.set(1, forKey: Self.key) }
          #expect(thrown?.code == .storeUnavailable)
          #expect(thrown?.key == Self.key)
          #expect(throws: SettingsError.self) { try store.set([Self.key: 1]) }
          #expect(throws: SettingsError.self) { try store.compareExchange(expected: nil, desired: 1, forKey: Self.key) }
          store.refresh()
        }
      }
      #expect(reports.elements.map(\.code) == [.storeUnavailable, .storeUnavailable], "\(url)")
      #expect(reports.elements.first?.advice.contains("URL(filePath:)") == true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func `a record on such a store throws, and its value stays the default`() throws {
    let url = try #require(URL(string: "https://x.example/z.json"))
    let record = quietly {
      PreferenceContext.$store.withValue(FileSettingsStore(file: url)) {
        SettingRecord(name: "length", key: Self.key, default: 25, coding: .automatic)
      }
    }
    let error = #expect(throws: SettingsError.self) { try record.set(5) }
    #expect(error?.code == .storeUnavailable)
    #expect(record.value == 25)
  }

  @Test func `managed settings of such a URL are missing and reported`() throws {
    try folder.write(#"{"com.example.timer": {"Length": 7}}"#, to: "z.json")
    for url in try foreignURLs() {
      let reports = Log<SettingsError>()
      let store = SettingsDiagnostics.withHandler({ reports.append($0) }) { ManagedSettingsStore(file: url) }
      #expect(store.value(forKey: Self.key) == nil)
      #expect(reports.elements.map(\.code) == [.storeUnavailable])
    }
  }

  @Test(arguments: ["file://", "file://localhost"])
  func `a file URL is one with or without this machine's name`(_ prefix: String) throws {
    let store = FileSettingsStore(file: try #require(URL(string: "\(prefix)\(folder.file("z.json").path)")))
    try store.set(1, forKey: Self.key)
    #expect(store.value(forKey: Self.key) == 1)
    #expect(store.file(forDomain: Self.key.domain)?.path == folder.file("z.json").path)
  }
}
