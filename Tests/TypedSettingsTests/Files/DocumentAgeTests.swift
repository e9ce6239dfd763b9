import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// The age of the document while writes continue.
@Suite struct DocumentAgeTests {
  /// Writes continuously, and measures how long the document lacks its oldest missing write.
  ///
  /// - Parameters:
  ///   - interval: The time between two writes.
  ///   - count: The number of processes, which write in turn.
  ///   - cost: The duration of each synchronization.
  ///   - length: The number of bytes of each value.
  /// - Returns: The maximum age, and the number of times that the document was written in 60 seconds.
  /// - Throws: The error of a write.
  private func age(
    writingEvery interval: Duration, processes count: Int = 1, cost: Duration = .zero, length: Int = 0
  ) throws -> (age: Duration, documents: Int) {
    let disk = SimulatedDisk.withFolder()
    let processes = try (1...count).map { try SimulatedProcess(disk, number: Int32($0)) }
    disk.interrupt { call in
      guard call.operation == .synchronize, let process = processes.first(where: { $0.number == call.process }) else {
        return
      }
      process.schedule.pass(cost)
    }
    let padding = String(repeating: "x", count: length)
    var times: [Duration] = []
    var written = [Int](repeating: -1, count: count)
    var (age, now) = (Duration.zero, Duration.zero)
    while now < .seconds(60) {
      let index = times.count % count
      try processes[index].set("\(index)", .string("\(times.count) \(padding)"))
      times.append(now)
      now += interval
      for process in processes { process.schedule.advance(by: max(.zero, now - process.schedule.now)) }
      let document = try SimulatedProcess.documentValues(on: disk)
      for index in 0..<count {
        if case .string(let text)? = document["\(index)"] {
          written[index] = Int(text.prefix { $0 != " " }) ?? written[index]
        }
        let next = written[index] < 0 ? index : written[index] + count
        if next < times.count { age = max(age, now - times[next]) }
      }
    }
    disk.interrupt(with: nil)
    return (age, disk.documentCount)
  }

  @Test(arguments: [50, 100, 200, 249, 251, 700, 3_000])
  func `the document is at most five seconds old, however often a program writes`(
    _ milliseconds: Int
  ) throws {
    let (age, documents) = try age(writingEvery: .milliseconds(milliseconds))
    #expect(age <= .seconds(5))
    #expect(documents <= max(16, 2 + 60_000 / milliseconds))
  }

  @Test(arguments: [2, 5]) func `the document of several processes is at most five seconds old`(count: Int) throws {
    #expect(try age(writingEvery: .milliseconds(50), processes: count).age <= .seconds(5))
  }

  @Test(arguments: [10, 30, 60]) func `a document that is slow to write is at most five seconds old`(
    _ milliseconds: Int
  ) throws {
    let (age, documents) = try age(writingEvery: .milliseconds(200), cost: .milliseconds(milliseconds))
    #expect(age <= .seconds(5))
    // Writing it takes at most a twentieth of the time.
    #expect(documents * 2 * milliseconds <= 60_000 / 20 * 3 / 2)
  }

  @Test func `a process that was suspended while it wrote the document writes the next one within a minute`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    let isSuspended = LockedState(false)
    disk.interrupt { call in
      guard call.operation == .synchronize, !isSuspended.withLock({ $0 }) else { return }
      isSuspended.withLock { $0 = true }
      process.schedule.pass(.seconds(8 * 60 * 60))
    }
    process.schedule.advance(by: .seconds(1))
    disk.interrupt(with: nil)
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1])
    try process.set("a", 2)
    process.schedule.advance(by: .seconds(60))
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 2])
  }

  @Test func `a write during another process's checkpoint is in the document soon`() throws {
    let disk = SimulatedDisk.withFolder()
    let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
    try first.set("a", 1)
    let isDone = LockedState(false)
    disk.interrupt { call in
      guard call.operation == .synchronize, call.name.hasSuffix(".temporary"), !isDone.withLock({ $0 }) else { return }
      isDone.withLock { $0 = true }
      do { try second.set("b", 1) } catch { Issue.record(error) }
      second.schedule.advance(by: .seconds(1))
    }
    try first.checkpoint()
    disk.interrupt(with: nil)
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1])
    second.schedule.advance(by: .seconds(4))
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1, "b": 1])
  }

  @Test func `a write never waits for the document, however old that is`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 0)
    process.schedule.pass(.seconds(60))
    disk.forgetCalls()
    for count in 1...10 { try process.set("a", .integer(Int64(count))) }
    #expect(Set(disk.calls.map(\.operation)) == [.look, .read, .write])
  }
}
