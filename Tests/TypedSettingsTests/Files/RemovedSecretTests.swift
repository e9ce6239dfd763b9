import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

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
    let isInDocument = [.reset, .change, .batch].contains(removal)
    if isInDocument {
      try record.set(Self.text)
      try store.writeDocuments()
    }
    try store.withoutCheckpoints {
      if !isInDocument { try record.set(Self.text) }
      #expect(try !holders().isEmpty)
      switch removal {
      case .reset, .resetBeforeItIsInTheDocument: record.reset()
      case .change, .changeBeforeItIsInTheDocument: try record.set("another one")
      case .batch: try store.set([Self.key: nil])
      }
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
    expectRemoved(from: disk)
  }

  /// Expects that no file in the folder contains the secret.
  private func expectRemoved(from disk: SimulatedDisk, _ comment: String = "") {
    for (name, bytes) in disk.files(in: SimulatedProcess.folder) {
      #expect(Data(bytes).firstRange(of: Data(Self.text.utf8)) == nil, "\(name) \(comment)")
    }
  }

  /// Returns a disk with the secret in the document and in the files beside it, and a process that has reset it.
  private func makeReset() throws -> (disk: SimulatedDisk, process: SimulatedProcess) {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    process.core.noteSecrets([SimulatedProcess.key("token")])
    try process.set("x", 1)
    try process.checkpoint()
    try process.set("token", .string(Self.text))
    try process.checkpoint()
    try process.set("token", .string("\(Self.text) again"))
    try process.set("token", nil)
    try process.flush()
    return (disk, process)
  }

  /// Expects that a process that starts on the disk removes the secret, and that no value is lost.
  private func expectRemoval(on disk: SimulatedDisk, _ comment: String) throws {
    let next = try SimulatedProcess(disk, number: 2)
    next.core.noteSecrets([SimulatedProcess.key("token")])
    #expect(next.values == ["x": 1], "\(comment)")
    try next.checkpoint()
    expectRemoved(from: disk, comment)
    #expect(try SimulatedProcess.values(on: disk) == ["x": 1], "\(comment)")
    #expect(try SimulatedProcess.documentValues(on: disk) == ["x": 1], "\(comment)")
  }

  @Test func `a kill at any call of a checkpoint leaves no secret that the next process does not remove`() throws {
    try quietly {
      let (disk, process) = try makeReset()
      let moments = try disk.moments { try process.checkpoint() }
      #expect(moments.count > 10)
      for (number, moment) in moments.enumerated() { try expectRemoval(on: moment, "after \(number) calls") }
    }
  }

  @Test func `a power cut at any call of a checkpoint leaves no secret that the next process does not remove`() throws {
    try quietly {
      var generator = SeededGenerator(seed: 31)
      let (disk, process) = try makeReset()
      for (number, moment) in try disk.moments(of: { try process.checkpoint() }).enumerated() {
        for cut in moment.statesAfterPowerCut(limit: 16, using: &generator) {
          try expectRemoval(on: cut, "after \(number) calls")
        }
      }
    }
  }

  @Test func `a document that breaks after a secret was removed costs no value`() throws {
    try quietly {
      let (disk, process) = try makeReset()
      try process.checkpoint()
      try process.set("y", 2)
      disk.kill(1)
      let text = disk.text(at: SimulatedProcess.document)
      disk.replace(SimulatedProcess.document, with: String(text.dropLast(text.count / 2)))
      #expect(try SimulatedProcess(disk, number: 2).values == ["x": 1, "y": 2])
    }
  }

  @Test func `only a document with a change of a secret replaces the previous one and the previous journal`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    process.core.noteSecrets([SimulatedProcess.key("token")])
    let names = SimulatedProcess.names
    for (name, value, isSecret) in [
      ("token", "a", true), ("x", "b", false), ("x", "c", false), ("token", "d", true), ("x", "e", false),
    ] as [(String, SettingsValue, Bool)] {
      let former = disk.bytes(at: SimulatedProcess.document)
      try process.set(name, value)
      disk.forgetCalls()
      try process.checkpoint()
      #expect(disk.documentCount == 1, "\(name) \(value)")
      let previous = disk.bytes(at: SimulatedProcess.path(names.previous))
      #expect(previous == (isSecret ? disk.bytes(at: SimulatedProcess.document) : former), "\(name) \(value)")
      let hasJournal = disk.names(in: SimulatedProcess.folder).contains(names.previousJournal)
      #expect(hasJournal == !isSecret, "\(name) \(value)")
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
        expectRemoved(from: disk, "after \(number) calls")
      }
    }
  }
}
