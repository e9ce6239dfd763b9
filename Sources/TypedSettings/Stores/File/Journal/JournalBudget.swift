#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What all values of a document's journals may take together while they are read.
///
/// The limits of a value hold for each one, and a journal may have any number of them.
struct JournalBudget: Sendable {
  /// How many bytes of memory the values may take, estimated from above.
  static let memory = 56 << 20

  /// How much there is to be done for them, in steps of about a nanosecond.
  static let work = 600_000_000

  /// What a key that has a value takes: in the history of the journals, the document, and the list of what that lacks.
  static let memoryOfKey = 384

  /// What a change takes until it's part of the history.
  static let memoryOfChange = 48

  /// What a record takes beside its changes where all are kept.
  static let memoryOfRecord = 128

  private static let workOfRecord = 150

  private var memory = Self.memory
  private var work = Self.work

  /// A Boolean value that indicates whether anything was asked for that there was no room for.
  private(set) var isExhausted = false

  /// Takes room for something before it's allocated.
  ///
  /// - Returns: Whether there is as much.
  mutating func take(memory: Int = 0, work: Int = 0) -> Bool {
    if isExhausted { return false }
    self.memory -= memory
    self.work -= work
    isExhausted = self.memory < 0 || self.work < 0
    return !isExhausted
  }

  mutating func takeRecord() -> Bool { take(work: Self.workOfRecord) }

  /// Gives back the room of something that is gone.
  mutating func giveBack(memory: Int) { self.memory += memory }
}

extension JournalBudget {
  // The parts of a value as they lie in memory, with what an allocation takes beside them.

  private static let allocation = 48

  static func memory(ofText length: Int) -> Int { length > 15 ? length + allocation : 0 }
  static func memory(ofData length: Int) -> Int { length + 2 * allocation }
  static func memory(ofElements count: Int) -> Int { count == 0 ? 0 : allocation + 16 * count }
  /// A dictionary has up to three places for each member.
  static func memory(ofMembers count: Int) -> Int { count == 0 ? 0 : 2 * allocation + 72 * count }
}

extension JournalBudget {
  /// Returns whether a journal with nothing else could hold changes.
  static func canHold(_ changes: [(key: SettingsKey, value: SettingsValue?)]) -> Bool {
    let memory = changes.reduce(0) { memory, change in
      memory + memoryOfKey + memoryOfChange + change.key.memory + (change.value?.memory ?? 0)
    }
    return memory <= Self.memory
  }
}

extension SettingsKey {
  /// How many bytes of memory the names take beside their own place, estimated as ``JournalBudget`` does.
  var memory: Int {
    JournalBudget.memory(ofText: domain.utf8.count) + JournalBudget.memory(ofText: name.utf8.count)
  }
}

extension SettingsValue {
  /// How many bytes of memory the value takes beside its own place, estimated as ``JournalBudget`` does.
  var memory: Int {
    switch self {
    case .null, .bool, .integer, .unsigned, .double, .date: 0
    case .string(let text): JournalBudget.memory(ofText: text.utf8.count)
    case .data(let data): JournalBudget.memory(ofData: data.count)
    case .array(let values): values.reduce(JournalBudget.memory(ofElements: values.count)) { $0 + $1.memory }
    case .dictionary(let values):
      values.reduce(JournalBudget.memory(ofMembers: values.count)) {
        $0 + JournalBudget.memory(ofText: $1.key.utf8.count) + $1.value.memory
      }
    }
  }
}
