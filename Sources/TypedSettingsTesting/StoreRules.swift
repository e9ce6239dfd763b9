internal import Dispatch
internal import Testing
internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

private let key = SettingsKey(domain: "com.example.conformance", name: "a.dotted @key")
private let other = SettingsKey(domain: "com.example.conformance", name: "other")

private let sampleValues: [SettingsValue] = [
  .null, true, false, 0, -1, .integer(.max), .integer(.min), .unsigned(.max), 0.1, -0.0, .double(.infinity),
  .double(.nan), .double(.leastNonzeroMagnitude), "", "a \u{0}\n\"é\u{301}🙂", .data(Data()), .data(Data([0, 0xFF])),
  .date(Date(timeIntervalSinceReferenceDate: 12_345.678)), [], [:], [.null, [1, ["deep": "er"]]],
  ["": .null, "a.b": ["c": 2.5, "d": .data(Data([1]))]],
]

/// The rules of stores; each method verifies some of them with an empty store.
struct StoreRules {
  let sourceLocation: SourceLocation
  /// The promises that were verified so far.
  let promises = StorePromises()
  /// The number of seconds after which an operation on another thread counts as blocked.
  var timeout = 30.0

  private func expect(_ rule: Comment, _ holds: Bool) {
    promises.add(rule.rawValue, holds ? .holds : .broken)
    #expect(holds, rule, sourceLocation: sourceLocation)
  }

  /// Verifies a promise that a store need not make.
  private func expect(_ rule: Comment, ifOffered isOffered: Bool, _ holds: @autoclosure () throws -> Bool) rethrows {
    if isOffered { expect(rule, try holds()) } else { promises.add(rule.rawValue, .notOffered) }
  }

  func verifyValues(of store: any SettingsStore) throws {
    expect("a key that was never set has no value", store.value(forKey: key) == nil)
    for value in sampleValues {
      try store.set(value, forKey: key)
      expect("a value is read back unchanged", store.value(forKey: key) == value)
    }
    try store.set(1, forKey: other)
    try store.set(nil, forKey: key)
    expect("a removed key has no value", store.value(forKey: key) == nil)
    expect("other keys are unchanged", store.value(forKey: other) == 1)
  }

  func verifyDomains(of store: any SettingsStore) throws {
    let elsewhere = SettingsKey(domain: "com.example.elsewhere", name: key.name)
    try store.set(1, forKey: key)
    try store.set(2, forKey: elsewhere)
    let values = [store.value(forKey: key), store.value(forKey: elsewhere)]
    try store.set(nil, forKey: elsewhere)
    expect(
      "keys with the same name in different domains have separate values",
      values == [1, 2] && store.value(forKey: key) == 1)
  }

  func verifyIntrospection(of store: any SettingsStore) throws {
    try store.set(1, forKey: key)
    try store.set(2, forKey: other)
    try store.set(nil, forKey: other)
    expect("a key that was written is writable", store.isWritable(key))
    for key in [key, other] {
      let deciding = store.layers(forKey: key).first(where: \.isDeciding)
      expect("the first layer with a value has the value of the store", deciding?.value == store.value(forKey: key))
    }
    let keys = store.keys(inDomain: key.domain)
    expect("exactly the keys with values are listed", ifOffered: keys != nil, keys == [key])
    try store.flush()
    expect("flushing changes no value", store.value(forKey: key) == 1 && store.value(forKey: other) == nil)
  }
}

// MARK: Observers

extension StoreRules {
  /// The values of keys when their observers were notified.
  private final class Notifications: Sendable {
    let values = LockedState<[SettingsKey: [SettingsValue?]]>([:])
  }

  /// The outcome of using a store on another thread.
  private final class Attempt: Sendable {
    let isBlocked = LockedState(false)
    let error = LockedState<(any Error)?>(nil)
  }

  private struct Notification: Sendable {
    let change: SettingsChange
    let value: SettingsValue?
  }

  /// Verifies that other threads can use a store while it notifies an observer.
  ///
  /// - Returns: `false` if they can't. An observer that uses the store may wait for its own thread then.
  func verifyLocks(of store: any SettingsStore) throws -> Bool {
    let attempt = Attempt()
    // A queue of its own, because the threads of the global one may all be occupied by tests that wait here.
    let queue = DispatchQueue(label: "TypedSettings.verifySettingsStore")
    let token = store.observe(key) { [timeout] _ in
      let isDone = DispatchSemaphore(value: 0)
      queue.async {
        _ = store.value(forKey: key)
        store.removeObserver(store.observe(other) { _ in })
        do { try store.set(7, forKey: other) } catch { attempt.error.withLock { $0 = error } }
        isDone.signal()
      }
      if isDone.wait(timeout: .now() + timeout) == .timedOut { attempt.isBlocked.withLock { $0 = true } }
    }
    try store.set(1, forKey: key)
    store.removeObserver(token)
    if let error = attempt.error.withLock({ $0 }) { throw error }
    let isBlocked = attempt.isBlocked.withLock { $0 }
    expect("observers are notified without holding a lock", !isBlocked)
    return !isBlocked
  }

  func verifyObservers(of store: any SettingsStore) throws {
    let received = LockedState<[Notification]>([])
    let removed = store.observe(key) { _ in }
    let token = store.observe(key) { change in
      let notification = Notification(change: change, value: store.value(forKey: change.key))
      received.withLock { $0.append(notification) }
    }
    let start = SettingsRevision.next()
    try store.set(1, forKey: key)
    try store.set(1, forKey: key)
    store.removeObserver(removed)
    try store.set(2, forKey: other)
    try store.set(SettingsValue.null, forKey: key)
    try store.set(nil, forKey: key)
    for token in [token, token, SettingsObservationToken(key: other)] { store.removeObserver(token) }
    try store.set(3, forKey: key)
    let notifications = received.withLock { $0 }
    let values = notifications.map(\.value)
    let expected: [SettingsValue?] = [1, SettingsValue.null, nil]
    expect("an observer is notified once after each change of its key", values == expected)
    expect(
      "a change has the key and the value after it",
      notifications.allSatisfy { $0.change.key == key && $0.change.newValue == $0.value })
    let previous: [SettingsValue?] = [nil] + values
    expect(
      "a change has the value before it, or none",
      zip(notifications, previous).allSatisfy { $0.change.oldValue == nil || $0.change.oldValue == $1 })
    let revisions = notifications.compactMap(\.change.revision)
    expect(
      "revisions are drawn by the changes, in order", ifOffered: !revisions.isEmpty,
      zip([start] + revisions, revisions).allSatisfy { $0 < $1 })
  }

  func verifyWritingObserver(of store: any SettingsStore) throws {
    let token = store.observe(key) { _ in
      do { try store.set(7, forKey: other) } catch { Issue.record(error, sourceLocation: sourceLocation) }
    }
    try store.set(1, forKey: key)
    store.removeObserver(token)
    expect("an observer may write", store.value(forKey: other) == 7)
  }

  func verifyExchanges(of store: any SettingsStore) throws {
    let notified = try notifiedValues(of: [key], in: store) {
      func exchange(_ expected: SettingsValue?, for desired: SettingsValue?) throws -> Bool {
        try store.compareExchange(expected: expected, desired: desired, forKey: key)
      }
      expect("an exchange with the expected value succeeds", try exchange(nil, for: 1))
      expect("an exchange with another value fails", try !exchange(2, for: 3))
      expect("an exchange that expects no value fails", try !exchange(nil, for: 3))
      expect("a failed exchange changes nothing", store.value(forKey: key) == 1)
      expect("an exchange for the same value succeeds", try exchange(1, for: 1))
      expect("an exchange can remove a value", try exchange(1, for: nil))
      expect("a removed key has no value", store.value(forKey: key) == nil)
    }
    expect("an observer is notified of each exchange that changes the value", notified == [key: [1, nil]])
  }

  func verifyBatches(of store: any SettingsStore) throws {
    let third = SettingsKey(domain: key.domain, name: "third")
    try store.set(1, forKey: key)
    try store.set(2, forKey: other)
    let notified = try notifiedValues(of: [key, other, third], in: store) {
      let batch: [SettingsKey: SettingsValue?] = [key: nil, other: 2, third: 3]
      try store.set(batch)
    }
    let values = [key, other, third].map { store.value(forKey: $0) }
    expect("a batch sets and removes values", values == [nil, 2, 3])
    expect("an observer is notified once of each value that a batch changes", notified == [key: [nil], third: [3]])
    expect(
      "changes with another value than the expected one change nothing",
      try !store.commit(SettingsChanges([key: 1, other: 9], ifUnchanged: [third: 4])) && store.value(forKey: other) == 2
    )
    expect(
      "changes with the expected values are made",
      try store.commit(SettingsChanges([other: 9], ifUnchanged: [third: 3]))
        && store.value(forKey: other) == 9)
  }

  /// Verifies that no change of two threads is lost, as far as the store offers it.
  func verifySteps(of store: any SettingsStore) throws {
    let elsewhere = SettingsKey(domain: "com.example.elsewhere", name: key.name)
    let atomicity = store.atomicity
    let pairs = [("one domain", [key, other]), ("several domains", [key, elsewhere])]
    for ((scope, keys), isOffered) in zip(pairs, [atomicity != .key, atomicity == .store]) {
      for key in keys { try store.set(0, forKey: key) }
      expect(
        "changes of keys in \(scope) are one step for all threads", ifOffered: isOffered,
        isWhole(after: race { Self.addOne(to: keys, in: store) }, keys, in: store))
    }
  }

  private func isWhole(after count: Int, _ keys: [SettingsKey], in store: any SettingsStore) -> Bool {
    keys.allSatisfy { store.value(forKey: $0) == .integer(Int64(count)) }
  }

  /// Adds 1 to all keys unless another thread changes them meanwhile, and returns whether that was done.
  private static func addOne(to keys: [SettingsKey], in store: any SettingsStore) -> Bool {
    let old = keys.map { store.value(forKey: $0) }
    let new = old.map { value -> SettingsValue? in
      guard case .integer(let number)? = value else { return nil }
      return .integer(number + 1)
    }
    let changes = SettingsChanges(
      Dictionary(uniqueKeysWithValues: zip(keys, new)), ifUnchanged: Dictionary(uniqueKeysWithValues: zip(keys, old)))
    do { return try store.commit(changes) } catch { return false }
  }

  /// Runs a closure on two threads, and returns how often it has returned `true`.
  private func race(_ attempt: @escaping @Sendable () -> Bool) -> Int {
    let count = LockedState(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      for _ in 0..<200 where attempt() { count.withLock { $0 += 1 } }
    }
    return count.withLock { $0 }
  }

  private func notifiedValues(
    of keys: [SettingsKey], in store: any SettingsStore, during operation: () throws -> Void
  ) rethrows -> [SettingsKey: [SettingsValue?]] {
    let notifications = Notifications()
    let tokens = keys.map { key in
      store.observe(key) { change in
        let value = store.value(forKey: change.key)
        notifications.values.withLock { $0[change.key, default: []].append(value) }
      }
    }
    try operation()
    for token in tokens { store.removeObserver(token) }
    return notifications.values.withLock { $0 }
  }
}
