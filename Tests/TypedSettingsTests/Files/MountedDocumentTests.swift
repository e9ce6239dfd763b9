import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFiles

/// A document that is a mount point: it can't be replaced, and it can't get a second name.
@Suite struct MountedDocumentTests {
  private let disk = SimulatedDisk.withFolder()

  private func mountDocument(exchangeFailsWith number: Int32) {
    disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(number))]
  }

  @Test(arguments: [EBUSY, EXDEV])
  func `a mounted document is written in place, and that is reported once`(number: Int32) throws {
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 0, "z": 9}}"#)
    mountDocument(exchangeFailsWith: number)
    let process = try SimulatedProcess(disk)
    let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 9))
    let before = try folder.status(of: SimulatedProcess.names.document)
    let reported = try reports {
      for value in 1...3 {
        try process.set("a", .integer(Int64(value)))
        try process.checkpoint()
        #expect(try SimulatedProcess.documentValues(on: disk) == ["a": .integer(Int64(value)), "z": 9])
      }
    }
    #expect(reported.map(\.code) == [.writtenInPlace])
    #expect(try folder.status(of: SimulatedProcess.names.document)?.inode == before?.inode)
    #expect(try SimulatedProcess.values(on: disk) == ["a": 3, "z": 9])
    #expect(disk.files(in: SimulatedProcess.folder).keys.allSatisfy { !$0.hasSuffix(".temporary") })
  }

  @Test func `a shorter document leaves nothing of a longer one`() throws {
    let long = String(repeating: "z", count: 900)
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 0, "z": "\#(long)"}}"#)
    mountDocument(exchangeFailsWith: EBUSY)
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      try process.set("z", nil)
      try process.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1])
      let length = try #require(disk.bytes(at: SimulatedProcess.document)?.count)
      #expect(length < 100)
    }
  }

  @Test(arguments: [false, true]) func `no setter waits until a document is durable`(isMounted: Bool) throws {
    try quietly {
      disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 0, "z": 9}}"#)
      if isMounted { mountDocument(exchangeFailsWith: EBUSY) }
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      let all = try disk.write("b", in: process) { try process.checkpoint() }
      #expect(all.count >= 3)
      #expect(!all.contains(false))
      #expect(try SimulatedProcess.values(on: disk)["b"] == .integer(Int64(all.count) - 1))
    }
  }

  @Test func `a kill or a power cut at any moment loses nothing`() throws {
    try quietly {
      var generator = SeededGenerator(seed: 31)
      disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 0, "z": 9}}"#)
      mountDocument(exchangeFailsWith: EBUSY)
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      try process.checkpoint()
      try process.set("a", 2)
      try process.flush()
      let expected: [String: SettingsValue] = ["a": 2, "z": 9]
      for moment in try disk.moments(of: { try process.checkpoint() }) {
        #expect(try SimulatedProcess.values(on: moment) == expected)
        for cut in moment.statesAfterPowerCut(limit: 16, using: &generator) {
          #expect(try SimulatedProcess.values(on: cut) == expected)
        }
      }
    }
  }

  @Test func `an edit saved before the write survives`() throws {
    try quietly {
      disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 0, "z": 9}}"#)
      mountDocument(exchangeFailsWith: EBUSY)
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      disk.interrupt { [disk] call in
        guard call.operation == .exchange else { return }
        disk.overwrite(SimulatedProcess.document, with: Array(#"{"com.example.app": {"a": 0, "z": 8}}"#.utf8))
      }
      do { try process.checkpoint() } catch {}
      disk.interrupt(with: nil)
      process.core.refresh()
      #expect(process.values == ["a": 1, "z": 8])
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "z": 8])
    }
  }
}
