import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Flushes during which a symbolic link moves the process to another file.
@Suite struct OvertakenFlushTests {
  private static let other = "/home/other/app.json"

  /// Ways to ask for durability.
  enum Request: CaseIterable {
    case flush, everyWrite
  }

  /// A process with a change, which notices a link in its document's place before one of the synchronizations.
  private func run(_ request: Request, overtakenBefore number: Int) throws -> (disk: SimulatedDisk, isDone: Bool) {
    let disk = SimulatedDisk.withFolder()
    disk.makeFolder("/home/other")
    disk.replace(Self.other, with: #"{"com.example.app": {"z": 2}}"#)
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    try process.checkpoint()
    try process.set("b", 4)
    let follow = { @Sendable in
      disk.place(.link, at: SimulatedProcess.document, leadingTo: Self.other)
      process.core.refresh()
    }
    let isDone = try disk.run(follow, beforeCall: number, to: .synchronize) {
      switch request {
      case .flush: try process.flush()
      case .everyWrite: try process.store(["b": 5], durability: .everyWrite)
      }
    }
    return (disk, isDone)
  }

  @Test(arguments: Request.allCases)
  func `a value that a move has overtaken is durable when the call returns`(_ request: Request) throws {
    try quietly {
      var number = 0
      while true {
        let (disk, isDone) = try run(request, overtakenBefore: number)
        if !isDone { break }
        number += 1
        var generator = SeededGenerator(seed: UInt64(number))
        for cut in disk.statesAfterPowerCut(limit: 20, using: &generator) {
          #expect(try SimulatedProcess(cut, number: 2)["b"] == (request == .flush ? 4 : 5))
        }
      }
      #expect(number > 0)
    }
  }
}
