import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// A power cut while three processes are in the midst of their calls.
///
/// The second process acts between two calls of the first, and the third between two calls of the second. Then the
/// power is cut.
///
/// `COURSES=all swift test --filter SharedLogPowerTests` tries all pairs of moments; otherwise it's one in fifteen.
@Suite struct SharedLogPowerTests {
  enum Action: CaseIterable {
    case flush, update, checkpoint
  }

  private static let actions = Action.allCases.flatMap { first in
    Action.allCases.flatMap { second in Action.allCases.map { (first, second, $0) } }
  }

  @Test(arguments: actions)
  func `no flushed value is lost, and later processes agree`(
    _ actions: (first: Action, second: Action, third: Action)
  ) throws {
    try quietly {
      let (step, innerStep) = ProcessInfo.processInfo.environment["COURSES"] == "all" ? (1, 1) : (3, 5)
      var generator = SeededGenerator(seed: 17)
      var known: Set<Int> = []
      var number = 0
      var isDone = false
      while !isDone {
        var inner = number % innerStep
        while true {
          let run = try InterruptedRun([actions.first, actions.second, actions.third], number, inner)
          isDone = !run.wasFirstInterrupted
          for moment in run.moments {
            for disk in moment.disk.statesAfterPowerCut(limit: 2, using: &generator) {
              guard known.insert(disk.digest).inserted else { continue }
              let problems = try moment.problems(after: disk)
              #expect(problems == [], "before calls \(number) and \(inner)")
            }
          }
          if !run.wasSecondInterrupted { break }
          inner += innerStep
        }
        number += step
      }
      #expect(known.count > 10)
    }
  }
}

/// One interleaving of three processes, and the disk whenever one of them has finished.
private struct InterruptedRun {
  /// A disk, and the values on it that are durable.
  struct Moment: Sendable {
    let disk: SimulatedDisk
    let durable: [String: SettingsValue]

    /// Starts a process after the power cut, lets it write, and compares it with another one.
    func problems(after cut: SimulatedDisk) throws -> [String] {
      var problems: [String] = []
      let process = try SimulatedProcess(cut, number: 11)
      for (name, value) in durable where process[name] != value {
        problems.append("\(name) is \(String(describing: process[name])), not \(value)")
      }
      let expected = process.values.merging(["later": 1]) { $1 }
      try process.set("later", 1)
      try process.checkpoint()
      let found = try SimulatedProcess.values(on: cut)
      if found != expected { problems.append("a later process has \(found), not \(expected)") }
      return problems
    }
  }

  let moments: [Moment]
  let wasFirstInterrupted: Bool
  let wasSecondInterrupted: Bool

  private struct Progress {
    var first = 0
    var second = 0
    var durable: [String: SettingsValue] = [:]
    var moments: [Moment] = []
  }

  init(_ actions: [SharedLogPowerTests.Action], _ number: Int, _ inner: Int) throws {
    let disk = SimulatedDisk.withFolder()
    let processes = try (1...3).map { try SimulatedProcess(disk, number: $0) }
    try processes[0].set(["sum": 0, "of 1": 0, "of 2": 0, "of 3": 0])
    try processes[0].checkpoint()
    for process in processes[1...] { process.core.refresh() }
    let progress = LockedState(Progress())
    @Sendable func perform(_ index: Int) throws {
      let values = try actions[index].perform(by: processes[index])
      progress.withLock { progress in
        progress.durable.merge(values) { $1 }
        progress.moments.append(Moment(disk: disk.afterKill(), durable: progress.durable))
      }
    }
    @Sendable func interrupt(_ call: FileCall) {
      let (isFirst, isSecond) = progress.withLock { progress in
        if call.process == 1 { progress.first += 1 }
        if call.process == 2 { progress.second += 1 }
        return (
          call.process == 1 && progress.first == number + 1, call.process == 2 && progress.second == inner + 1
        )
      }
      disk.interrupt { interrupt($0) }
      // An action that meets a stopped process may be refused; then it has made nothing durable.
      if isFirst { do { try perform(1) } catch {} }
      if isSecond { do { try perform(2) } catch {} }
    }
    disk.interrupt { interrupt($0) }
    do { try perform(0) } catch {}
    disk.interrupt(with: nil)
    let found = progress.withLock { $0 }
    wasFirstInterrupted = found.first > number
    wasSecondInterrupted = found.second > inner
    moments = found.moments
  }
}

extension SharedLogPowerTests.Action {
  /// Performs the action; returns the values that it has made durable.
  fileprivate func perform(by process: SimulatedProcess) throws -> [String: SettingsValue] {
    let name = "of \(process.number)"
    switch self {
    case .flush:
      try process.set(name, 2)
      try process.flush()
      return [name: 2]
    case .update:
      while true {
        guard case .integer(let sum)? = process["sum"] else { throw SomeError() }
        if try process.compareExchange("sum", expected: .integer(sum), desired: .integer(sum + 1)) { return [:] }
      }
    case .checkpoint:
      try process.set(name, 3)
      try process.checkpoint()
      return [:]
    }
  }
}
