import Foundation
import Testing
import TypedSettings

@Suite struct HostileFileTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")

  @Test(arguments: HostileData.all, [FileSettingsStore.Format.automatic, .json, .propertyList(.xml)])
  func `a store reports hostile bytes as corrupt and never overflows the stack`(
    data: HostileData, format: FileSettingsStore.Format
  ) async throws {
    let folder = try TemporaryFolder()
    try data.bytes.write(to: folder.file("x"))
    let error = await onSmallStack { () -> SettingsError? in
      SettingsDiagnostics.withHandler({ _ in }) {
        let store = FileSettingsStore(file: folder.file("x"), format: format)
        return store.value(forKey: Self.key) == nil ? store.state.error : nil
      }
    }
    #expect(error?.code == .fileCorrupt)
    #expect(try Data(contentsOf: folder.file("x")) == data.bytes)
  }

  @Test func `a file over the limit is neither read nor overwritten`() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.file("x.json"))
    let handle = try FileHandle(forWritingTo: folder.file("x.json"))
    try handle.truncate(atOffset: UInt64(FileSettingsStore.maximumFileSize) * 1_000)
    try handle.close()
    let store = SettingsDiagnostics.withHandler({ _ in }) { FileSettingsStore(file: folder.file("x.json")) }
    #expect(store.state.error?.code == .fileUnreadable)
    let error = #expect(throws: SettingsError.self) { try store.set(1, forKey: Self.key) }
    #expect(error?.code == .storeUnavailable)
  }

  @Test func `a journal that grows beyond the limit is not read`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(file: folder.file("x.json"))
    // A checkpoint would begin a new journal.
    try store.withoutCheckpoints {
      try store.set(1, forKey: Self.key)
      let handle = try FileHandle(forWritingTo: folder.file(".x.json.journal"))
      try handle.truncate(atOffset: 513 << 20)
      try handle.close()
      SettingsDiagnostics.withHandler({ _ in }) { store.refresh() }
      #expect(store.state.error?.code == .fileUnreadable)
      #expect(store.value(forKey: Self.key) == 1)
      let error = #expect(throws: SettingsError.self) { try store.set(2, forKey: Self.key) }
      #expect(error?.code == .storeUnavailable)
    }
  }

  @Test func `no error of a file quotes its contents`() throws {
    let secret = "SECRET4111"
    let documents = [
      "{\"com.example.timer\": {\"Length\": \"\(secret)\", oops", "{\"a\": \(secret)}",
      "{\"\(secret)\": 1, \"\(secret)\": 2}",
      "[\"\(secret)\"]", "\"\(secret)\"", "{\"a\": 4111411141114111e9999}", "{\"com.example.timer\": \"\(secret)\"}",
    ]
    let reports = Log<SettingsError>()
    let folder = try TemporaryFolder()
    SettingsDiagnostics.withHandler({ reports.append($0) }) {
      for (index, document) in documents.enumerated() {
        do {
          try folder.write(document, to: "\(index).json")
          let store = FileSettingsStore(file: folder.file("\(index).json"))
          try store.set(["deep": .string(secret)], forKey: Self.key)
          try store.set(.string(String(repeating: secret, count: 2_000_000)), forKey: Self.key)
        } catch {
          if let error = error as? SettingsError { reports.append(error) }
        }
      }
    }
    #expect(reports.elements.count > documents.count)
    for error in reports.elements {
      #expect(!"\(error) \(String(reflecting: error))".contains("SECRET"))
      #expect(!"\(error) \(String(reflecting: error))".contains("4111"))
    }
  }
}
