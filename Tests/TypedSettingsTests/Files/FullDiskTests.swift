import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// Bursts of writes on a small disk, which the journal would fill by itself.
@Suite struct FullDiskTests {
  private let disk = SimulatedDisk.withFolder()

  init() { disk.state.withLock { $0.capacity = 1 << 20 } }

  /// The numbers of values that a slow and a fast program write in a millisecond.
  private static let speeds: [Int64] = [100, 100_000]

  /// Writes until the disk has no room, while nothing runs in the background.
  ///
  /// - Parameter speed: The number of values that are written in a millisecond.
  /// - Returns: The process, and the number of values that were saved.
  /// - Throws: An error of the simulated disk.
  private func fillDisk(_ speed: Int64) throws -> (SimulatedProcess, saved: Int64) {
    let process = try SimulatedProcess(disk)
    let text = SettingsValue.string(String(repeating: "x", count: 40))
    var count: Int64 = 0
    do {
      while count < 100_000 {
        if count % speed == 0 { process.schedule.pass(.milliseconds(1)) }
        try process.store(["count": .integer(count + 1), "text": text])
        count += 1
      }
    } catch let error as SettingsError {
      #expect(error.code == .notSaved)
      #expect(error.found.contains(String(cString: strerror(ENOSPC))))
    }
    return (process, count)
  }

  @Test(arguments: speeds) func `a burst leaves room for the document`(speed: Int64) throws {
    try quietly {
      let (process, saved) = try fillDisk(speed)
      #expect(saved > 1_000)
      #expect(saved < 100_000)
      try process.checkpoint()
      // The value that couldn't be saved is in the document, too.
      #expect(try SimulatedProcess.documentValues(on: disk)["count"] == .integer(saved + 1))
      try process.set("after", 1)
      try process.flush()
      let next = try SimulatedProcess(disk, number: 2)
      #expect([next["after"], next["count"]] == [1, .integer(saved + 1)])
    }
  }

  @Test(arguments: speeds) func `a flush writes the document to make room`(speed: Int64) throws {
    try quietly {
      let (process, saved) = try fillDisk(speed)
      try process.flush()
      #expect(try SimulatedProcess.values(on: disk)["count"] == .integer(saved + 1))
    }
  }

  @Test(arguments: speeds) func `a process that starts on the full disk writes the document`(speed: Int64) throws {
    try quietly {
      let saved = try fillDisk(speed).saved
      disk.kill(1)
      let next = try SimulatedProcess(disk, number: 2)
      #expect(next["count"] == .integer(saved))
      try next.set("after", 1)
      try next.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk)["after"] == 1)
    }
  }

  /// Writes until the disk has no room.
  ///
  /// - Parameters:
  ///   - process: The process that writes.
  ///   - counts: The values; the last one may not be saved.
  private static func fill(_ process: SimulatedProcess, _ counts: Log<Int64>) {
    let text = SettingsValue.string(String(repeating: "x", count: 200))
    while succeeds({
      let next = (counts.elements.last ?? 0) + 1
      counts.append(next)
      try process.store(["count": .integer(next), "text": text])
    }) {}
  }

  @Test func `each burst leaves room for the document, although copies are kept`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      let counts = Log<Int64>()
      for _ in 1...4 {
        Self.fill(process, counts)
        try process.checkpoint()
        #expect(try SimulatedProcess.documentValues(on: disk)["count"] == .integer(counts.elements.last ?? 0))
      }
    }
  }

  @Test func `a document damaged on a full disk returns with the last values`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      let counts = Log<Int64>()
      Self.fill(process, counts)
      try process.checkpoint()
      disk.replace(SimulatedProcess.document, with: [])
      #expect(try SimulatedProcess(disk, number: 2)["count"] == .integer(counts.elements.last ?? 0))
    }
  }

  @Test func `a process that is killed while it makes room on a full disk loses nothing`() throws {
    try quietly {
      disk.state.withLock { $0.capacity = 300_000 }
      let process = try SimulatedProcess(disk)
      let counts = Log<Int64>()
      Self.fill(process, counts)
      try process.checkpoint()
      Self.fill(process, counts)
      // The last value wasn't saved.
      let last = counts.elements.last ?? 0
      let moments = try disk.moments { try process.checkpoint() }
      #expect(moments.count > 10)
      for (number, moment) in moments.enumerated() {
        let found = try SimulatedProcess.values(on: moment)["count"]
        #expect([.integer(last - 1), .integer(last)].contains(found), "moment \(number)")
      }
    }
  }

  @Test func `a burst while the document is being written leaves room for it`() throws {
    try quietly {
      var number = 0
      while true {
        let disk = SimulatedDisk.withFolder()
        disk.state.withLock { $0.capacity = 300_000 }
        let process = try SimulatedProcess(disk)
        let counts = Log<Int64>()
        Self.fill(process, counts)
        // A thread synchronizes files while other threads can write.
        let fill = { @Sendable in Self.fill(process, counts) }
        guard try disk.run(fill, beforeCall: number, to: .synchronize, of: { try process.checkpoint() }) else { break }
        try process.checkpoint()
        let last = counts.elements.last ?? 0
        #expect(try SimulatedProcess.documentValues(on: disk)["count"] == .integer(last), "synchronization \(number)")
        number += 1
      }
      #expect(number > 2)
    }
  }

  @Test func `a short journal may use the last room of a disk`() throws {
    disk.state.withLock { $0.capacity = 40_000 }
    let process = try SimulatedProcess(disk)
    for number: Int64 in 1...100 {
      process.schedule.pass(.milliseconds(1))
      try process.store(["count": .integer(number)])
    }
    #expect(try SimulatedProcess.values(on: disk) == ["count": 100])
  }
}
