import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Three processes on one file.
///
/// The second acts between any two calls of the first, and the third between any two calls of the second. Meanwhile the
/// first is stopped, with its open files and locks.
///
/// `COURSES=all swift test --filter SharedLogTests` tries all pairs of moments. Otherwise the second process is
/// interrupted at one in five of its calls, so that each of them meets one in five of the first process.
@Suite struct SharedLogTests {
  enum Action: CaseIterable {
    case set, update, checkpoint
  }

  /// The fate of the first process between two of its calls.
  enum End: CaseIterable {
    case goesOn, isKilled
  }

  private static let actions = Action.allCases.flatMap { first in
    Action.allCases.flatMap { second in Action.allCases.map { (first, second, $0) } }
  }

  @Test(arguments: actions, End.allCases)
  func `all processes agree with a replay of the log`(
    _ actions: (first: Action, second: Action, third: Action), _ end: End
  ) throws {
    try quietly {
      let step = ProcessInfo.processInfo.environment["COURSES"] == "all" ? 1 : 5
      var number = 0
      while true {
        var inner = number % step
        var isDone = false
        while true {
          let run = try Run(actions, number, inner, end)
          isDone = !run.wasFirstInterrupted
          #expect(run.problems == [], "before calls \(number) and \(inner)")
          if !run.wasSecondInterrupted { break }
          inner += step
        }
        if isDone { break }
        number += 1
      }
      #expect(number > 0)
    }
  }
}

/// One interleaving of the calls of three processes.
private struct Run {
  private(set) var problems: [String] = []
  let wasFirstInterrupted: Bool
  let wasSecondInterrupted: Bool

  private struct Counts {
    var first = 0
    var second = 0
    var errors: [String] = []
  }

  init(
    _ actions: (first: SharedLogTests.Action, second: SharedLogTests.Action, third: SharedLogTests.Action),
    _ number: Int,
    _ inner: Int, _ end: SharedLogTests.End
  ) throws {
    let disk = SimulatedDisk.withFolder()
    let processes = try (1...3).map { try SimulatedProcess(disk, number: $0) }
    try processes[0].set(["sum": 0, "of 1": 0, "of 2": 0, "of 3": 0])
    try processes[0].checkpoint()
    for process in processes[1...] { process.core.refresh() }
    try processes[0].set("of 1", 1)
    let counts = LockedState(Counts())
    let perform: @Sendable (SharedLogTests.Action, Int) -> Bool = { action, index in
      do {
        try action.perform(by: processes[index])
        return true
      } catch {
        counts.withLock { if index > 0 { $0.errors.append("process \(index + 1): \(error)") } }
        return false
      }
    }
    @Sendable func interrupt(_ call: FileCall) {
      let (isFirst, isSecond) = counts.withLock { counts in
        if call.process == 1 { counts.first += 1 }
        if call.process == 2 { counts.second += 1 }
        return (
          call.process == 1 && counts.first == number + 1, call.process == 2 && counts.second == inner + 1
        )
      }
      // These calls are interrupted, too.
      disk.interrupt { interrupt($0) }
      if isFirst {
        if end == .isKilled { disk.kill(1) }
        _ = perform(actions.second, 1)
      }
      if isSecond { _ = perform(actions.third, 2) }
    }
    disk.interrupt { interrupt($0) }
    let wasDone = perform(actions.first, 0)
    disk.interrupt(with: nil)
    let found = counts.withLock { $0 }
    wasFirstInterrupted = found.first > number
    wasSecondInterrupted = found.second > inner
    problems = found.errors
    let living = end == .isKilled && wasFirstInterrupted ? Array(processes[1...]) : processes
    check(disk, living, actions: actions, wasDone: wasDone)
  }

  private mutating func check(
    _ disk: SimulatedDisk, _ living: [SimulatedProcess],
    actions: (first: SharedLogTests.Action, second: SharedLogTests.Action, third: SharedLogTests.Action), wasDone: Bool
  ) {
    do {
      for process in living { process.core.refresh() }
      let expected = try LogReplay(disk).values
      for process in living where process.values != expected {
        problems.append("process \(process.number) has \(process.values), the log \(expected)")
      }
      let fresh = try SimulatedProcess.values(on: disk)
      if fresh != expected { problems.append("a new process has \(fresh), the log \(expected)") }
      let updates =
        (actions.first == .update && wasDone ? 1 : 0)
        + (wasFirstInterrupted && actions.second == .update ? 1 : 0)
        + (wasSecondInterrupted && actions.third == .update ? 1 : 0)
      let sum = expected["sum"]
      let allowed: [SettingsValue] =
        wasDone ? [.integer(Int64(updates))] : [updates, updates + 1].map { .integer(Int64($0)) }
      if !allowed.contains(where: { $0 == sum }) {
        problems.append("the sum is \(String(describing: sum)), not \(allowed)")
      }
    } catch {
      problems.append("\(error)")
    }
  }
}

extension SharedLogTests.Action {
  fileprivate func perform(by process: SimulatedProcess) throws {
    switch self {
    case .set: try process.set("of \(process.number)", 2)
    case .update:
      while true {
        guard case .integer(let sum)? = process["sum"] else { throw SomeError() }
        if try process.compareExchange("sum", expected: .integer(sum), desired: .integer(sum + 1)) { return }
      }
    case .checkpoint: try process.checkpoint()
    }
  }
}
