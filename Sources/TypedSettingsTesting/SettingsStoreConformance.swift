public import Testing
public import TypedSettings

/// The rules that every store keeps, as a test for any store.
///
/// ```swift
/// @Test func `my store keeps the rules of stores`() throws {
///   try verifySettingsStore { MyStore() }
/// }
/// ```
///
/// - Parameters:
///   - sourceLocation: Where a failure is shown.
///   - makeStore: Makes an empty store; it is called for each rule.
/// - Throws: What the store throws although nothing stands in the way.
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
      expect("a value comes back to the bit", store.value(forKey: key) == value)
    }
    try store.set(1, forKey: other)
    try store.set(nil, forKey: key)
    expect("a removed key has no value", store.value(forKey: key) == nil)
    expect("other keys are left alone", store.value(forKey: other) == 1)
  }
  do {
    let store = try makeStore()
    let heard = LockedState<[SettingsValue?]>([])
    let token = store.observe(key) { change in heard.withLock { $0.append(store.value(forKey: change.key)) } }
    try store.set(1, forKey: key)
    try store.set(1, forKey: key)
    try store.set(2, forKey: other)
    try store.set(nil, forKey: key)
    store.removeObserver(token)
    try store.set(3, forKey: key)
    expect("an observer hears each change of its key once, after it", heard.withLock { $0 } == [1, nil])
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
    expect("an exchange with the expected value succeeds", try store.exchange(nil, for: 1, forKey: key))
    expect("an exchange with another value fails", try !store.exchange(2, for: 3, forKey: key))
    expect("a failed exchange changes nothing", store.value(forKey: key) == 1)
    store.removeObserver(SettingsObservationToken(key: other))
  }
}

private let sampleValues: [SettingsValue] = [
  .null, true, false, 0, -1, .integer(.max), .integer(.min), .unsigned(.max), 0.1, -0.0, .double(.infinity),
  .double(.nan), .double(.leastNonzeroMagnitude), "", "a \u{0}\n\"é\u{301}🙂", [], [:], [nil, [1, ["deep": "er"]]],
  ["": nil, "a.b": ["c": 2.5]],
]

/// The rules of a store that is only read, such as a layer of a ``LayeredSettingsStore``, as a test for any such store.
///
/// ```swift
/// @Test func `the environment keeps the rules of stores`() {
///   let store = EnvironmentSettingsStore(environment: ["THEME": "dark"])
///   verifyReadOnlySettingsStore(store, holding: SettingsKey(domain: "com.example.app", name: "Theme"))
/// }
/// ```
///
/// - Parameters:
///   - store: The store.
///   - key: A key that it has a value for.
///   - sourceLocation: Where a failure is shown.
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
  expect("the key that it holds has a value", value != nil)
  expect("a key that it does not hold has no value", store.value(forKey: other) == nil)
  let heard = LockedState(0)
  let token = store.observe(key) { _ in heard.withLock { $0 += 1 } }
  for key in [key, other] {
    expect("no key can be written", !store.isWritable(key))
    expect("a write is refused as such", isRefused { try store.set(7, forKey: key) })
    expect("a removal is refused as such", isRefused { try store.set(nil, forKey: key) })
    expect("a batch is refused as such", isRefused { try store.set([key: 7]) })
    expect(
      "an exchange is refused as such",
      isRefused { _ = try store.exchange(store.value(forKey: key), for: 7, forKey: key) })
  }
  expect("a refused write changes nothing", store.value(forKey: key) == value && store.value(forKey: other) == nil)
  expect("a refused write is no event", heard.withLock { $0 } == 0)
  store.removeObserver(token)
  store.removeObserver(token)
  if let keys = store.keys(inDomain: key.domain) {
    expect("the keys it lists have values", keys.contains(key) && !keys.contains(other))
  }
}
