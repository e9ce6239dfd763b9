import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Conditional changes behind records of other processes that take too much memory to be read at once.
///
/// `COURSES=all swift test --filter LargeGapTests` tries all moments; otherwise it's one in three, because the values
/// take a sixth of the time of all tests.
@Suite struct LargeGapTests {
  /// Values that take much more memory than bytes: seven of them fit into the limit of a journal.
  private static let many = (40_000..<40_009).map { SettingsValue.array(Array(repeating: ["": .null], count: $0)) }

  /// Records that another process writes while a change is made.
  enum Gap: CaseIterable {
    case values, valuesAndNumber, numberAndValues
  }

  private func write(_ gap: Gap, by process: SimulatedProcess) {
    do {
      if gap == .numberAndValues { try process.store(["n": 10]) }
      for value in Self.many { try process.store(["many": value]) }
      if gap == .valuesAndNumber { try process.store(["n": 10]) }
    } catch {
      Issue.record(error)
    }
  }

  @Test(arguments: Gap.allCases)
  func `a conditional change takes effect once if another process writes large values meanwhile`(_ gap: Gap) throws {
    try quietly {
      let step = ProcessInfo.processInfo.environment["COURSES"] == "all" ? 1 : Gap.allCases.count
      var moment = (Gap.allCases.firstIndex(of: gap) ?? 0) % step
      var isDone = false
      while !isDone {
        let disk = SimulatedDisk.withFolder()
        let (process, other) = (try SimulatedProcess(disk), try SimulatedProcess(disk, number: 2))
        try process.set("n", 0)
        process.schedule.pass(.seconds(1))
        var outcomes: [Bool] = []
        isDone = try !disk.run({ write(gap, by: other) }, beforeCall: moment) {
          while outcomes.last != true, outcomes.count < 3 {
            guard case .integer(let number)? = process["n"] else { return }
            outcomes.append(
              try process.compareExchange("n", expected: .integer(number), desired: .integer(number + 1)))
          }
        }
        let expected: SettingsValue = gap == .values || isDone ? 1 : outcomes == [true] ? 10 : 11
        #expect(outcomes.last == true)
        #expect(process["n"] == (outcomes == [true] ? 1 : expected), "the process at \(moment)")
        process.core.refresh()
        other.core.refresh()
        #expect(process["n"] == expected, "the process later, at \(moment)")
        #expect(other["n"] == expected, "the other process at \(moment)")
        #expect(try SimulatedProcess.values(on: disk)["n"] == expected, "a new process at \(moment)")
        moment += step
      }
      #expect(moment > 2)
    }
  }
}
