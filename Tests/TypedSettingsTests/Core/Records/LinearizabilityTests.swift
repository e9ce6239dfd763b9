import Foundation
import Synchronization
import Testing
import TypedSettings

@testable import TypedSettingsTesting

/// A clock that every thread advances when it starts and ends an operation.
private final class Clock: Sendable {
  private let time = Atomic(0)

  /// Returns a moment that is later than all before.
  func tick() -> Int { time.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// Histories of threads that read and write one setting, for each way in which a record keeps its value.
@Suite struct LinearizabilityTests {
  fileprivate enum Place: String, CaseIterable, CustomTestStringConvertible {
    case memory, layers, file

    var testDescription: String { rawValue }
  }

  private struct Words: Codable, Sendable {
    var first = 0
    var second = 0
    var third = 0
  }

  private static let threads = 4
  private static let rounds = 2_000

  // MARK: The checker

  private static func operation(
    _ kind: HistoryOperation.Kind, _ value: Int, _ start: Int, _ end: Int
  ) -> HistoryOperation {
    HistoryOperation(kind: kind, value: value, start: start, end: end)
  }

  private static let contradictions: [OperationHistory] = [
    // A read of what was replaced.
    [operation(.write, 1, 0, 1), operation(.write, 2, 2, 3), operation(.read, 1, 4, 5)],
    // A read of the first value after a write.
    [operation(.write, 1, 0, 1), operation(.read, 0, 2, 3)],
    // A read before the write.
    [operation(.read, 1, 0, 1), operation(.write, 1, 2, 3)],
    // Two readers see two writes in different orders.
    [
      operation(.write, 1, 0, 20), operation(.write, 2, 1, 21), operation(.read, 1, 2, 3), operation(.read, 2, 4, 5),
      operation(.read, 1, 6, 7),
    ],
    // A torn value.
    [operation(.write, 1, 0, 1), operation(.read, 7, 2, 3)],
  ].map(OperationHistory.init)

  @Test(arguments: contradictions.indices) func `The checker finds a contradiction of writes`(index: Int) {
    #expect(Self.contradictions[index].contradictionOfWrites != nil)
  }

  private static let wrongIncrements: [OperationHistory] = [
    [operation(.increment, 1, 0, 1), operation(.increment, 1, 2, 3)],
    [operation(.increment, 1, 0, 1), operation(.read, 0, 2, 3)],
    [operation(.increment, 1, 2, 3), operation(.read, 1, 0, 1)],
    [operation(.increment, 1, 0, 10), operation(.read, 1, 1, 2), operation(.read, 0, 3, 4)],
    [operation(.increment, 2, 0, 1), operation(.increment, 1, 2, 3)],
    [operation(.increment, 1, 0, 1), operation(.read, 2, 2, 3)],
  ].map(OperationHistory.init)

  @Test(arguments: wrongIncrements.indices) func `The checker finds a contradiction of increments`(index: Int) {
    #expect(Self.wrongIncrements[index].contradictionOfIncrements != nil)
  }

  @Test func `The checker accepts what can have happened`() {
    let writes: [HistoryOperation] = [
      Self.operation(.read, 0, 0, 9), Self.operation(.write, 1, 1, 8), Self.operation(.write, 2, 2, 7),
      Self.operation(.read, 2, 3, 4), Self.operation(.read, 1, 5, 6), Self.operation(.read, 1, 10, 11),
    ]
    #expect(OperationHistory(operations: writes).contradictionOfWrites == nil)
    let increments: [HistoryOperation] = [
      Self.operation(.increment, 2, 0, 9), Self.operation(.increment, 1, 1, 8), Self.operation(.read, 0, 2, 3),
      Self.operation(.read, 1, 4, 5), Self.operation(.read, 2, 10, 11),
    ]
    #expect(OperationHistory(operations: increments).contradictionOfIncrements == nil)
  }

  // MARK: Settings

  /// Runs random operations in threads, and returns their history.
  private func history(
    _ operate: @escaping @Sendable (_ thread: Int, _ round: Int, _ isRead: Bool) -> (HistoryOperation.Kind, Int)
  ) async -> OperationHistory {
    let clock = Clock()
    let operations = LockedState<[HistoryOperation]>([])
    await withCheckedContinuation { continuation in
      let remaining = LockedState(Self.threads)
      for thread in 0..<Self.threads {
        Thread.detachNewThread {
          var random = SeededGenerator(seed: UInt64(thread))
          var own: [HistoryOperation] = []
          for round in 1...Self.rounds {
            let start = clock.tick()
            let (kind, value) = operate(thread, round, random.chance(2))
            let end = clock.tick()
            own.append(HistoryOperation(kind: kind, value: value, start: start, end: end))
          }
          let new = own
          operations.withLock { $0 += new }
          let isLast = remaining.withLock { count in
            count -= 1
            return count == 0
          }
          if isLast { continuation.resume() }
        }
      }
    }
    return OperationHistory(operations: operations.withLock { $0 })
  }

  /// Returns the history of reads and writes of a setting, in which each value stands for a number.
  private func history<Value: Sendable>(
    of record: SettingRecord<Value>, value: @escaping @Sendable (Int) -> Value,
    number: @escaping @Sendable (Value) -> Int
  ) async -> OperationHistory {
    await history { thread, round, isRead in
      if isRead { return (.read, number(record.value)) }
      let written = thread * Self.rounds + round
      record.value = value(written)
      return (.write, written)
    }
  }

  private func withRecord<Value: Sendable>(
    _ defaultValue: Value, _ coding: SettingCoding<Value>, in place: Place,
    _ body: (SettingRecord<Value>) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store: any SettingsStore =
      switch place {
      case .memory: InMemorySettingsStore()
      case .layers:
        LayeredSettingsStore([.layer("managed", InMemorySettingsStore()), .writable("user", InMemorySettingsStore())])
      case .file: FileSettingsStore(file: folder.appending(path: "settings.json"))
      }
    let record = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "value", key: SettingsKey(domain: "test", name: "value"), default: defaultValue, coding: coding)
    }
    try await body(record)
    try store.flush()
  }

  @Test(arguments: Place.allCases) fileprivate func `Reads and writes of numbers are linearizable`(place: Place)
    async throws
  {
    try await withRecord(0, .automatic, in: place) { record in
      let history = await history(of: record, value: { $0 }, number: { $0 })
      #expect(history.contradictionOfWrites == nil)
    }
  }

  @Test(arguments: Place.allCases) fileprivate func `Reads and writes of texts are linearizable`(place: Place)
    async throws
  {
    try await withRecord("", .automatic, in: place) { record in
      let history = await history(
        of: record, value: { "a text that needs memory of its own: \($0)" },
        number: { $0.isEmpty ? 0 : $0.split(separator: " ").last.flatMap { Int($0) } ?? -1 })
      #expect(history.contradictionOfWrites == nil)
    }
  }

  @Test(arguments: Place.allCases) fileprivate func `Reads and writes of structures are linearizable`(place: Place)
    async throws
  {
    try await withRecord(Words(), .automatic, in: place) { record in
      let history = await history(
        of: record, value: { Words(first: $0, second: $0, third: $0) },
        number: { $0.first == $0.second && $0.second == $0.third ? $0.first : -1 })
      #expect(history.contradictionOfWrites == nil)
    }
  }

  @Test(arguments: Place.allCases) fileprivate func `Updates are linearizable with reads`(place: Place) async throws {
    try await withRecord(0, .automatic, in: place) { record in
      let codes = LockedState<Set<SettingsError.Code>>([])
      let history = await history { _, _, isRead in
        if isRead { return (.read, record.value) }
        do throws(SettingsError) {
          let new = try record.update { (value: inout Int) -> Int in
            value += 1
            return value
          }
          return (.increment, new)
        } catch {
          codes.withLock { _ = $0.insert(error.code) }
          return (.read, record.value)
        }
      }
      // On a machine that is busy with much else, other threads can change the value during each attempt of an update.
      #expect(codes.withLock { $0 }.isSubset(of: [.storeUnavailable]))
      #expect(history.contradictionOfIncrements == nil)
    }
  }
}
