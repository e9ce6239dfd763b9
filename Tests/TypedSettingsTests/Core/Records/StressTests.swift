import Dispatch
import Testing
import TypedSettings

/// A test that is mainly for the thread sanitizer, and also passes without it.
@Suite(.serialized)
struct StressTests {
  private static let threads = 8
  private static let steps = 100_000

  /// Runs a body on every thread at once.
  private func concurrently(_ body: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: Self.threads, execute: body)
  }

  @Test func `no update is lost, and every record ends equal to the store`() throws {
    let store = InMemorySettingsStore()
    let shared = SettingsKey(domain: "com.example.stress", name: "shared")
    func record(_ name: String) -> SettingRecord<Int> {
      PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: name, key: SettingsKey(domain: "com.example.stress", name: name), default: 0, coding: .automatic)
      }
    }
    let counters = (0..<Self.threads).map { _ in record("counter") }
    let common = (0..<Self.threads).map { _ in record("shared") }
    let own = (0..<Self.threads).map { record("own\($0)") }
    let updatesPerThread = Self.steps / 10

    concurrently { thread in
      var random = UInt64(thread + 1)
      for step in 0..<Self.steps {
        // The generator of Marsaglia, "Xorshift RNGs", 2003.
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        switch random % 8 {
        case 0: common[thread].value = step
        case 1: common[thread].reset()
        case 2: own[thread].value = step
        case 3: own[(thread + 1) % Self.threads].value &+= 1
        case 4: _ = own[thread].isSet
        default: _ = (common[thread].value, own[thread].value, counters[thread].value)
        }
        if step % 10 == 0 {
          do { try counters[thread].update { $0 += 1 } } catch { Issue.record(error) }
        }
      }
    }

    #expect(record("counter").value == Self.threads * updatesPerThread)
    #expect(counters.allSatisfy { $0.value == Self.threads * updatesPerThread })
    let stored = store.value(forKey: shared)
    #expect(common.allSatisfy { $0.storedValue == stored && $0.value.settingsValue == stored ?? 0 })
    #expect(own.allSatisfy { $0.value.settingsValue == $0.storedValue ?? 0 })
  }

  @Test(arguments: [true, false]) func `records of one key end equal to the store`(isForeign: Bool) {
    let store: any SettingsStore = isForeign ? DictionaryStore() : InMemorySettingsStore()
    let records = (0..<Self.threads).map { _ in makeRecord(in: store, default: 0) }
    concurrently { thread in
      for step in 0..<2_000 {
        records[thread].value = thread * 10_000 + step
        _ = records[(thread + step) % Self.threads].value
      }
    }
    let stored = store.value(forKey: testKey)
    #expect(records.allSatisfy { $0.value.settingsValue == stored })
  }

  @Test func `streams are opened and dropped while others write`() {
    let store = InMemorySettingsStore()
    let records = (0..<Self.threads).map { _ in makeRecord(in: store, default: 0) }
    concurrently { thread in
      for step in 0..<2_000 {
        let stream = records[thread].stream
        records[thread].value = step
        withExtendedLifetime(stream) {}
      }
    }
    #expect(store.observerCount == 0)
  }

  @Test(arguments: [DocumentFormat.json, .xmlPropertyList, .binaryPropertyList])
  func `documents are written and read by many threads at once`(format: DocumentFormat) {
    let value: SettingsValue = ["list": [], "lists": [[], [1]], "object": [:], "text": "", "name": "value"]
    let read = Log<SettingsValue>()
    concurrently { _ in
      for _ in 0..<100 {
        do { read.append(try format.value(of: format.bytes(of: value))) } catch { Issue.record(error) }
      }
    }
    #expect(read.elements.count == 100 * Self.threads)
    #expect(read.elements.allSatisfy { $0 == value })
  }
}
