import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Copies of a folder whose files are hard links to the originals, as `cp -al` and some backups make them.
@Suite struct LinkedCopyTests {
  private let disk = SimulatedDisk.withFolder()
  private static let copy = "/home/copy"

  private func start(_ number: Int32, inCopy: Bool) throws -> SimulatedProcess {
    try SimulatedProcess(disk, number: number, at: inCopy ? "\(Self.copy)/app.json" : SimulatedProcess.document)
  }

  /// A process with values in the document and in the journal, and a linked copy of its folder.
  private func makeCopy(hasDocument: Bool) throws -> SimulatedProcess {
    let process = try start(1, inCopy: false)
    try process.set(["a": 1, "b": 1])
    if hasDocument { try process.checkpoint() }
    try process.set("a", 2)
    disk.link(SimulatedProcess.folder, to: Self.copy)
    return process
  }

  @Test(arguments: [false, true], [false, true])
  func `a program that uses a copy changes nothing but the copy`(hasDocument: Bool, writesDocument: Bool) throws {
    let original = try makeCopy(hasDocument: hasDocument)
    let copy = try start(2, inCopy: true)
    #expect(copy.values == ["a": 2, "b": 1])
    try copy.set("b", 2)
    if writesDocument { try copy.checkpoint() }
    original.core.refresh()
    #expect(original.values == ["a": 2, "b": 1])
    original.schedule.pass(.milliseconds(2))
    try original.set("a", 3)
    copy.core.refresh()
    #expect(copy.values == ["a": 2, "b": 2])
    #expect(try start(3, inCopy: false).values == ["a": 3, "b": 1])
    #expect(try start(4, inCopy: true).values == ["a": 2, "b": 2])
  }

  @Test(arguments: [false, true])
  func `programs that use the original agree after a copy was made`(hasDocument: Bool) throws {
    let first = try makeCopy(hasDocument: hasDocument)
    let second = try start(2, inCopy: false)
    try second.set("b", 2)
    // Within the time in which a process doesn't look at its journal.
    try first.set("a", 3)
    first.schedule.pass(.milliseconds(2))
    try first.set("c", 3)
    for process in [first, second] {
      process.core.refresh()
      #expect(process.values == ["a": 3, "b": 2, "c": 3])
    }
    #expect(try start(3, inCopy: false).values == ["a": 3, "b": 2, "c": 3])
    #expect(try start(4, inCopy: true).values == ["a": 2, "b": 1])
  }
}
