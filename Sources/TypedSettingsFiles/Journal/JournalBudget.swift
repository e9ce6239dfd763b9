internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The memory and time that reading the journals of a document may take.
///
/// The limits of values hold for each value, but a journal can contain any number of values.
package struct JournalBudget: Sendable {
  /// The maximum memory of all values in bytes, as an upper estimate.
  static let memory = 56 << 20

  /// The maximum work for all values, in steps of about a nanosecond.
  static let work = 600_000_000

  /// The memory of a key with a value, in the history, the document, and the list of uncheckpointed changes.
  static let memoryOfKey = 384

  /// The memory of a change until it's part of the history.
  static let memoryOfChange = 48

  /// The memory of a record in addition to its changes, if all records are kept.
  static let memoryOfRecord = 128

  private static let workOfRecord = 150

  private var memory: Int
  private var work = Self.work

  /// A Boolean value that indicates whether a request exceeded the budget.
  private(set) var isExhausted = false

  package init() { self.init(memory: Self.memory) }

  /// Creates a budget with a different limit of memory, for tests.
  init(memory: Int) { self.memory = memory }

  /// Takes memory and work from the budget before an allocation.
  ///
  /// - Returns: `false` if the budget is exhausted.
  package mutating func take(memory: Int = 0, work: Int = 0) -> Bool {
    if isExhausted { return false }
    self.memory -= memory
    self.work -= work
    isExhausted = self.memory < 0 || self.work < 0
    return !isExhausted
  }

  mutating func takeRecord() -> Bool { take(work: Self.workOfRecord) }

  /// Returns memory to the budget that is no longer used.
  mutating func release(memory: Int) { self.memory += memory }
}

extension JournalBudget {
  // The sizes of the parts of a value in memory, including the overhead of their allocations.

  private static let allocation = 48

  static func memory(ofText length: Int) -> Int { length > 15 ? length + allocation : 0 }

  /// Returns the memory of a name.
  ///
  /// The normalization of a name that isn't ASCII takes time, which counts as memory. The memory of values thereby
  /// limits the work for them as well, so a writer has to count only the memory.
  static func memory(ofName name: String) -> Int {
    memory(ofText: name.utf8.count) + (takesNormalization(name) ? memoryOfNameByte * name.utf8.count : 0)
  }

  static func memory(ofData length: Int) -> Int { length + 2 * allocation }

  static func memory(ofElements count: Int) -> Int { count == 0 ? 0 : allocation + 16 * count }

  /// Returns the memory of a dictionary, which has up to three slots for each member.
  static func memory(ofMembers count: Int) -> Int { count == 0 ? 0 : 2 * allocation + 72 * count }
}

extension JournalBudget {
  /// The memory and the work for each byte of a name that isn't ASCII.
  static let (memoryOfNameByte, workOfNameByte) = (9, 100)

  /// Returns whether computing the hash value of a name takes the work of its canonical form.
  static func takesNormalization(_ name: String) -> Bool {
    name.utf8.count > 15 && !name.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Returns whether the changes would fit into an otherwise empty journal.
  static func canHold(_ changes: [(key: SettingsKey, value: SettingsValue?)]) -> Bool {
    memory(of: changes) + changes.count * memoryOfChange <= Self.memory
  }

  /// Returns the memory of changes, each of another key.
  static func memory(of changes: some Sequence<(key: SettingsKey, value: SettingsValue?)>) -> Int {
    changes.reduce(0) { memory, change in
      memory + memoryOfKey + change.key.memory + (change.value?.memory ?? 0)
    }
  }
}

extension SettingsKey {
  /// The memory of the names in bytes, beyond the inline storage, as ``JournalBudget`` estimates it.
  var memory: Int { JournalBudget.memory(ofName: domain) + JournalBudget.memory(ofName: name) }
}

extension SettingsValue {
  /// The memory of the value in bytes, beyond the inline storage, as ``JournalBudget`` estimates it.
  var memory: Int {
    switch self {
    case .null, .bool, .integer, .unsigned, .double, .date: 0
    case .string(let text): JournalBudget.memory(ofText: text.utf8.count)
    case .data(let data): JournalBudget.memory(ofData: data.count)
    case .array(let values): values.reduce(JournalBudget.memory(ofElements: values.count)) { $0 + $1.memory }
    case .dictionary(let values):
      values.reduce(JournalBudget.memory(ofMembers: values.count)) {
        $0 + JournalBudget.memory(ofName: $1.key) + $1.value.memory
      }
    }
  }
}

extension SettingsError {
  /// Returns the error for changes that exceed the limit of a journal record.
  ///
  /// - Parameters:
  ///   - key: The key, if a single one is changed.
  ///   - path: The path of the document.
  /// - Returns: The error.
  static func tooLarge(_ key: SettingsKey?, _ path: String) -> SettingsError {
    SettingsError(
      .tooLarge, key: key,
      found: "values of more than \(JournalBudget.memory) bytes in one write to '\(path)'",
      advice: "store so much data in files of your own; nothing was changed")
  }
}
