import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// File systems whose times don't show each change, or show it late.
@Suite struct LateTimesTests {
  private let disk = SimulatedDisk.withFolder()

  @Test func `an edit in place within one tick of the clock is noticed`() throws {
    disk.state.withLock { $0.hasCoarseClock = true }
    let process = try SimulatedProcess(disk)
    try process.set(["a": 1, "b": 1])
    try process.checkpoint()
    try disk.editInPlace()
    process.core.refresh()
    #expect(process.values == ["a": 1, "b": 9])
  }

  private static let times: [(Int64, Int64, Int64, Bool)] = [
    (5_000_000_001, 5_000_000_001, 5_010_000_000, true),
    (5_000_000_001, 5_000_000_001, 5_030_000_000, false),
    (0, 5_000_000_001, 5_010_000_000, true),
    (4_000_000_000, 4_000_000_000, 5_999_000_000, true),
    (4_000_000_000, 4_000_000_000, 6_100_000_000, false),
    (9_000_000_001, 9_000_000_001, 5_000_000_000, false),
  ]

  @Test(arguments: times)
  func `times may stay the same until the next tick of the clock`(
    modified: Int64, changed: Int64, now: Int64, isRecent: Bool
  ) {
    #expect(FileStatus.isRecent(modified: modified, changed: changed, at: now) == isRecent)
  }

  @Test func `a document is replaced even if a file system shows late that it was linked`() throws {
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    try process.checkpoint()
    try process.set("a", 2)
    disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(EINVAL))]
    let isLate = LockedState(false)
    disk.interrupt { [disk] call in
      let document = SimulatedProcess.names.document
      if call.operation == .link, call.name.hasPrefix("\(document) ") { isLate.withLock { $0 = true } }
      guard call.operation == .read, call.name == document, isLate.withLock({ $0 }) else { return }
      isLate.withLock { $0 = false }
      disk.state.withLock { state in
        guard let node = state.find(SimulatedProcess.document) else { return }
        state.nodes[node]?.changed = Int64(state.time)
      }
    }
    try process.checkpoint()
    disk.interrupt(with: nil)
    #expect(!isLate.withLock { $0 })
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 2])
  }
}
