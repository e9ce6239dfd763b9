import Foundation
import Testing
import TypedSettings

/// Random sequences of steps that the library and a plain model perform.
///
/// `SEQUENCES=20000 swift test --filter SequenceModelTests` tries as many; by default, it's 200. `SEQUENCE=17` tries
/// only the one with that seed.
struct SequenceModelTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["SEQUENCES"].flatMap { Int($0) } ?? 200
  private static let only = environment["SEQUENCE"].flatMap { Int($0) }

  /// The seeds in a few groups, because each test case has a cost of its own.
  private static let groups = (0..<8).map { group in
    only.map { group == 0 ? [$0] : [] } ?? Array(stride(from: group, to: count, by: 8))
  }

  @Test(arguments: groups) func `a sequence of steps gives what the model says`(seeds: [Int]) {
    for seed in seeds {
      let sequence = ModelSequence(seed: UInt64(seed), count: 200)
      guard let difference = sequence.run() else { continue }
      let (shortest, last) = sequence.shrunk(difference)
      Issue.record("seed \(seed), \(shortest)\n\(last.lines.joined(separator: "\n"))")
      return
    }
  }

  @Test func `a sequence that differs is shrunk to the steps and the stores that matter`() throws {
    /// A library that is wrong after a reset of the first instance that follows a failed write.
    func run(_ sequence: ModelSequence) -> ModelDifference? {
      guard sequence.plan.has(.faults), let start = sequence.steps.firstIndex(of: .fail) else { return nil }
      let index = sequence.steps[start...].firstIndex { step in
        if case .write(let change, .first) = step { change.write == .reset } else { false }
      }
      return index.map { ModelDifference(index: $0, lines: ["wrong"]) }
    }
    let sequences = (0..<200).lazy.map { ModelSequence(seed: $0, count: 200) }
    let (sequence, difference) = try #require(
      sequences.compactMap { sequence in run(sequence).map { (sequence, $0) } }.first)
    let (shortest, last) = sequence.shrunk(difference, running: run)
    #expect(shortest.steps.count == 2)
    #expect(shortest.steps.first == .fail)
    #expect(shortest.plan.description == "memory, faults")
    #expect(last.index == 1)
  }
}
