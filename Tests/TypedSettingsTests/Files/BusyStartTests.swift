import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Processes that start while another one writes at full speed.
@Suite struct BusyStartTests {
  private let disk = SimulatedDisk.withFolder()

  /// Starts a process, and makes another one act before each of its calls.
  ///
  /// - Returns: The process, the number of its calls, and its reports.
  private func start(
    before action: @escaping @Sendable (Int) throws -> Void
  ) throws -> (process: SimulatedProcess, calls: Int, reports: [SettingsError]) {
    let log = Log<SettingsError>()
    let count = Log<Int>()
    disk.interrupt { call in
      guard call.process == 2 else { return }
      count.append(1)
      do { try action(count.elements.count) } catch { Issue.record(error) }
    }
    defer { disk.interrupt(with: nil) }
    let process = try SettingsDiagnostics.withHandler({ log.append($0) }) { try SimulatedProcess(disk, number: 2) }
    return (process, count.elements.count, log.elements)
  }

  @Test func `an edited document doesn't make a process read the files again and again`() throws {
    let writer = try SimulatedProcess(disk, number: 1)
    try writer.set(["a": 1, "b": 1])
    try writer.checkpoint()
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 5, "b": 1}}"#)
    let (process, calls, reports) = try start { number in try writer.set("b", .integer(Int64(number))) }
    #expect(calls < 60)
    #expect(reports.isEmpty)
    #expect(process["a"] == 5)
    process.core.refresh()
    writer.core.refresh()
    #expect(process.values == writer.values)
  }

  @Test(arguments: 1...40) func `a document that is written meanwhile is no edit`(place: Int) throws {
    let writer = try SimulatedProcess(disk, number: 1)
    try writer.set(["a": 1, "b": 1])
    try writer.checkpoint()
    try writer.set("b", 2)
    let (process, _, reports) = try start { number in
      try writer.set("c", .integer(Int64(number)))
      if number == place { try writer.checkpoint() }
    }
    #expect(reports.isEmpty)
    process.core.refresh()
    #expect(process.values == writer.values)
  }
}
