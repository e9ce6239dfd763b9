import Synchronization
import Testing
import TypedSettings
import TypedSettingsTesting

/// Writes of the value that the record has written last.
struct EqualWriteTests {
  /// What comes between two writes, so that the second one changes something.
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
  func `a write is none only while its value is the stored one`(_ interruption: Interruption, reads: Bool) {
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

  @Test func `a value that comes from another layer is written to the upper one`() {
    let (upper, lower) = (InMemorySettingsStore(), InMemorySettingsStore())
    let record = makeRecord(in: LayeredSettingsStore([.writable("user", upper), .layer("system", lower)]), default: 5)
    record.value = 6
    lower.set(6, forKey: testKey)
    upper.set(nil, forKey: testKey)
    record.value = 6
    #expect(upper.value(forKey: testKey) == 6)
  }

  @Test func `values of the same bits are not encoded again`() {
    let record = makeSettings(in: InMemorySettingsStore()) {
      SettingRecord(name: "value", key: testKey, default: Level(rawValue: 0), coding: .automatic)
    }
    record.value = Level(rawValue: 1)
    let before = Level.encodings.load(ordering: .relaxed)
    record.value = Level(rawValue: 1)
    #expect(Level.encodings.load(ordering: .relaxed) == before)
    record.value = Level(rawValue: 2)
    #expect(Level.encodings.load(ordering: .relaxed) > before)
    #expect(record.storedValue == 2)
  }

  @Test(arguments: ["", "short", "a string of more than fifteen bytes", "of 16 bytes, yes", "a\u{301}"])
  func `texts are compared by their bytes`(text: String) {
    let store = RecordingSettingsStore()
    let record = makeRecord(in: store, default: "default")
    record.value = text
    store.removeOperations()
    record.value = text
    record.value = String(decoding: Array(text.utf8), as: UTF8.self)
    #expect(store.operations.isEmpty)
    for position in text.utf8.indices {
      var bytes = Array(text.utf8)
      bytes[text.utf8.distance(from: text.startIndex, to: position)] = UInt8(ascii: "?")
      record.value = String(decoding: bytes, as: UTF8.self)
      #expect(record.storedValue == .string(String(decoding: bytes, as: UTF8.self)))
      record.value = text
      #expect(record.storedValue == .string(text))
    }
  }

  /// A value of seven bytes that counts how often it is encoded.
  struct Level: RawRepresentable {
    static let encodings = Atomic(0)

    private let low: Int32
    private let middle: Int16
    private let high: Int8

    init(rawValue: Int) {
      low = Int32(truncatingIfNeeded: rawValue)
      middle = Int16(truncatingIfNeeded: rawValue >> 32)
      high = Int8(truncatingIfNeeded: rawValue >> 48)
    }

    var rawValue: Int {
      Self.encodings.add(1, ordering: .relaxed)
      return Int(high) << 48 | Int(UInt16(bitPattern: middle)) << 32 | Int(UInt32(bitPattern: low))
    }
  }
}
