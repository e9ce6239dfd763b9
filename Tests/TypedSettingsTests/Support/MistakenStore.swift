import Foundation
import TypedSettings

/// A mistake in the code of a store.
enum StoreMistake: CaseIterable {
  case losesDates, ignoresDomain, refusesAsWritable, layersDiffer, listsRemovedKeys, notifiesEqualWrites
  case removesAllObservers, reportsOldValue, hasOneRevision, exchangesSilently, writesBatchesSilently, skipsRemovals

  /// The rules that a store with the mistake breaks.
  var rules: Set<String> {
    switch self {
    case .losesDates: ["a value is read back unchanged"]
    case .ignoresDomain: ["keys with the same name in different domains have separate values"]
    case .refusesAsWritable: ["a key that was written is writable"]
    case .layersDiffer: ["the first layer with a value has the value of the store"]
    case .listsRemovedKeys: ["exactly the keys with values are listed"]
    case .notifiesEqualWrites:
      [
        "an observer is notified once after each change of its key",
        "an observer is notified of each exchange that changes the value",
        "an observer is notified once of each value that a batch changes",
      ]
    case .removesAllObservers: ["an observer is notified once after each change of its key"]
    case .reportsOldValue: ["a change has the key and the value after it"]
    case .hasOneRevision: ["revisions are drawn by the changes, in order"]
    case .exchangesSilently: ["an observer is notified of each exchange that changes the value"]
    case .writesBatchesSilently: ["an observer is notified once of each value that a batch changes"]
    case .skipsRemovals:
      ["a batch sets and removes values", "an observer is notified once of each value that a batch changes"]
    }
  }
}

/// A store with all methods, at most one of which has a mistake.
final class MistakenStore: SettingsStore {
  private struct State {
    var values: [SettingsKey: SettingsValue] = [:]
    var formerKeys: Set<SettingsKey> = []
    var observers: [SettingsObservationToken: @Sendable (SettingsChange) -> Void] = [:]
  }

  private let mistake: StoreMistake?
  private let state = LockedState(State())
  private let firstRevision = SettingsRevision.next()

  init(_ mistake: StoreMistake?) { self.mistake = mistake }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    let place = place(of: key)
    return state.withLock { $0.values[place] }
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { write([key: value]) }

  func commit(_ changes: SettingsChanges) -> Bool {
    guard changes.expected.allSatisfy({ value(forKey: $0.key) == $0.value }) else { return false }
    let written = mistake == .skipsRemovals ? changes.values.filter { $0.value != nil } : changes.values
    write(written, isSilent: mistake == .writesBatchesSilently)
    return true
  }

  func compareExchange(expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey) -> Bool {
    guard value(forKey: key) == expected else { return false }
    write([key: desired], isSilent: mistake == .exchangesSilently)
    return true
  }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    state.withLock { $0.observers[token] = onChange }
    return token
  }

  func removeObserver(_ token: SettingsObservationToken) {
    let removesAll = mistake == .removesAllObservers
    state.withLock { state in
      state.observers = state.observers.filter { removesAll ? $0.key.key != token.key : $0.key != token }
    }
  }

  func keys(inDomain domain: String) -> [SettingsKey]? {
    if mistake == .ignoresDomain { return nil }
    let (keys, formerKeys) = state.withLock { (Array($0.values.keys), Array($0.formerKeys)) }
    return (mistake == .listsRemovedKeys ? formerKeys : keys).filter { $0.domain == domain }
  }

  func writeError(forKey key: SettingsKey) -> SettingsError? {
    mistake == .refusesAsWritable ? SettingsError(.readOnly, key: key, found: "a mistake", advice: "none") : nil
  }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    let value: SettingsValue? = mistake == .layersDiffer ? "another value" : self.value(forKey: key)
    return [SettingsLayer.Value(layer: "only", value: value, isWritable: true)]
  }

  private func place(of key: SettingsKey) -> SettingsKey {
    mistake == .ignoresDomain ? SettingsKey(domain: "", name: key.name) : key
  }

  private func form(of value: SettingsValue?) -> SettingsValue? {
    guard mistake == .losesDates, case .date(let date)? = value else { return value }
    return .double(date.timeIntervalSinceReferenceDate)
  }

  private func write(_ values: [SettingsKey: SettingsValue?], isSilent: Bool = false) {
    let changes = values.compactMap { key, value in change(key, to: form(of: value)) }
    if isSilent { return }
    for change in changes {
      let place = place(of: change.key)
      for (token, notify) in state.withLock({ $0.observers }) where self.place(of: token.key) == place {
        notify(change)
      }
    }
  }

  /// Changes a value, and returns the change; `nil` if the key already has the value.
  private func change(_ key: SettingsKey, to value: SettingsValue?) -> SettingsChange? {
    let place = place(of: key)
    let oldValue = state.withLock { state in
      defer { state.values[place] = value }
      state.formerKeys.insert(place)
      return state.values[place]
    }
    if oldValue == value, mistake != .notifiesEqualWrites { return nil }
    return SettingsChange(
      key: key, oldValue: oldValue, newValue: mistake == .reportsOldValue ? oldValue : value,
      revision: mistake == .hasOneRevision ? firstRevision : SettingsRevision.next())
  }
}

/// A store that notifies its observers while it holds a lock.
final class NotifyingUnderLockStore: ForwardingStore {
  let base = InMemorySettingsStore()
  private let lock = ExclusiveAccess()

  func value(forKey key: SettingsKey) -> SettingsValue? { lock.run { base.value(forKey: key) } }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { lock.run { base.set(value, forKey: key) } }
}
