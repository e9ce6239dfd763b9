import Dispatch
import Synchronization
import Testing
import TypedSettings

/// Threads that read a setting while another one writes it, for each way in which a record keeps its value.
@Suite struct ConcurrentReadTests {
  /// A value of one word without references.
  struct Halves: Codable, Sendable {
    var low: Int32 = 0
    var high: Int32 = 0
  }

  /// A value of several words without references.
  struct Words: Codable, Sendable {
    var first = 0
    var second = 0
    var third = 0
  }

  private static let rounds = 20_000

  private func record<Value: Sendable>(
    _ defaultValue: Value, _ coding: SettingCoding<Value>
  ) -> SettingRecord<Value> {
    PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      SettingRecord(
        name: "value", key: SettingsKey(domain: "test", name: "value"), default: defaultValue, coding: coding)
    }
  }

  /// Writes increasing numbers while three threads read them.
  ///
  /// - Parameters:
  ///   - record: The setting.
  ///   - value: Returns the value for a number.
  ///   - number: Returns the number of a value; `nil` if parts of it belong to different numbers.
  private func race<Value: Sendable>(
    _ record: SettingRecord<Value>, value: @Sendable (Int) -> Value, number: @Sendable (Value) -> Int?
  ) {
    let isDone = Atomic(false)
    let torn = Atomic(0)
    let backward = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      if thread == 0 {
        for round in 1...Self.rounds { record.value = value(round) }
        return isDone.store(true, ordering: .releasing)
      }
      var last = 0
      while !isDone.load(ordering: .acquiring) {
        guard let number = number(record.value) else {
          torn.add(1, ordering: .relaxed)
          continue
        }
        if number < last { backward.add(1, ordering: .relaxed) }
        last = number
      }
    }
    #expect(torn.load(ordering: .relaxed) == 0)
    #expect(backward.load(ordering: .relaxed) == 0)
    #expect(number(record.value) == Self.rounds)
  }

  @Test func `numbers are read in the order in which they're written`() {
    race(record(0, .automatic), value: { $0 }, number: { $0 })
  }

  @Test func `a value of one word is read as a whole`() {
    let record: SettingRecord<Halves> = record(Halves(), .automatic)
    race(
      record, value: { (number: Int) -> Halves in Halves(low: Int32(number), high: Int32(number)) },
      number: { (value: Halves) -> Int? in value.low == value.high ? Int(value.low) : nil })
  }

  @Test func `a value of several words is read as a whole`() {
    let record: SettingRecord<Words> = record(Words(), .automatic)
    race(
      record, value: { (number: Int) -> Words in Words(first: number, second: number, third: number) },
      number: { (value: Words) -> Int? in Set([value.first, value.second, value.third]).count == 1 ? value.first : nil }
    )
  }

  @Test func `a value with references is read as a whole`() {
    let filler = String(repeating: "x", count: 40)
    let record: SettingRecord<String> = record("0 \(filler)", .automatic)
    race(
      record, value: { (number: Int) -> String in "\(number) \(filler)" },
      number: { (text: String) -> Int? in
        let words = text.split(separator: " ")
        return words.count == 2 && words[1] == filler ? Int(words[0]) : nil
      })
  }

  @Test func `a setting that's reset again and again has its default or a value that was written`() {
    let filler = String(repeating: "y", count: 40)
    let record = record("default \(filler)", .automatic)
    let isDone = Atomic(false)
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      if thread == 0 {
        for round in 1...Self.rounds {
          if round % 2 == 0 { record.reset() } else { record.value = "\(round) \(filler)" }
        }
        return isDone.store(true, ordering: .releasing)
      }
      while !isDone.load(ordering: .acquiring) {
        let words = record.value.split(separator: " ").map(String.init)
        let number = words.first.flatMap { Int($0) } ?? 0
        let isKnown = words.first == "default" || number % 2 == 1
        if words.count != 2 || words.last != filler || !isKnown { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(record.value == "default \(filler)")
  }

  @Test func `an edit that leaves a number as it is stores nothing, and one that changes it stores the number`() {
    let record = record(7, .automatic)
    record.value += 0
    #expect(!record.isSet)
    record.value += 1
    #expect(record.storedValue == 8)
    record.value -= 1
    #expect(record.storedValue == 7)
    #expect(record.isSet)
  }
}
