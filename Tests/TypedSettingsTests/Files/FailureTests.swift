import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Every caller whose data can't be saved gets an error, and no other caller does.
@Suite struct FailureTests {
  // MARK: Flushing

  @Test func `a flush after a failed one synchronizes all names of a new folder`() throws {
    var generator = SeededGenerator(seed: 41)
    let disk = SimulatedDisk()
    disk.makeFolder("/home")
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    disk.faults = [Fault(operation: .synchronize, after: 1, effect: .error(EIO))]
    #expect(throws: SettingsError.self) { try process.flush() }
    #expect(disk.calls.last { $0.hasFailed }?.name == "/home")
    try process.flush()
    for cut in disk.statesAfterPowerCut(limit: 200, using: &generator) {
      #expect(try SimulatedProcess.values(on: cut) == ["a": 1])
    }
  }

  @Test func `a flush throws while its records are unreachable`() throws {
    try quietly {
      var generator = SeededGenerator(seed: 42)
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      disk.place(.folder, at: SimulatedProcess.document)
      disk.setPermissions(0, of: SimulatedProcess.journal)
      for _ in 0..<3 {
        process.core.refresh()
        #expect(process.core.state.error?.code == .fileUnreadable)
      }
      for _ in 0..<2 {
        let error = #expect(throws: SettingsError.self) { try process.flush() }
        #expect(error?.code == .notSaved)
      }
      disk.setPermissions(0o600, of: SimulatedProcess.journal)
      disk.remove(SimulatedProcess.document)
      try process.flush()
      #expect(process["a"] == 1)
      for cut in disk.statesAfterPowerCut(limit: 200, using: &generator) {
        #expect(try SimulatedProcess.values(on: cut) == ["a": 1])
      }
    }
  }

  @Test func `a thrown failure is not reported too`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    disk.faults = [Fault(operation: .synchronize, isSticky: true, effect: .error(EIO))]
    let reported = reports {
      #expect(throws: SettingsError.self) { try process.flush() }
      #expect(throws: SettingsError.self) { try process.core.writeDocument() }
    }
    #expect(reported.isEmpty)
  }

  // MARK: Writing documents

  @Test func `writing a document throws if the document can't be read`() throws {
    let disk = SimulatedDisk.withFolder()
    disk.place(.folder, at: SimulatedProcess.document)
    try quietly {
      let process = try SimulatedProcess(disk)
      let error = #expect(throws: SettingsError.self) { try process.core.writeDocument() }
      #expect(error?.code == .notSaved)
      disk.remove(SimulatedProcess.document)
      try process.core.writeDocument()
    }
  }

  @Test func `writing a document throws if another process does not finish writing it`()
    throws
  {
    let disk = SimulatedDisk.withFolder()
    let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
    try first.set("a", 1)
    let codes = Log<SettingsError.Code>()
    let isDone = LockedState(false)
    disk.interrupt { call in
      guard call.operation == .synchronize, call.name.hasSuffix(".temporary"), !isDone.withLock({ $0 }) else { return }
      isDone.withLock { $0 = true }
      do {
        try second.set("b", 1)
        try second.core.writeDocument()
      } catch {
        if let error = error as? SettingsError { codes.append(error.code) }
      }
    }
    try first.checkpoint()
    disk.interrupt(with: nil)
    #expect(codes.elements == [.notSaved])
    try second.core.writeDocument()
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1, "b": 1])
  }

  @Test func `a file that cannot be written does not affect other files`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(directory: folder.url)
    try store.withoutCheckpoints(ofDomain: "c") {
      for domain in ["a", "b", "c", "d", "e", "f"] { try store.set(1, forKey: SettingsKey(domain: domain, name: "x")) }
      try FileManager.default.createDirectory(at: folder.file("c.json"), withIntermediateDirectories: true)
    }
    let reported = reports {
      let error = #expect(throws: SettingsError.self) { try store.writeDocuments() }
      #expect(error?.code == .notSaved)
    }
    #expect(!reported.contains { $0.code == .notSaved })
    for domain in ["a", "b", "d", "e", "f"] { #expect(try folder.text("\(domain).json").contains("1")) }
  }

  // MARK: Values

  @Test func `a value too large for one record is refused and does not affect other values`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    let large = SettingsValue.string(String(repeating: "x", count: 15 << 20))
    let error = #expect(throws: SettingsError.self) {
      try process.set(["a": 2, "b": large, "c": large, "d": large, "e": large, "f": large])
    }
    #expect(error?.code == .tooLarge)
    #expect(process.values == ["a": 1])
    try process.set("a", 3)
    try process.flush()
    #expect(try SimulatedProcess.values(on: disk) == ["a": 3])
  }

  @Test(arguments: [FileCall.Operation.write, .link])
  func `many values that wait for a first journal cost the next write nothing`(operation: FileCall.Operation) throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try quietly {
      disk.faults = [Fault(operation: operation, isSticky: true, effect: .error(EIO))]
      for number in 0..<200 { try process.set("a\(number)", 1) }
      disk.forgetCalls()
      try process.set("b", 1)
      #expect(FileCall.Operation.allCases.allSatisfy { !$0.changesDisk || disk.count($0) == 0 })
      disk.faults = []
      process.schedule.advance(by: .seconds(1))
      try process.set("c", 1)
    }
    disk.kill(1)
    let values = try SimulatedProcess.values(on: disk)
    #expect(values.count == 202)
    #expect(values["b"] == 1 && values["c"] == 1)
  }

  @Test func `values collected while the disk was full are written, whatever their size`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      disk.faults = [Fault(operation: .write, isSticky: true, effect: .error(ENOSPC))]
      var accepted: [String: SettingsValue] = ["a": 1]
      for name in ["b", "c", "d", "e", "f"] {
        let large = SettingsValue.string(String(repeating: name, count: 14 << 20))
        do {
          try process.set(name, large)
          accepted[name] = large
        } catch {}
      }
      disk.faults = []
      try process.flush()
      try process.set("a", 2)
      accepted["a"] = 2
      #expect(try SimulatedProcess.values(on: disk) == accepted)
    }
  }
}
