import Foundation
import Testing
import TypedSettingsFleet

@Suite struct SimulationTests {
  /// The number of runs: 500, or that of the environment variable `FLEET_SIMULATION_RUNS`.
  private static let runCount = Int(ProcessInfo.processInfo.environment["FLEET_SIMULATION_RUNS"] ?? "") ?? 500
  private static let shardCount = 20

  @Test(arguments: 0..<shardCount)
  func `programs show only what was, know how current it is, and converge`(_ shard: Int) throws {
    for seed in stride(from: shard, to: Self.runCount, by: Self.shardCount) {
      var simulation = try Simulation(seed: UInt64(seed))
      let violations = try simulation.run()
      #expect(violations == [], "seed \(seed)")
      if !violations.isEmpty { return }
    }
  }

  @Test func `every fault occurs in the simulation`() throws {
    var counts: [String: Int] = [:]
    for seed in 0..<200 {
      var simulation = try Simulation(seed: UInt64(seed))
      _ = try simulation.run()
      counts.merge(simulation.eventCounts, uniquingKeysWith: +)
    }
    let faults = [
      "loss", "silence", "duplicate", "late event", "compaction", "history lost", "wipe", "restart", "conflict",
      "increment", "reset",
    ]
    for fault in faults { #expect(counts[fault, default: 0] > 3, "\(fault)") }
  }
}
