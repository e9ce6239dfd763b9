import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// One process acts between any two calls of another.
@Suite struct InterleavingTests {
  enum Action: CaseIterable {
    case set, setMany, compareExchange, flush, checkpoint, setAndCheckpoint, checkpointTwice
  }

  @Test(arguments: Action.allCases)
  func `nothing is lost whatever another process does during a checkpoint`(_ action: Action) throws {
    try check(action) { try $0.checkpoint() }
  }

  @Test(arguments: Action.allCases)
  func `nothing is lost whatever another process does during a write`(_ action: Action) throws {
    try check(action) { try $0.set("mine", 2) }
  }

  @Test(arguments: Action.allCases)
  func `nothing is lost whatever another process does during a flush`(_ action: Action) throws {
    try check(action) { try $0.flush() }
  }

  /// Without an atomic exchange of files, an edit between the last check and the rename is lost.
  @Test(arguments: [0, 1, 2, 3, 4], [true, false])
  func `edits of the document during a checkpoint are kept`(second: Int, hasExchange: Bool) throws {
    try quietly {
      var number = 0
      while true {
        let disk = SimulatedDisk.withFolder()
        if !hasExchange { disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(ENOSYS))] }
        let process = try SimulatedProcess(disk)
        try process.set(["a": 1, "b": 1])
        try process.checkpoint()
        try process.set("a", 2)
        let edited = LockedState<SettingsValue>(1)
        let calls = LockedState(0)
        disk.interrupt { [number] operation in
          let call = calls.withLock { calls in
            defer { calls += 1 }
            return calls
          }
          guard call == number || (second > 0 && call == number + second) else { return }
          if !hasExchange, operation.operation == .rename, operation.name.hasSuffix("to app.json") { return }
          let new = call == number ? 7 : 8
          let text = disk.text(at: SimulatedProcess.document)
          disk.replace(SimulatedProcess.document, with: text.replacing(/("b": ?)\d/) { "\($0.1)\(new)" })
          edited.withLock { $0 = .integer(Int64(new)) }
        }
        try process.checkpoint()
        disk.interrupt(with: nil)
        guard calls.withLock({ $0 }) > number else { break }
        let expected: [String: SettingsValue] = ["a": 2, "b": edited.withLock { $0 }]
        process.core.refresh()
        #expect(process.values == expected, "before call \(number)")
        #expect(try SimulatedProcess.values(on: disk) == expected, "before call \(number)")
        try process.checkpoint()
        #expect(try SimulatedProcess.values(on: disk) == expected, "before call \(number)")
        #expect(
          disk.files(in: SimulatedProcess.folder).keys.allSatisfy { !$0.hasSuffix(".temporary") },
          "before call \(number)")
        number += 1
      }
      #expect(number > 10)
    }
  }

  private func check(_ action: Action, during body: (SimulatedProcess) throws -> Void) throws {
    try quietly {
      var number = 0
      while true {
        let disk = SimulatedDisk.withFolder()
        let first = try SimulatedProcess(disk, number: 1)
        let second = try SimulatedProcess(disk, number: 2)
        try first.set(["mine": 0, "theirs": 0])
        try first.checkpoint()
        try first.set("mine", 1)
        try second.set("theirs", 1)
        let failure = LockedState<String?>(nil)
        let wasCalled = try disk.run(
          {
            do { try action.perform(by: second) } catch { failure.withLock { $0 = "\(error)" } }
          }, beforeCall: number, of: { try body(first) })
        guard wasCalled else { break }
        #expect(failure.withLock { $0 } == nil, "before call \(number)")
        try first.set("mine", 3)
        try second.set("theirs", 3)
        let expected = second.values.merging(["mine": 3, "theirs": 3]) { $1 }
        first.core.refresh()
        second.core.refresh()
        #expect(first.values == expected, "before call \(number)")
        #expect(second.values == expected, "before call \(number)")
        #expect(try SimulatedProcess.values(on: disk) == expected, "before call \(number)")
        try first.checkpoint()
        try second.set("theirs", 4)
        try second.checkpoint()
        let document = try SimulatedProcess.documentValues(on: disk)
        #expect(document == expected.merging(["theirs": 4], uniquingKeysWith: { $1 }), "before call \(number)")
        number += 1
      }
      #expect(number > 0)
    }
  }
}

extension InterleavingTests.Action {
  func perform(by process: SimulatedProcess) throws {
    switch self {
    case .set: try process.set("theirs", 2)
    case .setMany: for count in 10..<20 { try process.set("theirs", .integer(Int64(count))) }
    case .compareExchange: #expect(try process.compareExchange("theirs", expected: 1, desired: 2))
    case .flush:
      try process.set("theirs", 2)
      try process.flush()
    case .checkpoint: try process.checkpoint()
    case .setAndCheckpoint:
      try process.set("theirs", 2)
      try process.checkpoint()
    case .checkpointTwice:
      try process.set("theirs", 2)
      try process.checkpoint()
      try process.set(["theirs": 5, "new": 1])
      try process.checkpoint()
    }
  }
}
