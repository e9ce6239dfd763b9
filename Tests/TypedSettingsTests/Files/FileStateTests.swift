import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// Other objects at the path of a document, and the resulting state of a store.
@Suite struct FileStateTests {
  @Test func `a missing document is a state and is not reported`() throws {
    let disk = SimulatedDisk.withFolder()
    let reported = try reports {
      let process = try SimulatedProcess(disk)
      #expect(process.core.state.error?.code == .fileMissing)
      try process.set("a", 1)
      try process.checkpoint()
      #expect(process.core.state.error == nil)
    }
    #expect(reported.map(\.code) == [])
  }

  enum Obstacle: CaseIterable {
    case permissions, failure, folder, pipe
  }

  @Test(arguments: Obstacle.allCases)
  func `an unreadable document is not changed until it is readable`(_ obstacle: Obstacle) throws {
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 1}}"#)
    switch obstacle {
    case .permissions: disk.setPermissions(0, of: SimulatedProcess.document)
    case .failure: disk.faults = [Fault(operation: .read, isSticky: true, effect: .error(EIO))]
    case .folder: disk.place(.folder, at: SimulatedProcess.document)
    case .pipe: disk.place(.other, at: SimulatedProcess.document)
    }
    let before = disk.digest
    let log = Log<SettingsError>()
    let process = try SettingsDiagnostics.withHandler({ log.append($0) }) { try SimulatedProcess(disk) }
    #expect(process.core.state.error?.code == .fileUnreadable)
    #expect(log.elements.map(\.code) == [.fileUnreadable])
    try quietly {
      for _ in 0..<3 {
        let error = #expect(throws: SettingsError.self) { try process.set("a", 2) }
        #expect(error?.code == .storeUnavailable)
        #expect(process["a"] == nil)
        try process.flush()
        try process.checkpoint()
      }
      if obstacle != .folder, obstacle != .pipe { #expect(disk.text(at: SimulatedProcess.document).contains("1")) }
      _ = before
      disk.faults = []
      disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 1, "b": 1}}"#)
      let later = try SimulatedProcess(disk, number: 2)
      #expect(later.values == ["a": 1, "b": 1])
      process.core.refresh()
      #expect(process.core.state.error == nil)
      try process.set("a", 2)
      #expect(process.values == ["a": 2, "b": 1])
    }
  }

  @Test(arguments: Obstacle.allCases)
  func `an unreadable journal is not changed until it is readable`(_ obstacle: Obstacle) throws {
    try quietly {
      let disk = try SimulatedDisk.withDocumentAndJournal()
      let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
      switch obstacle {
      case .permissions: disk.setPermissions(0, of: SimulatedProcess.journal)
      case .failure: disk.faults = [Fault(operation: .read, isSticky: true, effect: .error(EIO))]
      case .folder: disk.place(.folder, at: SimulatedProcess.journal)
      case .pipe: disk.place(.other, at: SimulatedProcess.journal)
      }
      let process = try SimulatedProcess(disk, number: 2)
      #expect(process.core.state.error?.code == .fileUnreadable)
      let error = #expect(throws: SettingsError.self) { try process.set("a", 2) }
      #expect(error?.code == .storeUnavailable)
      try process.checkpoint()
      disk.faults = []
      disk.replace(SimulatedProcess.journal, with: bytes)
      try process.set("a", 3)
      #expect(process.values == ["a": 3, "b": 1])
      #expect(try SimulatedProcess.values(on: disk) == ["a": 3, "b": 1])
    }
  }

  @Test(arguments: [SimulatedProcess.names.previous, SimulatedProcess.names.previousJournal], [false, true])
  func `the document is written beside a folder that has the name of another file`(
    _ name: String, isSecret: Bool
  ) throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      if isSecret { process.core.noteSecrets([SimulatedProcess.key("a")]) }
      try process.set("a", 1)
      try process.checkpoint()
      disk.place(.folder, at: SimulatedProcess.path(name))
      for number: Int64 in 2...3 {
        try process.set("a", .integer(number))
        try process.checkpoint()
        #expect(try SimulatedProcess.documentValues(on: disk) == ["a": .integer(number)])
      }
      #expect(process.core.state.error == nil)
    }
  }

  @Test func `a link is followed, and survives the replacement of the document`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      disk.makeFolder("/home/real")
      disk.replace("/home/real/app.json", with: #"{"com.example.app": {"a": 1}}"#)
      disk.place(.link, at: SimulatedProcess.document, leadingTo: "../real/app.json")
      let process = try SimulatedProcess(disk)
      #expect(process["a"] == 1)
      try process.set("a", 2)
      try process.checkpoint()
      #expect(disk.names(in: SimulatedProcess.folder) == ["app.json"])
      #expect(disk.text(at: "/home/real/app.json").contains("2"))
    }
  }

  @Test func `circular links are an error`() {
    let disk = SimulatedDisk.withFolder()
    disk.place(.link, at: SimulatedProcess.document, leadingTo: "other.json")
    disk.place(.link, at: SimulatedProcess.path("other.json"), leadingTo: "app.json")
    let error = #expect(throws: SettingsError.self) { try SimulatedProcess(disk) }
    #expect(error?.code == .fileUnreadable)
  }

  @Test func `a read-only folder is read and refuses writes without creating files`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 1}}"#)
      disk.state.withLock { $0.isReadOnly = true }
      let process = try SimulatedProcess(disk)
      #expect(process["a"] == 1)
      let error = #expect(throws: SettingsError.self) { try process.set("a", 2) }
      #expect(error?.code == .readOnly)
      #expect(process["a"] == 1)
      #expect(disk.names(in: SimulatedProcess.folder) == ["app.json"])
      disk.state.withLock { $0.isReadOnly = false }
      try process.set("a", 3)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 3])
    }
  }

  @Test func `the journal of a read-only folder is read`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      try SimulatedProcess(disk).set("a", 1)
      disk.state.withLock { $0.isReadOnly = true }
      let process = try SimulatedProcess(disk, number: 2)
      #expect(process["a"] == 1)
      let error = #expect(throws: SettingsError.self) { try process.set("a", 2) }
      #expect(error?.code == .readOnly)
    }
  }

  @Test func `temporary files and copies are recognized by their names`() {
    for document in ["app.json", "größe.json", "設定.plist"] {
      let names = FileNames(document: document)
      #expect(names.isTemporary(names.temporary(process: 4_711, 17)))
      #expect(!names.isTemporary(names.journal))
      #expect(names.number(ofQuarantine: names.quarantine(12)) == 12)
      for other in ["0", "-1", "01", "+1", "1 ", "1_000", "99999999999"] {
        #expect(names.number(ofQuarantine: "\(document).corrupt-\(other)") == nil)
      }
    }
  }
}
