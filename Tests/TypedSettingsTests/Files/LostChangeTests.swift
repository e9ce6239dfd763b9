import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Changes in a removed journal that a later document replaces.
@Suite struct LostChangeTests {
  private static let original: SettingsValue = "first text"
  private static let changed: SettingsValue = "second text"
  private static let replacement = "third text"

  private let disk = SimulatedDisk.withFolder()

  /// The origin of the later document.
  enum Origin: CaseIterable {
    case editor, anotherProcess
  }

  /// Makes a process whose changes of `a`, `b` and `c` are only in its journal.
  private func makeProcess() throws -> SimulatedProcess {
    let process = try SimulatedProcess(disk)
    try process.set(["a": Self.original, "b": 1, "c": 1])
    try process.checkpoint()
    try process.set(["a": Self.changed, "b": 2, "c": 2])
    return process
  }

  /// Removes the journal, and replaces the document with one that has another value of `a`, and the same one of `c`.
  private func replaceFiles(with origin: Origin) throws {
    switch origin {
    case .editor:
      disk.remove(SimulatedProcess.journal)
      disk.replace(
        SimulatedProcess.document,
        with: #"{"com.example.app": {"a": "\#(Self.replacement)", "b": 1, "c": 2}}"#)
    case .anotherProcess:
      for name in disk.names(in: SimulatedProcess.folder) { disk.remove(SimulatedProcess.path(name)) }
      let other = try SimulatedProcess(disk, number: 2)
      try other.set(["a": .string(Self.replacement), "c": 2])
      try other.checkpoint()
    }
  }

  @Test(arguments: Origin.allCases)
  func `a change in a removed journal that a later document replaces is reported once`(by origin: Origin) throws {
    let process = try makeProcess()
    try replaceFiles(with: origin)
    let reported = try reports {
      process.core.refresh()
      try process.flush()
      process.core.refresh()
    }
    #expect(process.values == ["a": .string(Self.replacement), "b": 2, "c": 2])
    #expect(reported.map(\.code) == [.changeLost])
    #expect(reported.first?.key == SimulatedProcess.key("a"))
    #expect(!reported.contains { $0.description.contains("text") })
  }

  @Test func `a change in a removed journal that no document replaces is not reported`() throws {
    let process = try makeProcess()
    disk.remove(SimulatedProcess.journal)
    let reported = try reports {
      process.core.refresh()
      try process.flush()
    }
    #expect(process.values == ["a": Self.changed, "b": 2, "c": 2])
    #expect(reported.map(\.code) == [])
  }
}
