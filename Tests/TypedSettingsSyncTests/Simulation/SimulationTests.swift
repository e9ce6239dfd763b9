import Foundation
import Testing
import TypedSettingsSync

@Suite struct SimulationTests {
  /// The number of runs: 500, or that of the environment variable `SYNC_SIMULATION_RUNS`.
  private static let runCount = Int(ProcessInfo.processInfo.environment["SYNC_SIMULATION_RUNS"] ?? "") ?? 500
  private static let shardCount = 20

  @Test(arguments: 0..<shardCount) func `replicas converge under all faults, whatever the seed`(_ shard: Int) {
    for seed in stride(from: shard, to: Self.runCount, by: Self.shardCount) {
      var simulation = Simulation(seed: UInt64(seed))
      let violations = simulation.run()
      #expect(violations == [], "seed \(seed)")
      if !violations.isEmpty { return }
    }
  }

  @Test func `conflicts occur in the simulation`() {
    var count = 0
    for seed in 0..<20 {
      var simulation = Simulation(seed: UInt64(seed))
      _ = simulation.run()
      count += simulation.conflictCount
    }
    #expect(count > 20)
  }

  @Test(arguments: SyncRules.each) func `a rule that is left out is noticed`(_ rule: SyncRules) {
    let rules = SyncRules.all.subtracting(rule)
    var violations: [String] = SyncScenarios.violations(with: rules)
    for seed in 0..<100 where violations.isEmpty {
      var simulation = Simulation(seed: UInt64(seed), rules: rules)
      violations = simulation.run()
    }
    #expect(!violations.isEmpty)
  }

  @Test func `the scenarios hold with all rules`() {
    #expect(SyncScenarios.violations(with: .all) == [])
  }

  @Test(arguments: 0..<100) func `a device that joins overwrites no value of the group`(_ seed: Int) {
    #expect(SyncScenarios.join(seed: UInt64(seed), rules: .all) == [])
  }
}
