import Testing
import TypedSettings
import TypedSettingsTesting

/// Writes of the value that the record has written last.
struct EqualWriteTests {
  /// An event between two writes that makes the second one a change.
  enum Interruption: CaseIterable {
    case reset, edit, otherRecord, store, removal

    func happen(to record: SettingRecord<Int>, in store: InMemorySettingsStore) {
      switch self {
      case .reset: record.reset()
      case .edit: record.value += 1
      case .otherRecord: makeRecord(in: store, default: 5).value = 7
      case .store: store.set(7, forKey: testKey)
      case .removal: store.set(nil, forKey: testKey)
      }
    }
  }

  @Test(arguments: Interruption.allCases, [true, false])
  func `a write is skipped only while its value is the stored one`(_ interruption: Interruption, reads: Bool) {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, default: 5)
    record.value = 6
    interruption.happen(to: record, in: store)
    if reads { _ = record.value }
    record.value = 6
    #expect(store.value(forKey: testKey) == 6)
    #expect(record.isSet)
    #expect(record.value == 6)
  }

  @Test func `a value of a lower layer is written to the upper one`() {
    // One without notifications, so that the record knows of no change.
    let (upper, lower) = (ManualStore(), InMemorySettingsStore())
    let record = makeRecord(in: LayeredSettingsStore([.writable("user", upper), .layer("system", lower)]), default: 5)
    record.value = 6
    lower.set(6, forKey: testKey)
    upper.set(nil, forKey: testKey)
    record.value = 6
    #expect(upper.value(forKey: testKey) == 6)
  }

  /// A way to lower a value, which writes nothing if the value isn't too large.
  enum Lowering: CaseIterable {
    case assignment, update, edit

    func lower(_ record: SettingRecord<Int>, to limit: Int) throws {
      switch self {
      case .assignment: try record.set(min(record.value, limit))
      case .update: try record.update { $0 = min($0, limit) }
      case .edit: record.value.lower(to: limit)
      }
    }
  }

  @Test(arguments: StoreKind.allCases, Lowering.allCases)
  func `an observer can lower a value through a record that is notified later`(
    kind: StoreKind, way: Lowering
  ) throws {
    let store = kind.make()
    try store.set(1, forKey: testKey)
    let records: [SettingRecord<Int>] = (0..<2).map { _ in
      makeSettings(in: store) {
        SettingRecord(name: "value", key: testKey, default: 0, coding: .automatic, aliases: ["older"])
      }
    }
    // The first access decides the order in which the store notifies the records.
    #expect(records.map(\.value) == [1, 1])
    let (first, second) = (records[0], records[1])
    let seen = Log<Int>()
    let observations = [
      first.observe { _ in
        do { try way.lower(second, to: 1) } catch { Issue.record(error) }
      }, second.observe { seen.append($0) },
    ]
    try store.set(2, forKey: testKey)
    #expect(store.value(forKey: testKey) == 1)
    #expect(records.map(\.value) == [1, 1])
    #expect(seen.elements == [2, 1])
    withExtendedLifetime(observations) {}
  }

  /// Two values whose stored forms differ.
  struct Pair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable () -> Void

    init<Value: SettingsValueConvertible>(_ first: Value, _ second: Value) {
      testDescription = "\(Value.self): \(first.settingsValue), \(second.settingsValue)"
      check = {
        let store = RecordingSettingsStore()
        // The default is a value like any other.
        let record = makeRecord(in: store, default: first)
        record.value = first
        #expect(record.storedValue == first.settingsValue)
        store.removeOperations()
        record.value = first
        #expect(store.writes.isEmpty)
        for value in [second, first] {
          record.value = value
          #expect(record.storedValue == value.settingsValue)
        }
        record.reset()
        _ = record.value
        record.value = first
        #expect(record.storedValue == first.settingsValue)
      }
    }
  }

  @Test(arguments: [
    Pair(true, false), Pair(7, 8), Pair(1, 1 << 62 | 1), Pair(Int8(-1), 1), Pair(Int16(1), 257), Pair(Int32(1), 65_537),
    Pair(Int64.min, 0), Pair(UInt.max, 1), Pair(UInt8(1), 2), Pair(UInt16(1), 2), Pair(UInt32(1), 2),
    Pair(UInt64.max, 0), Pair(0.0, -0.0), Pair(Double.nan, Double(nan: 1, signaling: false)), Pair(Float(0.5), 1),
    Pair("", " "), Pair("short", "shirt"), Pair("\u{E9}", "e\u{301}"), Pair("of sixteen bytes", "of sixteen byteS"),
    Pair("a string of more than fifteen bytes", "a string of more than fifteen bits"), Pair([1, 2], [2, 1]),
    Pair(Int?.none, 0),
  ])
  func `a write of the same value is skipped, and one of another isn't`(pair: Pair) { pair.check() }

  @Test func `a write of an equal string is skipped`() {
    let store = RecordingSettingsStore()
    let record = makeRecord(in: store, default: "")
    let text = "a string of more than fifteen bytes"
    record.value = text
    store.removeOperations()
    record.value = String(decoding: Array(text.utf8), as: UTF8.self)
    #expect(store.writes.isEmpty)
  }

  @Test func `a value whose form depends on more than the value is encoded again`() {
    let record = makeSettings(in: InMemorySettingsStore()) {
      SettingRecord(name: "value", key: testKey, default: Named(number: 0), coding: .automatic)
    }
    record.value = Named(number: 1)
    Named.prefix.append("renamed ")
    record.value = Named(number: 1)
    #expect(record.storedValue == "renamed 1")
  }

  /// A value whose stored form depends on more than the bits of the value.
  struct Named: RawRepresentable {
    static let prefix = Log<String>()

    let number: UInt8

    init(number: UInt8) { self.number = number }

    init?(rawValue: String) {
      guard let number = rawValue.split(separator: " ").last.flatMap({ UInt8($0) }) else { return nil }
      self.number = number
    }

    var rawValue: String { Self.prefix.elements.joined() + "\(number)" }
  }
}

extension Int {
  fileprivate mutating func lower(to limit: Int) { self = Swift.min(self, limit) }
}
