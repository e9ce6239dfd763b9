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
