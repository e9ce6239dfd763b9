import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Journals that are removed in the middle of a checkpoint, so that another process may write the document.
@Suite struct LostRightTests {
  private static let names = SimulatedProcess.names
  private static let overwriting = SimulatedProcess.path(names.overwriting)
  private static let count = 200
  /// A value that makes an entry of a document 16 bytes longer, which is the length of an entry.
  private static let grown = SettingsValue.integer(12_345_678_901_234_567)
  private static let lastEntry = #""k1001": 12345678901234567"#

  private let disk = SimulatedDisk.withFolder()

  /// The step of a process that overwrites a mounted document, before which it loses the right.
  enum Step: CaseIterable {
    case preparation, finish

    fileprivate func begins(with call: FileCall, on disk: SimulatedDisk) -> Bool {
      guard call.process == 1 else { return false }
      switch self {
      case .preparation:
        return call.operation == .open && call.name.hasSuffix(".temporary")
          && disk.names(in: SimulatedProcess.folder).contains { $0.hasSuffix(".replacement") }
      case .finish: return call.operation == .synchronize && call.name == SimulatedProcess.names.document
      }
    }
  }

  /// Removes the journal, and kills another process while it overwrites the document.
  private func overwriteHalf(by process: SimulatedProcess) throws {
    disk.remove(SimulatedProcess.journal)
    disk.interrupt { [disk] call in
      guard call.process == process.number, call.operation == .truncate,
        disk.text(at: Self.overwriting).contains(Self.lastEntry)
      else { return }
      disk.kill(process.number)
    }
    try process.set("k1001", Self.grown)
    #expect(throws: SettingsError.self) { try process.checkpoint() }
    let new = try #require(disk.bytes(at: Self.overwriting))
    let old = try #require(disk.bytes(at: SimulatedProcess.path(Self.names.previous)))
    disk.overwrite(SimulatedProcess.document, with: Array(new[..<1_024]) + old[1_024...])
  }

  @Test(arguments: Step.allCases)
  func `a process without the right leaves the files with which the document of another one is completed`(
    before step: Step
  ) throws {
    let keys = (0..<Self.count).map { "k\(1_000 + $0)" }
    let entries = keys.map { "    \"\($0)\": 1" }.joined(separator: ",\n")
    disk.replace(SimulatedProcess.document, with: "{\n  \"com.example.app\": {\n\(entries)\n  }\n}\n")
    disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(EBUSY))]
    try quietly {
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try second.set("k1002", Self.grown)
      try first.set("k1000", Self.grown)
      let isDone = LockedState(false)
      disk.interrupt { [disk] call in
        guard !isDone.withLock({ $0 }), step.begins(with: call, on: disk) else { return }
        isDone.withLock { $0 = true }
        #expect(throws: Never.self) { try overwriteHalf(by: second) }
      }
      try first.checkpoint()
      disk.interrupt(with: nil)
      #expect(isDone.withLock { $0 })
      disk.kill(1)
      var expected = Dictionary(uniqueKeysWithValues: keys.map { ($0, SettingsValue.integer(1)) })
      for key in ["k1000", "k1001", "k1002"] { expected[key] = Self.grown }
      #expect(try SimulatedProcess.values(on: disk) == expected)
      let next = try SimulatedProcess(disk, number: 3)
      try next.set("x", 1)
      try next.checkpoint()
      expected["x"] = 1
      #expect(try SimulatedProcess.documentValues(on: disk) == expected)
    }
  }

  @Test func `a process without the right doesn't write a secret again that another one has removed`() throws {
    let text = "a1b2-c3d4"
    try quietly {
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      for process in [first, second] { process.core.noteSecrets([SimulatedProcess.key("token")]) }
      try first.set("x", 1)
      try first.checkpoint()
      try second.set("y", 1)
      try first.set("token", .string(text))
      let isDone = LockedState(false)
      disk.interrupt { [disk] call in
        guard call.process == 1 else { return }
        if isDone.withLock({ $0 }) {
          // By now, a copy of the document would be the previous one.
          if call.operation == .synchronize, call.name == SimulatedProcess.folder { disk.kill(1) }
        } else if call.operation == .open, call.name.hasSuffix(".temporary"),
          disk.text(at: SimulatedProcess.document).contains(text)
        {
          isDone.withLock { $0 = true }
          disk.remove(SimulatedProcess.journal)
          second.core.refresh()
          #expect(throws: Never.self) {
            try second.set("token", nil)
            try second.checkpoint()
          }
        }
      }
      #expect(throws: SettingsError.self) { try first.checkpoint() }
      disk.interrupt(with: nil)
      for (name, bytes) in disk.files(in: SimulatedProcess.folder) {
        #expect(Data(bytes).firstRange(of: Data(text.utf8)) == nil, "\(name)")
      }
      #expect(try SimulatedProcess.values(on: disk) == ["x": 1, "y": 1])
    }
  }

  @Test func `a checkpoint doesn't end the journal that has taken the place of its own`() throws {
    try quietly {
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set("a", 1)
      let isDone = LockedState(false)
      disk.interrupt { [disk] call in
        // Once the first process has the right.
        guard call.process == 1, call.operation == .look, call.name == Self.names.overwriting,
          disk.isLocked(SimulatedProcess.journal), !isDone.withLock({ $0 })
        else { return }
        isDone.withLock { $0 = true }
        disk.remove(SimulatedProcess.journal)
        #expect(throws: Never.self) { try second.set("b", 1) }
      }
      try first.checkpoint()
      disk.interrupt(with: nil)
      #expect(isDone.withLock { $0 })
      // Only the process with the right to the other journal may end it.
      #expect(!disk.names(in: SimulatedProcess.folder).contains(Self.names.nextJournal))
      try first.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1, "b": 1])
    }
  }

  @Test func `a process without the right leaves the journal of another one when it shortens its own`() throws {
    try quietly {
      let limits = JournalLimits(veryLong: 4_000, nearlyFull: 12_000, full: 16_000)
      let first = try SimulatedProcess(disk, number: 1, limits: limits)
      let second = try SimulatedProcess(disk, number: 2, limits: limits)
      try first.set("a", 1)
      let isDone = LockedState(false)
      disk.interrupt { [disk] call in
        // When the next journal becomes durable; the names are synchronized before the process has the right.
        guard call.process == 1, call.operation == .synchronize, call.name != SimulatedProcess.folder,
          !isDone.withLock({ $0 })
        else { return }
        isDone.withLock { $0 = true }
        for name in [Self.names.journal, Self.names.nextJournal] { disk.remove(SimulatedProcess.path(name)) }
        #expect(throws: Never.self) { try second.set("b", 1) }
        second.stopCheckpoint()
        disk.kill(2)
      }
      let filler = SettingsValue.string(String(repeating: "x", count: 500))
      for number: Int64 in 1...20 {
        first.schedule.pass(.milliseconds(1))
        try first.set(["c": .integer(number), "filler": filler])
        try first.core.shortenInBackground()
      }
      disk.interrupt(with: nil)
      #expect(isDone.withLock { $0 })
      try first.flush()
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1, "c": 20, "filler": filler])
    }
  }
}
