internal import Synchronization
internal import TypedSettings

/// Transactions in a store that wraps the file store: three settings, which always have the same value.
struct Transactions {
  let arguments: Arguments

  /// Prints the values, and then adds 1 to all of them in transactions, printing the number of each when it's done.
  func run() {
    let settings = Counters.make(alternateStore: SealingStore(arguments.store()))
    Output.line("have " + settings.records.map { "\($0.value)" }.joined(separator: " "))
    for _ in 0..<arguments.number("count", default: 1 << 40) {
      do {
        let number = try SettingsDraft.transaction(of: settings, make: Counters.init) { draft in
          for record in draft.records { record.value += 1 }
          return draft.records[0].value
        }
        Output.line("done \(number)")
      } catch {
        Output.fail(Output.describe(error))
      }
    }
  }
}

/// Three numbers.
private final class Counters: SettingsGroup, DefaultInitializableSettingsGroup, Sendable {
  let records = ["first", "second", "third"].map { name in
    SettingRecord(name: name, key: SettingsKey(domain: Sample.domain, name: name), default: 0, coding: .automatic)
  }

  func enumerateSettings(into list: inout SettingsList) { for record in records { list.append(record) } }
}

/// A store that keeps values in a form that differs each time, as an encrypting store does.
private final class SealingStore: TransformingSettingsStore {
  private struct Unreadable: Error {}

  let base: any SettingsStore
  private let count = Atomic<Int64>(0)

  init(_ base: any SettingsStore) { self.base = base }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { SealingStore(store) }

  func storedForm(of value: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    ["sealed": value, "number": .integer(count.add(1, ordering: .relaxed).newValue)]
  }

  func value(ofStoredForm form: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    guard case .dictionary(let parts) = form, let value = parts["sealed"] else { throw Unreadable() }
    return value
  }
}
