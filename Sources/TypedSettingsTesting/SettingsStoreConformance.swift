public import Testing
public import TypedSettings

/// Verifies that a store meets the requirements of `SettingsStore`.
///
/// ```swift
/// @Test func `my store meets the requirements`() throws {
///   try verifySettingsStore { MyStore() }
/// }
/// ```
///
/// - Parameters:
///   - sourceLocation: The source location to report failures at.
///   - makeStore: A closure that creates an empty store, called once for each requirement.
/// - Throws: An unexpected error of the store.
public func verifySettingsStore(
  sourceLocation: SourceLocation = #_sourceLocation, makeStore: () throws -> any SettingsStore
) throws {
  func expect(_ rule: Comment, _ holds: Bool) { #expect(holds, rule, sourceLocation: sourceLocation) }
  let key = SettingsKey(domain: "com.example.conformance", name: "a.dotted @key")
  let other = SettingsKey(domain: "com.example.conformance", name: "other")

  do {
    let store = try makeStore()
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
  do {
    let store = try makeStore()
    let observed = LockedState<[SettingsValue?]>([])
    let token = store.observe(key) { change in observed.withLock { $0.append(store.value(forKey: change.key)) } }
    try store.set(1, forKey: key)
    try store.set(1, forKey: key)
    try store.set(2, forKey: other)
    try store.set(nil, forKey: key)
    store.removeObserver(token)
    try store.set(3, forKey: key)
    expect("an observer is notified once after each change of its key", observed.withLock { $0 } == [1, nil])
  }
  do {
    let store = try makeStore()
    let token = store.observe(key) { _ in
      do { try store.set(7, forKey: other) } catch { Issue.record(error, sourceLocation: sourceLocation) }
    }
    try store.set(1, forKey: key)
    store.removeObserver(token)
    expect("an observer may write", store.value(forKey: other) == 7)
  }
  do {
    let store = try makeStore()
    expect(
      "an exchange with the expected value succeeds", try store.compareExchange(expected: nil, desired: 1, forKey: key))
    expect("an exchange with another value fails", try !store.compareExchange(expected: 2, desired: 3, forKey: key))
    expect("a failed exchange changes nothing", store.value(forKey: key) == 1)
    store.removeObserver(SettingsObservationToken(key: other))
  }
}

private let sampleValues: [SettingsValue] = [
  .null, true, false, 0, -1, .integer(.max), .integer(.min), .unsigned(.max), 0.1, -0.0, .double(.infinity),
  .double(.nan), .double(.leastNonzeroMagnitude), "", "a \u{0}\n\"é\u{301}🙂", [], [:], [nil, [1, ["deep": "er"]]],
  ["": nil, "a.b": ["c": 2.5]],
]

/// Verifies that a read-only store, such as a layer of a `LayeredSettingsStore`, meets its requirements.
///
/// ```swift
/// @Test func `the environment meets the requirements`() {
///   let store = EnvironmentSettingsStore(environment: ["THEME": "dark"])
///   verifyReadOnlySettingsStore(store, holding: SettingsKey(domain: "com.example.app", name: "Theme"))
/// }
/// ```
///
/// - Parameters:
///   - store: The store.
///   - key: A key that has a value in the store.
///   - sourceLocation: The source location to report failures at.
public func verifyReadOnlySettingsStore(
  _ store: any SettingsStore, holding key: SettingsKey, sourceLocation: SourceLocation = #_sourceLocation
) {
  func expect(_ rule: Comment, _ holds: Bool) { #expect(holds, rule, sourceLocation: sourceLocation) }
  func isRefused(_ write: () throws -> Void) -> Bool {
    do { try write() } catch { return (error as? SettingsError)?.code == .readOnly }
    return false
  }
  let other = SettingsKey(domain: key.domain, name: "no such @key")
  let value = store.value(forKey: key)
  expect("the given key has a value", value != nil)
  expect("an unknown key has no value", store.value(forKey: other) == nil)
  let notificationCount = LockedState(0)
  let token = store.observe(key) { _ in notificationCount.withLock { $0 += 1 } }
  for key in [key, other] {
    expect("no key can be written", !store.isWritable(key))
    expect("a write fails with 'readOnly'", isRefused { try store.set(7, forKey: key) })
    expect("a removal fails with 'readOnly'", isRefused { try store.set(nil, forKey: key) })
    expect("a batch fails with 'readOnly'", isRefused { try store.set([key: 7]) })
    expect(
      "an exchange fails with 'readOnly'",
      isRefused { _ = try store.compareExchange(expected: store.value(forKey: key), desired: 7, forKey: key) })
  }
  expect("a refused write changes nothing", store.value(forKey: key) == value && store.value(forKey: other) == nil)
  expect("a refused write notifies no observers", notificationCount.withLock { $0 } == 0)
  store.removeObserver(token)
  store.removeObserver(token)
  if let keys = store.keys(inDomain: key.domain) {
    expect("exactly the keys with values are listed", keys.contains(key) && !keys.contains(other))
  }
}
