import Foundation
import Testing

@testable import TypedSettings

/// A removed secret is in none of the files any more.
@Suite struct RemovedSecretTests {
  private static let key = SettingsKey(domain: "com.example.mail", name: "token")
  private static let text = "a1b2-c3d4"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ name: String = "x.json") -> FileSettingsStore {
    FileSettingsStore(file: folder.file(name), allowsSecrets: true)
  }

  private func record(
    in store: some SettingsStore, aliases: [String] = [], traits: SettingsTrait = [.secret]
  ) -> SettingRecord<String> {
    makeSettings(in: store) {
      SettingRecord(
        name: "token", key: Self.key, default: "", traits: traits, coding: .automatic, aliases: aliases)
    }
  }

  /// Returns the files that contain the secret.
  private func holders() throws -> [String] {
    try folder.names.filter { try Data(contentsOf: folder.file($0)).firstRange(of: Data(Self.text.utf8)) != nil }
  }

  enum Removal: CaseIterable {
    case reset, change, batch
    case resetBeforeItIsInTheDocument, changeBeforeItIsInTheDocument
  }

  @Test(arguments: Removal.allCases)
  func `a removed secret is gone with the next document`(_ removal: Removal) throws {
    let store = open()
    let record = record(in: store)
    try store.set(1, forKey: SettingsKey(domain: "com.example.mail", name: "other"))
    try store.writeDocuments()
    try record.set(Self.text)
    if [.reset, .change, .batch].contains(removal) { try store.writeDocuments() }
    #expect(try !holders().isEmpty)
    switch removal {
    case .reset, .resetBeforeItIsInTheDocument: record.reset()
    case .change, .changeBeforeItIsInTheDocument: try record.set("another one")
    case .batch: try store.set([Self.key: nil])
    }
    try store.writeDocuments()
    #expect(try holders() == [])
    #expect(FileManager.default.fileExists(atPath: folder.file(".x.json.previous").path))
  }

  @Test func `a removed secret under an older name is gone too`() throws {
    let store = open()
    let old = SettingsKey(domain: Self.key.domain, name: "old_token")
    try store.set(.string(Self.text), forKey: old)
    try store.writeDocuments()
    let record = record(in: store, aliases: ["old_token"])
    #expect(record.value == Self.text)
    record.reset()
    try store.set(nil, forKey: old)
    try store.writeDocuments()
    #expect(try holders() == [])
  }

  @Test func `a secret reset by a killed process is gone with the next document of another one`() throws {
    let disk = SimulatedDisk.withFolder()
    let first = try SimulatedProcess(disk, number: 1)
    try first.set("token", .string(Self.text))
    try first.checkpoint()
    try first.set("token", nil)
    disk.kill(1)
    let second = try SimulatedProcess(disk, number: 2)
    second.core.noteSecrets([SimulatedProcess.key("token")])
    try second.checkpoint()
    for (name, bytes) in disk.files(in: SimulatedProcess.folder) {
      #expect(Data(bytes).firstRange(of: Data(Self.text.utf8)) == nil, "\(name)")
    }
  }

  @Test func `only a document with a change of a secret is written twice`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    process.core.noteSecrets([SimulatedProcess.key("token")])
    for (name, value, count) in [("token", "a", 2), ("x", "b", 1), ("x", "c", 1), ("token", "d", 2), ("x", "e", 1)]
      as [(String, SettingsValue, Int)]
    {
      try process.set(name, value)
      disk.forgetCalls()
      try process.checkpoint()
      #expect(disk.documentCount == count, "\(name) \(value)")
    }
  }

  @Test func `a secret that remains in a file is removed with the next attempt`() throws {
    try quietly {
      for number in 0..<60 {
        let disk = SimulatedDisk.withFolder()
        let process = try SimulatedProcess(disk)
        process.core.noteSecrets([SimulatedProcess.key("token")])
        try process.set(["token": .string(Self.text), "x": 1])
        try process.checkpoint()
        try process.set("token", nil)
        disk.faults = [Fault(after: number, effect: .error(EIO))]
        do { try process.checkpoint() } catch {}
        disk.faults = []
        process.schedule.advance(by: .seconds(60))
        #expect(process.values == ["x": 1])
        for (name, bytes) in disk.files(in: SimulatedProcess.folder) {
          #expect(Data(bytes).firstRange(of: Data(Self.text.utf8)) == nil, "\(name) after \(number) calls")
        }
      }
    }
  }
}
