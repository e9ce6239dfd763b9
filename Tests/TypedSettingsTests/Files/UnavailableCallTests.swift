import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// Systems that refuse a call that the store can do without.
@Suite struct UnavailableCallTests {
  private let disk = SimulatedDisk.withFolder()

  @Test(arguments: [EPERM, ENOSYS, EINVAL])
  func `a document is replaced although the system refuses to exchange names`(error: Int32) throws {
    disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(error))]
    let process = try SimulatedProcess(disk)
    for value in 1...3 as ClosedRange<Int64> {
      try process.set("a", .integer(value))
      try process.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk) == ["a": .integer(value)])
    }
  }

  @Test(arguments: [FileCall.Operation.copyAttributes, .setOwner], [EPERM, ENOTSUP])
  func `a file system without permissions of its own keeps settings`(operation: FileCall.Operation, error: Int32) throws
  {
    for user in [0, 1_000] as [UInt32] {
      let disk = SimulatedDisk.withFolder()
      disk.faults = [Fault(operation: operation, isSticky: true, effect: .error(error))]
      let process = try SimulatedProcess(disk, user: user)
      for value in 1...3 as ClosedRange<Int64> {
        try process.set("a", .integer(value))
        try process.checkpoint()
        #expect(try SimulatedProcess.documentValues(on: disk) == ["a": .integer(value)])
      }
    }
  }

  @Test func `a file whose owner can't be set for another reason is not written`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      try process.checkpoint()
      try process.set("a", 2)
      disk.faults = [Fault(operation: .copyAttributes, isSticky: true, effect: .error(EIO))]
      #expect(throws: SettingsError.self) { try process.checkpoint() }
      #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1])
    }
  }
}
