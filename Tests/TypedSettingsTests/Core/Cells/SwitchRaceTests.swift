import Dispatch
import Foundation
import Testing
import TypedSettings

/// Writers on several threads, and a store that is switched below them.
///
/// `SWITCHES=100000` in the environment sets the number of switches.
struct SwitchRaceTests {
  private static let switches = ProcessInfo.processInfo.environment["SWITCHES"].flatMap(Int.init) ?? 2_000
  private static let domain = "com.example.race"

  private static func record(_ name: String) -> SettingRecord<Int> {
    SettingRecord(name: name, key: SettingsKey(domain: domain, name: name), default: 0, coding: .automatic)
  }

  private static func makeGroup() -> AnyGroup { AnyGroup([record("first"), record("second")]) }

  private func number(_ name: String, in store: any SettingsStore) -> Int {
    guard case .integer(let number)? = store.value(forKey: SettingsKey(domain: Self.domain, name: name)) else {
      return 0
    }
    return Int(number)
  }

  @Test func `no update, transaction or assignment is lost or torn between two stores`() async throws {
    let stores = [InMemorySettingsStore(), InMemorySettingsStore()]
    let store = SwitchableSettingsStore(stores[0])
    let (counter, last) = makeSettings(in: store) { (Self.record("counter"), Self.record("last")) }
    let group = makeSettings(in: store) { Self.makeGroup() }
    let isDone = LockedState(false)
    let counts = Log<(name: String, count: Int)>()
    let failures = Log<String>()
    @Sendable func repeating(_ name: String, _ body: (Int) throws -> Void) {
      var count = 0
      while !isDone.withLock({ $0 }) {
        count += 1
        do { try body(count) } catch { failures.append("\(name): \(error)") }
      }
      counts.append((name, count))
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      switch thread {
      case 0:
        for number in 1...Self.switches {
          do { try store.switch(to: stores[number % 2]) } catch { failures.append("\(error)") }
        }
        isDone.withLock { $0 = true }
      case 1: repeating("updates") { _ in try counter.update { $0 += 1 } }
      case 2: repeating("assignments") { last.value = $0 }
      default:
        repeating("transactions") { _ in
          try SettingsDraft.transaction(of: group, make: Self.makeGroup) { draft in
            for case let record as SettingRecord<Int> in draft.records { record.value += 1 }
          }
        }
      }
    }
    #expect(failures.elements == [])
    let count = Dictionary(uniqueKeysWithValues: counts.elements.map { ($0.name, $0.count) })
    #expect(stores.reduce(0) { $0 + number("counter", in: $1) } == count["updates"])
    for store in stores { #expect(number("first", in: store) == number("second", in: store)) }
    #expect(stores.reduce(0) { $0 + number("first", in: $1) } == count["transactions"])
    #expect(stores.map { number("last", in: $0) }.max() == count["assignments"])
    for record in [counter, last] { #expect(record.value == number(record.name, in: store.current)) }
  }

  @Test func `a stream ends with the value of the last store`() async throws {
    let stores = (0..<2).map { number in
      InMemorySettingsStore([SettingsKey(domain: Self.domain, name: "id"): .integer(Int64(number + 1))])
    }
    let store = SwitchableSettingsStore(stores[0])
    let record = makeSettings(in: store) { Self.record("id") }
    #expect(record.value == 1)
    let received = Log<Int>()
    let reader = Task { for await value in record.stream { received.append(value) } }
    defer { reader.cancel() }
    await withTaskGroup { tasks in
      for thread in 0..<2 {
        tasks.addTask {
          for number in 0..<Self.switches { ignoringFailure { try store.switch(to: stores[(number + thread) % 2]) } }
        }
      }
    }
    try store.switch(to: stores[1])
    try await wait { received.elements.last == 2 || record.value == 1 }
    #expect(record.value == 2)
  }
}
