import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Journals that reach their full length while another process keeps them from being shortened.
@Suite struct FullJournalTests {
  private static let limits = JournalLimits(veryLong: 4_000, nearlyFull: 12_000, full: 16_000)
  private static let text = SettingsValue.string(String(repeating: "x", count: 500))

  private let disk = SimulatedDisk.withFolder()

  private func start(_ number: Int32) throws -> SimulatedProcess {
    try SimulatedProcess(disk, number: number, limits: Self.limits)
  }

  private func lockJournal() throws -> OpenFile {
    let system = SimulatedFileSystem(disk, process: 9)
    let file = try Folder(SimulatedProcess.folder, of: system).open(SimulatedProcess.names.journal, for: .writing)
    #expect(try system.lock(file.descriptor))
    return file
  }

  private var longestFile: Int {
    disk.names(in: SimulatedProcess.folder).compactMap { disk.bytes(at: SimulatedProcess.path($0))?.count }.max() ?? 0
  }

  /// Writes until the journal is full.
  ///
  /// There are two journals if a process was killed while it wrote the document. Returns the last value that was saved.
  private func fillJournal(hasEnded: Bool) throws -> Int64 {
    let first = try start(1)
    try first.set("a", 1)
    try first.checkpoint()
    try first.set("a", 2)
    if hasEnded {
      disk.interrupt { call in if call.operation == .exchange { disk.kill(1) } }
      #expect(throws: (any Error).self) { try first.checkpoint() }
      disk.interrupt(with: nil)
      #expect(disk.bytes(at: SimulatedProcess.path(SimulatedProcess.names.nextJournal)) != nil)
    }
    disk.kill(1)
    let process = try start(2)
    let lock = try lockJournal()
    defer { _ = lock }
    var last: Int64 = 0
    while succeeds({ try process.store(["b": .integer(last + 1), "filler": Self.text]) }) { last += 1 }
    disk.kill(2)
    return last
  }

  @Test(arguments: [false, true])
  func `a full journal is shortened by the next write`(_ hasEnded: Bool) throws {
    try quietly {
      let last = try fillJournal(hasEnded: hasEnded)
      #expect(longestFile > Self.limits.full)
      let process = try start(3)
      #expect(process["b"] == .integer(last))
      try process.store(["c": 7])
      #expect(disk.bytes(at: SimulatedProcess.journal).map { $0.count < Self.limits.veryLong } == true)
      let again = try start(4)
      #expect([again["a"], again["b"], again["c"]] == [2, .integer(last), 7])
    }
  }

  @Test(arguments: [false, true])
  func `the document is written beside a full journal`(_ hasEnded: Bool) throws {
    try quietly {
      let last = try fillJournal(hasEnded: hasEnded)
      let process = try start(3)
      try process.checkpoint()
      let again = try start(4)
      #expect(again.core.contents.isCheckpointed)
      #expect([again["a"], again["b"]] == [2, .integer(last)])
    }
  }
}
