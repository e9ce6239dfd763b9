import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// The contents and number of synchronizations, and the handling of their failures.
@Suite struct SynchronizationTests {
  // MARK: Counting

  @Test func `a write synchronizes nothing, and a flush only new records`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    #expect(disk.count(.synchronize) == 0)
    #expect(try synchronizations(on: disk) { try process.flush() } <= 2)
    try process.set("a", 2)
    #expect(try synchronizations(on: disk) { try process.flush() } == 1)
    #expect(try synchronizations(on: disk) { try process.flush() } == 0)
    for count in 0..<1_000 { try process.set("a", .integer(Int64(count + 100))) }
    #expect(try synchronizations(on: disk) { try process.flush() } <= 2)
  }

  @Test func `a checkpoint after a flush takes two synchronizations`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    for count in 0..<3 {
      try process.set("a", .integer(Int64(count)))
      try process.flush()
      #expect(try synchronizations(on: disk) { try process.checkpoint() } == 2)
      #expect(try synchronizations(on: disk) { try process.checkpoint() } == 0)
    }
  }

  @Test func `a call on an open file that is gone isn't repeated`() {
    // The system reports a failed synchronization once, so a second one would seem to succeed.
    var count = 0
    #expect(throws: FileSystemError("synchronize a file", ESTALE)) {
      try SystemCalls.success("synchronize a file") {
        count += 1
        errno = ESTALE
        return count == 1 ? -1 : 0
      }
    }
    #expect(count == 1)
  }

  @Test func `an equal write makes no system call`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    disk.forgetCalls()
    try process.set("a", 1)
    #expect(disk.calls == [])
  }

  @Test func `a write makes few system calls`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    disk.forgetCalls()
    try process.set("a", 2)
    #expect(disk.calls.map(\.operation) == [.write])
  }

  @Test func `a burst of writes causes one checkpoint`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    for count in 0..<1_000 {
      try process.set("a", .integer(Int64(count)))
      process.schedule.advance(by: .milliseconds(1))
    }
    process.schedule.advance(by: .seconds(60))
    #expect(disk.documentCount == 1)
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 999])
  }

  @Test func `a slow checkpoint is repeated only after nineteen times its duration`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    let isSlow = LockedState(true)
    disk.interrupt { [unowned process] call in
      guard call.operation == .synchronize, isSlow.withLock({ $0 }) else { return }
      isSlow.withLock { $0 = false }
      process.schedule.pass(.seconds(1))
    }
    try process.set("a", 1)
    process.schedule.advance(by: .seconds(1))
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1])
    #expect(process.core.session.withLock { $0.checkpoint.duration } == .seconds(1))
    try process.set("a", 2)
    process.schedule.advance(by: .seconds(18))
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1])
    process.schedule.advance(by: .seconds(2))
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 2])
  }

  @Test func `a failing checkpoint takes no larger share of the time`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      try process.checkpoint()
      let attempts = LockedState(0)
      disk.interrupt { [unowned process] call in
        guard call.operation == .exchange else { return }
        attempts.withLock { $0 += 1 }
        process.schedule.pass(.seconds(1))
      }
      disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(EIO))]
      try process.set("a", 2)
      process.schedule.advance(by: .seconds(100))
      #expect((2...6).contains(attempts.withLock { $0 }))
      disk.faults = []
      process.schedule.advance(by: .seconds(100))
      #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 2])
    }
  }

  // MARK: Durable writes

  @Test func `a durable write needs one synchronization`() throws {
    var generator = SeededGenerator(seed: 11)
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.store(["a": 1], durability: .everyWrite)
    #expect(try synchronizations(on: disk) { try process.store(["a": 2], durability: .everyWrite) } == 1)
    for cut in disk.statesAfterPowerCut(limit: 200, using: &generator) {
      #expect(try SimulatedProcess.values(on: cut) == ["a": 2])
    }
  }

  @Test(arguments: [FileCall.Operation.synchronize, .write])
  func `a durable write that fails throws and stays in memory`(_ operation: FileCall.Operation)
    throws
  {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.store(["a": 1], durability: .everyWrite)
    disk.faults = [Fault(operation: operation, isSticky: true, effect: .error(EIO))]
    let reported = reports {
      let error = #expect(throws: SettingsError.self) { try process.store(["a": 2], durability: .everyWrite) }
      #expect(error?.code == .notSaved)
    }
    #expect(reported.isEmpty)
    #expect(process["a"] == 2)
    disk.faults = []
    process.schedule.advance(by: .seconds(10))
    #expect(try SimulatedProcess.values(on: disk) == ["a": 2])
  }

  @Test func `a flush that waits for another one finds its records flushed`() {
    let synchronization = JournalSynchronization()
    let runs = Log<UInt64>()
    for number: UInt64 in [5, 7, 11] {
      synchronization.reach(number) {
        runs.append(number)
        synchronization.advance(to: 10)
      }
    }
    #expect(runs.elements == [5, 11])
  }

  @Test func `a flush of a removed journal does not cover the next one`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      for count in 0..<5 { try process.set("a", .integer(Int64(count))) }
      let isDone = LockedState(false)
      disk.interrupt { [unowned process] call in
        guard call.operation == .synchronize, !isDone.withLock({ $0 }) else { return }
        isDone.withLock { $0 = true }
        disk.remove(SimulatedProcess.journal)
        process.core.refresh()
      }
      try process.flush()
      disk.interrupt(with: nil)
      try process.set("b", 1)
      #expect(try synchronizations(on: disk) { try process.flush() } > 0)
    }
  }

  @Test func `reading writes nothing`() throws {
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 1}}"#)
    let process = try SimulatedProcess(disk)
    #expect(process["a"] == 1)
    process.core.refresh()
    try process.flush()
    try process.checkpoint()
    #expect(!disk.calls.contains { $0.operation.changesDisk && $0.operation != .open || $0.operation == .synchronize })
    #expect(disk.names(in: SimulatedProcess.folder) == [SimulatedProcess.names.document])
  }

  // MARK: Failures

  @Test func `a failed flush is not repeated on the same file`() throws {
    try quietly {
      var generator = SeededGenerator(seed: 9)
      for prelude in 0..<3 {
        let disk = SimulatedDisk.withFolder()
        let process = try SimulatedProcess(disk)
        try process.set(["a": 1, "b": 1])
        if prelude > 0 { try process.checkpoint() }
        if prelude > 1 { try process.flush() }
        try process.set("a", 2)
        disk.faults = [Fault(operation: .synchronize, effect: .error(EIO))]
        let error = #expect(throws: SettingsError.self) { try process.flush() }
        #expect(error?.code == .notSaved)
        #expect(process["a"] == 2)
        try process.flush()
        expectNoRepetition(on: disk)
        for cut in disk.statesAfterPowerCut(limit: 200, using: &generator) {
          #expect(try SimulatedProcess.values(on: cut) == ["a": 2, "b": 1], "prelude \(prelude)")
        }
      }
    }
  }

  /// The events after the failure of one synchronization of a checkpoint.
  @Test(arguments: 0..<4, [false, true])
  func `a checkpoint that fails to synchronize loses nothing`(_ number: Int, flushesBefore: Bool) throws {
    try quietly {
      var generator = SeededGenerator(seed: 10)
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set(["a": 1, "b": 1])
      try process.checkpoint()
      try process.set("a", 2)
      try process.set("c", 2)
      if flushesBefore { try process.flush() }
      disk.faults = [Fault(operation: .synchronize, after: number, effect: .error(EIO))]
      var hasFailed = false
      do { try process.checkpoint() } catch { hasFailed = true }
      guard hasFailed else { return }
      #expect(process.values == ["a": 2, "b": 1, "c": 2])
      for flushes in [false, true] {
        if flushes { try process.flush() } else { try process.checkpoint() }
        expectNoRepetition(on: disk)
        for cut in disk.statesAfterPowerCut(limit: 200, using: &generator) {
          let values = try SimulatedProcess.values(on: cut)
          #expect(values == ["a": 2, "b": 1, "c": 2], "flushes: \(flushes)")
        }
      }
    }
  }

  @Test func `a file recreated after a failure includes the writes of other processes`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set("a", 1)
      disk.faults = [Fault(operation: .synchronize, effect: .error(EIO))]
      #expect(throws: SettingsError.self) { try first.flush() }
      try second.set("b", 1)
      try first.flush()
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1])
      try second.set("c", 1)
      try first.set("d", 1)
      second.core.refresh()
      #expect(second.values == ["a": 1, "b": 1, "c": 1, "d": 1])
      #expect(try SimulatedProcess.values(on: disk) == second.values)
    }
  }

  @Test(arguments: [false, true])
  func `no setter waits until a journal is written again that failed to synchronize`(isFlush: Bool) throws {
    try quietly { try rewriteAfterFailure(isFlush: isFlush) }
  }

  private func rewriteAfterFailure(isFlush: Bool) throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set(["a": 1, "b": 1])
    try process.checkpoint()
    try process.set("a", 2)
    disk.faults = [Fault(operation: .synchronize, effect: .error(EIO))]
    #expect(throws: SettingsError.self) { try process.flush() }
    let written = try disk.write("c", in: process) {
      if isFlush { try process.flush() } else { try process.checkpoint() }
    }
    #expect(written.count >= 2)
    #expect(!written.contains(false))
    let last = SettingsValue.integer(Int64(written.count) - 1)
    #expect(try SimulatedProcess.values(on: disk) == ["a": 2, "b": 1, "c": last])
    expectNoRepetition(on: disk)
    var generator = SeededGenerator(seed: 41)
    for cut in disk.statesAfterPowerCut(limit: 200, using: &generator) {
      #expect(try SimulatedProcess.values(on: cut).filter { $0.key != "c" } == ["a": 2, "b": 1])
    }
  }

  private func synchronizations(on disk: SimulatedDisk, of body: () throws -> Void) rethrows -> Int {
    let before = disk.count(.synchronize)
    try body()
    return disk.count(.synchronize) - before
  }

  /// A file isn't synchronized again after a failure; folders keep their names in the journal of the file system.
  private func expectNoRepetition(on disk: SimulatedDisk) {
    var failed: Set<Int32> = []
    for call in disk.calls where call.operation == .synchronize && call.name != SimulatedProcess.folder {
      guard let descriptor = call.descriptor else { continue }
      #expect(!failed.contains(descriptor), "\(call.name) is synchronized again")
      if call.hasFailed { failed.insert(descriptor) }
    }
  }
}
