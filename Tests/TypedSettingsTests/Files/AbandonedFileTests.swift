import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// The removal of abandoned temporary files by processes that can't see each other: containers have separate process
/// IDs.
@Suite struct AbandonedFileTests {
  private static func temporary(_ process: Int32, _ random: UInt32 = 17) -> String {
    SimulatedProcess.path(SimulatedProcess.names.temporary(process: process, random))
  }

  private func temporaries(on disk: SimulatedDisk) -> [String] {
    disk.names(in: SimulatedProcess.folder).filter { $0.hasSuffix(".temporary") }
  }

  @Test func `a process that starts during a checkpoint removes none of its files`() throws {
    let disk = SimulatedDisk.withFolder()
    for number: Int32 in [2, 1] {
      let process = try SimulatedProcess(disk, number: 1)
      try process.set("a", .integer(Int64(number)))
      let count = try disk.countCalls(of: 1) { call in
        // The second time, it has the same process ID, like the first process of every container.
        do {
          let other = try SimulatedProcess(disk, number: number)
          try quietly { try other.set("b \(call)", 1) }
        } catch {
          Issue.record(error)
        }
      } during: {
        try process.checkpoint()
      }
      #expect(count > 10)
      #expect(try SimulatedProcess.documentValues(on: disk)["a"] == .integer(Int64(number)))
    }
  }

  @Test(arguments: [1, 2, 4_711] as [Int32])
  func `files of exited processes are removed, whatever their process IDs`(number: Int32) throws {
    let disk = SimulatedDisk.withFolder()
    disk.replace(Self.temporary(number), with: "left over")
    let process = try SimulatedProcess(disk, number: 1)
    let other = try SimulatedProcess(disk, number: 2)
    try process.set("a", 1)
    #expect(temporaries(on: disk) == [])
    try other.set("b", 1)
    #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1])
  }

  @Test func `no file is removed while a process holds the lock of the document`() throws {
    let disk = SimulatedDisk.withFolder()
    try SimulatedProcess(disk, number: 2).set("a", 0)
    disk.replace(Self.temporary(77), with: "being written")
    let system = SimulatedFileSystem(disk, process: 77)
    let folder = try Folder(SimulatedProcess.folder, of: system)
    let file = try folder.open(SimulatedProcess.names.journal, for: .writing)
    #expect(try system.lock(file.descriptor))
    try SimulatedProcess(disk, number: 1).set("a", 1)
    #expect(temporaries(on: disk).count == 1)
    disk.kill(77)
    try SimulatedProcess(disk, number: 1).set("a", 2)
    #expect(temporaries(on: disk) == [])
  }

  @Test(arguments: [FileCall.Operation.look, .remove])
  func `a file of unknown state is kept and does not prevent writes`(
    _ operation: FileCall.Operation
  ) throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk, number: 1)
    try process.set("a", 1)
    disk.replace(Self.temporary(2), with: "left over")
    let other = try SimulatedProcess(disk, number: 3)
    disk.interrupt { call in
      let isAboutIt = call.name.hasSuffix(".temporary") && call.operation == operation
      disk.faults = isAboutIt ? [Fault(operation: operation, effect: .error(EACCES))] : []
    }
    try other.set("b", 1)
    disk.interrupt(with: nil)
    disk.faults = []
    #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1])
    #expect(temporaries(on: disk).count == 1)
  }

  @Test func `files of other documents and of other programs are kept`() throws {
    let disk = SimulatedDisk.withFolder()
    let names = [
      ".app.json.b.1-ff.temporary", ".app.json.temporary", ".app.json.x-ff.temporary", ".other.json.1-ff.temporary",
      ".app.json.1.temporary", ".app.json.1-xyz.temporary", "app.json.1-ff.temporary",
    ]
    for name in names { disk.replace(SimulatedProcess.path(name), with: name) }
    disk.place(.folder, at: Self.temporary(9))
    disk.place(.link, at: Self.temporary(10), leadingTo: SimulatedProcess.document)
    let process = try SimulatedProcess(disk, number: 1)
    try process.set("a", 1)
    try process.checkpoint()
    for name in names { #expect(disk.text(at: SimulatedProcess.path(name)) == name) }
    #expect(temporaries(on: disk).count == names.count + 2)
  }
}
