import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// Documents that are broken by hand after edits, earlier mistakes, and journals that were replaced.
@Suite struct RecoveredDocumentTests {
  private let disk = SimulatedDisk.withFolder()

  private func start(_ number: Int32, limits: JournalLimits = JournalLimits()) throws -> SimulatedProcess {
    try SimulatedProcess(disk, number: number, limits: limits)
  }

  /// Removes the end of the document, from the first value on.
  private func breakDocument() throws { try edit { $0.prefix(30) } }

  private func edit(_ body: (String) -> some StringProtocol) throws {
    let bytes = try #require(disk.bytes(at: SimulatedProcess.document))
    disk.replace(SimulatedProcess.document, with: Array(body(String(decoding: bytes, as: UTF8.self)).utf8))
  }

  /// Expects the values of a new process, and of one that has read the broken document, before and after a save.
  private func expect(_ values: [String: SettingsValue], of process: SimulatedProcess? = nil) throws {
    try quietly {
      if let process {
        process.core.refresh()
        #expect(process.values == values)
      }
      let next = try start(8)
      #expect(next.values == values)
      try next.set("last", 9)
      try next.checkpoint()
      #expect(try start(9).values == values.merging(["last": 9]) { $1 })
    }
  }

  @Test(arguments: [false, true])
  func `a change beside an edit survives a mistake in the document that contains both`(isAlive: Bool) throws {
    let process = try start(1)
    try process.set(["a": 1, "b": 1])
    try process.checkpoint()
    try process.set("c", 1)
    try process.checkpoint()
    try process.set("b", 2)
    try edit { $0.replacing(#""a": 1"#, with: #""a": 5"#) }
    process.core.refresh()
    try process.checkpoint()
    let values = process.values
    #expect(values == ["a": 5, "b": 2, "c": 1])
    try breakDocument()
    try expect(values, of: isAlive ? process : nil)
  }

  @Test(arguments: [false, true], 1...3)
  func `a value survives several mistakes, each in a later document`(isAlive: Bool, count: Int) throws {
    try quietly {
      var process = try start(1)
      try process.set(["a": 0, "b": 0])
      try process.checkpoint()
      try process.set("a", 1)
      try process.checkpoint()
      for number in 1...count {
        try breakDocument()
        if isAlive { process.core.refresh() } else { process = try start(Int32(number) + 1) }
        try process.set("c", .integer(Int64(number)))
        try process.checkpoint()
      }
      try breakDocument()
      try expect(["a": 1, "b": 0, "c": .integer(Int64(count))], of: isAlive ? process : nil)
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a value survives a mistake after a long journal was replaced`(isAlive: Bool, inBackground: Bool) throws {
    let limits = JournalLimits(veryLong: 4_000, nearlyFull: 12_000, full: 16_000)
    let process = try start(1, limits: limits)
    try process.set(["a": 0, "b": 0])
    try process.checkpoint()
    try process.set("a", 1)
    try process.checkpoint()
    var number: Int64 = 0
    var isShortened = false
    while !isShortened {
      let length = disk.bytes(at: SimulatedProcess.journal)?.count ?? 0
      number += 1
      process.schedule.pass(.seconds(1))
      try process.set("c", .string(String(repeating: "x", count: 500) + String(number)))
      if inBackground { try process.core.shortenInBackground() }
      isShortened = disk.bytes(at: SimulatedProcess.journal).map { $0.count < length } ?? false
    }
    let values = process.values
    try breakDocument()
    try expect(values, of: isAlive ? process : nil)
  }
}
