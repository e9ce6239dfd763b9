public import Testing
public import TypedSettings

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
